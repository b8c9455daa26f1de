// Package hostile has no code of its own: its tests let programs, peers on the network, disks and kill -9 misbehave in every way
// we know, and look at what is left: the other side won for the right reason, who plays well notices nothing, processes are
// gone, nothing that was finished is lost, and records can be read.
package hostile
