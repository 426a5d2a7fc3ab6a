package app

import (
	"errors"

	"ibid/app/models"
	"ibid/app/web"
)

// AddPage fetches a web page, now and from nowhere else than its address, and keeps its snapshot as a document of a module. A page that
// is there already is fetched anew; where that fails the earlier snapshot stays.
func (a *App) AddPage(module, address string) (DocumentInfo, error) {
	m, err := a.store.Module(a.ctx, module)
	if err == nil {
		address, err = web.Address(address)
	}
	if err != nil {
		return DocumentInfo{}, a.fail(err)
	}
	page, err := web.Fetch(a.ctx, a.pages, address)
	if errors.Is(err, models.ErrOffline) {
		return DocumentInfo{}, problem("page_offline", "")
	}
	if err != nil {
		a.log.Warn("fetch web page", "error", err)
		return DocumentInfo{}, a.fail(err)
	}
	err = a.store.SaveWebPage(a.ctx, m, address, page.End, page.Content)
	if err := a.changed(err); err != nil {
		return DocumentInfo{}, err
	}
	d, err := a.store.DocumentByPath(a.ctx, m.RowID, address)
	return documentInfo(m, d), a.fail(err)
}
