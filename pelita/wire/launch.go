//go:build !js

package wire

import (
	"path/filepath"
	"slices"
	"strconv"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/wire/zmtp"
)

// start starts the program, and the socket to which it connects.
func (t *Team) start(v pelita.Version) error {
	words, err := t.python.player(v)
	if err != nil {
		return err
	}
	o := t.startOptions()
	if t.python.Version == "" {
		o.Jail.Read = append(slices.Clone(o.Jail.Read), filepath.Dir(words[len(words)-1]))
	}
	t.protocol = t.python.protocol(v)
	met, err := t.inJail(words, o)
	if err == nil && !met {
		err = t.outside(words, o)
	}
	if err != nil {
		return err
	}
	t.program.CloseInput() // a team that asks for input, or a debugger in it, shall not wait for ever
	t.running.Store(t.program)
	t.finish, t.drained = make(chan struct{}), make(chan struct{})
	go drain(t.program, t.options.Out, t.finish, t.drained)
	return nil
}

// inJail starts the program and a socket in a jail, if that is wanted and possible.
func (t *Team) inJail(words []string, o proc.Options) (started bool, err error) {
	if level := o.Level(words); level == "" || level == "none" {
		return false, nil
	}
	program, err := proc.StartWith(t.arguments(words, jailAddress), o)
	if err != nil {
		return false, err
	}
	serve := zmtp.ServeLine
	if t.relayed {
		serve = zmtp.Serve
	}
	t.program, t.socket = program, serve(zmtp.Pair, program.Listener())
	return true, nil
}

// outside starts the program as o says, but without a loopback of ours; o still asks for one, so that systems without such jails
// do not start it in one.
func (t *Team) outside(words []string, o proc.Options) error {
	listen := zmtp.ListenLine
	if t.relayed {
		listen = zmtp.Listen
	}
	socket, err := listen(zmtp.Pair, "127.0.0.1:0")
	if err != nil {
		return err
	}
	if t.program, err = proc.StartWith(t.arguments(words, "localhost:"+strconv.Itoa(socket.Addr().Port)), o); err != nil {
		socket.Close(0)
		return err
	}
	t.socket = socket
	return nil
}

// arguments completes the command of a player that connects to an address.
func (t *Team) arguments(words []string, address string) []string {
	words = append(slices.Clone(words), "remote-game", t.spec, "tcp://"+address)
	if t.options.Name != "" {
		words = append(words, "--team-name-override", t.options.Name)
	}
	if t.options.Silent {
		words = append(words, "--silent-bots")
	}
	return words
}
