//go:build !unix

package ingest

// isLimit says whether the system refuses to watch more folders; only the Unix ones count them.
func isLimit(error) bool { return false }
