# Everything here needs only Go. `make test` is the README's test command.
GAMES = amazons pelita reantics sarena tron

.PHONY: test short bench build clean

test:
	go test work

short:
	go test -short work

bench:
	go run ./tools/speed

build:
	for game in $(GAMES); do CGO_ENABLED=0 go build -trimpath -o dist/$$game ./$$game/cmd/$$game || exit 1; done

clean:
	rm -rf dist
