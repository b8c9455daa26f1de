// Package ks speaks the bytes of Chillin, the framework of the original: its serialization ("koala serializer"), its messages
// and their frames.
//
// Every field of an object is preceded by a byte: 0 for null, and then nothing follows, or 1. Numbers are little-endian. A count
// is one byte k, 0 to 4, and the k low bytes of the number without zeros behind them; strings are a count and that many bytes,
// ISO-8859-1 where they are text. There are no names of fields and no terminator. [Append] and [Read] follow the classes of
// schema.go; [AppendWorld] is a fast way to the same bytes for the one object that is sent every cycle.
//
// A frame is the length of its body as four bytes, and the body: one object of the class Message.
package ks
