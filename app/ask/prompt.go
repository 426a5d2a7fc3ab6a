package ask

import (
	"embed"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"ibid/app/models"
)

//go:embed prompts/*.tmpl
var shipped embed.FS

// DefaultPrompt is the name of the template that is used when none is chosen.
const DefaultPrompt = "default"

// promptData is what a template can use.
type promptData struct {
	Context  string // the numbered passages
	Question string
	History  string // earlier questions and answers, oldest first; "" when there are none
	Language string // the name of the question's language, in English
	Refusal  string // the sentence that says that the passages do not answer
}

// mark separates what a template says as the system from what it says as the user.
const mark = "--- user ---"

// Prompts lists the names of the templates: the shipped ones and the student's own in dir.
func Prompts(dir fs.FS) []string {
	names := map[string]bool{}
	for _, fsys := range []fs.FS{mustSub(shipped), dir} {
		if fsys == nil {
			continue
		}
		files, _ := fs.Glob(fsys, "*.tmpl")
		for _, f := range files {
			names[strings.TrimSuffix(f, ".tmpl")] = true
		}
	}
	out := make([]string, 0, len(names))
	for n := range names {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// loadPrompt reads a template by name, the student's own before the shipped one of that name. With an error, which is for the
// student to see, comes the shipped default.
func loadPrompt(dir fs.FS, name string) (*template.Template, error) {
	if name == "" {
		name = DefaultPrompt
	}
	t, err := readPrompt(dir, name)
	if err != nil {
		t, _ = readPrompt(nil, DefaultPrompt)
		return t, fmt.Errorf("prompt template %q: %w", name, err)
	}
	return t, nil
}

func readPrompt(dir fs.FS, name string) (*template.Template, error) {
	if name != filepath.Base(name) {
		return nil, fs.ErrInvalid
	}
	var text []byte
	err := fs.ErrNotExist
	if dir != nil {
		text, err = fs.ReadFile(dir, name+".tmpl")
	}
	if err != nil {
		if text, err = shipped.ReadFile("prompts/" + name + ".tmpl"); err != nil {
			return nil, fs.ErrNotExist
		}
	}
	t, err := template.New(name).Option("missingkey=error").Parse(string(text))
	if err != nil {
		return nil, err
	}
	probe := promptData{Context: "\x00context", Question: "\x00question"}
	got, err := fill(t, probe)
	if err != nil {
		return nil, err
	}
	all := ""
	for _, m := range got {
		all += m.Content
	}
	if !strings.Contains(all, probe.Context) || !strings.Contains(all, probe.Question) {
		return nil, fmt.Errorf("it must use {{.Context}} and {{.Question}}")
	}
	return t, nil
}

// fill makes the messages of a template.
func fill(t *template.Template, d promptData) ([]models.Message, error) {
	var b strings.Builder
	if err := t.Execute(&b, d); err != nil {
		return nil, err
	}
	system, user, found := strings.Cut(b.String(), mark)
	if !found {
		return []models.Message{{Role: models.RoleUser, Content: strings.TrimSpace(system)}}, nil
	}
	return []models.Message{
		{Role: models.RoleSystem, Content: strings.TrimSpace(system)},
		{Role: models.RoleUser, Content: strings.TrimSpace(user)},
	}, nil
}

// contextOf writes the sources as numbered passages, each with a header that says where it is from. A line of a passage that
// looks like a header or like the mark of a template is set off, so that no document can pose as another passage.
func contextOf(sources []source) string {
	var b strings.Builder
	for i, s := range sources {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString("[" + strconv.Itoa(i+1) + "] " + header(s.Result) + "\n")
		for _, n := range s.before {
			b.WriteString(plain(n.Passage.Text) + "\n")
		}
		b.WriteString(plain(s.Passage.Text) + "\n")
		for _, n := range s.after {
			b.WriteString(plain(n.Passage.Text) + "\n")
		}
	}
	return b.String()
}

// header names the place of a passage for a model.
func header(r Result) string {
	parts := []string{r.Document.Title}
	if r.Document.Title == "" {
		parts[0] = r.Document.Path
	}
	if w := where(r.Found); w != "" {
		parts = append(parts, w)
	}
	if r.Passage.Heading != "" && r.Passage.Heading != r.Document.Title {
		parts = append(parts, r.Passage.Heading)
	}
	if by := r.Passage.DescribedBy; by != "" {
		parts = append(parts, "a picture described by "+by+", not the words of the document")
	}
	return oneLine(strings.Join(parts, ", "))
}

func plain(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.TrimSpace(l) == mark || strings.HasPrefix(l, "[") && strings.Trim(l, "[]0123456789 ") != l {
			lines[i] = " " + l
		}
	}
	return strings.Join(lines, "\n")
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// historyOf writes the last turns of a conversation, shortened: they are there to be understood, not to be cited.
func historyOf(turns []Turn) string {
	const most, longest = 3, 400
	var b strings.Builder
	for _, t := range turns[max(0, len(turns)-most):] {
		answer := []rune(oneLine(t.Answer))
		if len(answer) > longest {
			answer = append(answer[:longest], '…')
		}
		b.WriteString("Question: " + oneLine(t.Question) + "\nAnswer: " + tagless(string(answer)) + "\n")
	}
	return b.String()
}

// tagless takes the citations out of an earlier answer: their numbers mean other passages now.
func tagless(s string) string {
	b := numbering{}
	return b.resolve(s)
}

func mustSub(fsys fs.FS) fs.FS {
	sub, err := fs.Sub(fsys, "prompts")
	if err != nil {
		return nil // never: the directory is embedded
	}
	return sub
}
