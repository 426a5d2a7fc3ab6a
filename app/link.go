package app

import (
	"fmt"
	"net/url"
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
	t = target{module: q.Get("module"), doc: q.Get("doc"), heading: q.Get("heading"), seconds: -1}
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

// matches says whether a passage is at the place; an address without a place means the start of the document.
func (t target) matches(p store.Passage) bool {
	switch {
	case t.page > 0:
		return p.Page == t.page
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
