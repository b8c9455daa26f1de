package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// found is a message of results.
type found struct {
	seq       uint64
	signature string
	text      []byte
}

// worthPacking is the size, in bytes, from which an outcome is compressed. To compress a smaller one costs more than everything
// else that a worker does with it.
const worthPacking = 4 << 10

// packers are compressors for reuse: making one costs more than packing a game. A higher level of compression would cost more,
// too.
var packers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level is valid
	return z
}}

// pack writes an outcome as a message.
func pack(o *outcome) ([]byte, error) {
	text, err := json.Marshal(o)
	if err != nil || len(text) < worthPacking {
		return text, err
	}
	var b bytes.Buffer
	z := packers.Get().(*gzip.Writer)
	defer packers.Put(z)
	z.Reset(&b)
	_, err = z.Write(text)
	err = errors.Join(err, z.Close()) // which writes the rest
	return b.Bytes(), err
}

// maxOutcome is the maximum size of an unpacked outcome, in bytes. Tests lower it.
var maxOutcome int64 = 64 << 20

// unpack reads a message of results.
func unpack(text []byte) (*outcome, error) {
	var all io.Reader = bytes.NewReader(text)
	if !bytes.HasPrefix(text, []byte("{")) {
		var err error
		if all, err = gzip.NewReader(all); err != nil {
			return nil, err
		}
	}
	o := &outcome{}
	in := &io.LimitedReader{R: all, N: maxOutcome}
	if err := json.NewDecoder(in).Decode(o); err != nil {
		if in.N <= 0 {
			err = fmt.Errorf("it has more than %d bytes", maxOutcome)
		}
		return nil, err
	}
	o.Worker, o.Died = clean.Line(o.Worker, 60), clean.Line(strings.TrimSpace(o.Died), clean.MaxDetail)
	o.Void = clean.Line(o.Void, clean.MaxDetail)
	return o, nil
}

// nobody returns why a game counts for nobody; "": it counts, if it is credible.
func (o *outcome) nobody() string {
	switch {
	case o.Died != "":
		return died + o.Died
	case o.Done.Record == "":
		return o.Void
	}
	return ""
}

// credible returns the line of a game that a worker says it has played. The error says why that cannot be true: the record must
// be whole, and that of the job.
func credible(j *job.Job, seats []string, o *outcome) (*record.Line, error) {
	wrong := func(format string, args ...any) (*record.Line, error) {
		return nil, fmt.Errorf("worker %s: %s", o.Worker, clean.Line(fmt.Sprintf(format, args...), clean.MaxDetail))
	}
	games, err := record.Read(strings.NewReader(o.Done.Record))
	if err != nil {
		return wrong("its record: %v", err)
	}
	g := &games[0]
	h := &g.Header
	switch {
	case len(games) != 1:
		return wrong("its record holds %d games, want one", len(games))
	case g.Result == nil || g.Result.Hash == "":
		return wrong("its record has no result")
	case g.Sound() != nil:
		return wrong("its record: %v", g.Sound())
	case !strings.HasSuffix(o.Done.Record, "\n"):
		return wrong("its record is torn")
	case h.ID != j.ID || h.Game != j.Game || h.Rules != j.Rules || h.Seed != j.Seed:
		return wrong("its record is of game %s of %s, rules %s, seed %s", h.ID, h.Game, h.Rules, h.Seed)
	case j.Version != "" && h.Version != j.Version:
		return wrong("its record is of version %s of the program, want %s", h.Version, j.Version)
	case len(h.Seats) != len(j.Seats):
		return wrong("its record has %d seats", len(h.Seats))
	case g.Result.Winner != nil && !slices.Contains(seats, *g.Result.Winner):
		return wrong("the winner is seat %q", *g.Result.Winner)
	}
	var names []string
	for i, seat := range j.Seats {
		names = append(names, seat.Label)
		if is := h.Seats[i]; is.Seat != seats[i] || is.Name != clean.Line(seat.Label, clean.MaxDetail) {
			return wrong("its record has %s in seat %s, want %s", is.Name, is.Seat, seat.Label)
		}
	}
	line := g.Result.Line(seats, names)
	line.ID, line.Seed, line.Hash, line.Jail = h.ID, h.Seed, g.Hash, h.Jail
	return line, nil
}
