package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rules says which of our packages a package may import, and why the rest is forbidden. "ibid/x/..." covers a whole tree.
var rules = []struct {
	pkg     string
	may     []string
	because string
}{
	{"ibid/store/...", []string{"ibid/store/..."}, "the store is where both lines meet: it knows nothing of reading or asking"},
	{"ibid/ingest/extract/...", []string{"ibid/store", "ibid/ingest/extract/..."}, "a reader turns bytes into pages and nothing else"},
	{"ibid/ingest/chunk/...", []string{"ibid/store", "ibid/ingest/extract"}, "passages are made of text alone"},
	{"ibid/ingest/...", []string{"ibid/store/...", "ibid/ingest/..."}, "reading folders must not depend on asking"},
	{"ibid/app/models/...", []string{"ibid/app/models/..."}, "models get texts, and never learn of courses or the database"},
	{"ibid/app/power/...", nil, "what the computer runs on has nothing to do with courses"},
	{"ibid/app/settings/...", nil, "settings are plain values"},
	{"ibid/app/ask/...", []string{"ibid/store/...", "ibid/app/models/...", "ibid/app/ask/..."}, "asking reads the store and calls models, whoever asks"},
	{"ibid/app/web/...", []string{"ibid/app/models", "ibid/ingest/extract"}, "fetching a page needs the guard and a look at what came, and never learns where it is kept"},
	{"ibid/app", []string{"ibid/app/ask", "ibid/app/models", "ibid/app/power", "ibid/app/settings", "ibid/app/web", "ibid/ingest", "ibid/ingest/extract", "ibid/store"}, "the app does not know its doors"},
	{"ibid/app/command/...", []string{"ibid/app", "ibid/app/ask", "ibid/app/models", "ibid/app/web", "ibid/ingest/extract"}, "the command line goes through the App like the window"},
	{"ibid", []string{"ibid/app", "ibid/app/command", "ibid/build"}, "main is wiring only"},
}

// source is a Go file of the project.
type source struct {
	pkg, file string
	test      bool
	syntax    *ast.File
}

// sources parses every Go file of the project.
func sources(t *testing.T) []source {
	t.Helper()
	root := ".."
	var out []source
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() && (base == "node_modules" || base == "testdata" || base == "cache" || base != ".." && strings.HasPrefix(base, ".")) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(base, ".go") {
			return nil
		}
		syntax, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		out = append(out, source{
			pkg: path.Join("ibid", filepath.ToSlash(filepath.Dir(rel))), file: filepath.ToSlash(rel),
			test: strings.HasSuffix(base, "_test.go"), syntax: syntax,
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 50 {
		t.Fatalf("found %d Go files: looking in the wrong place", len(out))
	}
	return out
}

func covers(pattern, pkg string) bool {
	tree, ok := strings.CutSuffix(pattern, "/...")
	return pattern == pkg || ok && (pkg == tree || strings.HasPrefix(pkg, tree+"/"))
}

func TestImports(t *testing.T) {
	for _, s := range sources(t) {
		for _, i := range s.syntax.Imports {
			target, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(target, "github.com/wailsapp/") && s.pkg != "ibid" {
				t.Errorf("%s imports %s: only main.go knows the window's shell, so that all else is tested without it", s.file, target)
			}
			if s.test || target != "ibid" && !strings.HasPrefix(target, "ibid/") {
				continue
			}
			for _, r := range rules {
				if !covers(r.pkg, s.pkg) {
					continue
				}
				ok := false
				for _, may := range r.may {
					ok = ok || covers(may, target)
				}
				if !ok {
					t.Errorf("%s imports %s: %s", s.file, target, r.because)
				}
				break
			}
		}
	}
}

func TestPackagesHaveDocs(t *testing.T) {
	docs := map[string]int{}
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		if s.syntax.Doc != nil && len(strings.Fields(s.syntax.Doc.Text())) >= 8 {
			docs[s.pkg]++
		} else {
			docs[s.pkg] += 0
		}
	}
	for pkg, n := range docs {
		if n == 0 {
			t.Errorf("package %s has no doc: one paragraph says what it is for", pkg)
		}
	}
}

// What may leave the laptop is decided in one place, which holds only while every connection is made there.
func TestConnectionsAreMadeByTheGuard(t *testing.T) {
	banned := map[string][]string{
		"http": {"Get", "Post", "PostForm", "Head", "DefaultClient", "DefaultTransport", "Client", "Transport"},
		"net":  {"Dial", "DialTimeout", "DialTCP", "DialUDP", "Dialer"},
	}
	seen := false
	for _, s := range sources(t) {
		if s.test || strings.HasSuffix(s.pkg, "/modelstest") {
			continue
		}
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			var made ast.Expr
			switch n := n.(type) {
			case *ast.CompositeLit:
				made = n.Type
			case *ast.CallExpr:
				made = n.Fun
			case *ast.SelectorExpr:
				if !strings.HasPrefix(n.Sel.Name, "Default") {
					return true
				}
				made = n
			}
			sel, ok := made.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := sel.X.(*ast.Ident)
			if !ok || !slices.Contains(banned[pkg.Name], sel.Sel.Name) {
				return true
			}
			if s.file == "app/models/online_guard.go" {
				seen = true
			} else {
				t.Errorf("%s makes a connection with %s.%s: the guard has to", s.file, pkg.Name, sel.Sel.Name)
			}
			return true
		})
	}
	if !seen {
		t.Error("the guard makes no connection: this test looks for the wrong thing")
	}
}
