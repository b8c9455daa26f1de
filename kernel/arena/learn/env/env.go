package env

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// Config says which games are stepped, and how.
type Config struct {
	batch.Options
	Setup   match.Setup
	Workers int      // number of goroutines that step games
	Memory  *os.File // is made as large as the arrays and holds them; nil: they go through the pipes
}

// Server steps the games of one client.
type Server struct {
	info   *match.Info
	spec   Spec
	batch  *batch.Batch
	setup  match.Setup
	memory []byte
	frame  *batch.Frame
	unmap  func()
	page   *watched // nil: nobody watches

	work   []chan [2]int // of the workers, apart from the goroutine that reads
	busy   sync.WaitGroup
	failed atomic.Pointer[string] // what went wrong in a worker, with its stack

	in interface {
		io.Reader
		io.ByteReader
	}
	out interface {
		io.Writer
		io.ByteWriter
	}
}

// New sets up the games; none of them has begun. The error may be a *match.SetupError.
func newServer(g *match.Info, set batch.Maker, c Config) (*Server, error) {
	games, err := set(c.Options, c.Setup)
	if err != nil {
		return nil, err
	}
	s := &Server{info: g, batch: games, setup: c.Setup, unmap: func() {}}
	s.spec = Spec{
		Protocol: version, Game: g.Name, Rules: g.Rules, Program: record.Version(),
		Games: c.Games, Slots: games.Slots, Seats: g.Seats,
		Shape: games.Shape, Restart: c.Restart, Rivals: games.Rivals, Usual: games.Usual, League: games.League,
		Memory: c.Memory != nil, Options: g.Options, Bots: g.Bots,
	}
	for i := range c.Games {
		seat := c.Seat
		switch {
		case len(c.Rivals) == 0:
			seat = -1
		case seat < 0:
			seat = i % len(g.Seats)
		}
		s.spec.Stepped = append(s.spec.Stepped, seat)
	}
	s.spec.Arrays, s.spec.Size = arrange(games, c.Games, c.Restart)
	s.spec.Outputs = s.spec.Arrays[2].Offset
	if c.Memory != nil {
		if s.memory, s.unmap, err = share(c.Memory, s.spec.Size); err != nil {
			games.Close()
			return nil, fmt.Errorf("the shared memory: %w", err)
		}
	} else {
		s.memory = words(s.spec.Size)
	}
	s.frame = frame(s.memory, s.spec.Arrays)
	for range min(c.Workers, c.Games) - 1 {
		work := make(chan [2]int)
		s.work = append(s.work, work)
		go func() {
			for span := range work {
				s.assist(span)
			}
		}()
	}
	return s, nil
}

// Close releases the games.
func (s *Server) Close() {
	for _, w := range s.work {
		close(w)
	}
	if s.page != nil {
		s.page.stop()
	}
	s.batch.Close()
	s.unmap()
}

// Serve answers commands until the input ends. The error is one of the pipes, or that of a command after which the input cannot
// be read on: an unknown one, or a request that is too long.
func (s *Server) Serve(in io.Reader, out io.Writer) error {
	buffer := bufio.NewWriterSize(out, 1<<16)
	s.in, s.out = bufio.NewReaderSize(in, 1<<16), buffer
	line, err := json.Marshal(s.spec)
	if err != nil {
		return err
	}
	s.out.Write(append(line, '\n'))
	if err := buffer.Flush(); err != nil {
		return err
	}
	for {
		if err := s.command(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := buffer.Flush(); err != nil {
			return err
		}
	}
}

// command carries out one command. The error is io.EOF at the end of the input; any other error is that of Serve.
func (s *Server) command() error {
	op, err := s.in.ReadByte()
	if err != nil {
		return io.EOF
	}
	switch op {
	case 's':
		err = s.receive()
		if err == nil {
			s.step(0, s.spec.Games)
			err = s.send()
		}
	case 'p':
		var span [2]uint32
		if err = binary.Read(s.in, binary.LittleEndian, &span); err == nil {
			err = s.receive()
		}
		switch {
		case err != nil:
		case span[0] > span[1] || int(span[1]) > s.spec.Games:
			err = s.text('!', fmt.Appendf(nil, "games %d to %d: there are %d", span[0], span[1], s.spec.Games))
		default:
			s.batch.Step(int(span[0]), int(span[1]), s.frame)
			err = s.send()
		}
	case 'c':
		err = s.clone()
	case 'r':
		err = s.begin()
	case 'f':
		err = s.send()
	case 'j':
		err = s.request()
	default:
		return fmt.Errorf("command %q: want s, p, c, r, f or j", op)
	}
	if err == io.ErrUnexpectedEOF {
		return io.EOF
	}
	return err
}

// clone makes games copies of others.
func (s *Server) clone() error {
	var count uint32
	if err := binary.Read(s.in, binary.LittleEndian, &count); err != nil {
		return err
	}
	if int(count) > s.spec.Games {
		return fmt.Errorf("%d copies: want at most %d", count, s.spec.Games)
	}
	bytes := make([]byte, 8*count)
	if _, err := io.ReadFull(s.in, bytes); err != nil {
		return err
	}
	games := make([]int, 2*count)
	for i := range games {
		game := binary.LittleEndian.Uint32(bytes[4*i:])
		if int(game) >= s.spec.Games {
			return s.text('!', fmt.Appendf(nil, "game %d: want 0 to %d", game, s.spec.Games-1))
		}
		games[i] = int(game)
	}
	from, to := games[:count], games[count:]
	err := s.batch.Clone(from, to)
	for _, game := range to {
		s.batch.Show(game, game+1, s.frame)
	}
	if err != nil {
		return s.text('!', []byte(err.Error()))
	}
	return s.send()
}

// begin resets games whose seeds are of 64 bits, as the client sends them without a start and options.
func (s *Server) begin() error {
	var count uint32
	if err := binary.Read(s.in, binary.LittleEndian, &count); err != nil {
		return err
	}
	if int(count) > s.spec.Games {
		return fmt.Errorf("%d resets: want at most %d", count, s.spec.Games)
	}
	bytes := make([]byte, 12*count)
	if _, err := io.ReadFull(s.in, bytes); err != nil {
		return err
	}
	games := make([]int, count)
	for i := range games {
		if games[i] = int(binary.LittleEndian.Uint32(bytes[4*i:])); games[i] >= s.spec.Games {
			return s.text('!', fmt.Appendf(nil, "game %d: want 0 to %d", games[i], s.spec.Games-1))
		}
	}
	setup, seeds := s.setup, bytes[4*count:]
	for i, game := range games {
		setup.Seed = strconv.FormatUint(binary.LittleEndian.Uint64(seeds[8*i:]), 10)
		if err := s.resetGame(game, setup); err != nil {
			return s.text('!', []byte(err.Error()))
		}
	}
	return s.send()
}

// step steps the games from a to b-1 with all workers. It panics if one of them did.
func (s *Server) step(a, b int) {
	workers := len(s.work) + 1
	part := func(n int) int { return a + (b-a)*n/workers }
	s.busy.Add(len(s.work))
	for n, w := range s.work {
		w <- [2]int{part(n + 1), part(n + 2)}
	}
	s.batch.Step(a, part(1), s.frame)
	if s.busy.Wait(); s.failed.Load() != nil {
		panic(*s.failed.Load())
	}
}

// assist does a worker's part of a step.
func (s *Server) assist(span [2]int) {
	defer s.busy.Done()
	defer func() {
		if r := recover(); r != nil {
			text := fmt.Sprintf("%v\n%s", r, debug.Stack())
			s.failed.Store(&text)
		}
	}()
	s.batch.Step(span[0], span[1], s.frame)
}

// receive reads the actions if they come through the pipe.
func (s *Server) receive() error {
	if s.spec.Memory {
		return nil
	}
	_, err := io.ReadFull(s.in, s.memory[:s.spec.Outputs])
	return err
}

// send reports that a command is done, and sends the arrays if they go through the pipe.
func (s *Server) send() error {
	if err := s.out.WriteByte('.'); err != nil || s.spec.Memory {
		return err
	}
	_, err := s.out.Write(s.memory[s.spec.Outputs:])
	return err
}

// text sends a text.
func (s *Server) text(op byte, text []byte) error {
	s.out.WriteByte(op)
	s.out.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(text))))
	_, err := s.out.Write(text)
	return err
}
