package app

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"ibid/ingest/extract"
	"ibid/store"
)

// PreviewPrefix is where the pictures of pages are served.
const PreviewPrefix = "/preview/"

const (
	minPreviewWidth     = 100
	maxPreviewWidth     = 2400 // pixels; bounds what one request can cost
	defaultPreviewWidth = 1000
)

// Preview serves pictures of the pages of known documents at /preview/page/{document}/{page}?w=PIXELS and hands all
// other requests to next. Documents are named by number, so no path of the disk can be asked for.
func (a *App) Preview(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, PreviewPrefix) {
			next.ServeHTTP(w, r)
			return
		}
		if r.Method != http.MethodGet {
			http.Error(w, "only GET", http.StatusMethodNotAllowed)
			return
		}
		parts := strings.Split(strings.TrimPrefix(r.URL.Path, PreviewPrefix), "/")
		if len(parts) != 3 || parts[0] != "page" {
			http.NotFound(w, r)
			return
		}
		id, err1 := strconv.ParseInt(parts[1], 10, 64)
		page, err2 := strconv.Atoi(parts[2])
		if err1 != nil || err2 != nil {
			http.NotFound(w, r)
			return
		}
		a.servePage(w, r, id, page)
	})
}

func (a *App) servePage(w http.ResponseWriter, r *http.Request, id int64, page int) {
	width := defaultPreviewWidth
	if n, err := strconv.Atoi(r.URL.Query().Get("w")); err == nil {
		width = min(max(n, minPreviewWidth), maxPreviewWidth)
	}
	d, err := a.store.Document(r.Context(), id)
	if err != nil || !drawn(d) || page < 1 || page > d.Pages {
		http.NotFound(w, r)
		return
	}
	path, err := a.pathOf(id)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	picture, err := a.draw(r.Context(), d, path, page, width)
	if err != nil {
		a.log.Warn("page picture", "document", id, "page", page, "error", err)
		http.Error(w, "the page cannot be drawn", http.StatusUnprocessableEntity)
		return
	}
	var b bytes.Buffer
	// Speed over size: the picture does not leave the machine.
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := enc.Encode(&b, picture); err != nil {
		http.Error(w, "the page cannot be drawn", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "image/png")
	h.Set("X-Content-Type-Options", "nosniff")
	// The address names the document, not its version: the page asks with ?v=, so a changed file is drawn anew.
	h.Set("Cache-Control", "private, max-age=3600")
	_, _ = w.Write(b.Bytes()) // the page has gone away when this fails
}

// drawn reports whether the pages of a document can be shown as pictures.
func drawn(d store.Document) bool {
	return d.Format == "pdf" || slices.Contains(extract.Pictures, d.Format)
}

// draw makes the picture of a page.
func (a *App) draw(ctx context.Context, d store.Document, path string, page, width int) (image.Image, error) {
	if d.Format == "pdf" {
		return a.pdf.Render(a.withPassword(ctx, d), path, page, width)
	}
	return extract.DrawPicture(path, page, width)
}
