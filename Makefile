# Everything here needs only Go, unless its comment says otherwise. `make test` is the README's test command.
GAMES = amazons pelita reantics sarena tron

.PHONY: test short bench speed strength build images release pictures frames budgets arm64 site playground clean

test:
	go test work

short:
	go test -short work

# make speed VS=COMMIT: how much slower or faster than at another commit, both measured in turn in one run. VS=recorded is that of
# tools/baseline.txt.
speed:
	go run ./tools/speed --vs $(or $(VS),HEAD~1)

# make strength: every champion against all bots of its game and against its predecessor, into the tables of bot/README.md. It takes
# hours, Ctrl-C stops it, and the same command continues it. GAME=amazons measures one game, VS=COMMIT takes the predecessors from that
# commit, WORKERS=2 plays two games at a time. LEVELS=1 measures the levels of the champions instead.
strength:
	go run ./tools/strength --write $(if $(LEVELS),--levels) --workers $(or $(WORKERS),1) --vs $(or $(VS),recorded) $(if $(GAME),--game $(GAME))

bench:
	go run ./tools/speed

build:
	for game in $(GAMES); do CGO_ENABLED=0 go build -trimpath -o dist/$$game ./$$game/cmd/$$game || exit 1; done

# The pictures of the READMEs, light and dark.
pictures:
	for game in $(GAMES); do go test -count 1 -run TestPicture ./$$game/cmd/$$game -update || exit 1; done

# How fast the page draws, and how much processor time spectators cost: needs a machine that does nothing else, and Chromium.
frames:
	GRIDIRON_FRAMES=1 go test -count 1 -v -run 'TestFrames|TestSpectators' ./tools/webtest

# What the playground may take, measured: on a machine that does nothing else.
budgets:
	GRIDIRON_BUDGETS=1 GRIDIRON_LONG=1 go test -count 1 -v -timeout 30m -run TestBudgets ./tools/webtest

# The digests of the images that the Containerfiles name, written there: needs Docker with buildx, and a network.
images:
	go run ./tools/release --images

# make release VERSION=v0.1.0 DRY=1: all files of a release in dist/ (tools/release has the list), built twice and used as people do, after
# speed and strength were compared with the commit of tools/baseline.txt (MEASURED=no leaves that out). It needs Python for the wheels and
# npm for the playground. SIGN=FILE signs the checksums with a key. Without DRY=1 the modules are tagged and the tags are pushed; the
# workflow that runs for tags publishes the files.
release:
	@test -n "$(VERSION)" || { echo "make release: want VERSION=v0.1.0" >&2; exit 2; }
	go run ./tools/release --dir dist $(if $(filter no,$(MEASURED)),--unmeasured) $(if $(SIGN),--sign $(SIGN)) $(if $(DRY),,--publish) $(VERSION)

# The rules, the referees and the bots' signatures on arm64, which QEMU emulates: the same seed gives the same bytes.
QEMU = $(shell command -v qemu-aarch64 || command -v qemu-aarch64-static || echo qemu-aarch64)
arm64:
	for game in $(GAMES); do \
		GOARCH=arm64 CGO_ENABLED=0 go test -short -exec $(QEMU) ./$$game ./$$game/referee || exit 1; \
		GOARCH=arm64 CGO_ENABLED=0 go test -short -exec $(QEMU) -run TestSignature ./$$game/cmd/$$game || exit 1; \
	done

# The documentation as pages, in dist/site.
site:
	go run ./tools/site --out dist/site

# The games as pages that play by themselves in a browser, in dist/playground, for any web server.
playground:
	go run ./tools/playground --out dist/playground

clean:
	rm -rf dist
