package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ibid/app"
	"ibid/app/web"
)

func (s *session) addCommand() *cobra.Command {
	var name, module string
	var wait, yes bool
	cmd := &cobra.Command{
		Use:   "add DIR | URL --module M",
		Short: "Make a module of a folder, or add a web page to one",
		Long: "Make a module of a folder, or add a web page to one.\n\n" +
			"A web page is fetched once and kept as a snapshot in the data folder; adding it again fetches it anew.",
		Args: takes(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			page := web.IsAddress(args[0])
			switch {
			case page && module == "":
				return usageError{errors.New("say which module the web page belongs to: ibid add URL --module M")}
			case page && (name != "" || yes):
				return usageError{errors.New("--name and --yes are for folders")}
			case !page && module != "":
				return usageError{errors.New("--module is for web pages, whose address begins with http:// or https://")}
			}
			return s.withApp(cmd.Context(), func(a *app.App) error {
				if page {
					return s.addPage(cmd.Context(), a, module, args[0], wait)
				}
				return s.add(cmd.Context(), a, args[0], name, wait, yes)
			})
		},
	}
	cmd.Flags().StringVar(&module, "module", "", "the module that a web page is added to")
	cmd.Flags().StringVar(&name, "name", "", "the module's name (else the folder's)")
	cmd.Flags().BoolVar(&wait, "wait", false, "stay until everything in it is ready, failed or skipped; exit code 4 if not all could be read")
	cmd.Flags().BoolVar(&yes, "yes", false, "add it even if it is a home folder or very large")
	return cmd
}

func (s *session) add(ctx context.Context, a *app.App, dir, name string, wait, yes bool) error {
	m, err := a.AddFolder(dir, name, yes)
	if err != nil {
		return err
	}
	if !wait {
		if s.json {
			return s.print(m)
		}
		said := "added"
		if m.Known {
			said = "is a module already, and its folder is looked at again"
		}
		fmt.Fprintf(s.Stdout, "%s: %s. It is read while the window is open, or now with --wait.\n", m.Name, said)
		return nil
	}
	m, err = s.await(ctx, a, m.Module)
	if err != nil {
		return err
	}
	if s.json {
		err = s.print(m)
	} else {
		err = s.printAdded(m)
	}
	if err == nil && (m.Failed > 0 || m.State == "missing" || m.State == "paused" && m.Waiting > 0 || m.KeywordReady > 0 && a.EmbedderFails()) {
		return exit(ExitSomeFailures)
	}
	return err
}

// await has the folders read until everything in a module is ready, failed or skipped.
func (s *session) await(ctx context.Context, a *app.App, module string) (app.ModuleInfo, error) {
	if err := a.Start(); err != nil {
		return app.ModuleInfo{}, err
	}
	p := newProgress(s)
	defer p.end()
	return a.WaitReady(ctx, module, p.show)
}

func countsText(m app.ModuleInfo) string {
	t := count(m.Ready, "document") + " ready, " + count(m.Passages, "passage")
	for _, part := range []struct {
		n    int
		word string
	}{{m.KeywordReady, "searchable by words only"}, {m.Waiting - m.Later, "waiting"}, {m.Later, "slow to read and last (scans, recordings)"}, {m.Failed, "failed"}, {m.Skipped, "left out"}} {
		if part.n > 0 {
			t += fmt.Sprintf(", %d %s", part.n, part.word)
		}
	}
	return t
}

// printAdded says what came of a folder, and what stands in the way of more.
func (s *session) printAdded(m app.ModuleInfo) error {
	for _, p := range m.Problems {
		fmt.Fprintf(s.Stderr, "%s. %s %s\n", p.Title, p.Detail, p.Action)
	}
	if m.State == "paused" {
		fmt.Fprintf(s.Stderr, "%s is paused: nothing of it is read until `ibid resume %s`.\n", oneLine(m.Name), m.Module)
	}
	said := countsText(m)
	if m.Documents == 0 {
		said = "There is nothing to read in this folder yet: put slides, notes or transcripts into it."
	}
	_, err := fmt.Fprintf(s.Stdout, "%s: %s\n", oneLine(m.Name), said)
	return err
}

// count is a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// progress draws one line on standard error, on a terminal over and over again, else at most every ten seconds.
type progress struct {
	s        *session
	terminal bool
	last     time.Time
	said     string
	width    int
	told     bool // that asking works already
	left     timeLeft
}

func newProgress(s *session) *progress {
	f, ok := s.Stderr.(*os.File)
	if ok {
		info, err := f.Stat()
		ok = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return &progress{s: s, terminal: ok}
}

func (p *progress) show(m app.ModuleInfo) {
	if m.Documents == 0 { // the folder has not been looked through yet
		return
	}
	line := oneLine(m.Name) + ": " + p.howFar(m)
	if m.State == "keyword-ready" && !p.told {
		p.told = true
		p.remark("You can ask already: everything that was read is found by its words. " + goesOn(m))
	}
	p.line(line)
}

func (p *progress) line(line string) {
	if p.s.quiet || line == p.said || !p.terminal && time.Since(p.last) < 10*time.Second {
		return
	}
	p.last, p.said = time.Now(), line
	if !p.terminal {
		fmt.Fprintln(p.s.Stderr, line)
		return
	}
	pad := max(0, p.width-len(line))
	p.width = len(line)
	fmt.Fprintf(p.s.Stderr, "\r%s%s", line, strings.Repeat(" ", pad))
}

func (p *progress) end() {
	if p.terminal && p.width > 0 {
		fmt.Fprintln(p.s.Stderr)
	}
}

func (s *session) modulesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "modules",
		Short: "List the modules",
		Args:  takes(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return s.withApp(cmd.Context(), func(a *app.App) error {
				modules, err := a.Modules()
				if err != nil {
					return err
				}
				s.sayNone(len(modules))
				for _, m := range modules {
					if err := s.printModule(m); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
}

// sayNone says what to do where a list is empty because there are no modules.
func (s *session) sayNone(modules int) {
	if modules == 0 && !s.json {
		fmt.Fprintln(s.Stdout, "No modules yet. Make one of a lecture folder: ibid add FOLDER --wait")
	}
}

func (s *session) printModule(m app.ModuleInfo) error {
	if s.json {
		return s.print(m)
	}
	_, err := fmt.Fprintf(s.Stdout, "%-24s %-13s %s\n%-24s %s\n", oneLine(m.Name), m.State, countsText(m), "", oneLine(m.Dir))
	for _, p := range m.Problems {
		if err == nil {
			_, err = fmt.Fprintf(s.Stdout, "%-24s %s. %s\n", "", p.Title, p.Action)
		}
	}
	return err
}

func (s *session) statusCommand() *cobra.Command {
	var problems bool
	cmd := &cobra.Command{
		Use:   "status [MODULE]",
		Short: "Every path of the modules and how far it has come",
		Args:  takes(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.withApp(cmd.Context(), func(a *app.App) error { return s.status(a, args, problems) })
		},
	}
	cmd.Flags().BoolVar(&problems, "problems", false, "only what has a problem")
	return cmd
}

func (s *session) status(a *app.App, args []string, problems bool) error {
	names, err := namedOrAll(a, args)
	if err != nil {
		return err
	}
	s.sayNone(len(names))
	shown := false
	for _, name := range names {
		docs, err := a.Documents(name)
		if err != nil {
			return err
		}
		for _, d := range docs {
			if problems && d.Problem == nil && len(d.Doubtful) == 0 {
				continue
			}
			shown = true
			if err := s.printDocument(d); err != nil {
				return err
			}
		}
	}
	if problems && !shown && len(names) > 0 && !s.json {
		fmt.Fprintln(s.Stdout, "Every file was read, and no page is doubtful.")
	}
	return nil
}

// namedOrAll is the modules that a command names, or all of them when it names none.
func namedOrAll(a *app.App, names []string) ([]string, error) {
	if len(names) > 0 {
		return names, nil
	}
	modules, err := a.Modules()
	for _, m := range modules {
		names = append(names, m.Module)
	}
	return names, err
}

func (s *session) printDocument(d app.DocumentInfo) error {
	if s.json {
		return s.print(d)
	}
	line := fmt.Sprintf("%-13s %s", d.State, oneLine(d.Doc))
	switch {
	case d.SameAs != "":
		line += "  (same as " + oneLine(d.SameAs) + ")"
	case d.Problem != nil:
		line += "  " + d.Problem.Title + ": " + d.Problem.Detail + " " + d.Problem.Action
	case d.Stage == "waits for power":
		line += "  waits for power"
	case d.Heard > 0:
		line += fmt.Sprintf("  %d %% heard", d.Heard)
	case d.Unseen > 0:
		line += "  " + count(d.Unseen, "page") + " to be read by text recognition"
		if d.Seen > 0 {
			line += fmt.Sprintf(", %d %% done", d.Seen)
		}
		if d.Passages > 0 {
			line += "; the others can be searched: " + count(d.Passages, "passage")
		}
	case d.Pages > 0:
		line += "  " + count(d.Pages, "page") + ", " + count(d.Passages, "passage")
	}
	if how := app.HowRead(d.ReadBy); how != "" && d.Passages > 0 {
		line += ", " + how
	}
	if d.Copies > 0 {
		line += fmt.Sprintf(", %d of the passages said elsewhere too", d.Copies)
	}
	for _, removed := range d.Boilerplate {
		line += fmt.Sprintf("  left out as boilerplate on %s: “%s”", count(len(removed.Pages), "page"), oneLine(removed.Text))
	}
	switch {
	case len(d.Doubtful) > 0 && d.Unit == "time":
		line += "  hard to hear, its text may be wrong"
	case len(d.Doubtful) > 0:
		line += fmt.Sprintf("  doubtful pages: %v: check in the original what is cited from them, or ask for a better copy", d.Doubtful)
	}
	if len(d.Described) > 0 {
		line += fmt.Sprintf("  pages described by a vision model: %v", d.Described)
	}
	_, err := fmt.Fprintln(s.Stdout, line)
	return err
}
