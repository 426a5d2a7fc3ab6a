package main

import (
	"strings"
	"testing"
)

func TestAllowed(t *testing.T) {
	for licence, want := range map[string]bool{
		"MIT": true, "(MIT OR GPL-3.0)": true, "MIT AND ISC": true, "BSD-3-Clause": true,
		"GPL": false, "AGPL": false, "LGPL-2.1": false, "MIT AND GPL-2.0": false, "": false, "SSPL-1.0": false,
	} {
		if err := allowed(licence); (err == nil) != want {
			t.Errorf("%q: %v", licence, err)
		}
	}
}

func TestNameOf(t *testing.T) {
	for text, want := range map[string]string{
		"MIT License\n\nPermission is hereby granted, free of charge, to any person\nobtaining a copy. The above copyright notice and this\npermission notice shall be included": "MIT",
		"Apache License\n  Version 2.0, January 2004":                                                             "Apache-2.0",
		"GNU GENERAL PUBLIC LICENSE\n Version 3":                                                                  "GPL",
		"GNU LESSER GENERAL PUBLIC LICENSE Version 3, which supplements the GNU General Public License version 3": "LGPL",
		"Redistribution and use in source and binary forms. Neither the name of":                                  "BSD-3-Clause",
		"Redistribution and use in source and binary forms.":                                                      "BSD-2-Clause",
		"all rights reserved": "",
	} {
		if got := nameOf(text); got != want {
			t.Errorf("%.40q: %q, want %q", text, got, want)
		}
	}
}

func TestHolderOf(t *testing.T) {
	text := "Copyright [yyyy] [name of copyright owner]\n// Copyright (c) 2020 Ann Example\nCopyright 2021 Other"
	if got := holderOf(text); !strings.Contains(got, "2020 Ann Example") {
		t.Errorf("holder %q", got)
	}
}
