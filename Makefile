# Everything here needs only Go. `make test` is the README's test command.
GAMES = amazons pelita reantics sarena tron

.PHONY: test short bench build pictures frames clean

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

clean:
	rm -rf dist
