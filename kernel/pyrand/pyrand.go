// Package pyrand draws the random numbers of Python's random.Random, bit for bit: if the original game drew its numbers there,
// the same seed gives the same game here. The numbers are those of CPython since version 3.2.
package pyrand

import (
	"fmt"
	"math/big"
	"math/bits"
	"strconv"
)

const (
	words = 624 // of the state of MT19937 (Matsumoto and Nishimura, ACM TOMACS 8(1), 1998)
	ahead = 397 // the distance of two words that are mixed
)

// Rand is one generator. It is a value: a copy continues with the same numbers. It is not safe for concurrent use.
type Rand struct {
	state [words]uint32
	next  int // the word that the next number is made of
}

// New returns the generator that is random.Random(seed) in Python, for an integer of any length. As in Python, the sign is
// ignored.
func New(seed *big.Int) *Rand {
	var key []uint32
	mask := big.NewInt(1<<32 - 1)
	for rest := new(big.Int).Abs(seed); rest.Sign() > 0; rest.Rsh(rest, 32) {
		key = append(key, uint32(new(big.Int).And(rest, mask).Uint64()))
	}
	return of(key)
}

// of returns the generator of a seed of 32-bit words, the lowest first.
func of(key []uint32) *Rand {
	if len(key) == 0 {
		key = []uint32{0}
	}
	r := &Rand{}
	r.seed(key)
	return r
}

// Parse returns the generator for a seed written as a decimal integer.
func Parse(seed string) (*Rand, error) {
	if n, err := strconv.ParseUint(seed, 10, 64); err == nil { // the usual seeds, in less time
		key := [2]uint32{uint32(n), uint32(n >> 32)}
		return of(key[:(bits.Len64(n)+31)/32]), nil
	}
	n, ok := new(big.Int).SetString(seed, 10)
	if !ok {
		return nil, fmt.Errorf("seed %q: want a decimal integer", seed)
	}
	return New(n), nil
}

// begun is init_genrand(19650218) of the reference implementation, which is where init_by_array begins.
var begun = func() (s [words]uint32) {
	s[0] = 19650218
	for i := uint32(1); i < words; i++ {
		s[i] = 1812433253*(s[i-1]^s[i-1]>>30) + i
	}
	return s
}()

// seed is init_by_array of the reference implementation.
func (r *Rand) seed(key []uint32) {
	s := &r.state
	*s = begun
	i, j, last := 1, 0, s[0]
	for range max(words, len(key)) {
		last = (s[i] ^ (last^last>>30)*1664525) + key[j] + uint32(j)
		s[i] = last
		if i++; i == words {
			s[0], i = last, 1
		}
		if j++; j == len(key) {
			j = 0
		}
	}
	for range words - 1 {
		last = (s[i] ^ (last^last>>30)*1566083941) - uint32(i)
		s[i] = last
		if i++; i == words {
			s[0], i = last, 1
		}
	}
	s[0], r.next = 1<<31, 0
}

// Uint32 returns the next 32 bits. It mixes one word of the state; the reference implementation mixes all of them when they are
// used up, of which a game that draws few numbers would need a part.
func (r *Rand) Uint32() uint32 {
	s, i := &r.state, r.next
	next, far := i+1, i+ahead
	if next == words {
		next = 0
	}
	if far >= words {
		far -= words
	}
	y := s[i]&(1<<31) | s[next]&(1<<31-1)
	y = s[far] ^ y>>1 ^ -(y&1)&0x9908b0df
	s[i], r.next = y, next
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// Bits is getrandbits(k) for 1 to 64 bits.
func (r *Rand) Bits(k int) uint64 {
	if k <= 32 {
		return uint64(r.Uint32() >> (32 - k))
	}
	low := uint64(r.Uint32())
	return low | uint64(r.Uint32()>>(64-k))<<32
}

// BigBits is getrandbits(k) for any k above 0.
func (r *Rand) BigBits(k int) *big.Int {
	n := new(big.Int)
	for at := 0; at < k; at += 32 {
		word := r.Bits(min(32, k-at))
		n.Or(n, new(big.Int).Lsh(new(big.Int).SetUint64(word), uint(at)))
	}
	return n
}

// Below returns a number from 0 to n-1, as randrange(n) and choice do; n must be above 0.
func (r *Rand) Below(n int) int {
	if uint64(n) > 1<<32-1 {
		return int(r.Below64(uint64(n)))
	}
	for shift := bits.LeadingZeros32(uint32(n)); ; {
		if v := int(r.Uint32() >> shift); v < n {
			return v
		}
	}
}

// Below64 is Below for n up to 2^64-1.
func (r *Rand) Below64(n uint64) uint64 {
	k := bits.Len64(n)
	for {
		if v := r.Bits(k); v < n {
			return v
		}
	}
}

// Float64 is random(): a number in [0, 1) of 53 bits.
func (r *Rand) Float64() float64 {
	a, b := uint64(r.Uint32()>>5), uint64(r.Uint32()>>6)
	return float64(a<<26|b) / (1 << 53)
}

// Shuffle is shuffle of a list of n elements.
func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.Below(i+1))
	}
}

// Sample is sample(range(n), k): k different numbers below n. It panics if k is above n.
func (r *Rand) Sample(n, k int) []int {
	if k > n {
		panic(fmt.Sprintf("pyrand: a sample of %d from %d", k, n))
	}
	// Python keeps a pool of all numbers if that is smaller than a set of the numbers drawn.
	set := 21
	if k > 5 {
		power := 1
		for power < 3*k {
			power *= 4
		}
		set += power
	}
	result := make([]int, k)
	if n <= set {
		pool := make([]int, n)
		for i := range pool {
			pool[i] = i
		}
		for i := range result {
			j := r.Below(n - i)
			result[i] = pool[j]
			pool[j] = pool[n-i-1]
		}
		return result
	}
	drawn := make(map[int]bool, k)
	for i := range result {
		j := r.Below(n)
		for drawn[j] {
			j = r.Below(n)
		}
		drawn[j] = true
		result[i] = j
	}
	return result
}
