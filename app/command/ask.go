package command

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ibid/app"
	"ibid/app/ask"
)

func (s *session) askCommand() *cobra.Command {
	f := &questionFlags{}
	var model string
	cmd := &cobra.Command{
		Use:   "ask QUESTION",
		Short: "Answer from the material, each claim cited",
		Long:  "Answer from the material, each claim cited.\n\n" + batchHelp,
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			q, err := f.read(args)
			if err != nil {
				return err
			}
			if !app.KnownModel(model) {
				return usageError{fmt.Errorf("unknown model %q: choose auto, local, ollama:NAME or openrouter:NAME", model)}
			}
			request := func(q question) app.AskRequest {
				return app.AskRequest{Question: q.text, Previous: q.previous, Filter: q.filter, Model: model, Limit: f.limit}
			}
			return s.withApp(cmd.Context(), func(a *app.App) error {
				if f.batch != "" {
					return batch(cmd.Context(), s, f.batch, q.filter, func(q question) (app.Answer, error) {
						return a.Ask(cmd.Context(), request(q), quietly)
					})
				}
				return s.ask(cmd.Context(), a, request(q))
			})
		},
	}
	f.bind(cmd.Flags(), 0, "passages that the writer gets at most (what the settings say)")
	cmd.Flags().StringVar(&model, "model", "auto", "auto, local, ollama:NAME or openrouter:NAME")
	return cmd
}

// quietly takes no notice of the steps of an answer.
func quietly(ask.Event) error { return nil }

// ask streams an answer to a person, or prints the whole of it for a program.
func (s *session) ask(ctx context.Context, a *app.App, r app.AskRequest) error {
	on := quietly
	streamed := ""
	if !s.json {
		var silence *time.Timer
		defer func() { stopTelling(silence) }()
		on = func(ev ask.Event) error {
			if ev.Sources != nil && silence == nil && !s.quiet { // a model is looked for, and gets them
				silence = s.tellSilence()
			}
			if ev.Text != "" {
				stopTelling(silence)
			}
			streamed += ev.Text
			_, err := fmt.Fprint(s.Stdout, ev.Text)
			return err
		}
	}
	x, err := a.Ask(ctx, r, on)
	if err != nil {
		return err
	}
	if s.json && x.Stopped {
		return ctx.Err() // half an answer reads like a whole one to a program
	}
	if s.json {
		err = s.print(x)
	} else {
		err = s.printAnswer(x, streamed)
	}
	switch {
	case err != nil:
		return err
	case x.Stopped:
		return ctx.Err()
	case !x.Answered:
		return exit(ExitNotInSource)
	}
	return nil
}

// silentFor is how long a person looks at nothing before they are told why.
const silentFor = 3 * time.Second

// tellSilence says after a while what is waited for.
func (s *session) tellSilence() *time.Timer {
	return time.AfterFunc(silentFor, func() {
		fmt.Fprintln(s.Stderr, "Waiting for the model that writes the answer. On a slow computer its first word takes minutes.")
	})
}

func stopTelling(silence *time.Timer) {
	if silence != nil {
		silence.Stop()
	}
}

// printAnswer writes what follows the streamed text: the places, or the refusal. An answer that turned out otherwise than
// it was streamed (taken back, or put in order) is written once more.
func (s *session) printAnswer(x app.Answer, streamed string) error {
	if streamed != "" {
		fmt.Fprintln(s.Stdout)
	}
	for _, n := range x.Notices {
		fmt.Fprintln(s.Stderr, n.Text)
	}
	if r := x.Refusal; r != nil {
		if strings.TrimSpace(streamed) != "" && strings.TrimSpace(streamed) != r.Reason {
			fmt.Fprintln(s.Stdout, "\nThe above is taken back: the material does not support it.")
		}
		fmt.Fprintln(s.Stdout, r.Reason)
		for i, p := range r.Closest {
			if i == 0 {
				fmt.Fprintln(s.Stdout, "\nClosest places:")
			}
			fmt.Fprintf(s.Stdout, "  - %s\n%s\n", shownLine(p), indent(excerpt(p.Text, 160), "      "))
		}
		if len(r.NotIndexed) > 0 {
			fmt.Fprintf(s.Stdout, "\nNot searched yet: %s\n", strings.Join(r.NotIndexed, ", "))
		}
		if len(r.OtherModules) > 0 {
			fmt.Fprintf(s.Stdout, "\nOther modules that may have it: %s\n", strings.Join(r.OtherModules, ", "))
		}
		return nil
	}
	if strings.TrimSpace(streamed) != strings.TrimSpace(x.Answer) {
		fmt.Fprintf(s.Stdout, "\n%s\n", x.Answer)
	}
	for _, part := range x.Sentences {
		if part.Support == string(ask.No) {
			fmt.Fprintf(s.Stdout, "\nNot supported by the material: %s\n", strings.TrimSpace(part.Text))
		}
	}
	fmt.Fprintln(s.Stdout)
	for _, c := range x.Citations {
		line := fmt.Sprintf("[%d] %s\n", c.N, shownLine(c.Place))
		if x.Mode != ask.Extractive { // an answer of quotes has them all in it
			line += indent("“"+strings.TrimSpace(c.Quote)+"”", "    ") + "\n"
		}
		if _, err := fmt.Fprint(s.Stdout, line); err != nil {
			return err
		}
		s.printAlso(c.Place, "    ")
	}
	return nil
}
