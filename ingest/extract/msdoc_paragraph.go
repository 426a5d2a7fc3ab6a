package extract

// maxDocParagraphs is far above any book.
const maxDocParagraphs = 1_000_000

// docParagraph is a paragraph: its signs without the one that ends it, and its formatting.
type docParagraph struct {
	docSpan
	docxStyle // what its style says, changed by what it says itself
	style     int
	table     bool
	cell      bool // it ends a cell of the outermost table
	rowEnd    bool
}

// readParagraphs cuts the text into paragraphs.
func (d *docFile) readParagraphs() error {
	const sizeNow, sizeThen = 13, 7 // of what a page of formatting says of a paragraph
	size := sizeNow
	if d.old {
		size = sizeThen
	}
	runs := d.runs(tableParagraphs, size)
	from := 0
	for _, p := range d.pieces {
		for at := p.from; at < p.to; at++ {
			switch d.text[at] {
			case signParagraph, signCell, signPage:
			default:
				continue
			}
			if len(d.paragraphs) == maxDocParagraphs {
				return fail(TooLarge, "over %d paragraphs", maxDocParagraphs)
			}
			if err := d.ctx.Err(); err != nil { // each may have much formatting
				return err
			}
			d.paragraphs = append(d.paragraphs, d.paragraph(docSpan{from, at}, p, runs, p.at+(at-p.from)*p.width()))
			from = at + 1
		}
	}
	if from < len(d.text) {
		d.paragraphs = append(d.paragraphs, docParagraph{docSpan: docSpan{from, len(d.text)}})
	}
	return nil
}

// paragraph is a paragraph whose end is in p, at a place of the stream to which its formatting belongs.
func (d *docFile) paragraph(s docSpan, p docPiece, runs []docRun, at int) docParagraph {
	par := docParagraph{docSpan: s, cell: d.text[s.to] == signCell}
	var props []byte
	if i := runAt(runs, at); i < len(runs) && runs[i].from <= at && len(runs[i].props) >= 2 {
		par.style, props = u16(runs[i].props, 0), runs[i].props[2:]
	}
	par.docxStyle = d.style(par.style).docxStyle
	elsewhere := false
	var apply func(code, value int)
	apply = func(code, value int) {
		switch code {
		case sprmParStyle:
			par.style = value
			par.docxStyle = d.style(value).docxStyle
		case sprmInTable:
			par.table = value&1 == 1
		case sprmTableDepth:
			par.table = par.table || value > 0
		case sprmRowEnd:
			par.rowEnd = value&1 == 1
		case sprmMore, sprmMoreOld: // elsewhere, since there are too many
			if !elsewhere {
				elsewhere = true
				d.eachProp(bytesAt(d.data, value+2, u16(d.data, value)), apply)
			}
		case sprmOutline:
			if par.style < knownHeading || par.style >= knownHeading+9 { // headings have the level of their style
				par.paragraphProp(code, value)
			}
		default:
			par.paragraphProp(code, value)
		}
	}
	d.eachProp(props, apply)
	d.eachPieceProp(p, apply)
	return par
}
