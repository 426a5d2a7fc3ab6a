package ask

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"ibid/store"
)

// Filter narrows what is looked through. A field that is empty does not filter; the values of one field are alternatives, and
// a document must pass every field.
type Filter struct {
	Modules   []string // ids or names
	Kinds     []string
	Docs      []string // globs over the path; '*' also crosses '/', and a pattern without '/' may match the file's name alone
	Langs     []string
	Tags      []string
	Weeks     []int
	UntilWeek int      // documents without a week pass
	Domains   []string // of web pages, with their sub-domains
	Not       *Filter  // leaves out whatever any one of its fields matches
}

// scope is a filter looked up in the store.
type scope struct {
	modules   []store.Module // never one that is being removed
	rows      []int64        // of modules
	documents []int64        // nil = all of the modules
	counted   Searched
}

// resolve looks a filter up. A module that does not exist is store.ErrNotFound.
func (f Filter) resolve(ctx context.Context, st *store.Store) (scope, error) {
	var s scope
	all, err := st.Modules(ctx)
	if err != nil {
		return s, err
	}
	wanted, err := named(all, f.Modules)
	if err != nil {
		return s, err
	}
	for _, m := range all {
		if m.RemoveAt != 0 || len(f.Modules) > 0 && !wanted[m.RowID] {
			continue
		}
		if f.Not != nil && len(f.Not.Modules) > 0 {
			unwanted, err := named(all, f.Not.Modules)
			if err != nil {
				return s, err
			}
			if unwanted[m.RowID] {
				continue
			}
		}
		s.modules = append(s.modules, m)
		s.rows = append(s.rows, m.RowID)
	}
	return s, s.count(ctx, st, f)
}

// Searched says how much a filter lets through. A module of it that does not exist is store.ErrNotFound.
func (f Filter) Searched(ctx context.Context, st *store.Store) (Searched, error) {
	s, err := f.resolve(ctx, st)
	return s.counted, err
}

// count lists the documents that pass, where there is anything to choose, and says how much is searched.
func (s *scope) count(ctx context.Context, st *store.Store, f Filter) error {
	choose := f.choosesDocuments() || f.Not != nil && f.Not.choosesDocuments()
	if choose {
		s.documents = []int64{}
	}
	for _, m := range s.modules {
		if !choose {
			c, err := st.Counts(ctx, m.RowID)
			if err != nil {
				return err
			}
			s.counted.Documents += c.KeywordReady + c.Ready
			s.counted.Passages += c.Passages
			if c.Waiting == 0 {
				continue
			}
		}
		docs, err := st.Documents(ctx, m.RowID)
		if err != nil {
			return err
		}
		for _, d := range docs {
			if !f.passes(d) {
				continue
			}
			if waits(d) {
				s.counted.NotIndexed++
			}
			if !choose {
				continue
			}
			s.documents = append(s.documents, d.RowID)
			s.counted.Passages += d.Passages
			if d.Passages > 0 {
				s.counted.Documents++
			}
		}
	}
	return nil
}

// waits says whether a document is not searchable yet. One that has changed is, in its old version.
func waits(d store.Document) bool {
	return d.SameAs == 0 && d.Passages == 0 && (d.State == store.Waiting || d.State == store.Reading)
}

// named looks modules up by id or, without regard to case, by name.
func named(all []store.Module, names []string) (map[int64]bool, error) {
	rows := map[int64]bool{}
	for _, n := range names {
		i := slices.IndexFunc(all, func(m store.Module) bool { return m.ID == n })
		if i < 0 {
			i = slices.IndexFunc(all, func(m store.Module) bool { return strings.EqualFold(m.Name, n) })
		}
		if i < 0 {
			return nil, fmt.Errorf("module %q: %w", n, store.ErrNotFound)
		}
		rows[all[i].RowID] = true
	}
	return rows, nil
}

func (f *Filter) choosesDocuments() bool {
	return len(f.Kinds)+len(f.Docs)+len(f.Langs)+len(f.Tags)+len(f.Weeks)+len(f.Domains) > 0 || f.UntilWeek > 0
}

// passes says whether a document is wanted.
func (f *Filter) passes(d store.Document) bool {
	for _, c := range f.conditions(d) {
		if c == no {
			return false
		}
	}
	return f.Not == nil || !slices.Contains(f.Not.conditions(d), yes)
}

type verdict int

const (
	unasked verdict = iota
	yes
	no
)

// conditions is the verdict of each field.
func (f *Filter) conditions(d store.Document) []verdict {
	fold := func(s string) func(string) bool { return func(v string) bool { return strings.EqualFold(v, s) } }
	return []verdict{
		anyOf(f.Kinds, fold(string(d.Kind))),
		anyOf(f.Docs, func(g string) bool { return matchGlob(g, d.Path) }),
		anyOf(f.Langs, fold(d.Lang)),
		anyOf(f.Tags, func(t string) bool { return slices.ContainsFunc(d.Tags, fold(t)) }),
		anyOf(f.Weeks, func(w int) bool { return w == d.Week }),
		anyOf(f.Domains, func(v string) bool { return ofDomain(d.Path, v) }),
		until(f.UntilWeek, d.Week),
	}
}

func anyOf[T any](values []T, match func(T) bool) verdict {
	switch {
	case len(values) == 0:
		return unasked
	case slices.ContainsFunc(values, match):
		return yes
	}
	return no
}

func until(last, week int) verdict {
	switch {
	case last == 0 || week == 0:
		return unasked
	case week <= last:
		return yes
	}
	return no
}

// ofDomain says whether a page was taken from a domain: its snapshot's path has the host as one of its folders.
func ofDomain(p, domain string) bool {
	return slices.ContainsFunc(strings.Split(p, "/"), func(part string) bool {
		return strings.EqualFold(part, domain) || len(part) > len(domain) && part[len(part)-len(domain)-1] == '.' &&
			strings.EqualFold(part[len(part)-len(domain):], domain)
	})
}

// matchGlob matches without regard to case.
func matchGlob(glob, p string) bool {
	glob, p = strings.ToLower(glob), strings.ToLower(p)
	return globAt([]rune(glob), []rune(p)) || !strings.Contains(glob, "/") && globAt([]rune(glob), []rune(path.Base(p)))
}

// globAt matches '*' and '?' in time proportional to the product of the lengths at most.
func globAt(glob, s []rune) bool {
	star, from, g, i := -1, 0, 0, 0
	for i < len(s) {
		switch {
		case g < len(glob) && glob[g] == '*':
			star, from = g, i
			g++
		case g < len(glob) && (glob[g] == '?' || glob[g] == s[i]):
			g++
			i++
		case star >= 0:
			from++
			g, i = star+1, from
		default:
			return false
		}
	}
	for g < len(glob) && glob[g] == '*' {
		g++
	}
	return g == len(glob)
}
