// Package book is a list of starts that games are played from: layouts, positions or seeds.
package book

import (
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/seeds"
)

// Start is what a pair of games begins with.
type Start struct {
	Layout string `json:"layout,omitempty"` // "": the usual start
	Seed   string `json:"seed,omitempty"`   // "": the seed of the pair
}

// Book is a list of starts. Start k of a plan is entry k; if the book is too short, it is used again from its beginning.
type Book []Start

// Setup returns the setup of the games of start k, counted from 0. base has the usual start, the options and the seed of the
// pair. A seed that was used before, because it is in the book twice or the book is used again, is changed each time, so that no
// game is played twice.
func (b Book) Setup(base match.Setup, k int) match.Setup {
	if len(b) == 0 {
		return base
	}
	entry := b[k%len(b)]
	if entry.Layout != "" {
		base.Start = entry.Layout
	}
	if entry.Seed == "" {
		return base
	}
	again, all := 0, 0 // how often the seed is in the book: before this entry, and in all
	for i, other := range b {
		if other.Seed == entry.Seed {
			if all++; i < k%len(b) {
				again++
			}
		}
	}
	if base.Seed, again = entry.Seed, again+k/len(b)*all; again > 0 {
		base.Seed = seeds.Derive(entry.Seed, "again", again)
	}
	return base
}

// block is a part of a file.
type block struct {
	line int // from 1
	text string
}

// Parse reads a file of starts: one on each line, or blocks of lines separated by empty lines. A start that is a decimal integer
// is a seed. Every start is set up once; the error names the line of the first that cannot be set up.
func Parse(game *match.Bound, text string, base match.Setup) (Book, error) {
	list, lines := split(text)
	if len(list) == 0 {
		return nil, fmt.Errorf("the file has no start: want %s, or seeds, one per line", game.Layout)
	}
	book, err := parse(game, list, base)
	if err != nil && lines && len(list) > 1 { // the lines may be those of a single drawing
		if whole, wrong := parse(game, []block{{1, strings.TrimRight(text, "\r\n")}}, base); wrong == nil {
			return whole, nil
		}
	}
	return book, err
}

func parse(game *match.Bound, list []block, base match.Setup) (book Book, err error) {
	for _, b := range list {
		one := Book{{Layout: b.text}}
		if word := strings.TrimSpace(b.text); seeds.Valid(word) {
			one[0] = Start{Seed: word}
		}
		if _, err := game.Position(one.Setup(base, 0), nil); err != nil {
			return nil, fmt.Errorf("line %d: %w", b.line, err)
		}
		book = append(book, one[0])
	}
	return book, nil
}

// split cuts a file into blocks; lines reports whether each block is a single line.
func split(text string) (list []block, lines bool) {
	var blocks, single []block
	open := false
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if strings.TrimSpace(line) == "" {
			open = false
			continue
		}
		single = append(single, block{i + 1, line})
		if !open {
			blocks = append(blocks, block{i + 1, line})
			open = true
			continue
		}
		blocks[len(blocks)-1].text += "\n" + line
	}
	if len(blocks) > 1 {
		return blocks, false
	}
	return single, true
}
