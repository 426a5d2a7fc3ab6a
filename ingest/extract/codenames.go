package extract

import (
	"regexp"
	"slices"
)

// codeFamilies are the names of program files, and how a line of theirs begins that defines something: its indent, then a name.
// Where a language is left out, its programs are read without headings.
var codeFamilies = []struct {
	ends    []string
	defines []*regexp.Regexp
}{
	{[]string{"py", "pyx"}, definitions(`^(\s*)(?:async\s+)?(?:def|class)\s+(\w+)`)},
	{[]string{"r"}, definitions(`^(\s*)([\w.]+)\s*(?:<-|=)\s*function\b`, `^(\s*)([\w.]+)\s*(?:<-|=)\s*R6Class\b`)},
	{[]string{"jl"}, definitions(`^(\s*)(?:function|macro|module|(?:mutable\s+)?struct|abstract type)\s+([\w.!@]+)`)},
	{[]string{"m"}, definitions(`^(\s*)function\s+(?:[^=(]*=\s*)?([\w.]+)`, `^(\s*)classdef\s+(?:\([^)]*\)\s*)?(\w+)`)},
	{[]string{"go"}, definitions(`^()func\s+(?:\([^)]*\)\s*)?(\w+)`, `^()type\s+(\w+)`)},
	{[]string{"rs"}, definitions(`^(\s*)(?:pub(?:\([^)]*\))?\s+)?(?:async\s+|unsafe\s+|const\s+)*(?:fn|struct|enum|trait|mod)\s+(\w+)`, `^()impl\b(?:<[^>]*>)?\s*([^{]*?)\s*\{`)},
	{[]string{"js", "ts", "jsx", "tsx", "mjs"}, definitions(
		`^(\s*)(?:export\s+)?(?:default\s+)?(?:abstract\s+)?(?:async\s+)?(?:class|interface|enum|function\*?)\s+(\w+)`,
		`^()(?:export\s+)?(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*=>|\w+\s*=>)`)},
	{[]string{"java", "cs", "kt", "scala", "swift", "php"}, definitions(
		`^(\s*)(?:[a-z]+\s+)*(?:class|interface|enum|record|struct|trait|object|protocol|extension|namespace|fun|func|function|def)\s+(\w+)`,
		`^(\s+)(?:public|private|protected|static|internal)\s[\w\s<>\[\],.?]*?\b(\w+)\s*\([^;]*$`)},
	{[]string{"c", "h", "cpp", "hpp", "cc", "cu"}, definitions(
		`^(\s*)(?:class|struct|enum(?:\s+class)?|union|namespace)\s+(\w+)[^;]*$`,
		`^()(?:[A-Za-z_][\w:<>,*&]*[\s*&]+)+?((?:\w+::)*~?\w+)\s*\([^;]*$`)},
	{[]string{"sql"}, definitions(`(?i)^(\s*)create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?(?:table|view|materialized view|function|procedure|trigger)\s+(?:if\s+not\s+exists\s+)?([\w."]+)`)},
	{[]string{"sh"}, definitions(`^(\s*)(?:function\s+)?([\w-]+)\s*\(\)`, `^(\s*)function\s+([\w-]+)`)},
	{[]string{"rb"}, definitions(`^(\s*)(?:def|class|module)\s+([\w.:?!=]+)`)},
	{[]string{"pl", "lua"}, definitions(`^(\s*)(?:local\s+)?(?:sub|function|package)\s+([\w.:]+)`)},
	{[]string{"hs"}, definitions(`^()(\w+'?)\s*::`, `^()(?:data|newtype|class|type)\s+([\w ]+?)(?:\s*=|\s+where|$)`)},
	{[]string{"ml"}, definitions(`^()(?:let|and)\s+(?:rec\s+)?(\w+)`, `^()(?:module|type)\s+(\w+)`)},
	{[]string{"asm", "s", "v", "vhd", "do", "f90", "f", "pas", "sas"}, nil},
}

func definitions(patterns ...string) []*regexp.Regexp {
	var out []*regexp.Regexp
	for _, p := range patterns {
		out = append(out, regexp.MustCompile(p))
	}
	return out
}

// isProgram says whether a name with this end promises a program.
func isProgram(end string) bool {
	for _, f := range codeFamilies {
		if slices.Contains(f.ends, end) {
			return true
		}
	}
	return false
}

// notNames follow a type in C and its kin and yet are no functions.
var notNames = []string{"if", "for", "while", "switch", "return", "else", "catch", "new", "do", "sizeof", "throw", "case"}

// definitionsOf returns what tells the name that a line defines, and the level of its heading; inside says that it may belong to
// another definition. What is defined deeper inside is no heading.
func definitionsOf(end string) func(line string, inside bool) (name string, level int) {
	var defines []*regexp.Regexp
	for _, f := range codeFamilies {
		if slices.Contains(f.ends, end) {
			defines = f.defines
		}
	}
	return func(line string, inside bool) (string, int) {
		if len(line) > 400 {
			return "", 0
		}
		for _, d := range defines {
			m := d.FindStringSubmatch(line)
			if m == nil || slices.Contains(notNames, m[2]) {
				continue
			}
			switch indent := indentOf(m[1] + "x"); {
			case indent == 0:
				return m[2], 1
			case inside && indent <= 4:
				return m[2], 2
			}
		}
		return "", 0
	}
}
