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

// empties are the fixed sentences for what asks nothing.
var empties = map[string]string{
	"en": "There is nothing to look for in this. Ask about something in your material, in a few words.",
	"de": "Darin steht nichts, wonach sich suchen lässt. Frag in ein paar Worten nach etwas aus deinem Material.",
	"fr": "Il n'y a rien à chercher là-dedans. Demande en quelques mots quelque chose de tes documents.",
	"es": "Aquí no hay nada que buscar. Pregunta con unas palabras por algo de tu material.",
	"it": "Qui non c'è niente da cercare. Chiedi in poche parole qualcosa del tuo materiale.",
	"pt": "Não há aqui nada para procurar. Pergunta em poucas palavras por algo do teu material.",
	"nl": "Hier valt niets in te zoeken. Vraag in een paar woorden naar iets uit je materiaal.",
	"zh": "这里没有可以查找的内容。请用几个词提出有关资料的问题。",
	"ja": "検索できる言葉がありません。資料について、いくつかの言葉で質問してください。",
	"ru": "Здесь нечего искать. Спроси в нескольких словах о чём-нибудь из своих материалов.",
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

func emptyIn(lang string) string {
	if s, ok := empties[lang]; ok {
		return s
	}
	return empties["en"]
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
