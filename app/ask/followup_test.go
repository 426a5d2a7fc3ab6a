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
		{"thanks", "Thank you!", "What is mode collapse?", "Thank you!"},
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

// Each pair is two questions that look alike: the first leans on the one before, the second is complete.
func TestLeans(t *testing.T) {
	pairs := []struct{ leaning, complete string }{
		{"Why is it important?", "What is interleaving?"},
		{"What is it?", "What is a tuple?"},
		{"And the iconic one?", "What is iconic memory?"},
		{"What about lists?", "What is a list?"},
		{"How does it work?", "How does backpropagation work?"},
		{"Which one is faster?", "Which is faster, a list or a tuple?"},
		{"What is the difference?", "What is the difference between a list and a tuple?"},
		{"What are the advantages?", "What are the advantages of tuples?"},
		{"An example?", "Can you give me an example of recursion?"},
		{"In Python?", "In simulated annealing, with which probability is a worse neighbour accepted?"},
		{"For the final exam?", "When is the final exam?"},
		{"Is that always true?", "Is it true that sleep strengthens memory?"},
		{"What does that mean?", "What does it mean that a heuristic is admissible?"},
		{"Why is that?", "Which theorem says that arithmetic is incomplete?"},
		{"Who invented it?", "Who invented the transistor?"},
		{"How long does it last?", "How long does short-term memory last?"},
		{"How many of them are there?", "How many kinds of memory are there?"},
		{"Is there another one?", "Is there a bonus for participation?"},
		{"Do they change?", "Can tuples be changed after they are created?"},
		{"What is their purpose?", "How does a neural network learn its weights?"},
		{"What does this do?", "Who teaches this course?"},
		{"Why does this happen?", "What happens to a list if I sort it?"},
		{"How do I do that?", "How do I sort a list so that it starts with the largest?"},
		{"Why not?", "Why would I not use a list?"},
		{"The iconic one?", "the spacing effect"},
		{"The advantages?", "the mitochondrion"},
		{"Die anderen?", "die vollständige Induktion"},
		{"Which is better?", "Is it better to sleep before an exam?"},
		{"And how does the other penalty look?", "So what is interleaving?"},
		{"What does the other penalty do?", "In which order do the two penalties apply, and which one is applied first?"},
		{"Can you explain that again?", "Explain interleaving"},
		{"How much?", "How much is the homework worth?"},
		{"Will those stored results still be there?", "Will stored results survive a crash?"},
		{"What is the second one?", "interleaving"},
		{"Is he still alive?", "Is Ebbinghaus still alive?"},

		{"Warum ist das so?", "Was ist Interleaving?"},
		{"Was bedeutet das?", "Was bedeutet es, dass eine Heuristik zulässig ist?"},
		{"Und das ikonische?", "Was ist das ikonische Gedächtnis?"},
		{"Wie funktioniert es?", "Wie funktioniert die Breitensuche?"},
		{"Wer hat sie erfunden?", "Was verstehen Sie unter Überanpassung?"},
		{"Wie viele davon?", "Wie viele Arten von Gedächtnis gibt es?"},
		{"Was ist der Unterschied?", "Was ist der Unterschied zwischen starker und schwacher KI?"},
		{"Ein Beispiel?", "Nenne ein Beispiel für eine Heuristik."},
		{"Was ist mit Listen?", "Was ist mit Kantenkonsistenz gemeint?"},
		{"Was bewirkt dabei ein größeres Lambda?", "Was bewirkt ein größeres Lambda?"},
		{"Ist diese Suche vollständig?", "Wann ist die Klausur in diesem Kurs?"},
		{"Welche ist schneller?", "Welche Suche ist schneller, die Tiefensuche oder die Breitensuche?"},
		{"Warum?", "Warum schlafen wir?"},
		{"Wozu dient sie?", "Wozu dient eine Heuristik, wenn sie nicht zulässig ist?"},
		{"Was kann man dagegen tun?", "Was kann man gegen Überanpassung tun?"},
		{"Gilt das auch für Listen?", "Gilt die Bayes-Regel auch für drei Variablen?"},
		{"Was sind ihre Nachteile?", "Wie lernt ein Netz seine Gewichte?"},
		{"Wie lange?", "Wie lange dauert die Klausur?"},
		{"Und die andere?", "Geht es in Woche 3 um Schlaf?"},
		{"Wer hat das erfunden?", "Wie funktioniert das Netz?"},
		{"Kannst du das genauer erklären?", "Was bewirkt das Lambda?"},
		{"Was ist das Gegenteil?", "Was ist das Gegenteil von Überanpassung?"},
		{"What should I use instead?", "Why do we use a proxy instead of the API?"},
		{"Which paper introduced it?", "What did the inventor of softmax say it should have been called?"},
		{"Who gave these talks?", "Can I reuse these lectures for my own course?"},
		{"What is this failure called?", "My generator always draws the same picture. What is this failure called?"},
		{"Ist es schneller?", "Ist es erlaubt, ein Skript in die Klausur mitzunehmen?"},
	}
	for _, p := range pairs {
		if !leans(p.leaning) {
			t.Errorf("%q does not lean", p.leaning)
		}
		if leans(p.complete) {
			t.Errorf("%q leans", p.complete)
		}
	}
}

func TestAsksNothing(t *testing.T) {
	for _, s := range []string{
		"hi", "Hello!", "thanks", "Thank you very much!", "Why?", "what is it?", "???", "ok", "Guten Morgen",
		"Hallo", "Danke dir!", "Warum?", "Was ist das?", "WHY?", "谢谢", "What does that mean?", "what do you mean", "What Does It Mean?",
		"What may I do?", "Was soll ich machen?", "OK, what now?",
	} {
		if !asksNothing(s) {
			t.Errorf("%q is taken for a question", s)
		}
	}
	for _, s := range []string{
		"interleaving", "What is R?", "What is A*?", "What does if do?", "what does %>% do", "What is IT?", "What does `is` do?", "Was ist KI?",
		"What is the mean?", "Explain the mean.", "explain mean", "mean", "What is the will?", "What is a good?", "What does super do?", "When is May?",
		"Was ist das Ich?", "Was ist das Es?", "Was macht das Ich?", "was ist das ich", "And the mean?", "What is A?", "Who is the WHO?",
		"What is for?", "Wozu dient Schlaf?", "thanks to whom do we know DNA?", "good practice", "What is 42?", "什么是记忆?",
	} {
		if asksNothing(s) {
			t.Errorf("%q is taken for nothing", s)
		}
	}
}
