package record

import "runtime/debug"

// version is set by the release's linker flags.
var version = ""

// Version returns the version of this program.
func Version() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
