package sarena_test

import (
	"fmt"

	"github.com/gridiron-games/gridiron/sarena"
)

func Example() {
	p, err := sarena.ParsePosition("+NN .NY +NR/.NR +NN .NY/+NY .NR +NN")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := sarena.ParseMove("0111")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(p.AppendMoves(nil)), p.Check(m) == sarena.Legal)
	p = p.Play(m)
	fmt.Print(p.Diagram())
	fmt.Println(p.Score().Value())
	fmt.Println(p.Check(m))
	// Output:
	// 24 true
	// r
	// +NN .     +NR
	// .NR +NNNY .NY
	// +NY .NR   +NN
	// 1
	// no pile lies on the first cell (R5)
}
