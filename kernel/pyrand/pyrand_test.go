package pyrand_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
)

// draws returns some values of every kind that a generator draws, in the order of the script in TestDraws.
func draws(t *testing.T, seed string) string {
	t.Helper()
	r, err := pyrand.Parse(seed)
	if err != nil {
		t.Fatal(err)
	}
	shuffled := []int{0, 1, 2, 3, 4, 5, 6, 7}
	text := fmt.Sprint(r.Uint32(), " ", r.Float64(), " ", r.Bits(33), " ", r.Bits(64), " ", r.BigBits(65), " ", r.BigBits(96))
	text += fmt.Sprint(" ", r.Below(1), " ", r.Below(120), " ", r.Below64(1<<63))
	r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	text += fmt.Sprint(" ", shuffled, " ", r.Sample(21, 5), " ", r.Sample(85, 7), " ", r.Sample(86, 7))
	for range 2000 {
		r.Uint32()
	}
	return text + fmt.Sprint(" ", r.Uint32())
}

// What CPython 3.11 draws for the same calls:
//
//	r = random.Random(seed); x = list(range(8))
//	r.getrandbits(32), r.random(), r.getrandbits(33), r.getrandbits(64), r.getrandbits(65), r.getrandbits(96)
//	r.randrange(1), r.randrange(120), r.randrange(2**63), r.shuffle(x), x
//	r.sample(range(21), 5), r.sample(range(85), 7), r.sample(range(86), 7), and the 2001st getrandbits(32) from there
func TestDraws(t *testing.T) {
	for _, tt := range []struct{ seed, want string }{
		{"0", "3626764237 0.3852453064766108 3823568514 4776171008201404212 9431353882395063546 62098921978746399930200998776 0 61 5198990648923353370 " +
			"[1 5 3 7 4 0 6 2] [9 3 2 10 15] [71 12 45 55 40 78 26] [70 61 56 66 33 7 1] 1993425616"},
		{"1", "577090037 0.5692038748222122 7740669488 4705193143269049553 27585908342315281289 51624514218719877481031129251 0 100 1731403761479293229 " +
			"[4 1 2 6 5 3 0 7] [8 7 18 3 10] [3 2 84 69 1 48 27] [54 3 67 28 56 63 70] 1417517936"},
		{"-7", "1390851128 0.9478653606090632 5990721294 1336213610742710224 9885278224986867748 4595148098840734907936655864 0 4 7999350999753991002 " +
			"[5 2 4 3 7 1 0 6] [7 18 1 12 19] [28 5 71 17 37 53 18] [69 15 73 39 71 23 13] 782098035"},
		{"4294967296", "485306839 0.35131142599753185 4014597330 11284269182920140557 33308308387469435795 43227520591768115318286576353 0 1 1397778621537027578 " +
			"[0 7 1 3 5 2 4 6] [5 3 9 4 8] [45 64 19 75 65 80 23] [18 76 0 48 6 45 2] 2933623654"},
		{"9223372036854775807", "1359979423 0.6565487878863462 4864845664 8364931118716031454 27242018716138295484 59021416578178344197676308626 0 21 6643325188787995682 " +
			"[7 2 3 5 0 4 6 1] [17 12 5 13 19] [60 50 42 9 78 24 46] [69 65 68 19 42 28 81] 1835421210"},
		{"10000000000000000000000000000000000000007", "3123427376 0.5140498374337746 4975643068 4723615451649828904 32031461979379764831 78924209129890568845976668077 0 36 4014744363709945997 " +
			"[6 1 7 2 5 0 3 4] [8 15 16 2 10] [55 22 78 56 16 9 50] [22 4 79 54 44 10 83] 136686053"},
	} {
		if diff := cmp.Diff(tt.want, draws(t, tt.seed)); diff != "" {
			t.Errorf("seed %s: (-CPython +ours)\n%s", tt.seed, diff)
		}
	}
}

func TestCopyGoesOnAlike(t *testing.T) {
	r, _ := pyrand.Parse("5")
	r.Uint32()
	copied := *r
	if a, b := r.Uint32(), copied.Uint32(); a != b {
		t.Errorf("the generator drew %d, its copy %d", a, b)
	}
}

func TestParse(t *testing.T) {
	for _, text := range []string{"", "x", "1.5", "0x1"} {
		if _, err := pyrand.Parse(text); err == nil {
			t.Errorf("Parse(%q): want an error", text)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	r, _ := pyrand.Parse("1")
	if n := testing.AllocsPerRun(1000, func() { r.Below(60); r.Float64() }); n != 0 {
		t.Errorf("%v allocations a draw, want 0", n)
	}
}

func BenchmarkBelow(b *testing.B) {
	r, _ := pyrand.Parse("1")
	for b.Loop() {
		r.Below(60)
	}
}
