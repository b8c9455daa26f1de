# Everything here needs only Go. `make test` is the README's test command.
GAMES = amazons pelita reantics sarena tron

.PHONY: test short bench speed build release pictures frames arm64 site clean

test:
	go test work

short:
	go test -short work

# make speed VS=COMMIT: how much slower or faster than at another commit, both measured in turn in one run.
speed:
	go run ./tools/speed --vs $(or $(VS),HEAD~1)

bench:
	go run ./tools/speed

build:
	for game in $(GAMES); do CGO_ENABLED=0 go build -trimpath -o dist/$$game ./$$game/cmd/$$game || exit 1; done

# The pictures of the READMEs, light and dark.
pictures:
	for game in $(GAMES); do go test -count 1 -run TestPicture ./$$game/cmd/$$game -update || exit 1; done

# How fast the page draws, and what those who watch cost: wants a machine that does nothing else, and Chromium.
frames:
	GRIDIRON_FRAMES=1 go test -count 1 -v -run 'TestFrames|TestSpectators' ./tools/webtest

# make release VERSION=v0.1.0 DRY=1: all files of a release in dist/, built twice and installed from their own proxy. Without
# DRY=1 the modules are tagged and the tags are pushed; the workflow of the tags publishes the files.
release:
	@test -n "$(VERSION)" || { echo "make release: want VERSION=v0.1.0" >&2; exit 2; }
	go run ./tools/release --dir dist $(if $(DRY),,--publish) $(VERSION)

# The rules, the referees and the bots' signatures on arm64, which QEMU emulates: the same seed gives the same bytes.
arm64:
	for game in $(GAMES); do \
		GOARCH=arm64 CGO_ENABLED=0 go test -short -exec qemu-aarch64 ./$$game ./$$game/referee || exit 1; \
		GOARCH=arm64 CGO_ENABLED=0 go test -short -exec qemu-aarch64 -run TestSignature ./$$game/cmd/$$game || exit 1; \
	done

# The documentation as pages, in dist/site.
site:
	go run ./tools/site --out dist/site

clean:
	rm -rf dist
