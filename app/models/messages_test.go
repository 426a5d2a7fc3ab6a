package models_test

import (
	"strings"
	"testing"

	"ibid/app/models"
)

func TestEstimateIsOnTheHighSide(t *testing.T) {
	// Counted by Ollama with gemma3:270m; the last three are about what common vocabularies take.
	tests := []struct {
		text string
		real int
	}{
		{"The hippocampus binds what was encoded together and replays it during slow-wave sleep.", 17},
		{"Größere Abstände zwischen den Wiederholungen helfen dem Gedächtnis mehr.", 19},
		{"间隔效应", 2},
		{"for i := 0; i < n; i++ { sum += a[i] }", 20},
		{"α-Amylase spaltet 1,4-glykosidische Bindungen; pH 6,7–7,0.", 29},
		{"التعلم الموزع أفضل من التكديس", 12},
		{"The quick brown fox jumps over the lazy dog.", 10},
		{"def f(x):\n    return x[1] + 2 * (y - 3)", 18},
		{"天空是蓝色的,水是湿的。", 11},
		{"", 0},
	}
	for _, tt := range tests {
		got := models.EstimateTokens(tt.text)
		if got < tt.real || got > 3*tt.real {
			t.Errorf("%q: %d, really %d", tt.text, got, tt.real)
		}
	}
	one := models.EstimatePrompt([]models.Message{{Role: models.RoleUser, Content: strings.Repeat("a", 30)}})
	if one <= 10 {
		t.Errorf("a message costs nothing: %d", one)
	}
}
