//go:build !(linux || darwin || dragonfly || freebsd || netbsd || openbsd)

package contractdriver

import "os"

// Returns standard input and output for the protocol, and replaces the variables that the client uses. A logger that
// was made before keeps the real standard output.
func separate() (input, output *os.File, err error) {
	input, output = os.Stdin, os.Stdout
	os.Stdout = os.Stderr
	os.Stdin, err = os.Open(os.DevNull)
	return input, output, err
}
