package record

import (
	"runtime/debug"
	"sync"
)

// version is set by the release's linker flags.
var version = ""

// Version returns the version of this program.
func Version() string {
	if version != "" {
		return version
	}
	return built()
}

// built returns the version that the go command knew. It is kept because the text from which it is read is long.
var built = sync.OnceValue(func() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
})
