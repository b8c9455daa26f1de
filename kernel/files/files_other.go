//go:build !unix

package files

// AtOnce is the flag with which files of strangers are opened. Other systems have no pipes and devices in folders.
const AtOnce = 0
