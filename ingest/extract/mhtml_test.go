package extract

import (
	"encoding/base64"
	"strings"
	"testing"
)

// saved is a saved page of these parts, each a header and a body.
func saved(params string, parts ...string) []byte {
	var b strings.Builder
	b.WriteString("From: <Saved by a browser>\r\nSubject: Subject of it\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"=_b\"" + params + "\r\n\r\n")
	for _, p := range parts {
		b.WriteString("--=_b\r\n" + strings.ReplaceAll(p, "\n", "\r\n") + "\r\n")
	}
	b.WriteString("--=_b--\r\n")
	return []byte(b.String())
}

const (
	webPart   = "Content-Type: text/html\n\n<p>Memory fades.</p>"
	otherPart = "Content-Type: text/html\nContent-ID: <other>\n\n<p>Another page.</p>"
	inLayer   = "Content-Type: multipart/alternative; boundary=c\n\n--c\nContent-Type: text/plain\n\nMemory\n--c\n" + webPart + "\n--c--"
)

func TestMHTML(t *testing.T) {
	russian := "<html><head><title>\xcf\xe0\xec\xff\xf2\xfc</title></head><body><p>\xcf\xe0\xec\xff\xf2\xfc \xf3\xe3\xe0\xf1\xe0\xe5\xf2.</p></body></html>"
	in64 := base64.StdEncoding.EncodeToString([]byte(russian))
	r := NewReader(Options{})
	for name, test := range map[string]struct {
		data        []byte
		text, title string
		code        string
	}{
		"the first page":              {saved("", webPart, otherPart), "Memory fades.", "Subject of it", ""},
		"the root":                    {saved(`; start="<other>"`, webPart, otherPart), "Another page.", "Subject of it", ""},
		"a root that is not there":    {saved(`; start="<lost>"`, webPart, otherPart), "Memory fades.", "Subject of it", ""},
		"behind a picture":            {saved("", "Content-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=", webPart), "Memory fades.", "Subject of it", ""},
		"in another layer":            {saved("", inLayer), "Memory fades.", "Subject of it", ""},
		"the charset of the part":     {saved("", "Content-Type: text/html; charset=windows-1251\nContent-Transfer-Encoding: BASE64\n\n"+in64[:40]+"\n"+in64[40:]), "Память угасает.", "Память", ""},
		"a charset that nobody knows": {saved("", "Content-Type: text/html; charset=martian\n\n<p>Größe</p>"), "Größe", "Subject of it", ""},
		"a charset that is not so":    {saved("", "Content-Type: text/html; charset=iso-8859-1\n\n<p>Größe</p>"), "Größe", "Subject of it", ""},
		"odd quoting":                 {saved("", "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<p>100 =ZZ =3D x</p>"), "100 =ZZ = x", "Subject of it", ""},
		"as Word saves it":            {[]byte("\ufeff\n\nMIME-Version: 1.0\nContent-Type: text/html; charset=\"utf-8\"\nContent-Transfer-Encoding: quoted-printable\n\n<p>Gr=C3=B6=\n=C3=9Fe</p>"), "Größe", "", ""},
		"cut in a picture":            {saved("", webPart, "Content-Type: image/png\n\n\x89PNG")[:230], "Memory fades.", "Subject of it", ""},
		"cut in the page":             {saved("", webPart)[:180], "", "", Damaged},
		"cut in the header":           {saved("", webPart)[:120], "", "", Damaged},
		"no page in it":               {saved("", "Content-Type: image/png\n\nx"), "", "", Empty},
		"no parts":                    {saved(""), "", "", Empty},
		"another's boundary":          {[]byte(strings.ReplaceAll(string(saved("", webPart)), "--=_b", "--=_c")), "", "", Damaged},
		"a letter":                    {[]byte("To: me@example.org\n" + string(saved("", webPart))), "", "", Unsupported},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := r.Extract(t.Context(), sample{"a.eml", test.data}.file())
			if Code(err) != test.code {
				t.Fatalf("error %v, want %q", err, test.code)
			}
			if err == nil && (got.Format != "mhtml" || got.Pages[0].Text != test.text || got.Title != test.title) {
				t.Errorf("%s: %q, called %q", got.Format, got.Pages[0].Text, got.Title)
			}
		})
	}
}
