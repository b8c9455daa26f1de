package reantics_test

import (
	"fmt"

	"github.com/gridiron-games/gridiron/reantics"
)

func Example() {
	p, err := reantics.ParsePosition(`
		.  .  .  ^  Q  .  .  .  .  .
		.  W  ;  .  .  .  .  @  .  .
		.  ;  .  .  .  .  .  .  .  .
		.  .  .  .  .  S  .  .  %  .
		.  .  .  .  .  w  .  .  .  .
		.  .  .  .  .  .  .  .  .  .
		.  .  %  .  .  .  .  .  .  .
		.  .  .  .  .  .  .  .  .  .
		.  .  .  .  .  .  @  .  .  .
		.  .  .  .  .  .  .  ^q .  .`)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := reantics.ParseMove("M53")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(p.AppendMoves(nil)), p.Check(m) == reantics.Legal)
	p.Step(m)
	fmt.Println(p.AppendTargets(nil))
	p.Attack(reantics.At(5, 4))
	fmt.Println(p.Count(reantics.Red))
	fmt.Println(p.Check(m))
	// Output:
	// 35 true
	// [54]
	// 1
	// the ant has moved in this turn (R9)
}
