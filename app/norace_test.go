//go:build !race

package app

// raced says that the race detector is off: all public recordings are heard.
const raced = false
