// Package env lets another program step many games at once, through memory that both share or through pipes. [Open] does so for a
// program in the same process: tools/library.
//
// # The conversation
//
// The server prints one line of JSON, its [Spec], and then answers commands until its input ends. A command is one byte and
// what belongs to it; numbers have four bytes, the lowest first.
//
//	s                      step all games; through pipes followed by the actions
//	p FROM TO              step the games from FROM to TO-1; through pipes followed by all actions
//	c N FROM... TO...      make the N games TO copies of the games FROM, as they are before
//	r N GAME... SEED...    reset N games with the start and the options of the command line; a seed has eight bytes
//	f                      show the arrays
//	j LENGTH JSON          a [Request]
//
// It is answered by one byte: "." when it is done, through pipes followed by the arrays after the actions; "j LENGTH JSON" for
// the [Reply] to a request; "! LENGTH TEXT" for a command that could not be done. What goes wrong with one game in a step is no
// such error: it is in the array of errors.
package env

import (
	"unsafe"

	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
)

// version is the version of the conversation.
const version = 3

// Spec says what is played and where the arrays are.
type Spec struct {
	Protocol int             `json:"protocol"`
	Game     string          `json:"game"`
	Rules    string          `json:"rules"` // version of the rules
	Program  string          `json:"program"`
	Games    int             `json:"games"`
	Slots    int             `json:"slots"` // number of seats that are stepped at the same time
	Seats    []string        `json:"seats"`
	Stepped  []int           `json:"stepped"` // by game: the seat that is stepped; -1: all of them
	Shape    batch.Shape     `json:"shape"`
	Restart  batch.Restart   `json:"restart"`
	Rivals   []batch.Rival   `json:"rivals"`  // one of them is drawn for each game and has the other seats
	Usual    string          `json:"usual"`   // a player who teaches a beginner
	League   []batch.Rival   `json:"league"`  // players to draw from
	Memory   bool            `json:"memory"`  // the arrays are in shared memory
	Size     int             `json:"size"`    // bytes of all arrays
	Outputs  int             `json:"outputs"` // offset of the first array that the server writes
	Arrays   []Array         `json:"arrays"`
	Options  []match.Param   `json:"options"`
	Bots     []match.BotInfo `json:"bots"`
}

// Array says where an array of the frame is. It is in C order, and numbers have their lowest byte first.
type Array struct {
	Name   string `json:"name"`
	Type   string `json:"type"` // as numpy names it
	Shape  []int  `json:"shape"`
	Offset int    `json:"offset"` // a multiple of 64
}

// align is the number of which every array's offset is a multiple: the size of a cache line.
const align = 64

// arrange lays out the arrays of a batch, first those that the client writes.
func arrange(b *batch.Batch, games int, restart batch.Restart) (arrays []Array, size int) {
	add := func(name, kind string, shape ...int) {
		bytes := map[string]int{"uint8": 1, "int16": 2, "float32": 4}[kind]
		for _, n := range shape {
			bytes *= n
		}
		arrays = append(arrays, Array{name, kind, shape, size})
		size += (bytes + align - 1) / align * align
	}
	k := b.Slots
	add("actions", "int16", games, k)
	add("hold", "uint8", games)
	add("codes", "uint8", append([]int{games, k}, b.Shape.Codes...)...)
	add("scalars", "int16", games, k, len(b.Shape.Scalars))
	add("mask", "uint8", games, k, b.Shape.Actions)
	add("reward", "float32", games, len(b.Seats))
	add("terminated", "uint8", games)
	add("truncated", "uint8", games)
	add("to_play", "uint8", games)
	add("sample", "int16", games, k)
	add("errors", "uint8", games)
	if restart == batch.RestartSame {
		add("final_codes", "uint8", append([]int{games, k}, b.Shape.Codes...)...)
		add("final_scalars", "int16", games, k, len(b.Shape.Scalars))
		add("final_mask", "uint8", games, k, b.Shape.Actions)
		add("final_to_play", "uint8", games)
	}
	return arrays, size
}

// frame finds the arrays in memory that begins at a multiple of 8.
func frame(memory []byte, arrays []Array) *batch.Frame {
	f, final := &batch.Frame{}, &batch.Frame{}
	for _, a := range arrays {
		n := 1
		for _, d := range a.Shape {
			n *= d
		}
		if n == 0 {
			continue
		}
		at := unsafe.Pointer(&memory[a.Offset])
		switch to := map[string]any{
			"actions": &f.Actions, "codes": &f.Codes, "scalars": &f.Scalars, "mask": &f.Mask, "reward": &f.Reward,
			"terminated": &f.Terminated, "truncated": &f.Truncated, "to_play": &f.ToPlay, "sample": &f.Sample, "errors": &f.Errors, "hold": &f.Hold,
			"final_codes": &final.Codes, "final_scalars": &final.Scalars, "final_mask": &final.Mask, "final_to_play": &final.ToPlay,
		}[a.Name].(type) {
		case *[]int16:
			*to = unsafe.Slice((*int16)(at), n)
		case *[]float32:
			*to = unsafe.Slice((*float32)(at), n)
		case *[]uint8:
			*to = unsafe.Slice((*uint8)(at), n)
		}
	}
	if final.ToPlay != nil {
		final.Reward, final.Terminated, final.Truncated, final.Errors = f.Reward, f.Terminated, f.Truncated, f.Errors
		final.Sample = make([]int16, len(f.Sample)) // of no use
		f.Final = final
	}
	return f
}

// words returns memory of that many bytes which begins at a multiple of 8.
func words(size int) []byte {
	list := make([]uint64, (size+7)/8)
	return unsafe.Slice((*byte)(unsafe.Pointer(&list[0])), size)
}
