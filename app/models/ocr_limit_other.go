//go:build !linux

package models

// limitMemory does nothing here: the size of the pictures bounds what their reader needs.
func limitMemory(int, uint64) {}
