// Package hostile has only tests. They let programs, peers on the network, disks and kill -9 misbehave in every way that we know.
// Then they check the result: the other side won for the right reason, well-behaved players noticed nothing, processes are gone,
// no finished game is lost, and records can be read.
package hostile
