package models

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// errStop ends readEvents from within, as if the stream had ended.
var errStop = errors.New("stop")

// readEvents hands the data of each server-sent event to on, until the stream
// ends or on returns an error. Comments, which servers send to show that they
// are alive, and fields other than data are passed over. An event that the
// end of the stream cuts in half is not handed on.
func readEvents(r io.Reader, on func(data []byte) error) error {
	lines := bufio.NewReaderSize(r, maxLine)
	var data []byte
	for {
		line, err := lines.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			return errNotJSON
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		line = bytes.TrimRight(line, "\r\n")
		value, isData := bytes.CutPrefix(line, []byte("data:"))
		switch {
		case isData:
			if len(data) > 0 {
				data = append(data, '\n')
			}
			data = append(data, bytes.TrimPrefix(value, []byte(" "))...)
		case len(line) == 0 && len(data) > 0:
			err := on(data)
			if errors.Is(err, errStop) {
				return nil
			}
			if err != nil {
				return err
			}
			data = data[:0]
		}
		if len(data) > maxLine {
			return errNotJSON
		}
	}
}
