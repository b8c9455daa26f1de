// Command reantics plays ReAntics, the game of the ants.
package main

import "github.com/gridiron-games/gridiron/kernel/cli"

func main() { cli.Main(game()) }
