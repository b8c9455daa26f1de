// Command sarena plays Sarena.
package main

import "github.com/gridiron-games/gridiron/kernel/cli"

func main() { cli.Main(game()) }
