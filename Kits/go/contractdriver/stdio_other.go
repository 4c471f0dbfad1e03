//go:build !(linux || darwin || dragonfly || freebsd || netbsd || openbsd)

package contractdriver

import "os"

// Returns standard input, output and error for the protocol, and replaces the variables that the client uses. A logger
// that was made before keeps the real standard output.
func separate() (input, output, errors *os.File, err error) {
	input, output, errors = os.Stdin, os.Stdout, os.Stderr
	os.Stdout = os.Stderr
	os.Stdin, err = os.Open(os.DevNull)
	return input, output, errors, err
}
