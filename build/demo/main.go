// Command demo does the main job of Ibid on the sample course and checks the result: it makes modules of two folders, waits
// until they are ready, asks five questions and compares the places that the answers cite with those that are right.
//
//	demo PROGRAM SAMPLE
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// place is a place as the program prints it, and as the questions expect it.
type place struct {
	Module string   `json:"module"`
	Doc    string   `json:"doc"`
	Page   int      `json:"page"`
	Slide  int      `json:"slide"`
	Start  *float64 `json:"start"` // seconds
	End    *float64 `json:"end"`   // seconds
	Head   string   `json:"heading"`
	N      int      `json:"n"`
	Quote  string   `json:"quote"`
}

// question is a line of questions.jsonl.
type question struct {
	ID       string  `json:"id"`
	Question string  `json:"question"`
	Says     string  `json:"says"`   // words that a quote must have
	Expect   []place `json:"expect"` // each must be cited
	Refuse   bool    `json:"refuse"` // the material does not answer
}

// answer is what the program prints.
type answer struct {
	Answered  bool    `json:"answered"`
	Answer    string  `json:"answer"`
	Citations []place `json:"citations"`
	Refusal   struct {
		Reason  string  `json:"reason"`
		Closest []place `json:"closest"`
	} `json:"refusal"`
	TookMS float64 `json:"took_ms"`
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: demo PROGRAM SAMPLE")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func run(program, sample string) error {
	data, err := os.MkdirTemp("", "ibid-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(data)
	d := demo{program: program, data: data}
	started := time.Now()
	entries, err := os.ReadDir(sample)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		if err := d.show("add", filepath.Join(sample, e.Name()), "--wait"); err != nil {
			return fmt.Errorf("make a module of %s: %w", e.Name(), err)
		}
	}
	fmt.Printf("\nIndexed in %.1f s. The answers below are quoted from the material, without any other program.\n", time.Since(started).Seconds())
	questions, err := readQuestions(filepath.Join(sample, "questions.jsonl"))
	if err != nil {
		return err
	}
	wrong := 0
	for _, q := range questions {
		ok, err := d.ask(q)
		if err != nil {
			return err
		}
		if !ok {
			wrong++
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d of %d questions were not answered as they should be", wrong, len(questions))
	}
	fmt.Printf("\nAll %d questions were answered as they should be, %.1f s in all.\n", len(questions), time.Since(started).Seconds())
	return nil
}

// demo runs the program on a data folder of its own.
type demo struct{ program, data string }

func (d demo) command(args ...string) *exec.Cmd {
	cmd := exec.Command(d.program, append(args, "--data", d.data, "--offline")...)
	cmd.Stderr = os.Stderr
	return cmd
}

// show runs a command and lets the student see what it says.
func (d demo) show(args ...string) error {
	cmd := d.command(args...)
	cmd.Stdout = os.Stdout
	return cmd.Run()
}

// ask asks a question, prints the answer and says whether it is as expected.
func (d demo) ask(q question) (bool, error) {
	fmt.Printf("\n── %s\n", q.Question)
	out, err := d.command("ask", "--model", "local", "--json", q.Question).Output()
	var failed *exec.ExitError
	if err != nil && !(errors.As(err, &failed) && failed.ExitCode() == 3) { // 3 = not in the material
		return false, fmt.Errorf("ask %q: %w", q.Question, err)
	}
	var x answer
	if err := json.Unmarshal(out, &x); err != nil {
		return false, fmt.Errorf("ask %q: %w", q.Question, err)
	}
	if !x.Answered {
		fmt.Println("   " + x.Refusal.Reason)
		for _, c := range x.Refusal.Closest {
			fmt.Println("   closest:", c)
		}
	} else {
		fmt.Println("   " + strings.ReplaceAll(x.Answer, "\n", "\n   "))
		for _, c := range x.Citations {
			fmt.Printf("   [%d] %s\n       “%s”\n", c.N, c, strings.Join(strings.Fields(c.Quote), " "))
		}
	}
	if why := q.check(x); why != "" {
		fmt.Println("   ✗", why)
		return false, nil
	}
	fmt.Printf("   ✓ as expected (%.0f ms)\n", x.TookMS)
	return true, nil
}

// check says what is wrong with an answer; "" when nothing is.
func (q question) check(x answer) string {
	if q.Refuse {
		if x.Answered {
			return "the material does not answer this, so it should have been refused"
		}
		return ""
	}
	if !x.Answered {
		return "the material answers this, so it should not have been refused"
	}
	for _, want := range q.Expect {
		found := false
		for _, c := range x.Citations {
			found = found || want.covers(c)
		}
		if !found {
			return "not cited: " + want.String()
		}
	}
	for _, c := range x.Citations {
		if strings.Contains(strings.Join(strings.Fields(c.Quote), " "), q.Says) {
			return ""
		}
	}
	return fmt.Sprintf("no quote says %q", q.Says)
}

// covers says whether a cited place is the expected one.
func (p place) covers(c place) bool {
	if p.Doc != c.Doc || slug(p.Module) != c.Module || p.Page != c.Page || p.Slide != c.Slide {
		return false
	}
	if p.Start != nil {
		return c.Start != nil && *c.Start <= *p.End && *c.End >= *p.Start
	}
	return p.Head == "" || strings.HasSuffix(c.Head, p.Head)
}

// slug is the id that a module of this name gets.
func slug(name string) string { return strings.ToLower(strings.ReplaceAll(name, " ", "-")) }

func (p place) String() string {
	switch {
	case p.Page > 0:
		return fmt.Sprintf("%s, page %d", p.Doc, p.Page)
	case p.Slide > 0:
		return fmt.Sprintf("%s, slide %d", p.Doc, p.Slide)
	case p.Start != nil:
		return fmt.Sprintf("%s, %d:%02d", p.Doc, int(*p.Start)/60, int(*p.Start)%60)
	case p.Head != "":
		return p.Doc + ", " + p.Head
	}
	return p.Doc
}

func readQuestions(name string) ([]question, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var out []question
	lines := bufio.NewScanner(bytes.NewReader(b))
	for lines.Scan() {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var q question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out = append(out, q)
	}
	return out, lines.Err()
}
