package maze

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
)

// family are built-in layouts of one size, in the order in which their seeds were drawn.
type family struct {
	name          string
	count         int
	width, height int
	food          int
}

var families = []family{{"normal", 1000, 32, 16, 30}, {"small", 100, 16, 8, 10}, {"big", 100, 64, 32, 60}}

const deadEnds = "dead_ends_"

// Seeds of the shell's generator from which the original's authors drew the seeds of the layouts.
const (
	shellSeed         = 39285
	shellSeedDeadEnds = 19155
)

// Names returns the names of all built-in layouts, sorted.
func Names() []string {
	names := make([]string, 0, 2400)
	for _, prefix := range []string{"", deadEnds} {
		list := pool(prefix)
		if prefix != "" {
			big := families[2].count // dead_ends_ sorts after big_
			rest := append([]string(nil), names[big:]...)
			names = append(append(names[:big], list...), rest...)
			continue
		}
		names = append(names, list...)
	}
	return names
}

// pool lists all layouts with a prefix, sorted.
func pool(prefix string) (names []string) {
	for _, f := range sized("all") {
		for n := range f.count {
			names = append(names, f.layout(prefix, n))
		}
	}
	return names
}

// sized returns the families of a size ("all" for every size), sorted by name.
func sized(size string) (list []family) {
	for _, i := range []int{2, 0, 1} { // big, normal, small
		if f := families[i]; size == "all" || size == f.name {
			list = append(list, f)
		}
	}
	return list
}

// layout returns the name of the n-th layout.
func (f *family) layout(prefix string, n int) string {
	return fmt.Sprintf("%s%s_%03d", prefix, f.name, n)
}

// deadEndProbability is the probability that a layout with dead ends is chosen.
const deadEndProbability = 0.25

// Choose draws the name of a built-in layout: small, normal, big or all.
func Choose(size string, chance Chance) (string, error) {
	prefix := ""
	if chance.Float64() < deadEndProbability {
		prefix = deadEnds
	}
	list := sized(size)
	total := 0
	for _, f := range list {
		total += f.count
	}
	if total == 0 {
		return "", fmt.Errorf("size %q: want small, normal, big or all; others, such as tiny and 40x20, are version 2.7's: --rules 2.7", size)
	}
	n := chance.Below(total)
	for list[0].count <= n {
		n -= list[0].count
		list = list[1:]
	}
	return list[0].layout(prefix, n), nil
}

// Named returns the text of a built-in layout, such as normal_035 or dead_ends_small_007.
func Named(name string) (string, error) {
	f, seed, ok := find(name)
	if !ok {
		return "", fmt.Errorf("layout %q: want a built-in one such as normal_035, big_099 or dead_ends_small_000", name)
	}
	chance, err := pyrand.Parse(seed)
	if err != nil {
		return "", err
	}
	return GenerateOld(f.width, f.height, f.food, strings.HasPrefix(name, deadEnds), chance)
}

// Seed returns the seed of a built-in layout.
func Seed(name string) (seed string, ok bool) {
	_, seed, ok = find(name)
	return seed, ok
}

// find looks up a name and draws its seed.
func find(name string) (f family, seed string, ok bool) {
	rest, dead := strings.CutPrefix(name, deadEnds)
	size, digits, _ := strings.Cut(rest, "_")
	n, err := strconv.Atoi(digits)
	if err != nil || len(digits) != 3 || digits[0] == '+' || digits[0] == '-' {
		return f, "", false
	}
	before := 0
	for _, f := range families {
		if f.name == size && n < f.count {
			sh := shell{state: shellSeed}
			if dead {
				sh.state = shellSeedDeadEnds
			}
			for range 3 * (before + n) {
				sh.next()
			}
			return f, fmt.Sprintf("%d%d%d", sh.next(), sh.next(), sh.next()), true
		}
		before += f.count
	}
	return f, "", false
}

// shell is $RANDOM of bash: the generator of Park and Miller, folded to 15 bits, never twice the same number in a row.
type shell struct {
	state int64
	last  int64
}

func (s *shell) next() int64 {
	for {
		h, l := s.state/127773, s.state%127773
		s.state = 16807*l - 2836*h
		if s.state < 0 {
			s.state += 1<<31 - 1
		}
		if v := (s.state>>16 ^ s.state&65535) & 32767; v != s.last {
			s.last = v
			return v
		}
	}
}
