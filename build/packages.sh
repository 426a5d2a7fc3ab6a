#!/bin/sh
# The programs and Debian packages that the build needs, with `test` also those of the tests. Installs what is
# missing where apt-get can; elsewhere, or without the right to, it says what to install. Quiet when nothing is missing.
set -eu

fail() {
	echo "setup: $*" >&2
	exit 1
}

# at_least HAVE WANT: versions by their numbers.
at_least() {
	[ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

lacking=
lacks() {
	echo "setup: $*" >&2
	lacking=yes
}

# A Go from 1.21 on gets the version that go.mod names itself.
if command -v go >/dev/null; then
	go=$(go env GOVERSION 2>/dev/null) && at_least "${go#go}" 1.26 ||
		lacks "Go 1.26 or newer is needed, here is $(cd / && GOTOOLCHAIN=local go version | cut -d' ' -f3): https://go.dev/dl"
else
	lacks "Go is missing: version 1.26 or newer from https://go.dev/dl"
fi
if command -v node >/dev/null && command -v npm >/dev/null; then
	node=$(node --version)
	at_least "${node#v}" 20.19 || lacks "Node.js 20.19 or newer is needed, here is $node: https://nodejs.org/en/download"
else
	lacks "Node.js with npm is missing: version 20.19 or newer from https://nodejs.org/en/download"
fi

if [ "$(uname -s)" != Linux ]; then
	python3 -m pip --version >/dev/null 2>&1 || lacks "Python 3 with pip is missing: https://www.python.org"
	[ -z "$lacking" ]
	exit
fi

missing=
need() { # need PACKAGE COMMAND...: the package, unless the command succeeds
	package=$1
	shift
	"$@" >/dev/null 2>&1 || missing="$missing $package"
}
header() { printf '#include <%s>\n' "$1" | gcc -E -x c - ; }

need gcc command -v gcc
need libc6-dev header stdlib.h
need pkg-config command -v pkg-config
need libgtk-3-dev pkg-config --exists gtk+-3.0
need libwebkit2gtk-4.1-dev pkg-config --exists webkit2gtk-4.1
need libsqlite3-dev header sqlite3.h
need python3 command -v python3
need python3-pip python3 -m pip --version
if [ "${1:-}" = test ]; then
	browser=chromium
	grep -qsx 'ID=ubuntu' /etc/os-release && browser=chromium-browser
	need $browser "${CHROMIUM:-$browser}" --version
	need xvfb command -v Xvfb
	need imagemagick command -v import
	need xdotool command -v xdotool
	need strace command -v strace
	need python3-gi /usr/bin/python3 -c 'import gi'
	need gir1.2-gtk-3.0 /usr/bin/python3 -c 'import gi; gi.require_version("Gtk", "3.0")'
fi

[ -z "$lacking" ] || exit 1
[ -n "$missing" ] || exit 0
command -v apt-get >/dev/null || fail "these packages (Debian names) are missing, install them and try again:$missing"
root=
if [ "$(id -u)" != 0 ]; then
	command -v sudo >/dev/null || fail "these packages are missing, run this as root (or install sudo) and try again: apt-get install$missing"
	root=sudo
fi
echo "setup: installing Debian packages:$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
	# shellcheck disable=SC2086
	$root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $missing >>"$log" 2>&1
}
# The lists may be old or empty: only then fetch them.
install || { $root apt-get update -qq >>"$log" 2>&1 && install; } || {
	tail -n 20 "$log" >&2
	fail "apt-get could not install:$missing (check the connection and try again)"
}
# Ubuntu's package only installs and starts a snap, which takes a running snapd.
case $missing in *chromium-browser*)
	chromium-browser --version >/dev/null 2>&1 ||
		fail "Chromium does not start, Ubuntu has it only as a snap: install Google Chrome, or name a Chromium with CHROMIUM=PATH"
	;;
esac
