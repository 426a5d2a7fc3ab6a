package models

import "strings"

// EmbedderName is the embedder of a vector space in words, by the identity of the space.
func EmbedderName(identity string) string {
	switch setting := EmbedderOf(identity); setting {
	case "":
		return identity
	case "local":
		return localName + " (in Ibid)"
	default:
		return strings.TrimPrefix(setting, "ollama:") + " (Ollama)"
	}
}

// EmbedderOf gives the setting that stands for the embedder of a vector space, by the identity of the space: "local" or
// "ollama:NAME"; "" for an identity that no embedder of this package has.
func EmbedderOf(identity string) string {
	if strings.HasPrefix(identity, localName+"/") {
		return "local"
	}
	rest, ok := strings.CutPrefix(identity, "ollama:")
	parts := strings.Split(rest, "/") // a model's name may hold slashes; digest, dimension and prefix hold none
	if !ok || len(parts) < 4 {
		return ""
	}
	return "ollama:" + strings.TrimSuffix(strings.Join(parts[:len(parts)-3], "/"), ":latest")
}
