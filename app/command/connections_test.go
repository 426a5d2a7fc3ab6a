package command_test

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// tracer prints every call that names an address to the system, of a program and of its children. What comes from io_uring
// would not be seen, so that must not be set up at all.
var tracer = []string{"strace", "-f", "-qq", "--seccomp-bpf", "-e", "signal=none", "-e", "trace=connect,sendto,sendmsg,sendmmsg,io_uring_setup"}

// canTrace says whether there is a tracer, and whether the system lets it look at other programs: containers may not.
func canTrace() bool {
	return exec.Command(tracer[0], append(tracer[1:], "true")...).Run() == nil
}

// Addresses in the words of the tracer.
var (
	inet   = regexp.MustCompile(`sa_family=AF_INET6?, sin6?_port=htons\((\d+)\).*?"([^"]+)"`)
	socket = regexp.MustCompile(`sa_family=AF_UNIX, sun_path=@?"([^"]*)"`)
	// On a connection that was listed when it was made, or to the kernel.
	silent = regexp.MustCompile(`sa_family=AF_NETLINK|msg_name=NULL|sendto\(.*, NULL, 0\)|<\.\.\. \w+ resumed>`)
)

// sockets of this computer that may be used: the bus of the keyring, and what the C library asks for the name of the user.
var sockets = regexp.MustCompile(`/\.bus$|^/(var/)?run/nscd/socket$|^/run/systemd/userdb/`)

// connects is the command "connects ADDRESS[,ADDRESS] PROGRAM ARGS...": it runs a program, which has to try to connect to these
// addresses and to no others, as the system sees it from outside. "none" is no address.
func connects(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: connects ADDRESS[,ADDRESS] PROGRAM ARGS...")
	}
	trace := ts.MkAbs(".trace")
	err := ts.Exec(tracer[0], slices.Concat(tracer[1:], []string{"-o", trace}, args[1:])...)
	ts.Check(err)
	lines, err := os.ReadFile(trace)
	ts.Check(err)
	var tried []string
	for line := range strings.Lines(string(lines)) {
		if address := attempt(strings.TrimSpace(line)); address != "" && !slices.Contains(tried, address) {
			ts.Logf("connects to %s", address)
			tried = append(tried, address)
		}
	}
	tried = slices.DeleteFunc(tried, func(address string) bool {
		path, ok := strings.CutPrefix(address, "unix:")
		return ok && sockets.MatchString(path)
	})
	slices.Sort(tried)
	if got := strings.Join(tried, ","); got != args[0] && (got != "" || args[0] != "none") {
		ts.Fatalf("connects to %q, want %s", got, args[0])
	}
}

// attempt is the address in a line of the tracer, or the whole line where there is none in it: then nobody knows where it leads.
func attempt(line string) string {
	if m := inet.FindStringSubmatch(line); m != nil {
		if strings.Contains(m[2], ":") {
			return fmt.Sprintf("[%s]:%s", m[2], m[1])
		}
		return m[2] + ":" + m[1]
	}
	if m := socket.FindStringSubmatch(line); m != nil {
		return "unix:" + m[1]
	}
	if silent.MatchString(line) {
		return ""
	}
	return line
}
