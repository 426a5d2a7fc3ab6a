package main

import (
	"fmt"
	"regexp"
	"strings"
)

// inside lists works that Go modules carry and whose licence is not that of the module.
var inside = []part{
	{"PDFium (in go-pdfium)", "", "BSD-3-Clause", "The PDFium Authors"},
	{"SQLite (in go-sqlite3)", "", "blessing", "public domain"},
}

// stated are the licences of modules that come without a file of it: as their projects state them.
var stated = map[string]part{
	"github.com/asg017/sqlite-vec-go-bindings": {licence: "MIT OR Apache-2.0", holder: "Alex Garcia (sqlite-vec)"},
}

// free are the licences that ask for no more than a notice, or for changes to the files themselves (MPL-2.0).
var free = map[string]bool{
	"MIT": true, "MIT-0": true, "ISC": true, "Apache-2.0": true, "BSD-2-Clause": true, "BSD-3-Clause": true, "0BSD": true,
	"MPL-2.0": true, "Unlicense": true, "CC0-1.0": true, "Zlib": true, "BlueOak-1.0.0": true, "Python-2.0": true,
	"CC-BY-4.0": true, "blessing": true,
}

// allowed says why a licence may not be carried. Of "A OR B" one is enough, of "A AND B" both must do.
func allowed(licence string) error {
	for _, choice := range strings.Split(strings.Trim(licence, "()"), " OR ") {
		fits := true
		for _, name := range strings.Split(strings.Trim(choice, "()"), " AND ") {
			fits = fits && free[strings.Trim(name, "() ")]
		}
		if fits {
			return nil
		}
	}
	if strings.Contains(licence, "GPL") {
		return fmt.Errorf("its licence is %s, which Ibid cannot carry", licence)
	}
	return fmt.Errorf("its licence is not known (%q)", licence)
}

// marks are words by which the text of a licence is known; the first that fits decides.
var marks = []struct {
	name  string
	words []string
}{
	{"AGPL", []string{"gnu affero general public license", "version 3"}},
	{"LGPL", []string{"gnu lesser general public license", "version"}},
	{"Apache-2.0", []string{"apache license", "version 2.0"}},
	{"MPL-2.0", []string{"mozilla public license", "2.0"}},
	{"GPL", []string{"gnu general public license", "version"}},
	{"Unlicense", []string{"this is free and unencumbered software released into the public domain"}},
	{"CC0-1.0", []string{"cc0 1.0 universal"}},
	{"ISC", []string{"permission to use, copy, modify, and/or distribute this software for any purpose with or without fee"}},
	{"ISC", []string{"permission to use, copy, modify, and distribute this software for any purpose with or without fee"}},
	{"MIT", []string{"permission is hereby granted, free of charge", "the above copyright notice and this permission notice"}},
	{"BSD-3-Clause", []string{"redistribution and use in source and binary forms", "neither the name"}},
	{"BSD-3-Clause", []string{"redistribution and use in source and binary forms", "names of its contributors"}},
	{"BSD-3-Clause", []string{"redistribution and use in source and binary forms", "endorse or promote"}},
	{"BSD-2-Clause", []string{"redistribution and use in source and binary forms"}},
}

var blanks = regexp.MustCompile(`[\s*#/]+`)

// nameOf tells which licence a text is, "" if it cannot.
func nameOf(text string) string {
	text = blanks.ReplaceAllString(strings.ToLower(text), " ")
	for _, m := range marks {
		fits := true
		for _, w := range m.words {
			fits = fits && strings.Contains(text, w)
		}
		if fits {
			return m.name
		}
	}
	return ""
}

var copyright = regexp.MustCompile(`(?im)^\W*(?:copyright|©)\s+(?:\(c\)|©)?\s*(.*\S)`)

// holderOf gives the first copyright line of a text.
func holderOf(text string) string {
	for _, m := range copyright.FindAllStringSubmatch(text, -1) {
		who := strings.TrimSpace(strings.ReplaceAll(m[1], "|", " "))
		if !strings.ContainsAny(who, "[{") && strings.ContainsAny(who, "0123456789") || strings.Contains(who, "uthors") {
			return who
		}
	}
	return ""
}
