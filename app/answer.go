package app

import (
	"slices"
	"strconv"
	"strings"

	"ibid/app/ask"
	"ibid/app/models"
)

// Answer is an answer or a refusal, in the words of the command line's contract. It is also what a conversation keeps, so the
// quotes stay when their source has gone.
type Answer struct {
	Question     string         `json:"question"`
	Standalone   string         `json:"standalone"`
	Answered     bool           `json:"answered"`
	Confidence   float64        `json:"confidence"`
	Answer       string         `json:"answer,omitempty"` // with [n] for each citation
	Sentences    []Sentence     `json:"sentences,omitempty"`
	Citations    []Citation     `json:"citations,omitempty"`
	Refusal      *Refusal       `json:"refusal,omitempty"`
	Model        string         `json:"model"`
	Mode         string         `json:"mode"` // "extractive" or "generated"
	Usage        models.Usage   `json:"usage"`
	TookMS       float64        `json:"took_ms"`
	FirstTokenMS float64        `json:"first_token_ms"`
	Stopped      bool           `json:"stopped,omitempty"`
	Notices      []AnswerNotice `json:"notices,omitempty"`
}

// Sentence is one of an answer, without its tags.
type Sentence struct {
	Text      string `json:"text"`
	Citations []int  `json:"citations"`
	Support   string `json:"support"` // "supported", "partly", "no"
	// DescribedBy is the model whose description of a picture is all that carries the sentence.
	DescribedBy string `json:"described_by,omitempty"`
}

// Citation is a place with the words that support the answer; Spans say where Quote stands in Text, in code points.
type Citation struct {
	N int `json:"n"`
	Place
	Quote string   `json:"quote"`
	Spans [][2]int `json:"spans"`
}

// Refusal says that the material does not answer, and what comes nearest.
type Refusal struct {
	Reason       string   `json:"reason"`
	Closest      []Place  `json:"closest"`
	NotIndexed   []string `json:"not_indexed"`
	OtherModules []string `json:"other_modules"`
}

// has says whether text of a module, by its id, is in an answer.
func (x Answer) has(module string) bool {
	of := func(p Place) bool {
		return p.Module == module || slices.ContainsFunc(p.Also, func(also Place) bool { return also.Module == module })
	}
	return slices.ContainsFunc(x.Citations, func(c Citation) bool { return of(c.Place) }) || x.Refusal != nil && slices.ContainsFunc(x.Refusal.Closest, of)
}

// AnswerNotice is something that the student should know about an answer.
type AnswerNotice struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// noticeWords is the prose for the notices of an answer; %MODEL% is the writer or the file in question, %COUNT% how many.
var noticeWords = map[string]string{
	ask.NoticeFallback: "%MODEL% did not answer. The next writer that is there took its place; where there is none, the answer is quoted from your material. The settings and `ibid models` say what is there.",
	ask.NoticeRemote:   "Written by %MODEL%, on another computer: the question, what was said just before in this conversation and the passages found for it were sent there.",
	ask.NoticeSent:     "The question, what was said just before in this conversation and the passages found for it were sent to %MODEL%, on another computer.",
	ask.NoticePrompt:   "Your prompt template “%MODEL%” could not be used, so the standard one was.",
	ask.NoticeNoVector: "Searched by words only: the search by meaning is not available right now.",
	ask.NoticeNoWords:  "Searched by meaning only: the search by words failed.",
	ask.NoticeNotAll:   "Not everything has been read yet: documents that could not be searched for this answer: %COUNT%.",
	ask.NoticeCut:      "The model reached its limit before the end of the answer.",
	ask.NoticeShorter:  "The model's window is small, so it got fewer passages.",
	ask.NoticeRestart:  "The answer was started again.",
}

// answerOf puts an answer into the words of the contract.
func answerOf(x ask.Answer) Answer {
	out := Answer{
		Question: x.Question, Standalone: x.Standalone, Answered: x.Answered, Confidence: x.Confidence, Answer: x.Text,
		Model: x.Model, Mode: x.Mode, Usage: x.Usage, TookMS: milliseconds(x.Took), FirstTokenMS: milliseconds(x.FirstToken),
		Stopped: x.Stopped, Notices: noticesOf(x.Notices),
	}
	for _, s := range x.Sentences {
		out.Sentences = append(out.Sentences, Sentence{Text: s.Text, Citations: nonNil(s.Citations), Support: string(s.Support), DescribedBy: s.DescribedBy})
	}
	for _, c := range x.Citations {
		out.Citations = append(out.Citations, Citation{
			N: c.N, Place: placeOf(c.Found, c.Also), Quote: c.Quote, Spans: runeSpans(c.Passage.Text, c.At),
		})
	}
	if r := x.Refusal; r != nil {
		out.Refusal = &Refusal{Reason: r.Reason, Closest: []Place{}, NotIndexed: []string{}, OtherModules: nonNil(r.OtherModules)}
		for _, path := range r.NotIndexed {
			out.Refusal.NotIndexed = append(out.Refusal.NotIndexed, shownPath(path))
		}
		for _, c := range r.Closest {
			out.Refusal.Closest = append(out.Refusal.Closest, placeOf(c.Found, c.Also))
		}
	}
	return out
}

// notKept is said where neither question nor answer can be written.
var notKept = AnswerNotice{Code: "not_kept", Text: "Nothing can be written to the data folder, so this is kept only while Ibid is open, unless there is room or permission again before you ask the next time."}

func noticesOf(notices []ask.Notice) []AnswerNotice {
	var out []AnswerNotice
	for _, n := range notices {
		out = append(out, noticeOf(n))
	}
	return out
}

func noticeOf(n ask.Notice) AnswerNotice {
	return AnswerNotice{Code: n.Code, Text: strings.NewReplacer("%MODEL%", n.Model, "%COUNT%", strconv.Itoa(n.Count)).Replace(noticeWords[n.Code])}
}

// sourcesOf is the short form of the passages that a writer got.
func sourcesOf(results []ask.Result) []AskSource {
	out := make([]AskSource, 0, len(results))
	for i, r := range results {
		p := placeOf(r.Found, nil)
		out = append(out, AskSource{N: i + 1, Passage: p.Passage, Doc: p.Doc, Title: p.Title, Where: p.Where()})
	}
	return out
}
