package extract

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	xunicode "golang.org/x/text/encoding/unicode"
)

// readHTML is the text of a page, with a / between its blocks.
func readHTML(t *testing.T, page string) string {
	t.Helper()
	text, err := NewReader(Options{}).Extract(t.Context(), sample{"a.html", []byte(page)}.file())
	if err != nil {
		t.Fatal(err)
	}
	var pages []string
	for _, p := range text.Pages {
		pages = append(pages, strings.ReplaceAll(p.Text, "\n", " / "))
	}
	return strings.Join(pages, " // ")
}

// What one came for is read, and what only leads elsewhere is not.
func TestMainText(t *testing.T) {
	const text = "<h1>Sleep</h1><p>Sleep consolidates what was learned during the day.</p>"
	const plain = "Sleep / Sleep consolidates what was learned during the day."
	menu := `<ul><li><a href="/">Home</a></li><li><a href="/teaching">Teaching</a></li><li>|</li><li><a href="/contact">Contact</a></li></ul>`
	for name, c := range map[string]struct{ page, want string }{
		"an element for the main part":  {"<div>Login</div><main>" + text + "</main><div>Imprint</div>", plain},
		"a role for it":                 {"<p>Login</p><div role=main>" + text + "</div><p>Imprint</p>", plain},
		"an article":                    {"<p>Login</p><article>" + text + "</article>", plain},
		"an article of several":         {"<article>" + text + "</article><article><p>" + strings.Repeat("Another one, which is longer. ", 9) + "</p></article>", plain + " / " + strings.TrimSpace(strings.Repeat("Another one, which is longer. ", 9))},
		"a main part with little in it": {"<main>Menu</main>" + text, "Menu / " + plain},
		"a menu by its element":         {"<nav>" + menu + "</nav>" + text, plain},
		"a menu by its name":            {"<div id=menu>" + menu + "</div>" + text + `<div class="x page-footer">` + menu + "</div>", plain},
		"a menu with no name":           {"<div class=box>" + menu + "</div>" + text, "Home / Teaching / | / Contact / " + plain},
		"a list of links to read":       {text + "<ul class=readings>" + `<li><a href="x">Stickgold 2005</a></li></ul>`, plain + " / Stickgold 2005"},
		"a header with words":           {"<div class=header><h2>Lecture 4</h2><a href=x>Slides</a></div>" + text, "Lecture 4 / Slides / " + plain},
		"a text that is called a menu":  {"<div id=menu>" + text + "<a href=x>More</a></div>", plain + " / More"},
		"footers":                       {text + "<footer>Imprint</footer>", plain},
		"scripts, styles, forms":        {"<style>p{}</style><script>x()</script>" + text + "<form><select><option>de</option></select><button>Go</button></form><noscript>No script.</noscript>", plain},
		"what is hidden":                {text + `<p style="display: none">A</p><p hidden>B</p><p aria-hidden=true>C</p>`, plain},
	} {
		if got := readHTML(t, "<html><body>"+c.page+"</body></html>"); got != c.want {
			t.Errorf("%s:\n%q, want\n%q", name, got, c.want)
		}
	}
}

func TestHTMLCharset(t *testing.T) {
	encode := func(s string, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	chinese := encode(simplifiedchinese.GBK.NewEncoder().String("<meta charset=gb2312><p>记忆有三个阶段。</p>"))
	shifting := encode(japanese.ISO2022JP.NewEncoder().String(`<meta http-equiv="Content-Type" content="text/html; charset=iso-2022-jp"><p>記憶には三つの段階がある。</p>`))
	wide := encode(xunicode.UTF16(xunicode.LittleEndian, xunicode.UseBOM).NewEncoder().String("<html><p>Gedächtnis</p>"))
	for name, c := range map[string]struct{ page, want string }{
		"UTF-8":                          {"<p>Gedächtnis</p>", "Gedächtnis"},
		"declared":                       {"<meta charset=iso-8859-1><p>Ged\xe4chtnis</p>", "Gedächtnis"},
		"declared with quotes for Word":  {"<meta http-equiv=Content-Type content=\"text/html; charset=windows-1252\"><p>\x84Ged\xe4chtnis\x93</p>", "„Gedächtnis“"},
		"not declared":                   {"<p>Das Ged\xe4chtnis h\xe4lt f\xfcr kurze Zeit.</p>", "Das Gedächtnis hält für kurze Zeit."},
		"declared as what it is not":     {"<meta charset=iso-8859-1><p>Gedächtnis</p>", "Gedächtnis"},
		"UTF-8 that is only said so":     {"<meta charset=utf-8><p>Ged\xe4chtnis h\xe4lt.</p>", "Gedächtnis hält."},
		"in the declaration of XML":      {"<?xml version='1.0' encoding='iso-8859-2'?><html><p>pami\xea\xe6</p></html>", "pamięć"},
		"Chinese":                        {chinese, "记忆有三个阶段。"},
		"one that shifts":                {shifting, "記憶には三つの段階がある。"},
		"UTF-16 with a mark":             {wide, "Gedächtnis"},
		"a mark, whatever is declared":   {"\ufeff<meta charset=iso-8859-1><p>Gedächtnis</p>", "Gedächtnis"},
		"declared as nothing that there": {"<meta charset=martian><p>Gedächtnis</p>", "Gedächtnis"},
	} {
		if got := readHTML(t, c.page); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Slides have the numbers that they have in the source.
func TestHTMLDecks(t *testing.T) {
	reveal := func(slides string) string { return "<body class=reveal><div class=slides>" + slides + "</div>" }
	for name, c := range map[string]struct{ page, want string }{
		"remark":                     {"<textarea id=source>\n# A\n---\n# B\n--\nmore\n---\nname: c\n# C\n</textarea>", "A // B / more // C"},
		"remark with a layout":       {"<textarea id=source>\nlayout: true\nclass: x\n.logo[]\n---\n# A\n---\nexclude: true\n# No\n---\n# B</textarea>", "A // B"},
		"remark with dashes in code": {"<textarea id=source>\n# A\n```\n---\n```\n---\n# B</textarea>", "A / --- // B"},
		"remark on Windows":          {"<textarea id=source>\r\n# A\r\n---\r\n# B\r\n</textarea>", "A // B"},
		"reveal":                     {reveal("<section><h1>A</h1></section><section><section><h2>B</h2></section><section><h2>C</h2></section></section>"), "A // B // C"},
		"reveal in Markdown":         {reveal("<section data-markdown><script type=text/template># A\n---\n# B</script></section><section>C</section>"), "A // B // C"},
		"reveal, plain Markdown":     {reveal("<section data-markdown>\n  # A\n  - b\n</section><section>C</section>"), "A / b // C"},
		"sections that are no deck":  {"<section><h1>A</h1></section><section><h1>B</h1></section>", "A / B"},
		"slides of another library":  {"<div class=slides><section>A</section><section>B</section></div>", "A / B"},
		"an empty deck":              {"<div class=reveal><div class=slides><section></section></div></div><p>After it.</p>", "After it."},
	} {
		if got := readHTML(t, "<html>"+c.page+"</html>"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
