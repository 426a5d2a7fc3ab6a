package web

import (
	"fmt"
	"net"
	"net/url"
	"strings"

	"golang.org/x/net/idna"
)

// maxAddress bounds an address, in bytes; servers take no longer ones.
const maxAddress = 4000

// IsAddress says whether what was written is meant as the address of a web page rather than as a path.
func IsAddress(s string) bool {
	s = strings.ToLower(strings.TrimSpace(s))
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")
}

// Address is an address of a web page in the one form in which it is kept, so that writing it otherwise names no other page: its host in
// small ASCII letters, without a port that goes without saying or a place on the page. One with a name and a password is refused: it
// would be shown with every citation.
func Address(s string) (string, error) {
	s = strings.TrimSpace(s)
	u, err := url.Parse(s)
	switch {
	case err != nil: // which quotes the address, and that belongs into no log
		return "", ErrAddress
	case u.Scheme != "http" && u.Scheme != "https", u.Hostname() == "", len(s) > maxAddress:
		return "", fmt.Errorf("%w: it has to begin with http:// or https://", ErrAddress)
	case u.User != nil:
		return "", fmt.Errorf("%w: it has a password in it", ErrAddress)
	}
	host, err := asciiHost(u.Hostname())
	if err != nil {
		return "", ErrAddress
	}
	port := u.Port()
	if u.Scheme == "http" && port == "80" || u.Scheme == "https" && port == "443" {
		port = ""
	}
	switch {
	case port != "":
		u.Host = net.JoinHostPort(host, port)
	case strings.Contains(host, ":"):
		u.Host = "[" + host + "]"
	default:
		u.Host = host
	}
	if u.Path == "" {
		u.Path = "/"
	}
	u.Fragment, u.RawFragment = "", ""
	return u.String(), nil
}

// asciiHost is the name of a host as it is asked for.
func asciiHost(host string) (string, error) {
	for _, r := range host {
		if r >= 0x80 {
			return idna.Lookup.ToASCII(host)
		}
	}
	return strings.ToLower(host), nil
}
