package settings_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"ibid/app/settings"
)

func TestDefaultIsValidAndComesBackWhole(t *testing.T) {
	data, err := settings.Encode(settings.Default())
	if err != nil {
		t.Fatal(err)
	}
	got, err := settings.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, settings.Default()) {
		t.Errorf("got %+v", got)
	}
	if !strings.Contains(string(data), `"version":1`) {
		t.Errorf("no version in %s", data)
	}
}

func TestParse(t *testing.T) {
	tests := []struct {
		name, stored string
		change       func(*settings.Settings) // from the defaults
		fields       []string                 // that fall back
		unreadable   bool
	}{
		{name: "nothing stored"},
		{name: "blank", stored: " \n"},
		{name: "half of it", stored: `{"version":1,"theme":"dark"}`, change: func(s *settings.Settings) { s.Theme = "dark" }},
		{name: "a newer version with more fields", stored: `{"version":7,"colour":"red","retrieval":{"passages":9,"rerank":true}}`,
			change: func(s *settings.Settings) { s.Retrieval.Passages = 9 }},
		{name: "one kind of neighbours keeps the others", stored: `{"retrieval":{"neighbours":{"transcript":3}}}`,
			change: func(s *settings.Settings) { s.Retrieval.Neighbours["transcript"] = 3 }},
		{name: "two bad fields", stored: `{"theme":"pink","retrieval":{"passages":900},"allow_remote":true}`,
			change: func(s *settings.Settings) { s.AllowRemote = true }, fields: []string{"retrieval.passages", "theme"}},
		{name: "no JSON", stored: `theme=dark`, unreadable: true},
		{name: "another type", stored: `{"theme":3}`, unreadable: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := settings.Parse([]byte(tt.stored))
			want := settings.Default()
			if tt.change != nil {
				tt.change(&want)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
			if errors.Is(err, settings.ErrUnreadable) != tt.unreadable {
				t.Errorf("error %v, unreadable %v expected", err, tt.unreadable)
			}
			if names := fieldNames(err); !reflect.DeepEqual(names, tt.fields) {
				t.Errorf("fields %v, want %v", names, tt.fields)
			}
			if again := got.Validate(); again != nil {
				t.Errorf("what was parsed does not hold: %v", again)
			}
		})
	}
}

func TestValidate(t *testing.T) {
	tests := []struct {
		field  string
		change func(s *settings.Settings, value string)
		good   []string
		bad    []string
	}{
		{"ollama_url", func(s *settings.Settings, v string) { s.OllamaURL = v },
			[]string{"", "http://127.0.0.1:11434", "localhost", "192.168.1.4:11434", "[::1]:11434", "https://ollama.com", "http://box/ollama"},
			[]string{"ftp://box", "http://", "http://user:secret@box", "http://box:99999", "http://box:port", "my box", "http://box?x=1"}},
		{"answer_model", func(s *settings.Settings, v string) { s.AnswerModel = v },
			[]string{"auto", "local", "ollama:gemma3:270m", "openrouter:meta-llama/llama-3.3-70b-instruct:free"},
			[]string{"", "Auto", "ollama:", "gpt", "ollama:two words", "openrouter:x\n"}},
		{"embedder", func(s *settings.Settings, v string) { s.Embedder = v },
			[]string{"local", "ollama:all-minilm"}, []string{"", "auto", "openrouter:x", "ollama:"}},
		{"vision_model", func(s *settings.Settings, v string) { s.Vision = v },
			[]string{"", "ollama:llava:7b", "openrouter:qwen/qwen2.5-vl-72b-instruct"}, []string{"auto", "local", "ollama:", "llava", "ollama:two words"}},
		{"transcriber.address", func(s *settings.Settings, v string) { s.Transcriber = settings.Transcriber{With: "server", Address: v} },
			[]string{"http://127.0.0.1:8080/inference", "https://api.openai.com/v1"}, []string{"", "ftp://box", "http://user:pw@box"}},
		{"transcriber.program", func(s *settings.Settings, v string) {
			s.Transcriber = settings.Transcriber{With: "program", Program: v}
		},
			[]string{"whisper-cli", "/opt/my tools/whisper-cli", `C:\whisper\whisper-cli.exe`}, []string{"", "two\nlines"}},
		{"transcriber.language", func(s *settings.Settings, v string) { s.Transcriber.Language = v }, []string{"", "de"}, []string{"DE", "deu", "-l", "d"}},
		{"transcriber.with", func(s *settings.Settings, v string) { s.Transcriber.With = v }, []string{""}, []string{"whisper"}},
		{"openrouter.model", func(s *settings.Settings, v string) { s.OpenRouter = settings.OpenRouter{Enabled: true, Model: v} },
			[]string{"openai/gpt-oss-20b"}, []string{"", "a b", strings.Repeat("x", 201)}},
		{"prompt_template", func(s *settings.Settings, v string) { s.PromptTemplate = v },
			[]string{"default", "My own", "kurz-und-knapp", "简短"}, []string{"", "../evil", "a/b", `a\b`, ".hidden", "c:x"}},
		{"theme", func(s *settings.Settings, v string) { s.Theme = v }, []string{"system", "light", "dark"}, []string{"", "blue"}},
	}
	for _, tt := range tests {
		for _, value := range append(tt.good, tt.bad...) {
			s := settings.Default()
			tt.change(&s, value)
			names := fieldNames(s.Validate())
			if isBad := contains(tt.bad, value); isBad != contains(names, tt.field) || !isBad && len(names) > 0 {
				t.Errorf("%s = %q: fields in error %v", tt.field, value, names)
			}
			if _, err := settings.Encode(s); (err == nil) != (len(names) == 0) {
				t.Errorf("%s = %q: Encode gives %v", tt.field, value, err)
			}
		}
	}
}

func TestNumbersHaveBounds(t *testing.T) {
	for _, tt := range []struct {
		passages, tokens, neighbours int
		fields                       []string
	}{
		{1, 2048, 0, nil},
		{20, 131072, 3, nil},
		{0, 2047, -1, []string{"retrieval.passages", "retrieval.context_tokens", "retrieval.neighbours"}},
		{21, 131073, 4, []string{"retrieval.passages", "retrieval.context_tokens", "retrieval.neighbours"}},
	} {
		s := settings.Default()
		s.Retrieval = settings.Retrieval{Passages: tt.passages, ContextTokens: tt.tokens, Neighbours: map[string]int{"slides": tt.neighbours, "hologram": 99}}
		if got := fieldNames(s.Validate()); !reflect.DeepEqual(got, tt.fields) {
			t.Errorf("%+v: %v, want %v", tt, got, tt.fields)
		}
	}
}

func TestCloneSharesNothing(t *testing.T) {
	a := settings.Default()
	b := a.Clone()
	b.Retrieval.Neighbours["slides"] = 3
	if a.Retrieval.Neighbours["slides"] == 3 {
		t.Error("the copy changed the original")
	}
}

// No field may hold a secret: settings go to the page, to the log and into
// the database.
func TestNoFieldForAKey(t *testing.T) {
	data, err := json.Marshal(settings.Default())
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"key", "secret", "password"} {
		if strings.Contains(strings.ToLower(string(data)), `"`+word) {
			t.Errorf("a field is called %s", word)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"version":1,"theme":"dark","retrieval":{"neighbours":{"slides":2}}}`))
	f.Add([]byte(`{"retrieval":{"neighbours":null},"ollama_url":"http://[::1]"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, _ := settings.Parse(data)
		if err := s.Validate(); err != nil {
			t.Errorf("Parse returned settings that do not hold: %v", err)
		}
	})
}

func fieldNames(err error) []string {
	var fields settings.FieldErrors
	if !errors.As(err, &fields) {
		return nil
	}
	var names []string
	for _, f := range fields {
		names = append(names, f.Field)
	}
	return names
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}
