package extract

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// cellFormat is how a number is shown, as far as it changes what it says.
type cellFormat struct {
	date, clock bool
	percent     bool
	decimals    int // -1 = as many as there are
}

// value is what a cell shows.
func (b *xlsxBook) value(c *node) string {
	v := c.child("v").allText()
	switch c.attr("t") {
	case "s":
		if i, err := strconv.Atoi(strings.TrimSpace(v)); err == nil && i >= 0 && i < len(b.strings) {
			return b.strings[i]
		}
		return ""
	case "inlineStr":
		if is := c.child("is"); is != nil {
			return richString(is)
		}
		return ""
	case "b":
		if v == "1" {
			return "TRUE"
		}
		return "FALSE"
	case "str", "e", "d":
		return v
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
	if err != nil {
		return v
	}
	format := cellFormat{decimals: -1}
	if i := atoi(c.attr("s")); i >= 0 && i < len(b.formats) {
		format = b.formats[i]
	}
	return format.show(x, b.from1904)
}

// show writes a number: dates and times in the order year to second, since the file does not say in which its reader expects them.
func (f cellFormat) show(x float64, from1904 bool) string {
	const lastDay = 2958466 // in the year 9999
	switch {
	case (f.date || f.clock) && x >= 0 && x < lastDay:
		start := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
		switch {
		case from1904:
			start = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
		case x < 60: // Excel has a 29th of February 1900
			start = start.AddDate(0, 0, 1)
		}
		days, part := math.Modf(x)
		t := start.AddDate(0, 0, int(days)).Add(time.Duration(math.Round(part*86400)) * time.Second)
		layout := "2006-01-02 15:04"
		if !f.date {
			layout = "15:04"
		}
		if f.clock && t.Second() != 0 {
			layout += ":05"
		}
		if !f.clock {
			layout = "2006-01-02"
		}
		return t.Format(layout)
	case f.percent:
		return number(x*100, f.decimals) + "%"
	}
	return number(x, f.decimals)
}

// number writes x without the noise of its last binary digits.
func number(x float64, decimals int) string {
	if decimals >= 0 && math.Abs(x) < 1e15 {
		return strconv.FormatFloat(x, 'f', decimals, 64)
	}
	if x != 0 && (math.Abs(x) < 1e-6 || math.Abs(x) >= 1e15) {
		return strconv.FormatFloat(x, 'g', 10, 64)
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 14, 64), 64)
	if err != nil {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// builtIn are the formats that every workbook has.
var builtIn = map[int]string{1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm",
	17: "mmm-yy", 18: "h:mm", 19: "h:mm:ss", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 37: "#,##0", 38: "#,##0", 39: "#,##0.00",
	40: "#,##0.00", 45: "mm:ss", 46: "h:mm:ss", 47: "mm:ss"}

// readFormats reads the formats that cells name by their place in the list.
func readFormats(root *node) []cellFormat {
	own := map[int]string{}
	if n := root.child("numFmts"); n != nil {
		for _, f := range n.kids {
			own[atoi(f.attr("numFmtId"))] = f.attr("formatCode")
		}
	}
	var out []cellFormat
	if n := root.child("cellXfs"); n != nil {
		for _, xf := range n.kids {
			id := atoi(xf.attr("numFmtId"))
			code := own[id]
			if code == "" {
				code = builtIn[id]
			}
			out = append(out, parseFormat(code))
		}
	}
	return out
}

var (
	formatText  = regexp.MustCompile(`"[^"]*"|\\.|_.|\*.|\[[^\]hmsHMS][^\]]*\]`)
	formatPlace = regexp.MustCompile(`[0#?]\.([0#?]+)`)
)

// parseFormat reads the first of the up to four parts of a format, which is for numbers over 0.
func parseFormat(code string) cellFormat {
	code = formatText.ReplaceAllString(code, "")
	code, _, _ = strings.Cut(strings.ToLower(code), ";")
	f := cellFormat{decimals: -1}
	switch {
	case code == "" || strings.Contains(code, "general") || code == "@":
		return f
	case strings.ContainsAny(code, "hs"):
		f.clock, f.date = true, strings.ContainsAny(code, "yd")
		return f
	case strings.ContainsAny(code, "ymd"):
		f.date = true
		return f
	}
	f.percent = strings.Contains(code, "%")
	if m := formatPlace.FindStringSubmatch(code); m != nil {
		f.decimals = min(len(m[1]), 15)
	} else if strings.ContainsAny(code, "0#") && !strings.ContainsAny(code, "e/") {
		f.decimals = 0
	}
	return f
}
