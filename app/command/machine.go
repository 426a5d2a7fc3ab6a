package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"ibid/app"
	"ibid/app/models"
)

func (s *session) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "The version of this program", Args: takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			if s.json {
				return s.print(map[string]string{"version": s.Program.Version})
			}
			_, err := fmt.Fprintln(s.Stdout, "ibid", s.Program.Version)
			return err
		},
	}
}

func (s *session) modelsCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "models", Short: "Which model does which task, and what is installed", Args: takes(0, 0), RunE: s.listModels}
	cmd.AddCommand(
		&cobra.Command{Use: "list", Short: "Which model does which task, and what is installed", Args: takes(0, 0), RunE: s.listModels},
		&cobra.Command{Use: "pull NAME", Short: "Have Ollama download a model", Args: takes(1, 1), RunE: s.pullModel},
		&cobra.Command{
			Use: "use MODEL", Short: "Choose who writes answers: auto, local, ollama:NAME or openrouter:NAME", Args: takes(1, 1),
			RunE: func(cmd *cobra.Command, args []string) error {
				return s.withApp(cmd.Context(), func(a *app.App) error {
					chosen := a.Settings()
					chosen.AnswerModel = args[0]
					if err := a.SaveSettings(chosen); err != nil {
						return err
					}
					if p := a.ModelProblem(cmd.Context(), args[0]); p != nil {
						fmt.Fprintf(s.Stderr, "%s. %s %s\n", p.Title, oneLine(p.Detail), p.Action)
					}
					if s.json {
						return s.print(map[string]string{"answer_model": args[0]})
					}
					_, err := fmt.Fprintf(s.Stdout, "Answers are written by %s from now on.\n", args[0])
					return err
				})
			},
		},
	)
	return cmd
}

func (s *session) listModels(cmd *cobra.Command, _ []string) error {
	return s.withApp(cmd.Context(), func(a *app.App) error {
		h, chosen := a.HealthContext(cmd.Context()), a.Settings()
		if s.json {
			return s.print(map[string]any{"answer_model": chosen.AnswerModel, "embedder": h.Embedder, "ollama": h.Ollama, "openrouter": h.OpenRouter})
		}
		fmt.Fprintf(s.Stdout, "answers   %s\nmeaning   %s\n", chosen.AnswerModel, h.Embedder.Name)
		if h.Ollama.Problem != nil {
			_, err := fmt.Fprintf(s.Stdout, "Ollama    %s (%s)\n", h.Ollama.Problem.Title, h.Ollama.URL)
			return err
		}
		for _, m := range h.Ollama.Models {
			note := ""
			switch {
			case m.Embeds:
				note = "  for meaning, not for answers"
			case m.Remote:
				note = "  runs on another computer"
			}
			if _, err := fmt.Fprintf(s.Stdout, "Ollama    ollama:%s  %.1f GB%s\n", m.Name, float64(m.Size)/1e9, note); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *session) pullModel(cmd *cobra.Command, args []string) error {
	return s.withApp(cmd.Context(), func(a *app.App) error {
		err := a.PullModel(cmd.Context(), args[0], func(p models.Progress) {
			if !s.quiet && p.Total > 0 {
				fmt.Fprintf(s.Stderr, "\r%s: %d of %d MB ", args[0], p.Completed/1e6, p.Total/1e6)
			}
		})
		if err != nil {
			return err
		}
		if s.json {
			return s.print(map[string]string{"pulled": args[0]})
		}
		_, err = fmt.Fprintf(s.Stdout, "\n%s is installed.\n", args[0])
		return err
	})
}
