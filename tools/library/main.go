// Command library is the verb env of all games as a shared library, which another program loads into its own process. It is no
// part of the programs because the C in it would make each of them need a C compiler. tools/python/library.py builds it, and adds
// the games to it: without that it has none.
//
// The functions return texts, which the caller frees with gridiron_free, or NULL. The first byte of a text says what it is, as in
// the conversation of kernel/arena/learn/env, here without a length: "j" a reply, "!" an error, "~" a number for gridiron_wait,
// because the command is still being carried out. NULL: it is done.
package main

// #include <stdlib.h>
import "C"

import (
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/learn/env"
)

var (
	programs = map[string]func() *cli.Program{} // by game
	opened   sync.Map                           // of *env.Direct, by handle
	last     atomic.Int64
	opening  sync.Mutex // the environment belongs to the whole process
)

func main() {}

// text makes a text for C; none for "".
func text(s string) *C.char {
	if s == "" {
		return nil
	}
	return C.CString(strings.ReplaceAll(s, "\x00", " "))
}

// gridiron_open sets games up. words are the name of the game, and the flags of its verb env; variables are those of the
// environment; each of them ends with a zero byte. The text is the greeting after "j"; handle gets the number for the other
// functions. NULL: a process must play these games.
//
//export gridiron_open
func gridiron_open(words *C.char, wordBytes C.int, variables *C.char, variableBytes C.int, handle *C.longlong) *C.char {
	opening.Lock()
	defer opening.Unlock()
	adopt(split(variables, variableBytes))
	list := split(words, wordBytes)
	program := programs[list[0]]
	if program == nil {
		return nil
	}
	d, greeting, complaint := env.Open(program(), list[1:])
	if d == nil {
		if complaint == "" {
			return nil
		}
		return text("!" + complaint)
	}
	number := last.Add(1)
	opened.Store(number, d)
	*handle = C.longlong(number)
	return text("j" + greeting)
}

// split returns the texts in memory each of which ends with a zero byte.
func split(memory *C.char, bytes C.int) []string {
	list := strings.Split(C.GoStringN(memory, bytes), "\x00")
	return list[:len(list)-1]
}

// adopt makes the environment of Go that of the caller, which may have changed since the library was loaded.
func adopt(variables []string) {
	want := map[string]string{}
	for _, line := range variables {
		name, value, _ := strings.Cut(line, "=")
		want[name] = value
	}
	for _, line := range os.Environ() {
		name, _, _ := strings.Cut(line, "=")
		if _, is := want[name]; !is {
			os.Unsetenv(name)
		}
	}
	for name, value := range want {
		if now, is := os.LookupEnv(name); !is || now != value {
			os.Setenv(name, value)
		}
	}
}

const closed = "!this environment is closed"

func direct(handle C.longlong) *env.Direct {
	d, _ := opened.Load(int64(handle))
	found, _ := d.(*env.Direct)
	return found
}

// gridiron_attach sets the memory of the arrays: size bytes, from a multiple of 8, that stay until gridiron_close returns 1.
//
//export gridiron_attach
func gridiron_attach(handle C.longlong, memory unsafe.Pointer, size C.longlong) {
	if d := direct(handle); d != nil {
		d.Attach(unsafe.Slice((*byte)(memory), int(size)))
	}
}

// gridiron_step steps all games.
//
//export gridiron_step
func gridiron_step(handle C.longlong) *C.char {
	d := direct(handle)
	if d == nil {
		return text(closed)
	}
	return text(d.Step())
}

// gridiron_reset sets one game up with a seed, with the start and the options of gridiron_open.
//
//export gridiron_reset
func gridiron_reset(handle C.longlong, game C.uint, seed C.ulonglong) *C.char {
	d := direct(handle)
	if d == nil {
		return text(closed)
	}
	return text(d.Reset(uint32(game), uint64(seed)))
}

// gridiron_call carries out a command.
//
//export gridiron_call
func gridiron_call(handle C.longlong, command unsafe.Pointer, size C.int) *C.char {
	d := direct(handle)
	if d == nil {
		return text(closed)
	}
	return text(d.Command(unsafe.Slice((*byte)(command), int(size))))
}

// gridiron_wait waits for a command that is still being carried out.
//
//export gridiron_wait
func gridiron_wait(handle, number C.longlong) *C.char {
	d := direct(handle)
	if d == nil {
		return text(closed)
	}
	return text(d.Wait(int64(number)))
}

// gridiron_close ends the games. It returns 0 if a command is still being carried out: then the memory must stay for ever.
//
//export gridiron_close
func gridiron_close(handle C.longlong) C.int {
	d, found := opened.LoadAndDelete(int64(handle))
	if found && !d.(*env.Direct).Close() {
		return 0
	}
	return 1
}

// gridiron_free frees a text.
//
//export gridiron_free
func gridiron_free(text *C.char) { C.free(unsafe.Pointer(text)) }
