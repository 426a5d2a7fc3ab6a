package app

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"ibid/store"
)

// target is what an ibid: address points at.
type target struct {
	module, doc string
	page        int     // page or slide; 0 = none given
	seconds     float64 // -1 = none given
	heading     string
	passage     string // the passage itself, where the place alone does not tell it
}

// parseLink reads an ibid: address. isLink is false for anything that is not one.
func parseLink(s string) (t target, isLink bool, err error) {
	if !strings.HasPrefix(s, "ibid:") {
		return target{}, false, nil
	}
	u, err := url.Parse(s)
	if err != nil || u.Path != "/open" {
		return target{}, true, problem("invalid_input", "not an address of Ibid")
	}
	q := u.Query()
	t = target{module: q.Get("module"), doc: q.Get("doc"), heading: q.Get("heading"), passage: q.Get("passage"), seconds: -1}
	for _, key := range []string{"page", "slide"} {
		if v := q.Get(key); v != "" {
			if t.page, err = strconv.Atoi(v); err != nil || t.page < 1 {
				return target{}, true, problem("invalid_input", fmt.Sprintf("%s=%s", key, v))
			}
		}
	}
	if v := q.Get("t"); v != "" {
		if t.seconds, err = strconv.ParseFloat(v, 64); err != nil || t.seconds < 0 {
			return target{}, true, problem("invalid_input", "t="+v)
		}
	}
	return t, true, nil
}

// find returns the passage at the place; an address without a place means the start of the document. Passages of a recording
// overlap and touch: the one that began last is meant.
func (t target) find(passages []store.Passage) (found store.Passage, ok bool) {
	if i := slices.IndexFunc(passages, func(p store.Passage) bool { return t.passage != "" && p.ID == t.passage }); i >= 0 {
		return passages[i], true
	}
	for _, p := range passages {
		if t.matches(p) && (!ok || t.seconds >= 0 && p.Start > found.Start) {
			found, ok = p, true
		}
	}
	return found, ok
}

// matches says whether a passage is at the place.
func (t target) matches(p store.Passage) bool {
	switch {
	case t.page > 0:
		return p.Page == t.page || p.First > 0 && p.First <= t.page && t.page < p.Page
	case t.seconds >= 0:
		return p.Start <= t.seconds && t.seconds <= p.End
	case t.heading != "":
		return p.Heading == t.heading
	}
	return true
}

// isWebAddress says whether an address may be handed to the browser.
func isWebAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}
