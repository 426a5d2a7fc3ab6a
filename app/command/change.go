package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"ibid/app"
	"ibid/app/web"
)

// change is a command that changes something and says so in one line.
func (s *session) change(use, short string, args cobra.PositionalArgs, do func(a *app.App, args []string) (string, error)) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Args: args,
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.withApp(cmd.Context(), func(a *app.App) error {
				said, err := do(a, args)
				if err != nil {
					return err
				}
				if s.json {
					return s.print(map[string]string{"done": said})
				}
				_, err = fmt.Fprintln(s.Stdout, said)
				return err
			})
		},
	}
}

func (s *session) removeCommand() *cobra.Command {
	var yes, conversations bool
	cmd := s.change("remove MODULE [PATH|URL]", "Forget a module, or leave out one file of it; your files are not touched", takes(1, 2),
		func(a *app.App, args []string) (string, error) {
			if len(args) == 2 && web.IsAddress(args[1]) {
				return fmt.Sprintf("%s: removed, and its snapshot with it.", args[1]), a.Exclude(args[0], args[1])
			}
			if len(args) == 2 {
				return fmt.Sprintf("%s: left out from now on; only its path is kept.", args[1]), a.Exclude(args[0], args[1])
			}
			if !yes {
				return "", usageError{fmt.Errorf("removing %q forgets everything read from it, but not the answers in your conversations that quote it, unless you add --conversations; say --yes if you mean it (your files stay)", args[0])}
			}
			return removeModule(a, args[0], conversations)
		})
	cmd.Long = cmd.Short + ".\n\nAnswers in the conversations of the window keep what they quote of a module that is removed, until you delete the conversation."
	cmd.Flags().BoolVar(&yes, "yes", false, "do it without asking")
	cmd.Flags().BoolVar(&conversations, "conversations", false, "delete the conversations that quote the module, too")
	return cmd
}

// removeModule forgets a module and says what is left of it. The conversations go first: the module is still known if that fails.
func removeModule(a *app.App, module string, conversations bool) (string, error) {
	quoting, err := a.Quoting(module)
	if err != nil {
		return "", err
	}
	said := module + ": removed. Your files are where they were."
	switch {
	case len(quoting) > 0 && conversations:
		said += " Deleted with it: " + count(len(quoting), "conversation") + "."
	case len(quoting) > 0:
		said += " Its text is still quoted in " + count(len(quoting), "conversation") + ", which you can delete in the window."
	}
	for _, id := range quoting {
		if !conversations {
			break
		}
		if err := a.DeleteConversation(id); err != nil {
			return "", err
		}
	}
	return said, a.RemoveModuleNow(module)
}

func (s *session) renameCommand() *cobra.Command {
	return s.change("rename MODULE NEW", "Give a module another name", takes(2, 2), func(a *app.App, args []string) (string, error) {
		return fmt.Sprintf("%s is now called %s.", args[0], args[1]), a.RenameModule(args[0], args[1])
	})
}

func (s *session) pauseCommand() *cobra.Command {
	return s.change("pause [MODULE]", "Stop reading a module's folder (all of them without a name)", takes(0, 1), func(a *app.App, args []string) (string, error) {
		return "Paused. What is indexed stays searchable.", pauseAll(a, args, true)
	})
}

func (s *session) resumeCommand() *cobra.Command {
	return s.change("resume [MODULE]", "Go on reading a module's folder (all of them without a name)", takes(0, 1), func(a *app.App, args []string) (string, error) {
		return "Resumed.", pauseAll(a, args, false)
	})
}

func pauseAll(a *app.App, modules []string, paused bool) error {
	modules, err := namedOrAll(a, modules)
	if err != nil {
		return err
	}
	for _, m := range modules {
		if err := a.PauseModule(m, paused); err != nil {
			return err
		}
	}
	return nil
}
