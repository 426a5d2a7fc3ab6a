package extract

import (
	"archive/zip"
	"bytes"
	"context"
	"strings"
)

// sniffZip tells the formats apart that are ZIP archives.
func sniffZip(f File) (string, error) {
	z, err := zip.NewReader(f, f.Size)
	if err != nil {
		return "", fail(Damaged, "zip: %v", err)
	}
	names := make(map[string]*zip.File, len(z.File))
	for _, e := range z.File {
		names[partName(e.Name)] = e
	}
	if e := names["mimetype"]; e != nil {
		kind, _ := readEntry(e, 200)
		switch k := string(kind); {
		case strings.Contains(k, "epub"):
			return "epub", nil
		case strings.Contains(k, "opendocument.text"):
			return "odt", nil
		case strings.Contains(k, "opendocument.presentation"):
			return "odp", nil
		case strings.Contains(k, "opendocument.spreadsheet"):
			return "ods", nil
		}
	}
	types := names["[content_types].xml"]
	if types == nil {
		switch {
		case names["meta-inf/container.xml"] != nil:
			return "epub", nil
		case names["index/document.iwa"] != nil || names["index/presentation.iwa"] != nil:
			return "", fail(Unsupported, "%s", known(ext(f.Name), "pages", "pages", "key", "numbers"))
		case names["word/document.xml"] != nil:
			return "docx", nil
		case names["ppt/presentation.xml"] != nil:
			return "pptx", nil
		case names["xl/workbook.xml"] != nil:
			return "xlsx", nil
		}
		return "", fail(Unsupported, "zip")
	}
	list, err := readEntry(types, 4<<20)
	if err != nil {
		return "", fail(Damaged, "zip: %v", err)
	}
	has := func(s string) bool { return bytes.Contains(list, []byte(s)) }
	switch {
	case has("presentationml.presentation.main"), has("presentationml.slideshow.main"), has("presentationml.template.main"),
		has("ms-powerpoint.presentation.macroEnabled.main"), has("ms-powerpoint.slideshow.macroEnabled.main"), has("ms-powerpoint.template.macroEnabled.main"):
		return "pptx", nil
	case has("wordprocessingml.document.main"), has("wordprocessingml.template.main"), has("ms-word.document.macroEnabled.main"), has("ms-word.template.macroEnabledTemplate.main"):
		return "docx", nil
	case has("spreadsheetml"), has("ms-excel"):
		if has("sheet.binary") {
			return "", fail(Unsupported, "xlsb")
		}
		return "xlsx", nil
	case names["word/document.xml"] != nil:
		return "docx", nil
	case names["ppt/presentation.xml"] != nil:
		return "pptx", nil
	case has("visio"):
		return "", fail(Unsupported, "vsdx")
	}
	return "", fail(Unsupported, "zip")
}

// oleFormats are the streams of the old Office formats. One of them is the wrapping of an encrypted new one.
var oleFormats = []struct{ stream, format string }{
	{"EncryptedPackage", "encrypted"}, {"WordDocument", "doc"}, {"PowerPoint Document", "ppt"}, {"Workbook", "xls"}, {"Book", "xls"},
}

// sniffOLE tells the old Office formats apart.
func sniffOLE(f File) (string, error) {
	o, err := openOLE(context.Background(), f)
	if err != nil {
		if damagedOffice[ext(f.Name)] || ext(f.Name) == "doc" {
			return "", err
		}
		return "", fail(Unsupported, "ole")
	}
	for _, k := range oleFormats {
		if !o.has(k.stream) {
			continue
		}
		switch k.format {
		case "encrypted":
			return "", fail(Encrypted, "office document with a password")
		case "doc", "ppt":
			return k.format, nil
		}
		return "", fail(Unsupported, "%s", k.format)
	}
	return "", fail(Unsupported, "%s", known(ext(f.Name), "ole", "msg", "vsd"))
}
