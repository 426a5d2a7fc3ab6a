package models_test

import (
	"testing"

	"ibid/app/models"
)

var (
	_ models.Generator = (*models.Ollama)(nil)
	_ models.Generator = (*models.OpenRouter)(nil)
	_ models.Keys      = models.SystemKeys{}
)

func TestChoose(t *testing.T) {
	const gb = 1 << 30
	small := models.Model{Name: "gemma3:1b", Size: gb}
	middle := models.Model{Name: "qwen3:4b", Size: 2600 << 20}
	large := models.Model{Name: "llama3.1:8b", Size: 5 * gb}
	larger := models.Model{Name: "gemma3:27b", Size: 17 * gb}
	coder := models.Model{Name: "qwen2.5-coder:3b", Size: 2 * gb}
	embedder := models.Model{Name: "bge-m3", Size: gb, Embeds: true}
	cloud := models.Model{Name: "gpt-oss:120b-cloud", Remote: true}
	tests := []struct {
		name string
		list []models.Model
		want string
	}{
		{"the largest comfortable one", []models.Model{small, large, middle, coder}, middle.Name},
		{"only large ones", []models.Model{larger, large}, large.Name},
		{"one that cannot write, one elsewhere", []models.Model{embedder, cloud, coder, small}, small.Name},
		{"none", []models.Model{embedder, cloud}, ""},
	}
	for _, tt := range tests {
		if got, ok := models.Choose(tt.list); got.Name != tt.want || ok != (tt.want != "") {
			t.Errorf("%s: %q %v, want %q", tt.name, got.Name, ok, tt.want)
		}
	}
}
