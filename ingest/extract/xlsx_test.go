package extract

import (
	"strings"
	"testing"
)

func TestCellFormat(t *testing.T) {
	for _, c := range []struct {
		code     string
		x        float64
		from1904 bool
		want     string
	}{
		{"", 1234.5, false, "1234.5"},
		{"General", 0.1 + 0.2, false, "0.3"},
		{"General", 6.02214076e23, false, "6.02214076e+23"},
		{"0", 2.5, false, "2"},
		{"#,##0.00", 1234.567, false, "1234.57"},
		{`"$"#,##0.00;[Red]-"$"#,##0.00`, -3, false, "-3.00"},
		{"0.0%", 0.1234, false, "12.3%"},
		{"0.00E+00", 12345, false, "12345.00"},
		{"yyyy-mm-dd", 45292, false, "2024-01-01"},
		{"dd.mm.yy hh:mm", 45292.75, false, "2024-01-01 18:00"},
		{"[h]:mm:ss", 0.5 + 1.0/86400, false, "12:00:01"},
		{"mmm yy", 1, false, "1900-01-01"},
		{"d/m/yyyy", 0, true, "1904-01-01"},
		{"yyyy", -1, false, "-1"},
		{"yyyy", 1e300, false, "1e+300"},
		{`"had"0.0`, 2, false, "2.0"},
	} {
		if got := parseFormat(c.code).show(c.x, c.from1904); got != c.want {
			t.Errorf("%v as %q is %q, want %q", c.x, c.code, got, c.want)
		}
	}
}

// TestSheetLimits: what is left out of a long sheet is said.
func TestSheetLimits(t *testing.T) {
	r := NewReader(Options{})
	for rows, doubtful := range map[int]bool{10: false, maxSheetRows + 10: true} {
		list := strings.Repeat(`<row><c><v>1</v></c></row>`, rows)
		text, err := r.Extract(t.Context(), sample{"a.xlsx", sheetWith(t, list)}.file())
		if err != nil || text.Pages[0].Doubtful != doubtful || len(text.Pages[0].Blocks) != 1+min(rows, maxSheetRows) {
			t.Errorf("%d rows: doubtful %v, %d blocks, error %v", rows, text.Pages[0].Doubtful, len(text.Pages[0].Blocks), err)
		}
	}
}
