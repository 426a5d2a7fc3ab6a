package store

// Span is a half-open range of byte offsets of a UTF-8 text; both ends lie on character borders.
type Span struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// Module is a course: a named, watched folder.
type Module struct {
	RowID     int64
	ID        string // slug of the first name, unique, never changes; in links and JSON
	Name      string // unique without regard to case
	Dir       string // absolute path
	Paused    bool
	Missing   bool  // the folder is not there now (a drive that was taken out)
	RemoveAt  int64 // Unix milliseconds at which a removal takes place; 0 = none is pending
	CreatedAt int64 // Unix milliseconds
	ScannedAt int64 // Unix milliseconds of the last whole scan; 0 = never
}

// Counts sums up the documents of a module.
type Counts struct {
	Documents    int // every path that is listed, skipped ones too
	Waiting      int // waiting or reading
	Later        int // of those, the ones that are slow
	KeywordReady int // searchable by words, vectors still to come
	Ready        int
	Failed       int
	Skipped      int
	Pages        int
	Passages     int
	Vectors      int // passages that have a vector in the newest space
}

// State says how far a document has come.
type State string

// The states of a document, in the words of the command line.
const (
	Waiting      State = "waiting"       // queued
	Reading      State = "reading"       // in the hands of a worker
	KeywordReady State = "keyword-ready" // searchable by words
	Ready        State = "ready"         // searchable by words and meaning
	Failed       State = "failed"        // could not be read; Problem says why
	Skipped      State = "skipped"       // not a format Ibid reads, or left out on purpose; Problem says why
	Missing      State = "missing"       // its folder or drive has gone; what was read stays searchable
	Excluded     State = "excluded"      // by the student: only the path is kept
)

// Kind is what a document is to a student.
type Kind string

// The kinds of a document.
const (
	Slides     Kind = "slides"
	ReadingDoc Kind = "reading"
	Notes      Kind = "notes"
	Transcript Kind = "transcript"
	Exam       Kind = "exam"
	Admin      Kind = "admin"
	Web        Kind = "web"
	Code       Kind = "code"
)

// Unit is what the Number of a Page counts, and so how a place in the document is named.
type Unit string

// The units of a page.
const (
	UnitPage    Unit = "page"    // PDF
	UnitSlide   Unit = "slide"   // PPTX, PPT, ODP, and HTML that is a deck
	UnitTime    Unit = "time"    // VTT, SRT: one Page with the whole text; places are seconds
	UnitHeading Unit = "heading" // DOCX, DOC, ODT, RTF, XLSX, Markdown, HTML, text and the like: one Page with the whole text; places are headings
)

// Document is a file of a module, or a web page that was added to it.
type Document struct {
	RowID    int64
	ModuleID int64
	Path     string // inside the module's folder, with '/', or the address of a web page
	Snapshot string // of a web page: its file in the data folder, with '/'; "" = it is a file of the module's folder
	Title    string
	Format   string // what its content is: "pdf", "pptx", "ppt", "odp", "docx", "doc", "odt", "rtf", "xlsx", "ods", "epub", "md", "txt", "rst", "tex", "code", "ipynb", "html", "mhtml", "vtt", "srt"; "" when not read
	Unit     Unit
	Kind     Kind
	Lang     string // ISO 639-1, "" = unknown
	Week     int    // 0 = none
	Tags     []string
	Size     int64  // bytes
	ModTime  int64  // Unix nanoseconds
	SHA256   string // hex
	State    State
	Stage    string // what a worker is doing: "", "reading", "listening", "looking", "embedding"
	Tries    int
	Problem  Failure // zero when there is none
	SameAs   int64   // RowID of the document with the same bytes that was read in its place; 0 = none
	Pages    int
	Passages int
	ReadBy   []string // "text", "second reader", "speech", "ocr", "vision"
	Doubtful []int    // numbers of pages that could not be read well, and of which no model has told what they say
	// Described are the numbers of pages with what a vision model said of their pictures, DescribedBy is the model, and the way it was
	// asked, that has looked at all pages that it was to look at.
	Described   []int
	DescribedBy string
	Slow        bool    // it takes seconds a page, or is to be listened to
	Unseen      int     // pages that are still to be read from their pictures
	ReadAt      int64   // Unix milliseconds
	Share       float64 // of it that is read, 0 to 1, while it is listened to or looked at
}

// Failure is why a document failed or was skipped. The words for the student are made from Code in app/problem.go.
type Failure struct {
	Code   string // such as "encrypted", "damaged", "unsupported"
	Detail string // technical, for the log and for curious people
}

// BlockKind is the role of a stretch of a page's text.
type BlockKind string

// The kinds of a block.
const (
	Heading   BlockKind = "heading"
	Paragraph BlockKind = "paragraph"
	Item      BlockKind = "item"      // of a list
	Row       BlockKind = "row"       // of a table; its cells are separated by " | "
	CodeLine  BlockKind = "code"      // a block of code, line ends kept
	NotesText BlockKind = "notes"     // a speaker's notes
	Cue       BlockKind = "cue"       // of a transcript; Start and End are set
	Described BlockKind = "described" // what the model By said of the page's picture: not the words of the document
)

// Block is a stretch of a page's text with one role. Blocks are in reading order and do not overlap.
type Block struct {
	Span
	Kind  BlockKind `json:"kind"`
	Level int       `json:"level,omitempty"` // heading 1 to 6; depth of a list item, from 1
	Start float64   `json:"start,omitempty"` // seconds, cues only
	End   float64   `json:"end,omitempty"`   // seconds, cues only
	By    string    `json:"by,omitempty"`    // the model, Described only
}

// Box is where a word of a page's text stands on the page: in points (1/72 inch), origin at the top left.
type Box struct {
	Span
	X0, Y0, X1, Y1 float32
}

// Page is a page, a slide, or the whole text of a document that has none.
type Page struct {
	Number        int    // 1-based, physical
	Label         string // the printed page label where it differs from Number
	Text          string // NFC; blocks separated by line ends
	Blocks        []Block
	Boxes         Boxes   // one a word, in the order of the text; nil where the format has no layout
	Width, Height float32 // points; 0 where the format has no layout
	ReadBy        string  // "text", "second reader", "ocr", or "vision" where nothing but a model could read it
	Confidence    float32 // of what was read from a picture, 0 to 1; 0 = it was not
	Doubtful      bool    // could not be read well
	First         int     // where this is the last of slides that each add to the one before: the number of the first; 0 = it stands alone
	// Removed are lines of the page that stand on many pages of the document, such as running heads: Text does not have them.
	Removed []string
}

// Passage is what is indexed, retrieved and cited: a span of one page.
type Passage struct {
	RowID      int64
	ID         string // survives re-indexing of unchanged text
	DocumentID int64
	Ordinal    int     // 0-based, in reading order within the document
	Page       int     // Page.Number
	First      int     // the first page of the frame, where Page is the last of slides that each add to the one before; 0 = Page stands alone. It is that of its Page
	Span               // of Page.Text; Text == Page.Text[From:To]
	Heading    string  // path of headings joined by " > "
	Start, End float64 // seconds, in transcripts
	Text       string
	// DescribedBy is the model that said this of the page's picture; "" = the document itself says it.
	DescribedBy string
	Tokens      int    // estimate of the tokens a model counts for Text
	InputHash   string // hex SHA-256 of the text that is embedded (title, heading and text)
}

// Hit is a passage found by one of the searches, best first.
type Hit struct {
	Passage int64   // Passage.RowID
	Score   float64 // greater is better: negated bm25() or cosine similarity
}
