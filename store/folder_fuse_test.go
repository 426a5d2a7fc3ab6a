//go:build linux

package store

import "testing"

func TestMountType(t *testing.T) {
	const table = `22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 22 0:50 / /home/a/my\040mount rw,nosuid shared:20 - fuse.sshfs a@host: rw,user_id=1000
41 22 0:51 / /mnt/stick rw - fuseblk /dev/sdb1 rw
42 22 0:52 / /mnt/stick rw master:3 propagate_from:1 - fuse.rclone remote: rw
broken line
`
	for dir, want := range map[string]string{
		"/":                        "ext4",
		"/home/a":                  "ext4",
		"/home/a/my mount":         "fuse.sshfs",
		"/home/a/my mount/x/y":     "fuse.sshfs",
		"/home/a/my mountain":      "ext4",
		"/mnt/stick/x":             "fuse.rclone",
		"not a path in that table": "fuse",
	} {
		if got := mountType(table, dir); got != want {
			t.Errorf("%s: %s, want %s", dir, got, want)
		}
	}
}

func TestFileSystemTypeOfThisDisk(t *testing.T) {
	if _, err := fileSystemType(t.TempDir()); err != nil {
		t.Error(err)
	}
}
