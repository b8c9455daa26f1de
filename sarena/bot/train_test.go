package bot

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"go/format"
	"math"
	"math/rand/v2"
	"os"
	"sync"
	"testing"

	"github.com/gridiron-games/gridiron/sarena"
)

var (
	trainGames = flag.Int("train", 0, "learn the evaluation from so many games of champion with itself and rewrite weights.go")
	trainNodes = flag.Int("train-nodes", 1000, "nodes a move in those games")
)

type dice struct{ *rand.Rand }

func (d dice) Below(n int) int { return d.IntN(n) }

// sample is a position of a game with its end.
type sample struct {
	features []int16 // indices into learned, from 1, negative for Red's
	share    float64
	mover    float64 // 1 Yellow, -1 Red
	result   float64 // 1 Yellow won, 0 Red won
}

func sampleOf(p sarena.Position) sample {
	f := newField(p, newTerrain(p))
	occupied := p.Cells() - f.heights[0].Len()
	s := sample{mover: 1, share: min(max(float64(occupied-fewPiles)/(manyPiles-fewPiles), 0), 1)}
	if f.red {
		s.mover = -1
	}
	now := f.surroundings()
	for c := range uint8(p.Cells()) {
		if index, sign := parameter(f.aspect(c, f.heaps[c], &now)); sign != 0 {
			s.features = append(s.features, int16(sign)*int16(index+1))
		}
		for rest := f.beside[c] >> c << c; rest != 0; rest = rest.Rest() {
			a, b := c, uint8(rest.First())
			if f.ground[a] == 0 {
				a, b = b, a
			}
			if index, sign := pairing(f.heaps[a], f.heaps[b]); sign != 0 {
				s.features = append(s.features, int16(sign)*int16(len(learned)+index+1))
			}
		}
	}
	return s
}

// trainingGame plays one game of champion with itself after up to four random turns.
func trainingGame(seed uint64) (list []sample) {
	chance := dice{rand.New(rand.NewPCG(seed, 77))}
	p := sarena.Draw(chance)
	for range chance.IntN(5) {
		p = p.Play(p.RandomMove(chance))
	}
	b := &Champion{NodesPerMove: *trainNodes, tableBits: 16}
	for !p.Over() {
		list = append(list, sampleOf(p))
		m, err := b.Move(context.Background(), sarena.View{Position: p})
		if err != nil {
			panic(err)
		}
		if chance.IntN(20) == 0 {
			m = p.RandomMove(chance)
		}
		p = p.Play(m)
	}
	result := 0.5
	if winner, decided := p.Score().Winner(); decided {
		result = 1 - float64(winner)
	}
	for i := range list {
		list[i].result = result
	}
	return list
}

// TestTrain fits the logarithm of the odds of winning by logistic regression (Adam, Kingma and Ba 2015).
func TestTrain(t *testing.T) {
	if *trainGames == 0 {
		t.Skip("training takes minutes: run with -train GAMES")
	}
	var samples []sample
	var mutex sync.Mutex
	var group sync.WaitGroup
	for part := range 2 {
		group.Go(func() {
			for g := part; g < *trainGames; g += 2 {
				list := trainingGame(uint64(g))
				mutex.Lock()
				samples = append(samples, list...)
				mutex.Unlock()
			}
		})
	}
	group.Wait()
	const last = len(learned) + len(paired)
	var w, m, v [last + 1][2]float64
	chance := rand.New(rand.NewPCG(1, 1))
	step := 0
	for epoch := range 12 {
		chance.Shuffle(len(samples), func(i, j int) { samples[i], samples[j] = samples[j], samples[i] })
		loss, held := 0.0, 0
		rate := 0.01 / float64(1+epoch)
		const batch = 256
		for at := 0; at+batch <= len(samples); at += batch {
			var grad [last + 1][2]float64
			for _, s := range samples[at : at+batch] {
				z := s.mover * (w[last][0]*s.share + w[last][1]*(1-s.share))
				for _, f := range s.features {
					i, sign := int(max(f, -f))-1, math.Copysign(1, float64(f))
					z += sign * (w[i][0]*s.share + w[i][1]*(1-s.share))
				}
				odds := 1 / (1 + math.Exp(-z))
				loss -= s.result*math.Log(odds+1e-9) + (1-s.result)*math.Log(1-odds+1e-9)
				held++
				g := odds - s.result
				add := func(i int, g float64) { grad[i][0] += g * s.share; grad[i][1] += g * (1 - s.share) }
				add(last, g*s.mover)
				for _, f := range s.features {
					add(int(max(f, -f))-1, g*math.Copysign(1, float64(f)))
				}
			}
			step++
			for i := range w {
				for k := range 2 {
					g := grad[i][k]/batch + 1e-5*w[i][k]
					m[i][k] = 0.9*m[i][k] + 0.1*g
					v[i][k] = 0.999*v[i][k] + 0.001*g*g
					c1, c2 := 1-math.Pow(0.9, float64(step)), 1-math.Pow(0.999, float64(step))
					w[i][k] -= rate * (m[i][k] / c1) / (math.Sqrt(v[i][k]/c2) + 1e-8)
				}
			}
		}
		fmt.Printf("epoch %d: %d positions, loss %.4f\n", epoch, len(samples), loss/float64(held))
	}
	var b bytes.Buffer
	content, err := os.ReadFile("weights.go")
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := bytes.Cut(content, []byte("var learned"))
	b.Write(head)
	unit := func(x float64) int { return int(math.Round(256 * x)) }
	table := func(head string, w [][2]float64) {
		fmt.Fprintf(&b, "%s{\n", head)
		for i := range w {
			fmt.Fprintf(&b, "{%d, %d},", unit(w[i][0]), unit(w[i][1]))
			if i%8 == 7 {
				fmt.Fprintln(&b)
			}
		}
		fmt.Fprintf(&b, "\n}\n\n")
	}
	table("var learned = [grounds * exitss * joinerss * sarena.Height * faces][2]int32", w[:len(learned)])
	table("var paired = [pairings][2]int32", w[len(learned):last])
	fmt.Fprintf(&b, "var tempo = pair(%d, %d)\n", unit(w[last][0]), unit(w[last][1]))
	source, err := format.Source(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("weights.go", source, 0o666); err != nil {
		t.Fatal(err)
	}
}
