package ask

import (
	"cmp"
	"fmt"
	"strconv"

	"ibid/store"
)

// where names the place of a passage in a few words: "page 12", "slide 3", "slide 4 (hidden)", "12:05". It is "" where headings name the place.
func where(f store.Found) string {
	switch f.Document.Unit {
	case store.UnitPage:
		return "page " + cmp.Or(f.Label, strconv.Itoa(f.Passage.Page)) // of slides that are built up, the one that shows all
	case store.UnitSlide:
		if f.Label != "" {
			return fmt.Sprintf("slide %d (%s)", f.Passage.Page, f.Label)
		}
		return "slide " + strconv.Itoa(f.Passage.Page)
	case store.UnitTime:
		return Clock(f.Passage.Start)
	}
	return ""
}

// Clock writes seconds as they stand under a recording.
func Clock(seconds float64) string {
	s := int(seconds)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
