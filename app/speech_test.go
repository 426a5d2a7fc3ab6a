package app

import (
	"cmp"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/ingest/extract"
	"ibid/store"
)

// hear reads a recording as the app does.
func hear(t testing.TB, a *App, path string) (extract.Text, error) {
	t.Helper()
	return extract.NewReader(extract.Options{Speech: a.listener}).Read(t.Context(), path)
}

// withSpeech is an app over the models of the set-up, whose folder is searched for programs too.
func withSpeech(t testing.TB) *App {
	t.Helper()
	assets := cmp.Or(os.Getenv("IBID_ASSETS"), filepath.Join("..", "build", "assets"))
	if _, err := os.Stat(filepath.Join(assets, "models.json")); err != nil {
		t.Skip("the models are not set up: run make setup")
	}
	a, err := Open(t.Context(), Options{DataDir: t.TempDir(), Assets: os.DirFS(assets)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Stop)
	return a
}

// spokenWords are the words of a text as they are compared: in small letters, without marks.
func spokenWords(text string) []string {
	return wordOf.FindAllString(strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(text, "-", " "), "’", "'")), -1)
}

var wordOf = regexp.MustCompile(`[a-z0-9']+`)

// align compares two lists of words: how many have to be changed, added or dropped, and which of got stands for each of want (-1 =
// none).
func align(want, got []string) (wrong int, at []int) {
	cost := make([][]int, len(want)+1)
	for i := range cost {
		cost[i] = make([]int, len(got)+1)
		for j := range cost[i] {
			switch {
			case i == 0 || j == 0:
				cost[i][j] = i + j
			default:
				same := cost[i-1][j-1]
				if want[i-1] != got[j-1] {
					same++
				}
				cost[i][j] = min(same, cost[i-1][j]+1, cost[i][j-1]+1)
			}
		}
	}
	at = make([]int, len(want))
	for i, j := len(want), len(got); i > 0; {
		switch {
		case j > 0 && cost[i][j] == cost[i][j-1]+1:
			j--
		case j == 0 || cost[i][j] == cost[i-1][j]+1:
			i--
			at[i] = -1
		default:
			i, j = i-1, j-1
			at[i] = j
		}
	}
	return cost[len(want)][len(got)], at
}

// TestHearSample listens to the first minute of the lecture of the sample course and compares it with its subtitles. It is spoken by
// a machine, of which a model that was taught by people understands less.
func TestHearSample(t *testing.T) {
	a := withSpeech(t)
	lecture := filepath.Join("..", "build", "sample", "How memory works", "Lecture 3 - Sleep and memory")
	data, err := os.ReadFile(lecture + ".mp3")
	if err != nil {
		t.Fatal(err)
	}
	minute := filepath.Join(t.TempDir(), "minute.mp3")
	if err := os.WriteFile(minute, data[:60*32_000/8], 0o600); err != nil {
		t.Fatal(err)
	}
	compareWithSubtitles(t, a, minute, lecture+".vtt", 0.25)
}

// compareWithSubtitles hears a recording: no more than a share of the words is wrong, and where a cue of the subtitles and one of
// ours begin with the same word, nineteen of twenty begin within two seconds.
func compareWithSubtitles(t *testing.T, a *App, recording, subtitles string, wrongWords float64) {
	t.Helper()
	began := time.Now()
	text, err := hear(t, a, recording)
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(began).Seconds()
	truth, err := extract.NewReader(extract.Options{}).Read(t.Context(), subtitles)
	if err != nil {
		t.Fatal(err)
	}
	length := text.Pages[0].Blocks[len(text.Pages[0].Blocks)-1].End
	words := func(text extract.Text) (all []string, starts map[int]float64) {
		starts = map[int]float64{}
		for _, b := range text.Pages[0].Blocks {
			if b.End > length {
				break // subtitles of more than was heard
			}
			starts[len(all)] = b.Start
			all = append(all, spokenWords(text.Pages[0].Text[b.From:b.To])...)
		}
		return all, starts
	}
	want, starts := words(truth)
	got, ours := words(text)
	wrong, at := align(want, got)
	var off []float64
	for i, start := range starts {
		if i < len(at) && at[i] >= 0 {
			if our, ok := ours[at[i]]; ok {
				off = append(off, math.Abs(our-start))
			}
		}
	}
	slices.Sort(off)
	if len(off) < 3 {
		t.Fatalf("only %d cues begin together", len(off))
	}
	p95 := off[len(off)*95/100]
	t.Logf("%s: %d of %d words wrong (%.1f %%); %d starts, p95 off by %.2f s; %.0f s of sound in %.0f s", filepath.Base(recording), wrong, len(want),
		100*float64(wrong)/float64(len(want)), len(off), p95, length, took)
	if share := float64(wrong) / float64(len(want)); share > wrongWords {
		t.Errorf("%.1f %% of the words are wrong", 100*share)
	}
	if p95 > 2 {
		t.Errorf("starts are off by %.2f s", p95)
	}
	if text.Unit != store.UnitTime || text.Pages[0].Doubtful || !slices.Equal(text.ReadBy, []string{"speech"}) {
		t.Errorf("unit %s, doubtful %v, read by %v", text.Unit, text.Pages[0].Doubtful, text.ReadBy)
	}
}

// TestHearCorpora measures the speech model on recordings of people.
func TestHearCorpora(t *testing.T) {
	audio := filepath.Join(cmp.Or(os.Getenv("IBID_SHARED"), filepath.Join("..", "..", "shared")), "corpora", "audio")
	list, err := os.Open(filepath.Join(audio, "transcripts.tsv"))
	if err != nil {
		t.Skip("no shared recordings; set IBID_SHARED to their folder")
	}
	defer list.Close()
	rows := csv.NewReader(list)
	rows.Comma, rows.LazyQuotes = '\t', true
	table, err := rows.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	a := withSpeech(t)
	wrong, all := 0, 0
	for _, row := range table[1:] {
		path := filepath.Join(audio, filepath.FromSlash(row[0]))
		if _, err := os.Stat(path); err != nil || !strings.HasPrefix(row[0], "ljspeech/") || raced && all > 0 {
			continue
		}
		text, err := hear(t, a, path)
		if err != nil {
			t.Errorf("%s: %v", row[0], err)
			continue
		}
		want := spokenWords(row[6])
		n, _ := align(want, spokenWords(text.Pages[0].Text))
		wrong, all = wrong+n, all+len(want)
	}
	if all == 0 {
		t.Fatal("no recordings of people")
	}
	share := float64(wrong) / float64(all)
	t.Logf("ljspeech: %d of %d words wrong (%.1f %%)", wrong, all, 100*share)
	if share > 0.10 {
		t.Errorf("%.1f %% of the words are wrong", 100*share)
	}
	if longform := filepath.Join(audio, "longform-derived", "LJ001_1-32"); !raced {
		compareWithSubtitles(t, a, longform+".mp3", longform+".vtt", 0.10)
	}

	if text, err := hear(t, a, filepath.Join(audio, "aeneas", "multilang", "es.mp3")); err != nil || !text.Pages[0].Doubtful {
		t.Errorf("Spanish is not doubtful: %v", err)
	}
	for name, want := range map[string]string{
		"mono.empty.wav": extract.Empty, "mono.zero.wav": extract.Empty, "mono.invalid.wav": extract.Damaged,
		"nonspeech-only.wav": extract.NoSpeech, "silent_1s.wav": extract.NoSpeech,
	} {
		if _, err := hear(t, a, filepath.Join(audio, "broken", name)); extract.Code(err) != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

// TestNotHeard: a build without models says so, once and for all.
func TestNotHeard(t *testing.T) {
	a, err := Open(t.Context(), Options{DataDir: t.TempDir(), Assets: os.DirFS(t.TempDir())})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Stop()
	_, err = hear(t, a, filepath.Join("..", "ingest", "extract", "testdata", "recordings", "tones.flac"))
	if extract.Code(err) != extract.NotHeard {
		t.Errorf("error %v", err)
	}
}
