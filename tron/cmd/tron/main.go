// Command tron plays Tron, and serves it as the Chillin server did.
package main

import "github.com/gridiron-games/gridiron/kernel/cli"

func main() { cli.Main(game()) }
