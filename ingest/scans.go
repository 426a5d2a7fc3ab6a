package ingest

import (
	"context"
	"errors"
	"time"

	"ibid/store"
)

// runScans scans one module after the other, as they are asked for, and all of them every now and then.
func (in *Ingester) runScans(ctx context.Context) error {
	rescan := time.NewTicker(in.times.rescan)
	defer rescan.Stop()
	for {
		if row, ok := in.scans.next(); ok {
			if err := in.scanModule(ctx, row); err != nil {
				return err
			}
			continue
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-in.scans.bell:
		case <-rescan.C:
			in.tidy(ctx)
			if err := in.scanAll(ctx); err != nil {
				return err
			}
		}
	}
}

// tidy has the store take words of earlier versions out of its index, when nothing else is to be done.
func (in *Ingester) tidy(ctx context.Context) {
	busy, err := in.reading(ctx)
	if err == nil && !busy {
		err = in.store.TidyWords(ctx, in.times.tidy)
	}
	if err != nil && ctx.Err() == nil {
		in.storeFails(err)
	}
}

func (in *Ingester) scanAll(ctx context.Context) error {
	modules, err := in.store.Modules(ctx)
	if err != nil {
		in.storeFails(err)
		return ctx.Err()
	}
	for _, m := range modules {
		in.scans.add([]int64{m.RowID})
	}
	return nil
}

// scanModule scans one module and has its folders watched. Only the end of the context is an error: a scan that failed is done
// again.
func (in *Ingester) scanModule(ctx context.Context, row int64) error {
	m, err := in.store.ModuleByRow(ctx, row)
	if err == nil && m.RemoveAt == 0 {
		var dirs []string
		if dirs, err = in.scan(ctx, m); err == nil {
			in.watch(ctx, m, dirs)
			in.storeWorks()
			in.ringWorkers()
			err = in.scannedAgain(ctx, m)
		}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, store.ErrNotFound): // removed meanwhile
	case err != nil:
		in.storeFails(err)
		if err := pause(ctx, in.times.backoff); err != nil {
			return err
		}
		in.scans.add([]int64{row})
	}
	return nil
}

// scannedAgain has the list of modules looked at when the scan changed what is done about this one: its folder went or came back,
// or another scan was asked for meanwhile.
func (in *Ingester) scannedAgain(ctx context.Context, before store.Module) error {
	after, err := in.store.ModuleByRow(ctx, before.RowID)
	if err == nil && (after.Missing != before.Missing || after.ScannedAt == 0) {
		in.folders.ring()
	}
	return err
}
