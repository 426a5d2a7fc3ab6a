#!/bin/bash
# Runs a command while the real window stands on a virtual display, with an empty data folder of its own:
#
#	build/window.sh COMMAND [ARGUMENT...]
#
# The command finds the page with the real bindings at IBID_URL, the program at IBID_BIN, its data at IBID_DATA and the
# display at DISPLAY. IBID_BIN (default build/bin/ibid-dev) is built with the tag dev. WINDOW_DATA names a data
# folder to take instead, which stays; IBID_DATA does not, so that no test touches what a student has.
#
# Where the system lets strace look, it lists what the program and its children connect to, which may only be this computer.
set -eu
cd "$(dirname "$0")/.."

export IBID_BIN=${IBID_BIN:-$PWD/build/bin/ibid-dev}
work=$(mktemp -d)
export IBID_DATA=${WINDOW_DATA:-$work/data}
started=()
finish() {
	for pid in "${started[@]}"; do
		kill "$pid" 2>/dev/null || true
		wait "$pid" 2>/dev/null || true
	done
	rm -rf "$work"
}
trap finish EXIT

mkfifo "$work/display"
Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp >"$work/xvfb.log" 2>&1 3>"$work/display" &
started+=($!)
read -r -t 30 display <"$work/display" || {
	cat "$work/xvfb.log" >&2
	echo "window: the virtual display (xvfb) did not start" >&2
	exit 1
}
export DISPLAY=:$display GDK_BACKEND=x11

tracer=()
if strace -D -f --seccomp-bpf -o /dev/null true 2>/dev/null; then
	tracer=(strace -D -f -qq --seccomp-bpf -e signal=none -e trace=connect,sendto,sendmsg,sendmmsg,io_uring_setup -o "$work/trace")
else
	echo "window: without strace nobody sees what it connects to" >&2
fi
# connections checks what the tracer saw: calls with an address. That of the display at least must be there.
connections() {
	[ "${#tracer[@]}" != 0 ] || return 0
	grep -oE 'sa_family=AF_[^}]*|io_uring_setup' "$work/trace" | sort -u >"$work/addresses"
	grep -q AF_UNIX "$work/addresses" || { echo "window: strace saw nothing" >&2; return 1; }
	if grep -vE 'AF_(UNIX|NETLINK)|AF_INET,.*"127\.|AF_INET6,.*"::1"' "$work/addresses" >"$work/elsewhere"; then
		sed 's/^/window: it connected to /' "$work/elsewhere" >&2
		return 1
	fi
}

port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')
export IBID_URL=http://127.0.0.1:$port
assetdir=frontend/dist devserver=127.0.0.1:$port "${tracer[@]}" "$IBID_BIN" >"$work/ibid.log" 2>&1 &
window=$!
started=("$window" "${started[@]}")
for _ in $(seq 300); do
	if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
		ready=yes
		break
	fi
	kill -0 "$window" 2>/dev/null || break
	sleep 0.1
done
if [ -z "${ready:-}" ]; then
	cat "$work/ibid.log" >&2
	echo "window: it did not open" >&2
	exit 1
fi

status=0
"$@" || status=$?
connections || status=1
if [ "$status" != 0 ]; then
	echo "window: what it said last:" >&2
	tail -n 20 "$work/ibid.log" >&2
fi
exit "$status"
