# Everything here needs only Go. `make test` is the README's test command.
GAMES = amazons pelita reantics sarena tron

TARGETS = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64

.PHONY: test short bench build release pictures frames clean

test:
	go test work

short:
	go test -short work

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

# make release VERSION=1.2.3: an archive a game and system, with the licences of all that is linked.
release:
	@test -n "$(VERSION)" || { echo "make release: want VERSION=1.2.3" >&2; exit 2; }
	set -e; for game in $(GAMES); do for target in $(TARGETS); do \
		os=$${target%/*} arch=$${target#*/} suffix=; if [ $$os = windows ]; then suffix=.exe; fi; \
		name=$$game-$(VERSION)-$$os-$$arch; mkdir -p dist/$$name; \
		CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch go build -trimpath -o dist/$$name/$$game$$suffix \
			-ldflags "-s -w -X github.com/gridiron-games/gridiron/kernel/record.version=$(VERSION)" ./$$game/cmd/$$game; \
		go run ./tools/licences dist/$$name/$$game$$suffix > dist/$$name/THIRD-PARTY.txt; \
		cp LICENSE $$game/README.md $$game/RULES.md dist/$$name/; \
		if [ $$os = windows ]; then (cd dist && zip -qr $$name.zip $$name); else tar -C dist -czf dist/$$name.tar.gz $$name; fi; \
		rm -r dist/$$name; \
	done; done
	cd dist && sha256sum *.tar.gz *.zip > SHA256SUMS

clean:
	rm -rf dist
