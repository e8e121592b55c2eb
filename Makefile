# make run      build and serve the sample world on port 8080 (make run ARGS="--port 0 --log json")
# make test     all tests, as CI runs them
# make lint     the formatter's opinion
# make fidelity  writes docs/fidelity.md from the rules and the tests
# make golden   writes Tests/golden anew, where other values of a seeded run are meant
# make kill     kills a server under load, a hundred times, and looks for what is lost
# make stop     stops servers in the middle of their work: each ends well
# make failures lets calls of the system and the C libraries fail one by one, and sets limits low
# make notify   many notifications to dead, slow and healthy receivers, and to a server that is killed
# make soak     lets a server work for some minutes: legal answers, flat memory
# make month    months of a staging server on its own clock: the store stops growing
# make metrics  holds /admin/metrics to the parser of Prometheus' client library
# make slow     lets slow senders keep a server waiting, and a healthy client not
# make fuzz     feeds every reader with what libFuzzer makes (make fuzz ARGS="600 json")
# make sanitize all tests under ThreadSanitizer and AddressSanitizer
# make bench    a table of ratios: what a request costs, beside what it must cost
# make dist     dist/mockapple-<version>-linux-<arch>.tar.gz
# make install  the program, its man page and its completions (PREFIX=/usr/local, DESTDIR)
# make image    a container image, with docker, podman or buildah
# make clean    removes what was built

modules  = libmicrohttpd gnutls libcurl libcrypto sqlite3
packages = libmicrohttpd-dev libgnutls28-dev libcurl4-openssl-dev libssl-dev libsqlite3-dev pkg-config
strict   = -Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error
release  = swift build -c release --static-swift-stdlib --product mockapple
binary   = .build/release/mockapple
# 1.2.3 at the tag v1.2.3, 1.2.3-4-gabc1234 four commits later; before the first tag 0.1.0-dev with the commit.
version := $(or $(MOCKAPPLE_VERSION),$(shell git describe --tags --match 'v[0-9]*' --dirty 2>/dev/null | sed 's/^v//'),\
             $(shell git describe --always --dirty 2>/dev/null | sed 's/^/0.1.0-dev-g/'),0.1.0-dev)
name     = mockapple-$(version)-linux-$(shell uname -m)
ARGS     =
PREFIX   = /usr/local
share    = $(DESTDIR)$(PREFIX)/share

.PHONY: run test lint fidelity golden kill stop failures notify soak month metrics slow fuzz sanitize bench dist install image clean prepare release

run: release
	@exec $(binary) serve $(ARGS)

test: prepare
	swift test $(strict)

lint:
	swift format lint --strict -r Sources Tests Package.swift

fidelity: prepare
	MOCKAPPLE_WRITE_FIDELITY=1 swift test $(strict) --filter 'The fidelity page'

golden: prepare
	MOCKAPPLE_WRITE_GOLDEN=1 swift test $(strict) --filter 'gives the values that it always gave'

kill: release
	Tests/kill/run $(binary)

stop: release
	Tests/stop/run $(binary)

failures: release
	Tests/failures/run $(binary)

notify: release
	Tests/notifications/run $(binary)

soak: release
	Tests/soak/run $(binary)

month: release
	Tests/soak/month $(binary)

metrics: release
	Tests/metrics/run $(binary)

slow: release
	Tests/slow/run $(binary)

fuzz: prepare
	Tests/fuzz/run $(ARGS)

sanitize: prepare
	Tests/sanitizers/run thread
	Tests/sanitizers/run address

bench: release
	bench/run $(binary)

dist: release
	rm -rf dist/$(name)
	mkdir -p dist/$(name)/seed dist/$(name)/docs dist/$(name)/keys
	strip -o dist/$(name)/mockapple $(binary)
	$(binary) man >dist/$(name)/mockapple.1
	mkdir dist/$(name)/completions
	$(binary) completion bash >dist/$(name)/completions/mockapple
	$(binary) completion zsh >dist/$(name)/completions/_mockapple
	cp seed/default.json seed/schema.json dist/$(name)/seed
	cp keys/README.md keys/AuthKey_KEY0000001.p8 dist/$(name)/keys
	for page in README.md LICENSE; do if [ -f $$page ]; then cp $$page dist/$(name); fi; done
	cp docs/operations.md docs/security.md docs/staging.md docs/ci.md docs/fixtures.md docs/fidelity.md \
	  docs/rehearse-a-key-rotation.md dist/$(name)/docs
	mkdir dist/$(name)/docs/rehearsal dist/$(name)/docs/staging
	cp docs/rehearsal/*.py dist/$(name)/docs/rehearsal
	cp docs/staging/*.py docs/staging/nginx.conf docs/staging/mockapple.service dist/$(name)/docs/staging
	tar -C dist -czf dist/$(name).tar.gz --owner=0 --group=0 $(name)
	rm -r dist/$(name)
	@du -h dist/$(name).tar.gz
	@echo "It needs: apt-get install libmicrohttpd12 libgnutls30 libcurl4 libssl3 libsqlite3-0"

install: release
	install -d $(DESTDIR)$(PREFIX)/bin $(share)/man/man1 $(share)/bash-completion/completions $(share)/zsh/site-functions
	install -s $(binary) $(DESTDIR)$(PREFIX)/bin/mockapple
	$(binary) man >$(share)/man/man1/mockapple.1
	$(binary) completion bash >$(share)/bash-completion/completions/mockapple
	$(binary) completion zsh >$(share)/zsh/site-functions/_mockapple

image:
	@for engine in docker podman buildah; do \
	  if $$engine info >/dev/null 2>&1; then \
	    format=; [ $$engine = docker ] || format="--format docker"; : "the format that knows HEALTHCHECK"; \
	    exec $$engine build $$format --build-arg VERSION=$(version) -t mockapple:$(version) -t mockapple:latest .; fi; \
	done; echo "There is neither docker nor podman nor buildah that answers." >&2; exit 1

clean:
	rm -rf .build dist

release: export MOCKAPPLE_VERSION = $(version)
release: prepare
	$(release)

# The toolchain and the C libraries; as root it installs what is missing of these.
prepare:
	@command -v swift >/dev/null || { \
	  echo "There is no Swift toolchain (6.2 or newer) here. Without one: docker compose up" >&2; exit 1; }
	@pkg-config --exists $(modules) 2>/dev/null || { \
	  if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y --no-install-recommends $(packages); \
	  else echo "C libraries are missing: sudo apt-get install $(packages)" >&2; exit 1; fi; }
