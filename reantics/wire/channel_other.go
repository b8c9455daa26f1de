//go:build !unix

package wire

import (
	"errors"
	"os"
)

// channel exists only on systems where programs can inherit our descriptors.
type channel struct{}

func openChannel() (*channel, error)        { return nil, errors.ErrUnsupported }
func (*channel) files() ([]*os.File, error) { return nil, errors.ErrUnsupported }
func (*channel) close()                     {}
func (*channel) wake()                      {}
func (*channel) write([]byte) error         { return errors.ErrUnsupported }
func (*channel) readLine() ([]byte, error)  { return nil, errors.ErrUnsupported }
