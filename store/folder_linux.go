package store

import "syscall"

// magicNumbers are the types of statfs(2) that matter here, by the names of fs types in /proc/filesystems.
var magicNumbers = map[uint32]string{
	0x6969:     "nfs",
	0x517B:     "smb",
	0xFE534D42: "smb2",
	0xFF534D42: "cifs",
	0x5346414F: "afs",
	0x00C36400: "ceph",
	0x73757245: "coda",
	0x564C:     "ncp",
	0x47504653: "gpfs",
	0x0BD00BD0: "lustre",
	0x7461636F: "ocfs2",
	0x01161970: "gfs2",
	fuseMagic:  "fuse",
}

const fuseMagic = 0x65735546

// fileSystemType names the file system that holds dir; "" is a local one that needs no name.
func fileSystemType(dir string) (string, error) {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(dir, &stat); err != nil {
		return "", err
	}
	name := magicNumbers[uint32(stat.Type)]
	if name != "fuse" {
		return name, nil
	}
	// All of FUSE has one number: local ones (ntfs-3g) and those over a network are told apart by their mount.
	return fuseType(dir), nil
}
