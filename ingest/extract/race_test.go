//go:build race

package extract

// everyNth is which share of the public files is read under the race detector, which makes reading many times slower. All of them
// are read without it.
const everyNth = 25
