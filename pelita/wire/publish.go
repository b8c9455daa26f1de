package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
	"github.com/gridiron-games/gridiron/pelita/wire/zmtp"
)

// Source is a game that can be shown: a referee.
type Source interface {
	// State returns the current game.
	State() *referee.State
	// Updates returns how often viewers should have seen the state so far.
	Updates() int
}

// Viewer gets the states of a game, one after the other.
type Viewer interface {
	Show(v pelita.Version, state []byte) error
}

// Broadcast shows a game to viewers of the original, as an observer of the loop. Begin must be called before the loop runs.
type Broadcast struct {
	Game    Source
	Extra   Extra
	Viewers []Viewer
	Control *Controller // decides when the game continues; nil: it does not wait

	shown  int
	buffer []byte
}

// Begin waits for the controller, if there is one, and shows the game before anything happens.
func (b *Broadcast) Begin(ctx context.Context) error {
	if b.Control != nil {
		if err := b.Control.Await(ctx, "set_initial"); err != nil {
			return err
		}
	}
	return b.show()
}

// show shows new states.
func (b *Broadcast) show() error {
	for ; b.shown < b.Game.Updates(); b.shown++ {
		if len(b.Viewers) == 0 {
			continue
		}
		s := b.Game.State()
		b.buffer = AppendState(b.buffer[:0], s, b.Extra)
		for _, v := range b.Viewers {
			if err := v.Show(s.Version, b.buffer); err != nil {
				return err
			}
		}
	}
	return nil
}

// Asked waits for the controller before every turn.
func (b *Broadcast) Asked(ctx context.Context, questions []turn.Question[pelita.View]) error {
	if b.Control == nil || questions[0].Ask.Kind != pelita.AskMove {
		return nil
	}
	return b.Control.Await(ctx, "play_step")
}

// Answered shows new states.
func (b *Broadcast) Answered([]turn.Question[pelita.View], []turn.Answer[pelita.Move]) error {
	return b.show()
}

// Publisher sends the states of a game to all viewers of the original that subscribe to it.
type Publisher struct{ socket *zmtp.Socket }

// NewPublisher publishes on a free port of this machine.
func NewPublisher() (*Publisher, error) {
	socket, err := zmtp.Listen(zmtp.Pub, "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	return &Publisher{socket}, nil
}

// DialPublisher publishes to a viewer that listens, at a URL tcp://HOST:PORT.
func DialPublisher(url string) (*Publisher, error) {
	address, err := tcpAddress(url)
	if err != nil {
		return nil, err
	}
	socket, err := zmtp.Dial(zmtp.Pub, address)
	if err != nil {
		return nil, err
	}
	return &Publisher{socket}, nil
}

// tcpAddress returns HOST:PORT of a URL tcp://HOST:PORT.
func tcpAddress(url string) (string, error) {
	address, found := strings.CutPrefix(url, "tcp://")
	if _, port, err := net.SplitHostPort(address); !found || err != nil || port == "" {
		return "", fmt.Errorf("address %q: want tcp://HOST:PORT", url)
	}
	return strings.Replace(address, "*:", "127.0.0.1:", 1), nil
}

// URL returns the address at which it listens.
func (p *Publisher) URL() string { return "tcp://" + p.socket.Addr().String() }

// Connected waits until a viewer listens.
func (p *Publisher) Connected(ctx context.Context) error { return p.socket.Connected(ctx) }

// Show sends a state. A viewer that is too slow misses it.
func (p *Publisher) Show(_ pelita.Version, state []byte) error {
	message := append([]byte(`{"__action__": "observe", "__data__": `), state...)
	p.socket.Publish(append(message, '}'))
	return nil
}

// Close closes the socket when everything was sent.
func (p *Publisher) Close() error {
	p.socket.Close(time.Second)
	return nil
}

// ReplyTo sends the bare states to one listener, as the original's tournament wants them.
type ReplyTo struct{ socket *zmtp.Socket }

// NewReplyTo connects to a URL tcp://HOST:PORT.
func NewReplyTo(url string) (*ReplyTo, error) {
	address, err := tcpAddress(url)
	if err != nil {
		return nil, err
	}
	socket, err := zmtp.Dial(zmtp.Pair, address)
	if err != nil {
		return nil, err
	}
	return &ReplyTo{socket}, nil
}

// Show sends a state, or drops it if the listener does not take it within 300 ms.
func (r *ReplyTo) Show(_ pelita.Version, state []byte) error {
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if err := r.socket.Send(ctx, state); errors.Is(err, zmtp.ErrClosed) {
		return err
	}
	return nil
}

// Close closes the socket when everything was sent.
func (r *ReplyTo) Close() error {
	r.socket.Close(time.Second)
	return nil
}

// Controller lets a viewer decide when the game continues.
type Controller struct {
	// Notes gets a line for each message that cannot be read; may be nil.
	Notes  func(text string)
	socket *zmtp.Socket
}

// NewController listens on a free port of this machine.
func NewController() (*Controller, error) { return ListenController("127.0.0.1:0") }

// ListenController listens at host:port.
func ListenController(address string) (*Controller, error) {
	socket, err := zmtp.Listen(zmtp.Router, address)
	if err != nil {
		return nil, err
	}
	return &Controller{socket: socket}, nil
}

// URL returns the address at which it listens.
func (c *Controller) URL() string { return "tcp://" + c.socket.Addr().String() }

// Await waits until the viewer asks for an action: set_initial, the beginning, or play_step, the next turn. If it sends exit, the
// error is turn.ErrQuit.
func (c *Controller) Await(ctx context.Context, action string) error {
	for {
		m, err := c.socket.Receive(ctx)
		if err != nil {
			return err
		}
		var said struct {
			Action string `json:"__action__"`
		}
		err = json.Unmarshal(m.Parts[len(m.Parts)-1], &said)
		switch {
		case err == nil && said.Action == action:
			return nil
		case err == nil && said.Action == "exit":
			return turn.ErrQuit
		case c.Notes != nil:
			c.Notes(fmt.Sprintf("the viewer says %.60q, want %s", m.Parts[len(m.Parts)-1], action))
		}
	}
}

// Close closes the socket.
func (c *Controller) Close() error {
	c.socket.Close(0)
	return nil
}
