package command_test

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
)

// server is where the internet of a test has its one server: an address of the public net, which no real packet ever reaches.
const server = "93.184.215.14"

// internet is the program "internet FOLDER PROGRAM ARGS...": in a network namespace of its own it runs a program beside a server of
// the folder, whose page /inside leads on to this computer.
func internet() {
	if err := serveWhile(os.Args[1], os.Args[2:]); err != nil {
		var ended *exec.ExitError
		if errors.As(err, &ended) {
			os.Exit(ended.ExitCode())
		}
		fmt.Fprintln(os.Stderr, "internet:", err)
		os.Exit(1)
	}
}

func serveWhile(folder string, program []string) error {
	for _, set := range [][]string{{"link", "set", "lo", "up"}, {"address", "add", server + "/32", "dev", "lo"}} {
		if said, err := exec.Command("ip", set...).CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, said)
		}
	}
	listener, err := net.Listen("tcp", server+":80")
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(folder)))
	mux.Handle("/inside", http.RedirectHandler("http://127.0.0.1/secret", http.StatusFound))
	s := &http.Server{Handler: mux}
	go func() { _ = s.Serve(listener) }() // until it is closed
	run := exec.Command(program[0], program[1:]...)
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, os.Stdout, os.Stderr
	return cmp.Or(run.Run(), s.Close())
}
