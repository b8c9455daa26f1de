package ks_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/tron/wire/ks"
)

var seats = ks.Map{{"Blue", []any{"0"}}, {"Yellow", []any{"0"}}}

// messages are frames seen on the wire of the original, and what they say.
var messages = []struct {
	class string
	v     ks.Struct
	frame string // hex; text in quotes stands for itself
}{
	{"JoinOfflineGame", ks.Struct{"team_nickname": "Team1", "agent_name": "0"}, `21000000 01010f"JoinOfflineGame" 01010c 010105"Team1" 010101"0"`},
	{"ClientJoined", ks.Struct{"joined": true, "side_name": "Blue", "sides": seats},
		`3c000000 01010c"ClientJoined" 01012a 0101 010104"Blue" 010102 010104"Blue" 010101010101"0" 010106"Yellow" 010101010101"0"`},
	{"ClientJoined", ks.Struct{"joined": false, "side_name": "", "sides": ks.Map{}}, `18000000 01010c"ClientJoined" 010106 0100 0100 0100`},
	{"AgentLeft", ks.Struct{"side_name": "Yellow", "agent_name": "0"}, `1c000000 010109"AgentLeft" 01010d 010106"Yellow" 010101"0"`},
	{"StartGame", ks.Struct{"start_time": int64(0x6b006dfb)}, `14000000 010109"StartGame" 010105 01fb6d006b`},
	{"EndGame", ks.Struct{"winner_sidename": nil, "details": ks.Map{}}, `10000000 010107"EndGame" 010103 00 0100`},
	{"RealtimeCommand", ks.Struct{"type": "ChangeDirection", "payload": "\x01\x03", "cycle": int64(0)},
		`31000000 01010f"RealtimeCommand" 01011c 01010f"ChangeDirection" 0101020103 0100000000`},
}

// unhex reads hexadecimal digits; text in quotes stands for itself.
func unhex(t *testing.T, text string) []byte {
	t.Helper()
	var data []byte
	for i, part := range strings.Split(text, `"`) {
		if i%2 == 1 {
			data = append(data, part...)
			continue
		}
		more, err := hex.DecodeString(strings.ReplaceAll(part, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, more...)
	}
	return data
}

func TestFrames(t *testing.T) {
	for _, tt := range messages {
		want := unhex(t, tt.frame)
		if got := ks.Frame(tt.class, tt.v); !bytes.Equal(got, want) {
			t.Errorf("Frame %s %v\n  is %x\nwant %x", tt.class, tt.v, got, want)
		}
		body, err := ks.ReadFrame(iotest.OneByteReader(bytes.NewReader(want)), ks.MaxCommand) // as a network may
		if err != nil {
			t.Fatal(err)
		}
		class, v, err := ks.Message(body)
		if diff := cmp.Diff(tt.v, v); class != tt.class || err != nil || diff != "" {
			t.Errorf("Message of %s is %s, %v (-want +got):\n%s", tt.class, class, err, diff)
		}
	}
}

func TestRead(t *testing.T) {
	short := ks.ErrShort.Error()
	for _, tt := range []struct {
		name, class, hex string
		want             ks.Struct
		used             int
		wrong            string // part of the error
	}{
		{"null", "ChangeDirection", "00", ks.Struct{"direction": nil}, 1, ""},
		{"what follows is left alone", "ChangeDirection", "0101aabb", ks.Struct{"direction": "Right"}, 2, ""},
		{"any byte but 0 announces a value", "ChangeDirection", "0201", ks.Struct{"direction": "Right"}, 2, ""},
		{"a long count", "JoinOnlineGame", `010401000000"A" 00`, ks.Struct{"token": "A", "agent_name": nil}, 8, ""},
		{"a count of five bytes", "JoinOnlineGame", `01050100000000"A" 00`, nil, 2, "a count of 5 bytes"},
		{"nothing", "ChangeDirection", "", nil, 0, short},
		{"cut short", "ChangeDirection", "01", nil, 1, short},
		{"a string that is longer than the rest", "JoinOnlineGame", `010130"A"`, nil, 3, short},
		{"a list that is longer than the rest", "SceneActions", `0104ffffffff`, nil, 6, short},
		{"no such direction", "ChangeDirection", "0104", nil, 2, "4 is no EDirection"},
		{"a negative direction", "ChangeDirection", "01ff", nil, 2, "-1 is no EDirection"},
		{"no such class", "Weather", "01", nil, 0, `unknown class "Weather"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, used, err := ks.Read(tt.class, unhex(t, tt.hex))
			if tt.wrong != "" {
				if err == nil || !strings.Contains(err.Error(), tt.wrong) {
					t.Errorf("error %v, want one with %q", err, tt.wrong)
				}
			} else if diff := cmp.Diff(tt.want, v); err != nil || used != tt.used || diff != "" {
				t.Errorf("used %d, %v, want %d (-want +got):\n%s", used, err, tt.used, diff)
			}
		})
	}
}

func TestAppendRefuses(t *testing.T) {
	for _, tt := range []struct {
		class string
		v     ks.Struct
		want  string
	}{
		{"Weather", nil, `unknown class "Weather"`},
		{"StartGame", ks.Struct{"start": 1}, "StartGame has no field start"},
		{"StartGame", ks.Struct{"start_time": -1}, "StartGame.start_time: the number -1 does not fit"},
		{"StartGame", ks.Struct{"start_time": "soon"}, "StartGame.start_time: a string does not fit"},
		{"ChangeDirection", ks.Struct{"direction": "Back"}, `ChangeDirection.direction: "Back" is no EDirection`},
	} {
		if _, err := ks.Append(nil, tt.class, tt.v); err == nil || err.Error() != tt.want {
			t.Errorf("Append %s %v: %v, want %s", tt.class, tt.v, err, tt.want)
		}
	}
}

func TestFramesAreCapped(t *testing.T) {
	head := []byte{1, 0, 1, 0}
	if _, err := ks.ReadFrame(bytes.NewReader(head), 1<<16); err == nil || errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("ReadFrame with a frame over the limit: %v, want an error", err)
	}
	if _, err := ks.ReadFrame(bytes.NewReader(head), 1<<20); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("ReadFrame of a frame cut short: %v, want %v", err, io.ErrUnexpectedEOF)
	}
}

// FuzzMessage reads whatever a stranger may send; what can be read can be written, and reads as the same.
func FuzzMessage(f *testing.F) {
	for _, tt := range messages {
		f.Add(ks.Frame(tt.class, tt.v)[4:])
	}
	f.Add([]byte("\x01\x01\x05World\x01\x01\x08\x01\x01\x01\x01\x01\x01\x01\x01"))
	f.Fuzz(func(t *testing.T, body []byte) {
		class, v, err := ks.Message(body)
		if err != nil {
			return
		}
		again, w, err := ks.Message(ks.Frame(class, v)[4:])
		if err != nil || again != class {
			t.Fatalf("%s %v reads again as %s, %v", class, v, again, err)
		}
		if one, two := ks.Encode(class, v), ks.Encode(class, w); !bytes.Equal(one, two) {
			t.Fatalf("%s %v is written as %x, and read again as %x", class, v, one, two)
		}
	})
}

// FuzzFrames reads a stream a byte at a time: it reads the frames of the stream in order, from the first on.
func FuzzFrames(f *testing.F) {
	f.Add([]byte{1, 0, 0, 0, 7, 0, 0, 0, 0, 2, 0, 0, 0, 8, 9})
	f.Add([]byte{255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, stream []byte) {
		r := iotest.OneByteReader(bytes.NewReader(stream))
		var read []byte
		for {
			body, err := ks.ReadFrame(r, 1000)
			if err != nil {
				break
			}
			read = append(binary.LittleEndian.AppendUint32(read, uint32(len(body))), body...)
		}
		if !bytes.HasPrefix(stream, read) {
			t.Fatalf("the frames %x were read from %x", read, stream)
		}
		if rest := stream[len(read):]; len(rest) >= 4 {
			if n := binary.LittleEndian.Uint32(rest); n <= 1000 && int(n) <= len(rest)-4 {
				t.Fatalf("a frame of %d bytes was not read from %x", n, rest)
			}
		}
	})
}
