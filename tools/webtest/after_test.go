package webtest

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
)

// replayFile writes the page of a game of Amazons of 40 plies, and returns its address.
func replayFile(t *testing.T) string {
	t.Helper()
	needsBrowser(t)
	file := filepath.Join(t.TempDir(), "game.html")
	f, err := os.Create(file)
	if err == nil {
		err = web.HTML(f, replayOf(t, amazonsMatch(t, amazons.Start().String()), 40))
		f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return "file://" + filepath.ToSlash(file)
}

// An address says which ply or turn a page shows, how fast it plays and what it is called; addresses of earlier versions still open.
func TestAddress(t *testing.T) {
	file := replayFile(t)
	for address, want := range map[string]string{
		"#ply=7":                     `gridiron.at === 7 && !gridiron.playing`,
		"?ply=7":                     `gridiron.at === 7`,
		"#turn=3":                    `gridiron.at === 6`,
		"#autoplay=1&speed=60&ply=9": `gridiron.at > 10 && gridiron.speed === 60`,
		"#title=" + url.QueryEscape(hostile): `document.title.startsWith('<img src=x') && document.getElementById('game').textContent === document.title &&
			!document.querySelector('img')`,
		"#controls=0&ply=3": `gridiron.at === 3 && ['#transport', '.top', '#side'].every((s) => !document.querySelector(s).checkVisibility())`,
	} {
		p := open(t, file+address, 800, 600)
		p.wait(`window.gridiron?.record && ` + want)
		if strings.Contains(address, "controls") {
			p.picture("embedded")
			p.accessible()
		}
	}
	p := open(t, file+"#token=secret&theme=dark&ply=1", 800, 600)
	p.wait(`window.gridiron?.at === 1`)
	eval[any](p, `location.hash = 'ply=12'`)
	p.wait(`gridiron.at === 12`)
	eval[any](p, `location.hash = 'token=secret&theme=dark&turn=2'`)
	p.wait(`gridiron.at === 4`)
	eval[any](p, `(Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.copied = text; }}}), gridiron.after.share())`)
	p.button("Copy link")
	p.wait(`document.getElementById('share-said').textContent === 'copied'`)
	if got, want := eval[string](p, `copied`), file+"#theme=dark&ply=4"; got != want {
		t.Errorf("the link is %s, want %s", got, want)
	}
	p.accessible()
}

// A live page opens at an earlier ply, too, and one at an address of the network, where a browser copies nothing, has a field to
// copy from.
func TestAddressOfTheNetwork(t *testing.T) {
	needsBrowser(t)
	listener, err := net.Listen("tcp4", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	at := web.URL(listener.Addr(), "")
	if strings.Contains(at, "localhost") {
		listener.Close()
		t.Skip("this machine has no address in a network: copying without a secure context is not tested")
	}
	ctx, cancel := context.WithCancel(t.Context())
	s := web.NewServer(web.Options{Open: true, Speed: 30})
	var group sync.WaitGroup
	group.Go(func() { s.Serve(ctx, listener) })
	group.Go(func() { drive(ctx, s, amazonsMatch(t, amazons.Start().String()), []string{"a", "b"}) })
	t.Cleanup(func() { cancel(); group.Wait() })
	p := open(t, at+"#ply=8", 900, 700, expects("Cross-Origin-Opener-Policy"))
	p.wait(`window.gridiron?.end > 8 && gridiron.at === 8`)
	if eval[bool](p, `isSecureContext`) {
		t.Fatal("the address is secure")
	}
	eval[any](p, `gridiron.after.share()`)
	p.button("Copy link")
	p.wait(`document.querySelector('#share input[type=text]')?.value === '` + at + `#ply=8'`)
	p.wait(`document.getElementById('share').innerText.includes('lets only pages of https and of this machine copy')`)
	p.accessible()
}

// At the end of a game the page says who won, reviews it, saves it, and another one begins, from the same or the other side.
func TestEnd(t *testing.T) {
	g := launch(t, "amazons", append([]string{"play", "human", "alphabeta:level=1", "--seed", "7"}, small("amazons")...)...)
	p := open(t, g.url, 1280, 800)
	p.wait(`window.gridiron?.human?.active && document.getElementById('end').hidden`)
	eval[any](p, `gridiron.human.turn.send(gridiron.human.ask.answers.find((a) => a.text === 'A1A0A1'))`) // it shuts its own queen in
	p.wait(`gridiron.end === 2 && gridiron.human.active`)
	p.run(chromedp.Click(`//div[@id="tools"]/button[starts-with(., "Resign")]`, chromedp.BySearch))
	p.wait(`document.getElementById('end').checkVisibility() && document.getElementById('end').innerText.includes('RED (human) resigned')`)
	p.accessible()
	p.button("Review")
	p.wait(`gridiron.after.marks?.get(1)?.sign === '??'`)
	p.wait(`document.querySelector('#list .sign')?.textContent === '??' && document.querySelector('#curve .tp')`)
	p.keys("m")
	p.wait(`gridiron.at === 1 && document.getElementById('mark').textContent.startsWith('RED played A1A0A1, and its value fell from')`)
	p.picture("reviewed")
	p.accessible()
	for _, size := range [][2]int{{390, 844}, {844, 390}} {
		q := open(t, g.watch(), size[0], size[1])
		q.wait(`window.gridiron?.record?.result && document.getElementById('end').checkVisibility()`)
		q.picture(fmt.Sprintf("end-%d", size[0]))
		if wide := eval[int](q, `document.documentElement.scrollWidth`); wide > size[0] {
			t.Errorf("the page is %d pixels wide, want %d", wide, size[0])
		}
		if eval[bool](q, `[...document.querySelectorAll('#end button')].some((b) => ['Rematch', 'Review', 'Save record'].includes(b.textContent))`) {
			t.Error("somebody who only watches has the buttons of a player")
		}
	}
	record := eval[string](p, `gridiron.server.file('record')`)
	if !strings.HasPrefix(record, `{"type":"header"`) || !strings.Contains(record, `"reason":"resigned"`) {
		t.Errorf("the record is\n%s", record)
	}
	page := filepath.Join(t.TempDir(), "saved.html")
	if err := os.WriteFile(page, []byte(eval[string](p, `gridiron.after.asPage()`)), 0o666); err != nil {
		t.Fatal(err)
	}
	saved := open(t, "file://"+filepath.ToSlash(page), 900, 700)
	saved.wait(`window.gridiron?.record?.result && gridiron.end === 3 && document.title === 'Amazons: human – alphabeta:level=1'`)
	eval[any](p, `gridiron.go(gridiron.end)`)
	p.button("Swap sides")
	p.wait(`gridiron.me.setup.now.players.join() === 'alphabeta:level=1,human' && gridiron.human.active && gridiron.board.flip`)
	p.wait(`document.getElementById('end').hidden`)
	p.run(chromedp.Click(`//div[@id="tools"]/button[starts-with(., "Resign")]`, chromedp.BySearch))
	p.wait(`document.getElementById('end').checkVisibility()`)
	seed := eval[string](p, `gridiron.record.head.seed`)
	p.button("Rematch")
	p.wait(`gridiron.record.head.seed !== '` + seed + `' && gridiron.me.setup.now.players.join() === 'alphabeta:level=1,human' && gridiron.human.active`)
}

// A file that is dropped on a page opens: every format with a program behind it, pages of games without. The game goes on
// meanwhile.
func TestDrop(t *testing.T) {
	needsBrowser(t)
	dir := t.TempDir()
	command(t, dir, "sarena", append([]string{"play", "random", "random", "--seed", "5", "--quiet", "--record", "game.jsonl"}, small("sarena")...)...)
	command(t, dir, "sarena", "replay", "game.jsonl", "--html", "game.html")
	turns := command(t, dir, "sarena", "convert", "game.jsonl", "--to", "turns")
	text := func(name string) string {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	g := launch(t, "sarena", "play", "human", "random", "--seed", "7")
	p := open(t, g.url, 1000, 800, expects("422"))
	p.wait(`window.gridiron?.human?.active`)
	for _, file := range []string{text("game.jsonl"), turns, text("game.html")} {
		p.file(file)
		p.wait(`!gridiron.live && gridiron.end > 1 && gridiron.at === 0`)
		p.button("Back to the game")
		p.wait(`gridiron.live && gridiron.human.active && document.getElementById('b-back').hidden`)
	}
	p.file("no game")
	p.wait(`document.getElementById('net').textContent.includes('not a file of a game of sarena')`)
	p.file("<!doctype html><script type='application/json' id='replay'>{\"plies\":[]}</script>")
	p.wait(`document.getElementById('net').textContent.includes('holds no game')`)
	p.wait(`gridiron.human.active`)

	static := open(t, "file://"+filepath.ToSlash(filepath.Join(dir, "game.html")), 1000, 800)
	static.wait(`window.gridiron?.record`)
	static.file(text("game.jsonl"))
	static.wait(`document.getElementById('net').textContent.includes('a program opens records')`)
	static.file(text("game.html"))
	static.wait(`document.getElementById('net').textContent === 'game.jsonl' && gridiron.end > 1`)

	watcher := open(t, g.watch(), 900, 700, expects("403"))
	watcher.wait(`window.gridiron?.record`)
	if got := eval[string](watcher, `gridiron.server.file('record').catch((e) => e.message)`); got != "this needs the token of a seat" {
		t.Errorf("who only watches is told %q", got)
	}
}

// A person chooses a seat, an opponent and its level, a clock and a name. Programs of other games are not offered.
func TestPicker(t *testing.T) {
	needsBrowser(t)
	dir := t.TempDir()
	command(t, dir, "tron", "new-bot", "python", "tronbot")
	command(t, dir, "amazons", "new-bot", "python", "mybot")
	g := launchIn(t, dir, "amazons", "play", "human", "random", "--seed", "7")
	p := open(t, g.url, 1280, 800)
	p.wait(`window.gridiron?.human?.active`)
	p.button("New game")
	p.picture("picker")
	p.accessible()
	names := eval[[]string](p, `[...document.querySelectorAll('#new .bots input')].map((i) => i.value)`)
	if want := "champion alphabeta mcts greedy random mybot/bot.py"; strings.Join(names, " ") != want {
		t.Errorf("offered are %q, want %s", names, want)
	}
	p.run(chromedp.Click(`#new input[name=bot][value=champion]`, chromedp.ByQuery)) // the usual level is the highest
	p.wait(`/^20 of 20, Elo [0-9]{4}$/.test(document.querySelector('#new-level b').textContent.trim())`)
	p.run(chromedp.Click(`#new input[name=as][value="1"]`, chromedp.ByQuery), chromedp.Click(`#new input[name=bot][value=alphabeta]`, chromedp.ByQuery))
	eval[any](p, `(() => { const r = document.querySelector('#new input[type=range]'); r.value = 2; r.dispatchEvent(new Event('input')); })()`)
	p.run(chromedp.SetValue(`#new select`, "5m+3s", chromedp.ByQuery))
	p.run(chromedp.SendKeys(`#new input[autocomplete=nickname]`, hostile[:20], chromedp.ByQuery), chromedp.Click(`#new .go`, chromedp.ByQuery))
	p.wait(`gridiron.me.setup.now.players.join() === 'alphabeta:level=2,human' && gridiron.human.active`)
	p.wait(`gridiron.record.head.names[1] === '` + hostile[:20] + `' && document.querySelector('#p1 .name').textContent.startsWith('<img')`)
	p.wait(`/^(5:0[0-3]|4:5\d)$/.test(document.querySelector('#p1 .clock').textContent) && gridiron.record.left(0)[0] === 300`)
	p.wait(`gridiron.board.flip`)
	q := open(t, g.url, 390, 844)
	q.wait(`window.gridiron?.human?.active`)
	q.button("New game")
	q.picture("picker-phone")
	if wide := eval[int](q, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("the page is %d pixels wide, want 390", wide)
	}
}

// The clocks of both tick, with tenths at the end; who waits sees that the other one thinks, and sits below the board.
func TestClocks(t *testing.T) {
	g := launch(t, "amazons", append([]string{"play", "human", "human", "--seed", "7", "--human-clock", "20s+1s"}, small("amazons")...)...)
	red := open(t, g.seat("RED"), 900, 700)
	blue := open(t, g.seat("BLUE"), 900, 700)
	red.wait(`window.gridiron?.human?.active && !gridiron.board.flip`)
	blue.wait(`gridiron.board.flip && document.querySelector('#p0 .who').textContent.startsWith('thinks')`)
	for _, p := range []*tab{red, blue} {
		p.wait(`document.querySelector('#p1 .clock').textContent === '0:20' && /^(0:1\d|\d\.\d)$/.test(document.querySelector('#p0 .clock').textContent)`)
		p.wait(`/^\d\.\d$/.test(document.querySelector('#p0 .clock.low')?.textContent)`)
	}
	if got := eval[[]string](blue, `gridiron.record.head.names`); fmt.Sprint(got) != "[RED BLUE]" {
		t.Errorf("two people are called %q", got)
	}
	red.wait(`document.getElementById('result').textContent.startsWith('BLUE (BLUE) wins: RED (RED) was late')`)
}

// Pelita seats a person by itself, and gives him time to see the others.
func TestSeated(t *testing.T) {
	g := launch(t, "pelita", "play")
	p := open(t, g.url, 1280, 800)
	p.wait(`window.gridiron?.human?.active && gridiron.record.head.names[0] === 'human'`)
	if speed := eval[float64](p, `gridiron.state.speed`); speed != 4 {
		t.Errorf("%v plies a second, want 4", speed)
	}
	p.picture("seated")
}

// A board is saved as a picture that needs nothing else.
func TestSavePicture(t *testing.T) {
	p := open(t, replayFile(t)+"#ply=9", 900, 700)
	p.wait(`window.gridiron?.at === 9`)
	eval[any](p, `(() => { HTMLAnchorElement.prototype.click = function () { fetch = null; window.saved = [this.download, this.href]; };
		window.kept = []; const make = URL.createObjectURL; URL.createObjectURL = (b) => (window.kept.push(b), make(b)); gridiron.after.share(); })()`)
	p.button("Save SVG")
	p.wait(`window.saved?.[0] === 'amazons-7.svg'`)
	svg := eval[string](p, `kept[0].text()`)
	if dir := os.Getenv("GRIDIRON_PICTURES"); dir != "" {
		os.WriteFile(filepath.Join(dir, "saved.svg"), []byte(svg), 0o666)
	}
	ids, uses := map[string]bool{}, []string{}
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("the picture is no XML: %v", err)
		}
		if start, ok := token.(xml.StartElement); ok {
			for _, a := range start.Attr {
				switch {
				case a.Name.Local == "id":
					ids[a.Value] = true
				case a.Name.Local == "href":
					uses = append(uses, strings.TrimPrefix(a.Value, "#"))
				case start.Name.Local == "svg" && a.Name.Local == "width" && a.Value != "1200":
					t.Errorf("the picture is %s wide", a.Value)
				}
			}
		}
	}
	for _, id := range uses {
		if !ids[id] {
			t.Errorf("the picture uses %s, which it does not have", id)
		}
	}
	if len(uses) < 8 || !strings.Contains(svg, ".look-checker .floor") {
		t.Errorf("the picture has %d uses and no style of the board:\n%.300s", len(uses), svg)
	}
	p.button("Save PNG")
	p.wait(`window.saved?.[0] === 'amazons-7.png' && kept[1].size > 20000`)
	// Its colours are those of the board: the middle of the first cell is no background.
	colour := eval[[]int](p, `(async () => {
		const image = await createImageBitmap(kept[1]), canvas = document.createElement('canvas');
		[canvas.width, canvas.height] = [image.width, image.height];
		const c = canvas.getContext('2d');
		c.drawImage(image, 0, 0);
		return [image.width, ...c.getImageData(image.width / 2, image.height / 2 - 5, 1, 1).data];
	})()`)
	if len(colour) != 5 || colour[0] != 1200 || colour[4] != 255 || colour[1]+colour[2]+colour[3] < 60 {
		t.Errorf("the picture has the width and, in the middle, the colour %v", colour)
	}
}

// Sounds are heard only after they were switched on.
func TestSounds(t *testing.T) {
	p := open(t, replayFile(t), 900, 700)
	p.wait(`window.gridiron?.record`)
	eval[any](p, `(() => {
		window.tones = 0;
		const node = () => ({ frequency: {}, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: () => node(), start: () => tones++, stop() {} });
		window.AudioContext = class { currentTime = 0; destination = {}; createOscillator = node; createGain = node; close() {} };
	})()`)
	p.keys(".")
	p.wait(`gridiron.at === 1 && tones === 0`)
	p.button("Sound")
	p.keys(".")
	p.wait(`gridiron.at === 2 && tones === 1`)
	p.button("Sound")
	p.keys(".")
	p.wait(`gridiron.at === 3 && tones === 1`)
}
