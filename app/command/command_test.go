package command

import (
	"slices"
	"testing"
)

// A second start hands over its whole command line: only what is not an option is for the window.
func TestPlaces(t *testing.T) {
	for _, tt := range []struct{ args, want []string }{
		{nil, nil},
		{[]string{"/courses/law"}, []string{"/courses/law"}},
		{[]string{"--data", "/data", "--offline", "/courses/law"}, []string{"/courses/law"}},
		{[]string{"ibid:///open?doc=x", "--data=/data"}, []string{"ibid:///open?doc=x"}},
		{[]string{"--nonsense", "/courses/law"}, nil},
	} {
		if got := Places(tt.args); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.args, got, tt.want)
		}
	}
}
