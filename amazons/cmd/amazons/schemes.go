//go:build !playground

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/wire"
	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// address cuts the parameters, ,KEY=VALUE, off an address. The function of a key sets its value; want names the keys, for errors.
func address(rest, want string, set map[string]func(string) error) (string, error) {
	address, list, found := strings.Cut(rest, ",")
	for found {
		var option string
		option, list, found = strings.Cut(list, ",")
		key, value, _ := strings.Cut(option, "=")
		if set[key] == nil {
			return "", fmt.Errorf("parameter %q: want %s", key, want)
		}
		if err := set[key](value); err != nil {
			return "", err
		}
	}
	return address, nil
}

// tokens reads the tokens that players who connect to us must send.
func tokens(m match.Maker) (admission.Tokens, error) {
	tokens, err := admission.ParseTokens(m.Flag("team-token"))
	if err != nil {
		err = fmt.Errorf("--team-token: %w", err)
	}
	return tokens, err
}

func schemes() []scheme {
	return []scheme{
		{
			Prefix: "tcp://", Usage: "tcp://HOST:PORT[,framing=F][,token=T]\ta player who listens there; F is auto, line, raw, utf, chars, object or block",
			New: dialled,
		},
		{
			Prefix: "listen:", Usage: "listen:[HOST:]PORT[,framing=F]\ta player who connects to us, from this machine unless a host is given",
			New: listened,
		},
		{
			Prefix: "udp://", Usage: "udp://HOST:PORT[,resend=TIME][,token=T]\ta player whom we send datagrams, again after 10 s or TIME without an answer",
			New: datagramsTo,
		},
		{
			Prefix: "udp-listen:", Usage: "udp-listen:[HOST:]PORT[,resend=TIME]\ta player who sends us datagrams",
			New: datagramsFrom,
		},
		{
			Prefix: "cosc322:", Usage: "cosc322:PATH[#CLASS][,first=white]\ta player of UBC's COSC 322 in Java: a source, class file, jar or project folder",
			Prints: true, Starts: []string{"", "", probes[len(probes)-1]}, New: student,
		},
		{
			Prefix: "botzone:", Usage: "botzone:COMMAND ARGS\ta program for the Amazons of botzone.org, in JSON; on 8 x 8 squares",
			Starts: botzoneStarts, New: botzoneBot("botzone:", false),
		},
		{
			Prefix: "botzone-simple:", Usage: "botzone-simple:COMMAND ARGS\tthe same, with Botzone's simple interaction: lines of numbers",
			Starts: botzoneStarts, New: botzoneBot("botzone-simple:", true),
		},
	}
}

// setFraming reads a framing.
func setFraming(f *wire.Framing) func(string) error {
	return func(text string) (err error) {
		*f, err = wire.ParseFraming(text)
		return err
	}
}

// setToken reads a token, or the file that holds it.
func setToken(to *string) func(string) error {
	return func(text string) (err error) {
		if *to, err = admission.Secret(text); err != nil {
			return fmt.Errorf("token=@FILE: %w", err)
		}
		if *to == "" {
			return errors.New("token=: want a token, or @FILE")
		}
		return nil
	}
}

func dialled(rest string, _ match.Maker) (player, error) {
	var f wire.Framing
	var token string
	set := map[string]func(string) error{"framing": setFraming(&f), "token": setToken(&token)}
	at, err := address(rest, "framing=NAME or token=TOKEN", set)
	if err != nil {
		return nil, err
	}
	p, err := wire.Dial(at)
	if err != nil {
		return nil, err
	}
	p.Framing, p.Token = f, token
	return p, nil
}

func listened(rest string, m match.Maker) (player, error) {
	var f wire.Framing
	at, err := address(rest, "framing=NAME", map[string]func(string) error{"framing": setFraming(&f)})
	if err != nil {
		return nil, err
	}
	wanted, err := tokens(m)
	if err != nil {
		return nil, err
	}
	p, err := wire.Listen(at, m.Notes)
	if err != nil {
		return nil, err
	}
	p.Framing, p.Tokens = f, wanted
	return p, nil
}

func datagramsTo(rest string, _ match.Maker) (player, error) {
	var token string
	set := map[string]func(string) error{"token": setToken(&token)}
	p, err := datagrams(rest, wire.DialUDP, "resend=TIME or token=TOKEN", set)
	if err != nil { // not p, err: an interface that holds a nil *UDPPeer is not nil
		return nil, err
	}
	p.Token = token
	return p, nil
}

func datagramsFrom(rest string, m match.Maker) (player, error) {
	wanted, err := tokens(m)
	if err != nil {
		return nil, err
	}
	p, err := datagrams(rest, wire.ListenUDP, "resend=TIME", map[string]func(string) error{})
	if err != nil {
		return nil, err
	}
	p.Tokens = wanted
	fmt.Fprintf(m.Notes, "waiting for datagrams on %v\n", p.Addr())
	return p, nil
}

// studentSpec is a path with parameters.
var studentSpec = regexp.MustCompile(`(?s)^(.*?)((?:,(?:first|stdin)=[^,]*)*)$`)

// student makes a player of the course COSC 322.
func student(rest string, m match.Maker) (player, error) {
	s := &wire.Student{Bot: &jsonl.Bot[amazons.View, amazons.Move]{Options: m.Start, Codec: wire.Codec, Tee: m.Output}}
	words := studentSpec.FindStringSubmatch(rest)
	path := words[1]
	_, err := address(words[2], "first=white or stdin=TEXT", map[string]func(string) error{
		"first": func(colour string) error {
			if s.WhiteFirst = colour == "white"; !s.WhiteFirst && colour != "black" {
				return fmt.Errorf("first=%s: want white or black", colour)
			}
			return nil
		},
		"stdin": func(text string) error {
			s.Input = text
			return nil
		},
	})
	if err != nil {
		return nil, err
	}
	if _, missing := os.Stat(path); missing != nil {
		if at := strings.LastIndexByte(path, '#'); at >= 0 {
			path, s.Class = path[:at], path[at+1:]
		}
	}
	if _, err := os.Stat(path); err != nil || path == "" {
		return nil, fmt.Errorf("there is no file or folder %q: want cosc322:PATH[#CLASS][,first=white][,stdin=A/B/C]", path)
	}
	if m.Trace != nil {
		s.Trace = func(toBot bool, line []byte) { m.Trace("cosc322:"+rest, toBot, line) }
	}
	s.Path, err = filepath.Abs(path)
	return s, err
}

// datagrams makes a player for an address with an optional ,resend=TIME: if a simple program thinks longer than that, it takes
// our repeated turn for a new one.
func datagrams(
	rest string, open func(string) (*wire.UDPPeer, error), want string, set map[string]func(string) error,
) (*wire.UDPPeer, error) {
	resend := time.Duration(0)
	set["resend"] = func(text string) (err error) {
		resend, err = timer.ParseDuration(text)
		return err
	}
	at, err := address(rest, want, set)
	if err != nil {
		return nil, err
	}
	p, err := open(at)
	if err == nil && resend > 0 {
		p.Resend = resend
	}
	return p, err
}
