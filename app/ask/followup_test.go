package ask

import "testing"

func TestStandalone(t *testing.T) {
	tests := []struct{ name, question, previous, want string }{
		{"first question", "What is a tuple?", "", "What is a tuple?"},
		{"stands alone", "How do I sort a dictionary by value?", "What is a tuple?", "How do I sort a dictionary by value?"},
		{"and", "And for the final one, how much time do I get?", "When is the midterm exam?",
			"And for the final one, how much time do I get? (midterm exam)"},
		{"pronoun", "Does it change the list?", "What does sort() do?", "Does it change the list? (sort)"},
		{"short", "Why?", "What is mode collapse?", "Why? (mode collapse)"},
		{"German", "Und was bewirkt dabei ein größeres Lambda?", "Woran erkenne ich Überanpassung?",
			"Und was bewirkt dabei ein größeres Lambda? (erkenne Überanpassung)"},
		{"nothing to add", "And the list?", "And the list?", "And the list?"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := standalone(tt.question, tt.previous); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
