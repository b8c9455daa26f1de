package main

import (
	"fmt"
	"os"
	"os/exec"
)

// signers is the file with the public keys that sign releases, in the form that ssh-keygen calls allowed signers: users have it
// from the repository.
const signers = "tools/release/signers"

// sign signs a file with the key of the release, into FILE.sig, and verifies that as users do. Without a key it does nothing.
func (r *release) sign(file string) error {
	if r.key == "" {
		return nil
	}
	cmd := exec.CommandContext(r.ctx, "ssh-keygen", "-Y", "sign", "-f", r.key, "-n", "file", file) // it may ask for a passphrase
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("flag --sign: %s: ssh-keygen cannot sign with it: %w\n%s", r.key, err, text)
	}
	signed, err := os.Open(file)
	if err != nil {
		return err
	}
	defer signed.Close()
	cmd = exec.CommandContext(r.ctx, "ssh-keygen", "-Y", "verify", "-f", signers, "-I", "releases", "-n", "file", "-s", file+".sig")
	cmd.Dir, cmd.Stdin = r.root, signed
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("flag --sign: %s: want the line `releases KEY` in %s, with the public key: %w\n%s", r.key, signers, err, text)
	}
	return nil
}
