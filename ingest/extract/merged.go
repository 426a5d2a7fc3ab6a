package extract

// Limits on what a merged cell is repeated for: a few bytes may claim to cover a whole sheet.
const (
	maxMerged     = 100 // rows or columns
	maxMergedText = 120 // bytes; longer ones are no labels
)

// mergedCells are the columns of a table that merged cells cover, while it is read row by row. What a merged cell says holds for each
// row and column that it covers, so each says it: a row is found and read on its own.
type mergedCells struct {
	row     int
	columns map[int]mergedColumn
}

type mergedColumn struct {
	text string
	last int // row
}

// cover notes that the cell at a column of this row, with the rows and columns it takes, covers others.
func (m *mergedCells) cover(column, rows, columns int, text string) {
	if rows <= 1 && columns <= 1 {
		return
	}
	if m.columns == nil {
		m.columns = map[int]mergedColumn{}
	}
	if len(text) > maxMergedText {
		text = ""
	}
	for c := range min(max(columns, 1), maxMerged) {
		m.columns[column+c] = mergedColumn{text, m.row + min(max(rows, 1), maxMerged) - 1}
	}
}

// at is what a column of this row says when a cell before it covers it.
func (m *mergedCells) at(column int) (text string, covered bool) {
	c, ok := m.columns[column]
	if !ok || c.last < m.row {
		return "", false
	}
	return c.text, true
}

// next begins another row.
func (m *mergedCells) next() { m.row++ }
