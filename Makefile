# Ibid: what can be done with the project. `make help` lists it.

SHELL      := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS  += --no-print-directory
.DEFAULT_GOAL := help

# The window needs the last three tags, search needs the first. noassets leaves the models out of the binary.
TAGS       := sqlite_fts5,desktop,production,webkit2_41
TEST_TAGS  := $(TAGS),noassets
DEV_TAGS   := sqlite_fts5,dev,webkit2_41,noassets
VERSION    := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
LDFLAGS    := -X main.version=$(VERSION)

export IBID_ASSETS := $(CURDIR)/build/assets
export CGO_ENABLED := 1
export CHROMIUM ?= $(shell command -v chromium || command -v google-chrome || command -v chromium-browser)
export npm_config_audit := false
export npm_config_fund := false
export npm_config_update_notifier := false

PAGE       := $(shell find frontend/src frontend/public -type f 2>/dev/null | sed 's/ /\\ /g') $(wildcard frontend/*.ts frontend/*.js frontend/*.html)
MODULES    := build/cache/go-modules
NODE       := frontend/node_modules/.package-lock.json
DIST       := frontend/dist/index.html
PACKAGES   := . ./app/... ./build/... ./ingest/... ./store/...

.PHONY: help setup tools test-tools assets build run dev demo test test-go test-page e2e bench fuzz lint licences clean

help: ## this list
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## /\1\t/' | expand -t 14

setup: test-tools assets $(NODE) ## everything that building and testing needs: Debian packages, models, npm packages

tools:
	@build/packages.sh

test-tools:
	@build/packages.sh test

$(MODULES): go.mod go.sum | tools
	@echo "setup: fetching the Go modules"
	@go mod download || { echo "setup: the Go modules could not be fetched: check the connection and try again" >&2; exit 1; }
	@mkdir -p $(@D) && touch $@

assets: tools $(MODULES)
	@go run ./build/setup

$(NODE): frontend/package.json frontend/package-lock.json | tools
	@echo "setup: fetching the page's npm packages"
	@cd frontend && npm ci --loglevel error >/dev/null || { echo "setup: the npm packages could not be fetched: check the connection and try again" >&2; exit 1; }
	@touch $@

$(DIST): $(NODE) $(PAGE)
	@cd frontend && npm run --silent build -- --logLevel error
	@touch $@

build: tools assets $(DIST) ## the program: build/bin/ibid
	@go build -tags $(TAGS) -ldflags '-s -w $(LDFLAGS)' -o build/bin/ibid .

run: build ## the window
	@build/bin/ibid

# The window with the page rebuilt at each change; it also serves the page with the real bindings on the address below.
DEV_ADDRESS ?= 127.0.0.1:34115
build/bin/ibid-dev: tools assets $(DIST)
	@go build -tags $(DEV_TAGS) -ldflags '$(LDFLAGS)' -o $@ .

dev: build/bin/ibid-dev ## the window while working on it: the page follows its source
	@(cd frontend && exec node node_modules/vite/bin/vite.js build --watch --logLevel error) & trap "kill $$!" EXIT; \
	assetdir=frontend/dist devserver=$(DEV_ADDRESS) build/bin/ibid-dev

demo: build ## the main job on the sample course: index it, ask, check the places
	@go run ./build/demo build/bin/ibid build/sample

test: lint test-go test-page e2e ## all tests

# Under the race detector these read a sample of the public files, or nothing.
WHOLE      := ^Test(TortureSuite|Corpora|Hostile|Verbatim|HearCorpora)$$

test-go: setup $(DIST)
	@go test -race -timeout 30m -tags $(TEST_TAGS) $(PACKAGES)
	@go test -timeout 30m -tags $(TEST_TAGS) -run '$(WHOLE)' ./app ./ingest/extract

test-page: $(NODE)
	@cd frontend && npm run --silent test

# Over the fake program; then each file over the real one, in a window of its own.
e2e: setup build/bin/ibid-dev ## the window in a browser and on a virtual display
	@cd frontend && npm run --silent e2e
	@for t in frontend/e2e/*.test.mjs; do build/window.sh node --test --test-reporter=spec $$t; done

bench: setup $(DIST) ## speed of search, reading and models
	@go test -tags $(TEST_TAGS) -run '^$$' -bench . $(PACKAGES)

# Each fuzz target for FUZZ_TIME, one after the other. Without a limit the fuzzer spends the minute on making its first finds smaller.
FUZZ_TIME ?= 10s
fuzz: setup ## each parser on random input, shortly
	@grep -rlE '^func Fuzz' --include=*_test.go app ingest store build | xargs -n1 dirname | sort -u | while read -r dir; do \
		for name in $$(grep -hoE '^func Fuzz\w+' $$dir/*_test.go | cut -d' ' -f2); do \
			echo "$$dir $$name"; \
			go test -tags $(TEST_TAGS) -run '^$$' -fuzz "^$$name$$" -fuzztime $(FUZZ_TIME) -fuzzminimizetime 10x ./$$dir | grep -vE '^(fuzz: elapsed|PASS|ok)' || test $${PIPESTATUS[0]} = 0; \
		done; \
	done

lint: setup $(DIST) ## vet, format, types of the page, licences
	@go vet -tags $(TEST_TAGS) $(PACKAGES)
	@unformatted=$$(gofmt -l app ingest store build *.go); test -z "$$unformatted" || { echo "gofmt -w" $$unformatted; exit 1; }
	@cd frontend && npm run --silent check -- --output human
	@go run ./build/licences -check

licences: $(NODE) ## build/THIRD_PARTY.md, the list of what others wrote
	@go run ./build/licences

clean: ## remove what was built (downloads stay in build/cache)
	@rm -rf build/bin frontend/dist/* frontend/test-results
