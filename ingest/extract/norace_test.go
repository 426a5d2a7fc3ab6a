//go:build !race

package extract

// everyNth is 1: all files are read.
const everyNth = 1
