// Command amazons plays the game of the Amazons.
package main

import "github.com/gridiron-games/gridiron/kernel/cli"

func main() { cli.Main(game()) }
