package tron_test

import (
	"fmt"

	"github.com/gridiron-games/gridiron/tron"
)

func Example() {
	p, err := tron.ParsePosition(`
		##########
		#B..y....#
		#.......Y#
		##########`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Check(tron.Blue, tron.Turn(tron.Left)))
	for range 3 {
		p = p.Play([2]tron.Command{tron.Breaker(), tron.Turn(tron.Up)})
	}
	fmt.Print(p)
	// Output:
	// a bike cannot turn back (R4)
	// cycle=2/300 health=3 breaker=12/6 wall=1 crash=-20/-40/-60
	// blue dir=right health=3 cooldown=10 remaining=5 score=2
	// yellow dir=up health=3 cooldown=0 remaining=0 score=-18 on=# crash=area
	// ########Y#
	// #bbBy...y#
	// #.......y#
	// ##########
}
