package web

import (
	"crypto/rand"
	"sync"
)

// grant is what a token permits.
type grant struct {
	seat    int // which it plays; everySeat or noSeat
	control bool
}

// unknown says why an address is refused.
func unknown(token string) string {
	if token == "" {
		return "this address needs its token"
	}
	return "this address is out of date: the program was started again, and its new address is in the terminal"
}

const (
	noSeat    = -1
	everySeat = -2
)

func (g grant) plays(seat int) bool { return g.seat == everySeat || g.seat == seat && seat >= 0 }

// keys are the tokens that were given out.
type keys struct {
	mu     sync.Mutex
	grants map[string]grant
}

func (k *keys) add(seat int) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.grants == nil {
		k.grants = map[string]grant{}
	}
	if seat < 0 {
		seat = everySeat
	}
	token := rand.Text()
	k.grants[token] = grant{seat: seat, control: true}
	return token
}

func (k *keys) find(token string) (grant, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	g, known := k.grants[token]
	return g, known
}

// admit returns what a token permits; false if its owner may not even watch. A token of an earlier start watches no game:
// its owner would take it for the game that he plays.
func (s *Server) admit(token string) (grant, bool) {
	for _, k := range s.keys {
		if g, known := k.find(token); known {
			return g, true
		}
	}
	return grant{seat: noSeat}, token == "" && s.options.Open
}
