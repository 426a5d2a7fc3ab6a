package extract

// readPlaces reads where the parts are, from the newest save of the deck back to its first, and what its main part is called by.
func (d *pptFile) readPlaces(at int) (document int, err error) {
	d.places = map[int]int{}
	seen := map[int]bool{}
	for edit := at; edit != 0 || len(seen) == 0; {
		r := recordAt(d.stream, edit)
		if r.kind != recUserEdit || seen[edit] {
			if len(seen) == 0 {
				return 0, fail(Damaged, "no list of its parts")
			}
			break // older states are missing
		}
		const withPassword = 32
		if len(r.body) >= withPassword {
			return 0, fail(Encrypted, "deck with a password")
		}
		if len(seen) == 0 {
			document = u32(r.body, 16)
		}
		seen[edit] = true
		list := recordAt(d.stream, u32(r.body, 12))
		if list.kind == recPersist {
			if err := d.spend(list); err != nil {
				return 0, err
			}
			d.addPlaces(list.body)
		}
		edit = u32(r.body, 8)
	}
	return document, nil
}

// addPlaces adds the places of parts that are not known from a newer state.
func (d *pptFile) addPlaces(b []byte) {
	for at := 0; at+4 <= len(b); {
		first, count := u32(b, at)&0xfffff, u32(b, at)>>20
		at += 4
		for i := 0; i < count && at+4 <= len(b); i++ {
			if _, ok := d.places[first+i]; !ok {
				d.places[first+i] = u32(b, at)
			}
			at += 4
		}
	}
}

// part is a part of the deck by what it is called by.
func (d *pptFile) part(called, kind int) (pptRecord, error) {
	at, ok := d.places[called]
	r := recordAt(d.stream, at)
	if !ok || r.kind != kind {
		return pptRecord{}, fail(Damaged, "%d is no part of kind %#x", called, kind)
	}
	return r, d.spend(r)
}

// spend counts what is read: many names may lead to the same place.
func (d *pptFile) spend(r pptRecord) error {
	if d.left -= len(r.body); d.left < 0 {
		return fail(TooLarge, "parts over parts")
	}
	return nil
}
