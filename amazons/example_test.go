package amazons_test

import (
	"fmt"

	"github.com/gridiron-games/gridiron/amazons"
)

func Example() {
	p := amazons.Start()
	m, err := amazons.ParseMove("D0D4J4")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(p.AppendMoves(nil)), p.Check(m) == amazons.Legal)
	p = p.Play(m)
	fmt.Println(p)
	fmt.Println(p.Check(m))
	// Output:
	// 2176 true
	// 3B2B3/10/10/B8B/10/3R5x/R8R/10/10/6R3 b
	// no queen stands on the first square (R3)
}
