//go:build !unix

package wire

import "errors"

// channel is only there where there are named pipes in the file system.
type channel struct{ paths [2]string }

func openChannel() (*channel, error)       { return nil, errors.ErrUnsupported }
func (*channel) forget()                   {}
func (*channel) close()                    {}
func (*channel) wake()                     {}
func (*channel) write([]byte) error        { return errors.ErrUnsupported }
func (*channel) readLine() ([]byte, error) { return nil, errors.ErrUnsupported }
