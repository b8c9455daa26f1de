//go:build !unix

package env

import (
	"errors"
	"os"
)

// share returns an error: on these systems a file cannot be inherited and mapped by its number.
func share(*os.File, int) (memory []byte, unmap func(), err error) {
	return nil, nil, errors.New("there is none on this system; leave --memory out")
}
