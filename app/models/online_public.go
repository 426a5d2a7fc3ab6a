package models

import "net/netip"

// reserved are networks that look like the public net and are not: each leads
// to this computer, its network or nowhere, or hides another address.
var reserved = func() (all []netip.Prefix) {
	for _, p := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
		"203.0.113.0/24", "240.0.0.0/4", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
	} {
		all = append(all, netip.MustParsePrefix(p))
	}
	return all
}()

var (
	allocated = netip.MustParsePrefix("2000::/3")     // all of IPv6 that is in public use
	through4  = netip.MustParsePrefix("64:ff9b::/96") // IPv4 as networks without it see it
)

// isPublic reports whether an address is on the public net.
func isPublic(ip netip.Addr) bool {
	ip = ip.Unmap()
	if through4.Contains(ip) {
		b := ip.As16()
		ip = netip.AddrFrom4([4]byte(b[12:]))
	}
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || ip.Is6() && !allocated.Contains(ip) {
		return false
	}
	for _, p := range reserved {
		if p.Contains(ip) {
			return false
		}
	}
	return true
}
