package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// takeOut reads one file of an archive: a .tgz of npm or a wheel, which is a zip.
func takeOut(archive, path string) ([]byte, error) {
	read := fromTar
	if strings.HasSuffix(archive, ".whl") || strings.HasSuffix(archive, ".zip") {
		read = fromZip
	}
	data, err := read(archive, path)
	if err != nil {
		return nil, fmt.Errorf("take %s out of %s: %w", path, archive, err)
	}
	return data, nil
}

func fromTar(archive, path string) ([]byte, error) {
	f, err := os.Open(archive)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	for entries := tar.NewReader(unzipped); ; {
		h, err := entries.Next()
		if errors.Is(err, io.EOF) {
			return nil, os.ErrNotExist
		}
		if err != nil {
			return nil, err
		}
		if h.Name == path && h.Typeflag == tar.TypeReg {
			return io.ReadAll(entries)
		}
	}
}

func fromZip(archive, path string) ([]byte, error) {
	z, err := zip.OpenReader(archive)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	f, err := z.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}
