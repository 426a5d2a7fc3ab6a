package store

import (
	"os"
	"path/filepath"
	"strings"
)

// FolderReason says why a folder cannot hold the database.
type FolderReason string

// The reasons.
const (
	NetworkFolder FolderReason = "network"
	SyncedFolder  FolderReason = "synced"
)

// checkFolder refuses a data folder on a network drive or inside a synced folder. The folder need not exist yet.
func checkFolder(dir string) error {
	existing := dir
	for {
		if resolved, err := filepath.EvalSymlinks(existing); err == nil {
			existing = resolved
			break
		}
		parent := filepath.Dir(existing)
		if parent == existing {
			break
		}
		existing = parent
	}
	fsType, err := fileSystemType(existing)
	if err != nil {
		return translate(err)
	}
	for _, path := range []string{dir, existing} {
		if reason, detail := unsafeFolder(path, fsType, exists); reason != "" {
			return &UnsafeFolderError{Dir: dir, Reason: reason, Detail: detail}
		}
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// networkFileSystems are the names that fileSystemType gives to drives of other computers.
var networkFileSystems = map[string]bool{
	"nfs": true, "nfs4": true, "smb": true, "smbfs": true, "smb2": true, "cifs": true, "afs": true, "afpfs": true, "ceph": true,
	"coda": true, "ncp": true, "webdav": true, "davfs": true, "ftp": true, "gpfs": true, "lustre": true, "ocfs2": true, "gfs2": true,
	"remote": true, // a Windows network drive
	"sshfs":  true, "fuse.sshfs": true, "fuse.rclone": true, "fuse.s3fs": true, "fuse.davfs2": true, "fuse.gvfsd-fuse": true,
	"fuse.glusterfs": true, "fuse.curlftpfs": true, "fuse.gcsfuse": true, "fuse.google-drive-ocamlfuse": true, "fuse.onedriver": true,
}

// syncedNames are names of folders that a program copies to other computers; a prefix counts when a separator follows it
// ("OneDrive - University of X").
var syncedNames = []struct{ prefix, service string }{
	{"dropbox", "Dropbox"},
	{"onedrive", "OneDrive"},
	{"google drive", "Google Drive"},
	{"googledrive", "Google Drive"},
	{"my drive", "Google Drive"},
	{"mobile documents", "iCloud Drive"},
	{"iclouddrive", "iCloud Drive"},
	{"icloud drive", "iCloud Drive"},
	{"cloudstorage", "a cloud drive"}, // ~/Library/CloudStorage of macOS
	{"nextcloud", "Nextcloud"},
	{"owncloud", "ownCloud"},
	{"pcloud drive", "pCloud"},
	{"pclouddrive", "pCloud"},
	{"megasync", "MEGA"},
	{"box sync", "Box"},
	{"syncthing", "Syncthing"},
}

// syncedMarkers are files that such programs leave in the folder they copy.
var syncedMarkers = []struct{ name, service string }{
	{".dropbox", "Dropbox"},
	{".dropbox.cache", "Dropbox"},
	{".owncloudsync.log", "ownCloud"},
	{".nextcloudsync.log", "Nextcloud"},
	{".stfolder", "Syncthing"},
	{".tmp.drivedownload", "Google Drive"},
}

// unsafeFolder judges a folder by its path, the type of its file system and the files beside its ancestors.
func unsafeFolder(path, fsType string, exists func(path string) bool) (reason FolderReason, detail string) {
	if networkFileSystems[strings.ToLower(fsType)] {
		return NetworkFolder, fsType
	}
	slashed := filepath.ToSlash(path)
	if strings.HasPrefix(slashed, "//") || strings.HasPrefix(path, `\\`) {
		return NetworkFolder, "network share"
	}
	for _, part := range strings.Split(slashed, "/") {
		for _, synced := range syncedNames {
			if hasName(strings.ToLower(part), synced.prefix) {
				return SyncedFolder, synced.service
			}
		}
	}
	home := homeDir()
	for dir := path; ; dir = filepath.Dir(dir) {
		for _, marker := range syncedMarkers {
			// Dropbox keeps its settings in ~/.dropbox: in the home folder that marks nothing.
			if dir != home && exists(filepath.Join(dir, marker.name)) {
				return SyncedFolder, marker.service
			}
		}
		if dir == filepath.Dir(dir) {
			return "", ""
		}
	}
}

// hasName reports whether a folder's name is prefix, alone or before a blank, bracket, dash or the like.
func hasName(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	return ok && (rest == "" || strings.ContainsAny(rest[:1], " -_.(@"))
}

func homeDir() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return "" // then no folder is taken for it
	}
	return home
}
