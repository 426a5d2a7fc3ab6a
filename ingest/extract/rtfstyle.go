package extract

import "strings"

// rtfStyle is a style of paragraphs as the file has it.
type rtfStyle struct {
	id, based int
	level     int // of a heading; 0 = not said
	name      string
}

// styleOf is what matters of a style, with what it inherits.
func (r *rtfReader) styleOf(id int) (s docxStyle) {
	for range 16 {
		own, ok := r.named[id]
		if !ok {
			return s
		}
		name, _, _ := strings.Cut(strings.ToLower(fold(own.name)), ",")
		if level, ok := headingOf(name); ok && s.outline == 0 {
			s.outline = level
		}
		if own.level > 0 && s.outline == 0 {
			s.outline = own.level
		}
		s.contents = s.contents || contentsName.MatchString(name)
		s.code = s.code || codeName.MatchString(name)
		if own.based == id {
			break
		}
		id = own.based
	}
	return s
}
