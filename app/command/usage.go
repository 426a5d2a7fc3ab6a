package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageError is a command that was written wrongly.
type usageError struct{ error }

// takes checks the number of arguments, and says how the command is written when it is not right.
func takes(from, to int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < from || len(args) > to {
			return usageError{fmt.Errorf("write it as: %s", cmd.UseLine())}
		}
		if slices.ContainsFunc(args, isBlank) {
			return usageError{fmt.Errorf("an argument is empty; write it as: %s", cmd.UseLine())}
		}
		return nil
	}
}

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// filledFlags refuses a flag that is given without a value, as a script does whose variable is not set: it would mean all modules, or
// another data folder. A question may have none before it.
func filledFlags(cmd *cobra.Command, _ []string) error {
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		if f.Name != "previous" && slices.ContainsFunc(values, isBlank) {
			err = usageError{fmt.Errorf("--%s is empty", f.Name)}
		}
	})
	return err
}

// flagWords is what is wrong with a flag, in words; what the parser of a value says is written for programmers.
func flagWords(err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	wanted := "a whole number, such as 3"
	if invalid.GetFlag().Value.Type() == "bool" {
		wanted = "true, false or nothing"
	}
	return fmt.Errorf("--%s %q: write %s", invalid.GetFlag().Name, invalid.GetValue(), wanted)
}
