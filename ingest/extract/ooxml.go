package extract

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"path"
	"strings"
)

// Limits on Office files, which are ZIP archives of XML: a small file may claim to hold terabytes. The largest real deck seen
// here has 1,900 parts, and the largest part of a book of 400 pages 9 MB.
const (
	maxParts    = 20_000
	maxPart     = 64 << 20  // bytes of one part, unpacked
	maxUnpacked = 256 << 20 // bytes of all parts that are read
	maxXMLNodes = 4_000_000 // tags and texts of one part
	maxXMLDepth = 256       // of nested XML elements; Word itself stops far below
)

// office is an open Office file, or another archive of XML.
type office struct {
	ctx   context.Context
	parts map[string]*zip.File
	spent int64 // bytes unpacked so far

	main    *node               // the part that the file is about
	related map[string]relation // what other parts are to it
}

// openOffice opens an Office file and reads its main part; usual is where programs put that.
func openOffice(ctx context.Context, f File, usual string) (*office, error) {
	o, err := openZip(ctx, f)
	if err != nil {
		return nil, err
	}
	return o, o.openMain(usual)
}

// openZip opens an archive of parts, of which none is read yet.
func openZip(ctx context.Context, f File) (*office, error) {
	z, err := zip.NewReader(f, f.Size)
	if err != nil {
		return nil, fail(Damaged, "zip: %v", err)
	}
	if len(z.File) > maxParts {
		return nil, fail(TooLarge, "%d parts, the limit is %d", len(z.File), maxParts)
	}
	o := &office{ctx: ctx, parts: make(map[string]*zip.File, len(z.File))}
	for _, e := range z.File {
		o.parts[partName(e.Name)] = e
	}
	return o, nil
}

// openMain reads the part that the package is about, and what that names; usual is where it is when the package does not say.
func (o *office) openMain(usual string) error {
	files, err := o.relations("")
	if err != nil {
		return err
	}
	name := usual
	for _, r := range files {
		if r.kind == "officeDocument" {
			name = r.target
			break
		}
	}
	o.main, err = o.tree(name)
	if errors.Is(err, errNoPart) {
		return fail(Damaged, "no %s", name)
	}
	if err == nil {
		o.related, err = o.relations(name)
	}
	return err
}

// partName is the name by which parts are compared: without a slash in front and without regard to case.
func partName(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, `\`, "/")), "/"))
}

// readEntry unpacks at most limit bytes.
func readEntry(e *zip.File, limit int64) ([]byte, error) {
	if e.UncompressedSize64 > uint64(limit) {
		return nil, fail(TooLarge, "%s: %d bytes", e.Name, e.UncompressedSize64)
	}
	r, err := e.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, limit+1))
	if int64(len(b)) > limit {
		return nil, fail(TooLarge, "%s: over %d bytes", e.Name, limit)
	}
	return b, err
}

// errNoPart says that a part is not in the archive.
var errNoPart = errors.New("no such part")

// part unpacks a part.
func (o *office) part(name string) ([]byte, error) {
	e := o.parts[partName(name)]
	if e == nil {
		return nil, errNoPart
	}
	raw, err := readEntry(e, min(maxPart, maxUnpacked-o.spent))
	o.spent += int64(len(raw))
	if err != nil && Code(err) == "" {
		err = fail(Damaged, "%s: %v", name, err)
	}
	return raw, err
}

// tree reads a part as XML.
func (o *office) tree(name string) (*node, error) {
	raw, err := o.part(name)
	if err != nil {
		return nil, err
	}
	if markedEncoding(raw) != nil || wide(raw[:min(len(raw), 512)]) != nil {
		raw = []byte(decode(raw))
	}
	n, err := parseXML(o.ctx, raw)
	if err != nil && Code(err) == "" && o.ctx.Err() == nil {
		err = fail(Damaged, "%s: %v", name, err)
	}
	return n, err
}

// relation is a line of a .rels part: what another part is to this one.
type relation struct{ kind, target string }

// relations returns the relations of a part by id; targets are names of parts. Those that lead outside the file are left out.
func (o *office) relations(name string) (map[string]relation, error) {
	dir, base := path.Split(name)
	root, err := o.tree(dir + "_rels/" + base + ".rels")
	if errors.Is(err, errNoPart) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out := make(map[string]relation, len(root.kids))
	for _, r := range root.kids {
		target := r.attr("Target")
		if r.attr("TargetMode") == "External" || target == "" {
			continue
		}
		if !strings.HasPrefix(target, "/") {
			target = path.Join(dir, target)
		}
		kind := r.attr("Type")
		out[r.attr("Id")] = relation{kind[strings.LastIndexByte(kind, '/')+1:], strings.TrimPrefix(target, "/")}
	}
	return out, nil
}

// title is the title in the properties of the document.
func (o *office) title() string {
	n, err := o.tree("docProps/core.xml")
	if err != nil {
		return ""
	}
	return givenTitle(n.find("title").allText())
}

// givenTitle leaves out what programs write when nobody gave a title.
func givenTitle(t string) string {
	t = fold(t)
	if l := strings.ToLower(t); l == "powerpoint presentation" || l == "word document" || l == "untitled" || strings.HasPrefix(l, "microsoft word - ") {
		return ""
	}
	return t
}
