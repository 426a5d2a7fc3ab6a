package store

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

func TestUnsafeFolder(t *testing.T) {
	home := homeDir()
	for name, test := range map[string]struct {
		path, fsType string
		files        []string // that are there
		reason       FolderReason
		detail       string
	}{
		"local disk":              {path: "/home/a/.local/share/ibid"},
		"NFS":                     {path: "/srv/home/a", fsType: "nfs", reason: NetworkFolder, detail: "nfs"},
		"Windows share on Linux":  {path: "/mnt/x", fsType: "cifs", reason: NetworkFolder, detail: "cifs"},
		"sshfs":                   {path: "/mnt/x", fsType: "fuse.sshfs", reason: NetworkFolder, detail: "fuse.sshfs"},
		"a local disk under FUSE": {path: "/mnt/x", fsType: "fuseblk"},
		"unknown FUSE":            {path: "/mnt/x", fsType: "fuse"},
		"macOS share":             {path: "/Volumes/x", fsType: "smbfs", reason: NetworkFolder, detail: "smbfs"},
		"Windows network drive":   {path: `Z:\ibid`, fsType: "remote", reason: NetworkFolder, detail: "remote"},
		"UNC":                     {path: `\\server\share\ibid`, reason: NetworkFolder, detail: "network share"},
		"Dropbox":                 {path: "/home/a/Dropbox/ibid", reason: SyncedFolder, detail: "Dropbox"},
		"Dropbox of a company":    {path: "/home/a/Dropbox (Personal)/ibid", reason: SyncedFolder, detail: "Dropbox"},
		"OneDrive":                {path: "/Users/a/OneDrive - University of X/ibid", reason: SyncedFolder, detail: "OneDrive"},
		"Google Drive":            {path: "/Users/a/Google Drive/ibid", reason: SyncedFolder, detail: "Google Drive"},
		"iCloud":                  {path: "/Users/a/Library/Mobile Documents/com~apple~CloudDocs/x", reason: SyncedFolder, detail: "iCloud Drive"},
		"CloudStorage":            {path: "/Users/a/Library/CloudStorage/Box-Box/x", reason: SyncedFolder, detail: "a cloud drive"},
		"Nextcloud":               {path: "/home/a/Nextcloud/x", reason: SyncedFolder, detail: "Nextcloud"},
		"only like it":            {path: "/home/a/dropboxes/onedriveway/nextclouds"},
		"Dropbox under another name": {path: "/home/a/Files/ibid", files: []string{"/home/a/Files/.dropbox"},
			reason: SyncedFolder, detail: "Dropbox"},
		"Syncthing":                {path: "/home/a/s/ibid", files: []string{"/home/a/s/.stfolder"}, reason: SyncedFolder, detail: "Syncthing"},
		"Dropbox's own settings":   {path: filepath.Join(home, ".local", "ibid"), files: []string{filepath.Join(home, ".dropbox")}},
		"a file beside the folder": {path: "/home/a/ibid", files: []string{"/home/a/x/.dropbox"}},
	} {
		t.Run(name, func(t *testing.T) {
			reason, detail := unsafeFolder(test.path, test.fsType, func(path string) bool { return slices.Contains(test.files, path) })
			if reason != test.reason || detail != test.detail {
				t.Errorf("%q, %q; want %q, %q", reason, detail, test.reason, test.detail)
			}
		})
	}
}

func TestOpenRefusesASyncedFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "Dropbox", "ibid")
	_, err := Open(t.Context(), dir)
	var unsafe *UnsafeFolderError
	if !errors.As(err, &unsafe) || unsafe.Reason != SyncedFolder || unsafe.Detail != "Dropbox" {
		t.Fatalf("error %v", err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Error("the folder was made")
	}
}

func TestOpenRefusesALinkToASyncedFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a right on Windows")
	}
	base := t.TempDir()
	if err := os.Mkdir(filepath.Join(base, "Nextcloud"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("Nextcloud", filepath.Join(base, "data")); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), filepath.Join(base, "data", "ibid"))
	var unsafe *UnsafeFolderError
	if !errors.As(err, &unsafe) {
		t.Fatalf("error %v", err)
	}
}
