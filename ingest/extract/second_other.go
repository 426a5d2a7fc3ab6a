//go:build !linux

package extract

// limitAddressSpace does nothing: elsewhere the collector's limit and the time limit have to do.
func limitAddressSpace(uint64) {}
