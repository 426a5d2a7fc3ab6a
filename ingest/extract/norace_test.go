//go:build !race

package extract

// everyNth is 1: all of the public files are read.
const everyNth = 1
