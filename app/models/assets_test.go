package models

import (
	"os"
	"path/filepath"
	"testing"
)

// assetsDir gives the folder of models and runtimes that the set-up makes, and skips the test where it was not run.
func assetsDir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("IBID_ASSETS")
	if dir == "" {
		dir = filepath.Join("..", "..", "build", "assets")
	}
	if _, err := os.Stat(filepath.Join(dir, indexName)); err != nil {
		t.Skip("the models are not set up: run make setup")
	}
	return dir
}
