package models

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"image"
	"image/jpeg"
	"strings"
)

const (
	// lookTokens bounds what a model says of a page: a full one has about a thousand words.
	lookTokens = 2048
	// lookBytes ends a model that goes round in circles of long tokens.
	lookBytes = 16 << 10
	// lookQuality keeps small print legible in a third of the bytes of a lossless picture.
	lookQuality = 88
)

// nothing is what a model answers when there is nothing to say.
const nothing = "NOTHING"

const (
	transcribePrompt = `This is the picture of a page of course material that could not be read by text recognition.
Write down all text on it, exactly as it stands, in its own language and in reading order. Write each row of a table on one line, with " | " between its cells, and formulas in LaTeX.
Then describe each chart, diagram or picture on it in one to three sentences: what kind it is, how its axes and parts are labelled, and what it shows.
Say only what can be seen. Do not guess what is not legible, explain nothing, and write no introduction. If the page shows nothing, answer with the one word ` + nothing + `.`
	describePrompt = `This is the picture of a page of course material. Its running text is known already.
Describe each chart, diagram, drawing or picture on it: what kind it is, how its axes and parts are labelled, and the values and relations that it shows. One to five sentences each, in the language of the page.
Say only what can be seen. Do not repeat the running text, do not guess, explain nothing, and write no introduction. If there is nothing but text, logos or decoration, answer with the one word ` + nothing + `.`
)

// LookIdentity names the way in which Look asks: what was said in another way is not the same.
var LookIdentity = func() string {
	sum := sha256.Sum256([]byte(transcribePrompt + describePrompt))
	return hex.EncodeToString(sum[:4])
}()

var errEnough = errors.New("enough was said")

// Look has a model say what the picture of a page shows: with transcribe all of it, else its figures; "" when there is nothing to say.
// What it says is text of which nothing is taken for true, and no longer than a page.
func Look(ctx context.Context, g Generator, model string, picture image.Image, transcribe bool) (string, error) {
	var encoded bytes.Buffer
	if err := jpeg.Encode(&encoded, picture, &jpeg.Options{Quality: lookQuality}); err != nil {
		return "", err
	}
	prompt := describePrompt
	if transcribe {
		prompt = transcribePrompt
	}
	var said strings.Builder
	_, err := g.Generate(ctx, model, Request{
		Messages:  []Message{{Role: RoleUser, Content: prompt, Pictures: [][]byte{encoded.Bytes()}}},
		MaxTokens: lookTokens, Temperature: new(float64),
	}, func(part string) error {
		if said.WriteString(part); said.Len() > lookBytes {
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) && !errors.Is(err, ErrLength) {
		return "", err
	}
	text := strings.TrimSpace(strings.ToValidUTF8(said.String(), ""))
	if strings.EqualFold(strings.Trim(text, " .*\"'`"), nothing) {
		return "", nil
	}
	return text, nil
}
