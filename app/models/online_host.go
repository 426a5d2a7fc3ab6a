package models

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// DefaultOllama is where Ollama listens when nobody says otherwise.
const DefaultOllama = "http://127.0.0.1:11434"

// IsLocalHost reports whether a host, with or without a port, is certainly
// this computer: a loopback address or the name localhost. Other names count
// as elsewhere whatever they resolve to, since that can change at any time.
func IsLocalHost(host string) bool {
	name := hostName(host)
	if isLocalhostName(name) {
		return true
	}
	ip, err := netip.ParseAddr(name)
	return err == nil && ip.Unmap().IsLoopback()
}

func isLocalhostName(name string) bool {
	return strings.EqualFold(strings.TrimSuffix(name, "."), "localhost")
}

// hostName takes the port and the brackets off.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.Trim(host, "[]")
}

// OllamaURL is the address of Ollama: the one of the settings, else that of
// the variable OLLAMA_HOST, else the default. Both are read as Ollama reads
// its own variable: scheme, port and path may be left out.
func OllamaURL(setting, variable string) (*url.URL, error) {
	for _, s := range []string{setting, strings.Trim(strings.TrimSpace(variable), `"'`)} {
		if s = strings.TrimSpace(s); s != "" {
			return parseOllamaHost(s)
		}
	}
	return parseOllamaHost(DefaultOllama)
}

func parseOllamaHost(s string) (*url.URL, error) {
	port := "11434"
	scheme, rest, found := strings.Cut(s, "://")
	switch {
	case !found:
		scheme, rest = "http", s
		if rest == "ollama.com" {
			scheme, port = "https", "443"
		}
	case scheme == "http":
		port = "80"
	case scheme == "https":
		port = "443"
	default:
		return nil, fmt.Errorf("address of Ollama: %q is neither http nor https", scheme)
	}
	hostport, path, _ := strings.Cut(rest, "/")
	if strings.ContainsAny(hostport, "@ \t?#%\\") {
		return nil, fmt.Errorf("address of Ollama: %q is not the name of a host", hostport[strings.LastIndex(hostport, "@")+1:]) // no password is shown
	}
	host, given, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.Trim(hostport, "[]")
	} else if n, err := strconv.ParseUint(given, 10, 16); err == nil {
		port = strconv.FormatUint(n, 10)
	}
	return &url.URL{Scheme: scheme, Host: net.JoinHostPort(reachable(host), port), Path: strings.TrimSuffix("/"+path, "/")}, nil
}

// reachable turns what a server listens on into what a client can call:
// OLLAMA_HOST=0.0.0.0 means every address of this computer.
func reachable(host string) string {
	if host == "" {
		return "127.0.0.1"
	}
	ip, err := netip.ParseAddr(host)
	switch {
	case err != nil:
		return host
	case ip.IsUnspecified() && ip.Is6():
		return "::1"
	case ip.IsUnspecified():
		return "127.0.0.1"
	}
	return ip.String()
}
