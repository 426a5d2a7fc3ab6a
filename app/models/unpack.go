package models

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// indexName is the list of the models and runtimes beside them. The set-up writes it; Unpack copies it last.
const indexName = "models.json"

// ErrNoModels says that the program was built without its models, or that one of them is not there.
var ErrNoModels = errors.New("this build of Ibid carries no models: run make setup and build it again")

// The parts that files of the index play.
const (
	roleRuntime   = "runtime"
	roleEmbedder  = "embedder"
	roleTokenizer = "tokenizer"
	roleEncoder   = "speech-encoder"
	roleDecoder   = "speech-decoder"
	roleWords     = "speech-words"
	roleVoice     = "speech-voice"
)

// unpackedFiles gives the files of a folder that Unpack filled, by role; they are read once.
type unpackedFiles func() (map[string]modelFile, error)

func unpacked(dir string) unpackedFiles {
	return sync.OnceValues(func() (map[string]modelFile, error) {
		index, err := readIndex(os.DirFS(dir), indexName)
		if err != nil {
			return nil, err
		}
		files := map[string]modelFile{}
		for _, f := range index.Files {
			f.Name = filepath.Join(dir, f.Name)
			files[f.Role] = f
		}
		return files, nil
	})
}

// path is where the file of a role lies.
func (u unpackedFiles) path(role string) (string, error) {
	files, err := u()
	if err != nil {
		return "", err
	}
	f, ok := files[role]
	if !ok {
		return "", fmt.Errorf("%w (no %s)", ErrNoModels, role)
	}
	return f.Name, nil
}

// identity is a name that changes with the files of roles.
func (u unpackedFiles) identity(name string, roles ...string) (string, error) {
	files, err := u()
	if err != nil {
		return "", err
	}
	for _, role := range roles {
		hash := files[role].SHA256
		if len(hash) < 8 {
			return "", fmt.Errorf("%w (no %s)", ErrNoModels, role)
		}
		name += "/" + hash[:8]
	}
	return name, nil
}

// modelIndex is the form of indexName.
type modelIndex struct {
	Files []modelFile `json:"files"`
}

// modelFile is one model or runtime. Changed is set only in an unpacked index: a file with the size and the time of its
// last check is taken as checked.
type modelFile struct {
	Role    string    `json:"role"`
	Name    string    `json:"name"`
	Size    int64     `json:"size"`
	SHA256  string    `json:"sha256"`
	Changed time.Time `json:"changed,omitzero"`
}

// Unpack copies the models and runtimes that the binary carries to dir, each checked against its hash, and replaces those
// that are missing or changed there. A second call only looks at sizes and times. Several processes may call it at once:
// files appear whole.
func Unpack(assets fs.FS, dir string) error {
	want, err := readIndex(assets, indexName)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("unpack the models: %w", err)
	}
	have, err := readIndex(os.DirFS(dir), indexName)
	if err != nil {
		have = modelIndex{} // none yet, or a damaged one: everything is checked
	}
	for i := range want.Files {
		if err := unpackFile(assets, dir, &want.Files[i], have); err != nil {
			return fmt.Errorf("unpack %s to %s: %w", want.Files[i].Name, dir, err)
		}
	}
	if err := writeIndex(dir, want, have); err != nil {
		return fmt.Errorf("unpack the models: %w", err)
	}
	return nil
}

// unpackFile makes sure of one file and notes the time at which it was right.
func unpackFile(assets fs.FS, dir string, f *modelFile, have modelIndex) error {
	path := filepath.Join(dir, f.Name)
	info, err := os.Stat(path)
	if err == nil && info.Size() == f.Size {
		for _, h := range have.Files {
			if h.Name == f.Name && h.SHA256 == f.SHA256 && h.Changed.Equal(info.ModTime()) {
				f.Changed = h.Changed
				return nil
			}
		}
		if sum, err := hashOf(os.DirFS(dir), f.Name); err == nil && sum == f.SHA256 {
			f.Changed = info.ModTime()
			return nil
		}
	}
	if err := copyChecked(assets, dir, *f); err != nil {
		return err
	}
	if info, err = os.Stat(path); err != nil {
		return err
	}
	f.Changed = info.ModTime()
	return nil
}

// copyChecked writes a file beside its place and moves it there once its hash is right.
func copyChecked(assets fs.FS, dir string, f modelFile) (err error) {
	in, err := assets.Open(f.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w (%s is missing)", ErrNoModels, f.Name)
	}
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.CreateTemp(dir, f.Name+".*.part")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(out.Name()))
		}
	}()
	sum := sha256.New()
	if _, err = io.Copy(io.MultiWriter(out, sum), in); err != nil {
		return errors.Join(err, out.Close())
	}
	if err = errors.Join(out.Sync(), out.Close()); err != nil {
		return err
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != f.SHA256 {
		return fmt.Errorf("the program's own copy is damaged: SHA-256 %s and not %s", got, f.SHA256)
	}
	return os.Rename(out.Name(), filepath.Join(dir, f.Name))
}

func readIndex(fsys fs.FS, name string) (modelIndex, error) {
	var index modelIndex
	data, err := fs.ReadFile(fsys, name)
	if errors.Is(err, fs.ErrNotExist) {
		return index, fmt.Errorf("%w (%s is missing)", ErrNoModels, name)
	}
	if err != nil {
		return index, fmt.Errorf("read the list of models: %w", err)
	}
	if err := json.Unmarshal(data, &index); err != nil {
		return index, fmt.Errorf("read the list of models %s: %w", name, err)
	}
	for _, f := range index.Files {
		if !filepath.IsLocal(f.Name) || filepath.Base(f.Name) != f.Name {
			return index, fmt.Errorf("the list of models names %q, which is no file name", f.Name)
		}
	}
	return index, nil
}

// writeIndex keeps the list beside the files, so that the next start need not read them whole.
func writeIndex(dir string, want, have modelIndex) error {
	now, err := json.MarshalIndent(want, "", "  ")
	if err != nil {
		return err
	}
	if before, err := json.MarshalIndent(have, "", "  "); err == nil && string(before) == string(now) {
		return nil
	}
	part, err := os.CreateTemp(dir, indexName+".*.part")
	if err != nil {
		return err
	}
	_, err = part.Write(now)
	if err = errors.Join(err, part.Close()); err != nil {
		return errors.Join(err, os.Remove(part.Name()))
	}
	return os.Rename(part.Name(), filepath.Join(dir, indexName))
}

func hashOf(fsys fs.FS, name string) (string, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
