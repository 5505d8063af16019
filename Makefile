# Every daily verb is one word. `make demo` and `make test` install what they need first.

.DEFAULT_GOAL := help
.PHONY: help setup build demo serve web web-test api test test-long test-cluster test-former build-bench bench install uninstall deb sbom fuzz
.PHONY: embedded strings format lint docs clean

swift_folders := Sources Schema Tests Fuzz/Sources Package.swift Fuzz/Package.swift
PREFIX ?= /usr/local
release := .build/release/cerca
benchmarks := .build/release/cerca-bench

help: ## say what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: ## install what is missing: Debian packages, Python environments for the tests, the library of charts
	@Scripts/setup

build: ## build the command for release
	@echo "building cerca for release; the first time it builds all that it stands on, which takes a while"
	swift build -c release --product cerca

web: ## type-check and bundle the web app into Web/dist
	@Scripts/charts
	@Web/build

web-test: ## the tests of the web app that need no browser
	@Web/test

api: ## write again what is generated from the table in API/: Swift, TypeScript and OpenAPI
	@python3 Scripts/api

demo: setup web build ## a shopping centre full of phones and beacons, at http://127.0.0.1:8080
	$(release) demo

serve: setup web build ## the server on its own, with ./cerca.sqlite
	$(release) serve --database sqlite:cerca.sqlite

ifeq ($(MODULE)$(FILTER),)
test: setup ## everything that must hold: lint, Swift, both engines, interoperability, Embedded
	@Scripts/test
else
test: ## … or, with MODULE=Market,Ledger, FILTER=BookTests or both, those Swift tests alone; nothing else is built
	@MODULE="$(MODULE)" FILTER="$(FILTER)" Scripts/test-module
endif

test-long: ## the same with what takes minutes: 10 million fills, 100,000 records, waits of the lock-out, a cluster, fuzzing
	@CERCA_LONG=1 Scripts/setup
	@CERCA_LONG=1 Scripts/test

# What its set-up needs besides, the set-up has to know of.
test-cluster: export CERCA_LONG = 1
test-cluster: setup build ## several servers, PostgreSQL and proxies: each failure under load, for some minutes
	CERCA=$(release) .venv/bin/python -m pytest -s -q Interop/test_cluster.py Interop/test_cluster_patroni.py \
		Interop/test_several_servers.py Interop/test_lost_commit.py Interop/test_clock_jump.py Interop/test_full_disk.py \
		Interop/test_events_across_servers.py Interop/test_replica.py Interop/test_deploy_proxies.py \
		Interop/test_deploy_patroni.py -k "not nearly_as_fast"

test-former: setup build ## the release before this one, beside it on one database and under load: make test-former FORMER=REV
	former=$$(Scripts/former-release "$(FORMER)") && CERCA_FORMER=$$former CERCA=$(release) \
		.venv/bin/python -m pytest -s -q Interop/test_former_release.py

build-bench: ## build the benchmarks for release
	swift build -c release --product cerca-bench

bench: build build-bench ## the figures of Docs/performance.md, in some minutes
	for name in beacons presence periods exposure exposure-server vault matching market positions; do \
		echo "$$name"; $(benchmarks) $$name || exit; \
	done

install: ## install the built command, its page, manual pages and completions: make install PREFIX=/usr/local
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" Scripts/install "$(release)"

uninstall: ## remove what `make install` with the same PREFIX put there
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" Scripts/install --remove

deb: build web ## make Debian packages of the command and of its symbols, in .build/packages
	@Deploy/debian/build "$(release)" .build/packages

sbom: build ## write what the built command is made of, as CycloneDX, into .build/packages/cerca.cdx.json
	@Scripts/sbom "$(release)" .build/packages/cerca.cdx.json

fuzz: ## feed each parser with hostile bytes for a minute
	@Fuzz/run 60

embedded: ## compile the cores that microcontrollers and browsers use as Embedded Swift
	@Scripts/embedded

strings: ## write again what is generated from the catalogues of Strings/
	@python3 Scripts/strings

format: ## lay out the Swift sources
	swift format format --in-place --parallel --recursive $(swift_folders)

lint: ## refuse bad layout, missing documentation or translations, and generated files that differ from their source
	@python3 Scripts/api --check
	swift format lint --strict --parallel --recursive $(swift_folders)
	@Scripts/walls
	@Scripts/picture --check
	@Scripts/check-notices
	@Scripts/check-packages
	@python3 Scripts/strings --check
	@Scripts/check-version
	@Scripts/check-examples
	@Scripts/check-privacy
	@node Web/circles.mjs Web/src

docs: ## the libraries' reference as a web site in .build/docs
	@Scripts/docs

clean: ## remove everything that was built
	rm -rf .build Fuzz/.build Web/dist Web/.build-charts .venv
