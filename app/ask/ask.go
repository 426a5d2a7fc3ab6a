// Package ask answers a question from the student's material: question -> passages -> prompt -> stream -> checked citations.
//
// Retrieval always comes first and is done here, by words and by meaning; whether the material answers at all is decided before
// a model is called and again after it has written. The writer has no tools and sees numbered passages only. Which passage
// supports which sentence is worked out in code, never taken from a model's word: every citation carries a quote that stands
// verbatim in its passage.
package ask

import (
	"context"
	"time"

	"ibid/app/models"
	"ibid/store"
)

// Query is what is looked for.
type Query struct {
	Question string
	Previous string // the question asked just before in the same conversation, if any
	Filter   Filter
	Limit    int    // results; 0 = 10
	Fusion   Fusion // the zero value is the best one
}

// Result is a passage that was found.
type Result struct {
	store.Found
	Rank  int // from 1
	Score float64
	Spans []store.Span  // of Passage.Text: the words of the question
	Also  []store.Found // the same content elsewhere
}

// Found is the answer to a Query.
type Found struct {
	Standalone string // the question after follow-up rewriting; equal to the question when untouched
	Enough     bool   // whether the material seems to answer it
	Confidence float64
	Results    []Result
	Stages     Stages
	Searched   Searched
	Took       time.Duration
	// Degraded is the error of one of the two searches when the other had to do; nil when both worked or there is no embedder.
	Degraded error
	WordsOff bool // it was the search by words that failed
}

// Stages is where the time went. Words and meaning are searched at the same time.
type Stages struct{ Embed, Keyword, Vector, Fuse, Rerank time.Duration }

// Searched says how much was looked through.
type Searched struct {
	Documents  int // in scope and searchable
	Passages   int
	NotIndexed int // in scope and not searchable yet, not even by words
}

// Request is a question that wants an answer.
type Request struct {
	Question string
	Previous string // the question just before, for follow-ups
	History  []Turn // the conversation so far, oldest first; only for the prompt
	Filter   Filter
	Model    string // "" or "auto", "local", "ollama:NAME", "openrouter:NAME"
	Limit    int    // passages that the writer gets at most; 0 = what the options say
}

// Turn is an earlier question with its answer.
type Turn struct{ Question, Answer string }

// Support says how far the cited words carry a sentence.
type Support string

// The degrees of support.
const (
	Supported Support = "supported"
	Partly    Support = "partly"
	No        Support = "no"
)

// The modes of an answer.
const (
	Extractive = "extractive" // quoted sentences
	Generated  = "generated"  // written by a model
)

// Local is the name of the writer that is always there.
const Local = "local"

// Answer is an answer with its citations checked, or a refusal.
type Answer struct {
	Question   string
	Standalone string
	Answered   bool
	Confidence float64
	Text       string // with [n] for each citation; "" in a refusal
	Sentences  []Sentence
	Citations  []Citation
	Refusal    *Refusal // nil when answered
	Model      string   // "local", "ollama:NAME", ...
	Mode       string   // Extractive or Generated
	Usage      models.Usage
	Stopped    bool // by the student; Text is what had come until then
	Notices    []Notice
	Took       time.Duration
	FirstToken time.Duration
	Stages     Stages
}

// Sentence is one of the answer, without its tags.
type Sentence struct {
	Text      string
	Citations []int
	Support   Support
	// DescribedBy is the model whose description of a picture is all that carries the sentence; "" when the document's words do.
	DescribedBy string
}

// Citation points at a passage that was given to the writer.
type Citation struct {
	N int
	Result
	Quote string       // at most three sentences, rows or lines, verbatim in Passage.Text
	At    []store.Span // where Quote stands in Passage.Text, one range
}

// Refusal says that the material does not answer, and what comes nearest.
type Refusal struct {
	Reason       string // the fixed sentence, in the language of the question
	Closest      []Result
	NotIndexed   []string // paths of documents in scope that are not searchable yet, not even by words
	OtherModules []string // names of modules outside the scope that seem to answer
}

// Event is a step of an answer in the making. Exactly one field is set.
type Event struct {
	Sources []Result // first: what the writer gets, numbered from 1 in this order
	Text    string   // a further part of the answer, tags resolved
	Notice  *Notice
	Done    *Answer // last
}

// Notice is something that the student should know about an answer. The words are made from Code elsewhere.
type Notice struct {
	Code  string // see the constants
	Model string // the writer or the file in question
	Count int    // how many it is about, where that is a number
	Err   error  // why, for the log and the details
}

// The codes of a Notice.
const (
	NoticeFallback = "fallback"         // Model did not answer, the next writer took over
	NoticeRemote   = "remote"           // written by a model on another computer
	NoticeSent     = "sent"             // question and passages went to a model on another computer, which wrote nothing that is shown
	NoticePrompt   = "prompt_template"  // the student's own template is broken or gone, the shipped one was used
	NoticeNoVector = "meaning_off"      // the search by meaning failed, words alone were searched
	NoticeNoWords  = "words_off"        // the search by words failed, meaning alone was searched
	NoticeNotAll   = "not_all_indexed"  // Count documents in scope are not searchable yet
	NoticeCut      = "cut"              // the model stopped at its limit before the end
	NoticeShorter  = "fewer_passages"   // the prompt did not fit, fewer passages were sent
	NoticeRestart  = "answer_restarted" // what had been streamed until now is replaced by another writer's answer
)

// Embedder turns a question into a vector. It must be the one whose identity the active space of the store carries.
type Embedder interface {
	Identity(ctx context.Context) (identity string, dim int, err error)
	EmbedQuery(ctx context.Context, text string) ([]float32, error)
}

// Generator is one model that writes answers.
type Generator interface {
	// Name is shown on the answer, such as "ollama:qwen3:4b".
	Name() string
	// Remote says that the question and the passages leave this computer.
	Remote() bool
	// Context is how many tokens prompt and answer may take together; 0 when unknown. It should not change between calls.
	Context() int
	// Generate writes. It calls onText with each part, from the calling goroutine, and stops with onText's error.
	Generate(ctx context.Context, r models.Request, onText func(string) error) (models.Usage, error)
}
