package ask

import (
	"strings"

	"ibid/store"
)

// refusals are the fixed sentences that say that the material does not answer.
var refusals = map[string]string{
	"en": "Your material does not seem to answer this question.",
	"de": "Dein Material scheint diese Frage nicht zu beantworten.",
	"fr": "Tes documents ne semblent pas répondre à cette question.",
	"es": "Tu material no parece responder a esta pregunta.",
	"it": "Il tuo materiale non sembra rispondere a questa domanda.",
	"pt": "O teu material não parece responder a esta pergunta.",
	"nl": "Je materiaal lijkt deze vraag niet te beantwoorden.",
	"zh": "你的资料似乎没有回答这个问题。",
	"ja": "あなたの資料には、この質問の答えが見当たりません。",
	"ru": "Похоже, в твоих материалах нет ответа на этот вопрос.",
}

// languages are their names for a prompt.
var languages = map[string]string{
	"en": "English", "de": "German", "fr": "French", "es": "Spanish", "it": "Italian", "pt": "Portuguese", "nl": "Dutch",
	"zh": "Chinese", "ja": "Japanese", "ru": "Russian",
}

func refusalIn(lang string) string {
	if s, ok := refusals[lang]; ok {
		return s
	}
	return refusals["en"]
}

func languageName(lang string) string {
	if s, ok := languages[lang]; ok {
		return s
	}
	return "the language of the question"
}

// declines are what models say in place of the fixed sentence; all in lower case.
var declines = []string{
	"does not seem to answer", "do not answer the question", "does not answer the question", "do not answer this question",
	"does not answer this question", "passages do not contain", "passages do not provide", "passages do not mention",
	"passages don't contain", "passages don't mention", "passages don't provide", "no information about", "no information on", "not mentioned in the",
	"cannot be answered", "can't be answered", "i cannot answer", "i can't answer", "not enough information", "not in the material",
	"beantworten die frage nicht", "beantwortet die frage nicht", "beantworten diese frage nicht", "keine informationen",
	"nicht zu beantworten", "kann nicht beantwortet werden", "geht aus den passagen nicht hervor",
	"ne répondent pas", "ne semblent pas répondre", "aucune information", "no parece responder", "no contienen", "ninguna información",
	"没有回答", "没有提到", "无法回答", "没有相关",
}

// declined says whether a model's answer is a refusal: it says so in its first sentence, and what follows is short.
func declined(written string) bool {
	text := oneLine(strings.ReplaceAll(written, "’", "'"))
	if text == "" {
		return true
	}
	first := text
	if s := sentencesOf(text, store.Span{To: len(text)}); len(s) > 0 {
		first = text[s[0].From:s[0].To]
	}
	first = strings.ToLower(first)
	for _, r := range refusals {
		if strings.Contains(first, strings.TrimRight(strings.ToLower(r), ".。")) {
			return true
		}
	}
	for _, d := range declines {
		if strings.Contains(first, d) {
			return countWords(text) < 60
		}
	}
	return false
}
