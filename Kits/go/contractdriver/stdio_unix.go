//go:build linux || darwin || dragonfly || freebsd || netbsd || openbsd

package contractdriver

import (
	"os"
	"syscall"
)

// Returns copies of standard input, output and error for the protocol alone. Then makes the client's standard input
// empty, and its standard output the same as its standard error: also for what holds the descriptor already, and for
// processes that the client starts.
func separate() (input, output, errors *os.File, err error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, nil, nil, err
	}
	defer null.Close()
	if input, err = duplicate(0, "input of the protocol"); err != nil {
		return nil, nil, nil, err
	}
	if output, err = duplicate(1, "output of the protocol"); err != nil {
		return nil, nil, nil, err
	}
	if err = replace(0, int(null.Fd())); err != nil {
		return nil, nil, nil, err
	}
	instead := 2
	if errors, err = duplicate(2, "marks of calls"); err != nil { // standard error is closed
		instead = int(null.Fd())
	}
	return input, output, errors, replace(1, instead)
}

func duplicate(descriptor int, name string) (*os.File, error) {
	// So that no other goroutine starts a process before the copy is closed on exec.
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	copied, err := syscall.Dup(descriptor)
	if err != nil {
		return nil, err
	}
	syscall.CloseOnExec(copied)
	return os.NewFile(uintptr(copied), name), nil
}
