package extract

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"ibid/store"
)

const (
	docxTypes = `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
	pptxTypes = `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>`
)

func officeFile(t testing.TB, types, name, content string) []byte {
	return zipped(t, txtar.File{Name: "[Content_Types].xml", Data: []byte(types)}, txtar.File{Name: name, Data: []byte(content)})
}

// bomb is an Office file with a part of size bytes that all are c.
func bomb(t testing.TB, c string, size int) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, data := range map[string][]byte{"[Content_Types].xml": []byte(docxTypes), "word/document.xml": bytes.Repeat([]byte(c), size/len(c))} {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// bookWith is a book of one chapter.
func bookWith(t testing.TB, locks, chapter string) []byte {
	return zipped(t, txtar.File{Name: "META-INF/container.xml", Data: []byte(`<c><rootfile full-path="b.opf"/></c>`)},
		txtar.File{Name: "b.opf", Data: []byte(`<p><manifest><item id="a" href="a.html"/></manifest><spine><itemref idref="a"/></spine></p>`)},
		txtar.File{Name: "META-INF/encryption.xml", Data: []byte(locks)}, txtar.File{Name: "a.html", Data: []byte(chapter)})
}

// odfWith is an OpenDocument file with this in its body.
func odfWith(t testing.TB, kind, body string, more ...txtar.File) []byte {
	return zipped(t, append([]txtar.File{{Name: "mimetype", Data: []byte("application/vnd.oasis.opendocument." + kind)},
		{Name: "content.xml", Data: []byte("<d><body>" + body + "</body></d>")}}, more...)...)
}

// sheetWith is a workbook with one sheet.
func sheetWith(t testing.TB, rows string) []byte {
	return zipped(t, txtar.File{Name: "xl/workbook.xml", Data: []byte(`<w xmlns:r="r"><sheets><sheet name="a" r:id="s"/></sheets></w>`)},
		txtar.File{Name: "[Content_Types].xml", Data: []byte("<Types>spreadsheetml.sheet.main</Types>")},
		txtar.File{Name: "xl/_rels/workbook.xml.rels", Data: []byte(`<R><R Id="s" Type="/worksheet" Target="s.xml"/></R>`)},
		txtar.File{Name: "xl/s.xml", Data: []byte("<w><sheetData>" + rows + "</sheetData></w>")})
}

// nestedMIME is a saved page of parts in each other.
func nestedMIME(depth int) []byte {
	var b strings.Builder
	b.WriteString("MIME-Version: 1.0\n")
	for n := range depth {
		b.WriteString("Content-Type: multipart/mixed; boundary=b" + strconv.Itoa(n) + "\n\n--b" + strconv.Itoa(n) + "\n")
	}
	b.WriteString(webPart)
	return []byte(b.String())
}

// stairs is text of which each line stands further in than the one before.
func stairs(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a\n")
	}
	return b.Bytes()
}

// TestHostile gives the readers what is made to hang or break them. Each has to answer soon, with text or the code that is expected.
func TestHostile(t *testing.T) {
	onlyWithoutRace(t)
	lots := func(s string, size int) []byte { return []byte(strings.Repeat(s, size/len(s))) }
	laughs := `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><w:document xmlns:w="w"><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>`
	selfNote := zipped(t, txtar.File{Name: "[Content_Types].xml", Data: []byte(docxTypes)},
		txtar.File{Name: "word/document.xml", Data: []byte(`<d><body><p><r><t>See</t><footnoteReference id="1"/></r></p></body></d>`)},
		txtar.File{Name: "word/_rels/document.xml.rels", Data: []byte(`<R><R Id="f" Type="/footnotes" Target="footnotes.xml"/></R>`)},
		txtar.File{Name: "word/footnotes.xml", Data: []byte(`<f><footnote id="1"><p>` + strings.Repeat(`<r><t>x</t><footnoteReference id="1"/></r>`, 100) + `</p></footnote></f>`)})
	manyParts := make([]txtar.File, maxParts+1)
	for i := range manyParts {
		manyParts[i] = txtar.File{Name: "word/" + strconv.Itoa(i)}
	}
	manyParts[0] = txtar.File{Name: "[Content_Types].xml", Data: []byte(docxTypes)}
	pptxAt := func(target string) []byte {
		return zipped(t, txtar.File{Name: "[Content_Types].xml", Data: []byte(pptxTypes)},
			txtar.File{Name: "ppt/presentation.xml", Data: []byte(`<p xmlns:r="r"><sldIdLst><sldId r:id="a"/></sldIdLst></p>`)},
			txtar.File{Name: "ppt/_rels/presentation.xml.rels", Data: []byte(`<R><R Id="a" Type="/slide" Target="` + target + `"/></R>`)})
	}
	for _, c := range []struct {
		name string
		data []byte
		want string // code; "" = text; "*" = either
	}{
		{"zeros.txt", make([]byte, 1000), Unsupported},
		{"long.txt", lots("word ", maxTextFile+10), TooLarge},
		{"oneline.txt", lots("a", 4<<20), Empty},
		{"bomb.docx", bomb(t, " ", 100<<20), TooLarge},
		{"elements.docx", bomb(t, "<a/>", 12<<20), TooLarge},
		{"deep.docx", bomb(t, "<a>", 1<<19), TooLarge},
		{"laughs.docx", officeFile(t, docxTypes, "word/document.xml", laughs), Damaged},
		{"note.docx", selfNote, ""},
		{"parts.docx", zipped(t, manyParts...), TooLarge},
		{"noparts.docx", officeFile(t, docxTypes, "word/other.xml", "<a/>"), Damaged},
		{"notxml.docx", officeFile(t, docxTypes, "word/document.xml", "hello"), Damaged},
		{"whitespace.docx", officeFile(t, docxTypes, "word/document.xml", "<d>"+strings.Repeat("<p/>\n", 300_000)+"</d>"), NoText},
		{"outside.pptx", pptxAt("../../../../../../etc/passwd"), Damaged},
		{"itself.pptx", pptxAt("presentation.xml"), NoText},
		{"password.docx", oleFile(oleStream{"EncryptedPackage", []byte("secret")}), Encrypted},
		{"empty.zip", zipped(t), Unsupported},
		{"deep.html", lots("<div><b>", 2<<20), "*"},
		{"tables.html", lots("<table><tr><td>x", 1<<19), "*"},
		{"open.html", append([]byte("<html>"), lots("<a href='", 1<<20)...), "*"},
		{"entities.html", append([]byte("<html>"), lots("&lt;&amp;", 1<<20)...), "*"},
		{"nested.mht", nestedMIME(200), TooLarge},
		{"many.mht", saved("", strings.Fields(strings.Repeat("Content-Type:image/png ", maxMIMEParts+1))...), "*"},
		{"noboundary.mht", []byte("MIME-Version: 1.0\nContent-Type: multipart/related\n\n" + webPart), "*"},
		{"header.mht", append([]byte("MIME-Version: 1.0\nContent-Type: text/html\n"), lots("X: y\n", 1<<20)...), "*"},
		{"folded.mht", append([]byte("MIME-Version: 1.0\nContent-Type: text/html;\n"), lots(" a=b;\n", 1<<20)...), "*"},
		{"dashes.mht", saved("", string(lots("--=_b-", 1<<20))), "*"},
		{"signs.mht", saved("", "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n"+string(lots("=", 1<<20))), "*"},
		{"large.mht", saved("", "Content-Type: text/html\n\n"+string(lots("word ", maxTextFile+10))), TooLarge},
		{"stacks.html", append([]byte("<html><div class=reveal><div class=slides>"), lots("<section>", 1<<18)...), "*"},
		{"dashes.html", append([]byte("<html><textarea id=source>a"), lots("\n---\n", 1<<20)...), "*"},
		{"brackets.md", lots("[", 1<<19), "*"},
		{"links.md", lots("[a](", 1<<19), "*"},
		{"images.md", lots("![[", 1<<19), "*"},
		{"stars.md", lots("*a ", 1<<19), ""},
		{"both.md", lots("*a_b ", 1<<19), ""},
		{"dollars.md", lots("$a ", 1<<19), ""},
		{"ticks.md", lots("`a``b```c ", 1<<19), ""},
		{"formulas.md", lots(`\(a `, 1<<19), ""},
		{"jekyll.md", lots("{%a ", 1<<19), ""},
		{"tags.md", lots("<table\n", 1<<19), "*"},
		{"maths.md", lots("$$\n", 1<<19), "*"},
		{"comment.md", append([]byte("Text.\n<!-- never closed\n"), lots("a\n", 1<<20)...), ""},
		{"quotes.md", lots("> ", 1<<19), "*"},
		{"lists.md", lots("- - ", 1<<19), "*"},
		{"bars.md", lots("|", 1<<19), "*"},
		{"locked.odt", odfWith(t, "text", "<text><p>Secret.</p></text>", txtar.File{Name: "META-INF/manifest.xml", Data: []byte("<m><file-entry><encryption-data/></file-entry></m>")}), Encrypted},
		{"nobody.odt", odfWith(t, "text", ""), Damaged},
		{"repeats.odt", odfWith(t, "text", `<text><table><table-row number-rows-repeated="1000000000"><table-cell number-columns-repeated="1000000000"><p>a</p></table-cell></table-row></table></text>`), ""},
		{"blanks.odt", odfWith(t, "text", `<text><p>a<s c="1000000000"/>b</p></text>`), ""},
		{"itself.odt", odfWith(t, "text", `<text><p>a<frame><object href="./."/></frame></p></text>`), ""},
		{"slides.odp", odfWith(t, "presentation", `<presentation>`+strings.Repeat("<page/>", 1<<16)+`</presentation>`), NoText},
		{"noslides.odp", odfWith(t, "presentation", `<presentation/>`), NoText},
		{"far.xlsx", sheetWith(t, `<row><c r="ZZZZZZZZZZZZ1"><v>1</v></c><c r="B1"><v>2</v></c></row>`), ""},
		{"long.xlsx", sheetWith(t, strings.Repeat(`<row><c><v>1</v></c></row>`, 3*maxSheetRows)), ""},
		{"strings.xlsx", sheetWith(t, `<row><c t="s"><v>-1</v></c><c t="s"><v>99</v></c></row>`), Empty},
		{"blanks.xlsx", sheetWith(t, strings.Repeat(`<row/>`, 1<<17)), Empty},
		{"repeats.ods", odfWith(t, "spreadsheet", `<spreadsheet>`+strings.Repeat(`<table name="a"><table-row number-rows-repeated="1048576"><table-cell number-columns-repeated="16384"><p>a</p></table-cell></table-row></table>`, 20)+`</spreadsheet>`), ""},
		{"deep.rtf", append([]byte(`{\rtf1`), lots("{", 1<<20)...), TooLarge},
		{"notes.rtf", append([]byte(`{\rtf1`), lots(`{\footnote a`, 9000)...), ""},
		{"closed.rtf", append([]byte(`{\rtf1 a`), lots("}", 1<<20)...), ""},
		{"cells.rtf", append([]byte(`{\rtf1`), lots(`\intbl a\cell`, 1<<20)...), ""},
		{"styles.rtf", []byte(`{\rtf1{\stylesheet{\s1\sbasedon2 a;}{\s2\sbasedon1 b;}}\s1 Text.\par}`), ""},
		{"bin.rtf", []byte(`{\rtf1 Text.\bin99999999999 more}`), ""},
		{"half.rtf", []byte(`{\rtf1 Text.\u-10240?\'4`), ""},
		{"locked.epub", bookWith(t, `<e><EncryptedData><CipherReference URI="a.html"/></EncryptedData></e>`, "<p>Text.</p>"), Encrypted},
		{"nospine.epub", zipped(t, txtar.File{Name: "META-INF/container.xml", Data: []byte(`<c><rootfile full-path="a"/></c>`)}, txtar.File{Name: "a", Data: []byte("<p/>")}), Damaged},
		{"outside.epub", zipped(t, txtar.File{Name: "META-INF/container.xml", Data: []byte(`<c><rootfile full-path="../../etc/passwd"/></c>`)}), Damaged},
		{"deep.epub", bookWith(t, "", strings.Repeat("<div><b>", 1<<18)), "*"},
		{"sections.tex", lots(`\section{`, 1<<19), "*"},
		{"notes.tex", lots(`\footnote{a`, 1<<19), "*"},
		{"verbatim.tex", lots(`\begin{verbatim}`, 1<<19), "*"},
		{"lists.tex", lots(`\begin{itemize}\item a `, 1<<19), "*"},
		{"maths.tex", lots(`\[ a $b `, 1<<19), "*"},
		{"tables.tex", lots(`\begin{tabular}{l}a&\\`, 1<<19), "*"},
		{"lists.rst", lots("- ", 1<<19), "*"},
		{"titles.rst", lots("a\n==\n", 1<<19), "*"},
		{"roles.rst", lots(":a:`", 1<<19), "*"},
		{"stairs.rst", stairs(2000), "*"},
		{"deep.ipynb", append([]byte(`{"cells":[{"cell_type":"markdown","metadata":`), lots("[", 1<<20)...), Damaged},
		{"other.ipynb", []byte(`{"cells": 7, "nbformat": 4}`), Empty},
		{"names.cpp", lots("a a ", 1<<20), "*"},
		{"cues.vtt", append([]byte("WEBVTT\n\n"), lots("00:01.000 --> 00:02.000\n<b>\n\n", 1<<20)...), Empty},
		{"tags.vtt", append([]byte("WEBVTT\n\n00:01.000 --> 00:02.000\n"), lots("<b <", 1<<20)...), "*"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := NewReader(Options{TimeLimit: time.Minute})
			start := time.Now()
			text, err := r.Extract(t.Context(), sample{c.name, c.data}.file())
			// Far above what it takes on a busy machine: what grows with the square of its input takes hours.
			if took := time.Since(start); took > 2*time.Minute {
				t.Errorf("took %s", took)
			}
			if err == nil {
				checkText(t, c.name, text)
			} else if Code(err) == "" {
				t.Errorf("untyped error %v", err)
			}
			if code := Code(err); c.want != "*" && code != c.want {
				t.Errorf("code %q (%v), want %q", code, err, c.want)
			}
		})
	}
}

// TestHugeFile: a text file of 300 MB is refused without being read.
func TestHugeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.txt")
	if err := os.WriteFile(path, []byte(strings.Repeat("a line of a log\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 300<<20); err != nil {
		t.Fatal(err)
	}
	r := NewReader(Options{})
	if _, err := r.Read(t.Context(), path); Code(err) != Unsupported && Code(err) != TooLarge {
		t.Errorf("zeros behind text: %v", err)
	}
	f := File{ReaderAt: endless{}, Size: 300 << 20, Name: "log.txt"}
	if _, err := r.Extract(t.Context(), f); Code(err) != TooLarge {
		t.Errorf("error %v, want %s", err, TooLarge)
	}
}

type endless struct{}

func (endless) ReadAt(p []byte, _ int64) (int, error) {
	for i := range p {
		p[i] = "word "[i%5]
	}
	return len(p), nil
}

// faulty is a reader that does as its function does.
type faulty func(context.Context) error

func (f faulty) Extract(ctx context.Context, _ File) (Text, error) { return Text{}, f(ctx) }

// TestGuard: a reader that panics or never ends costs its own file only.
func TestGuard(t *testing.T) {
	f := sample{"a.txt", []byte("text")}.file()
	r := NewReader(Options{TimeLimit: 20 * time.Millisecond})
	r.formats["txt"] = faulty(func(context.Context) error { panic("boom") })
	if _, err := r.Extract(t.Context(), f); Code(err) != Damaged || !strings.Contains(err.Error(), "boom") {
		t.Errorf("panic: %v", err)
	}
	r.formats["txt"] = faulty(func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
	if _, err := r.Extract(t.Context(), f); Code(err) != TimedOut {
		t.Errorf("too slow: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Extract(ctx, f); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// endlessText is a reader that finds more text than any file can have.
type endlessText struct{ pages int }

func (e endlessText) Extract(context.Context, File) (Text, error) {
	t := Text{Format: "txt"}
	for i := range e.pages {
		t.Pages = append(t.Pages, store.Page{Number: i + 1, Text: strings.Repeat("word ", maxTextFile/20)})
	}
	return t, nil
}

// TestTooMuchText: the text of all pages together is bounded, whichever reader found it.
func TestTooMuchText(t *testing.T) {
	r := NewReader(Options{})
	for pages, want := range map[int]string{3: "", 5: TooLarge} {
		r.formats["txt"] = endlessText{pages}
		if _, err := r.Extract(t.Context(), sample{"a.txt", []byte("text")}.file()); Code(err) != want {
			t.Errorf("%d pages: %v", pages, err)
		}
	}
}

// TestUnpackedTogether: the parts of an Office file are bounded together, however small each of them is.
func TestUnpackedTogether(t *testing.T) {
	data := officeFile(t, docxTypes, "word/document.xml", "<d>"+strings.Repeat(" ", 1000)+"</d>")
	o, err := openOffice(t.Context(), sample{"a.docx", data}.file(), "word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	o.spent = maxUnpacked - 2500
	for i, want := range []string{"", "", TooLarge} {
		if _, err := o.tree("word/document.xml"); Code(err) != want {
			t.Errorf("reading %d: %v, want %q", i+1, err, want)
		}
	}
}

// TestRelationsStayInside: what a part names outside of its file is not taken for a part, though one has that name.
func TestRelationsStayInside(t *testing.T) {
	data := zipped(t, txtar.File{Name: "[Content_Types].xml", Data: []byte(docxTypes)},
		txtar.File{Name: "word/document.xml", Data: []byte("<d/>")},
		txtar.File{Name: "word/notes.xml", Data: []byte("<d/>")},
		txtar.File{Name: "word/_rels/document.xml.rels", Data: []byte(`<R><R Id="in" Type="x/footnotes" Target="notes.xml"/>` +
			`<R Id="out" Type="x/footnotes" Target="notes.xml" TargetMode="External"/><R Id="none" Type="x/footnotes" Target=""/></R>`)})
	o, err := openOffice(t.Context(), sample{"a.docx", data}.file(), "word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	found, err := o.relations("word/document.xml")
	if err != nil || len(found) != 1 || found["in"].target != "word/notes.xml" {
		t.Errorf("%+v, %v", found, err)
	}
}

// TestRead: what is not there or no file is an error, not a crash.
func TestRead(t *testing.T) {
	r := NewReader(Options{})
	if _, err := r.Read(t.Context(), filepath.Join(t.TempDir(), "none.txt")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	if _, err := r.Read(t.Context(), t.TempDir()); Code(err) != Unsupported {
		t.Errorf("folder: %v", err)
	}
}
