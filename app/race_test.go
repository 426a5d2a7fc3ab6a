//go:build race

package app

// raced says that the race detector is on: of the public recordings a sample is heard, as it cannot see into the models anyway.
const raced = true
