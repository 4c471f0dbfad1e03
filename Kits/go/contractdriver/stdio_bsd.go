//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package contractdriver

import "syscall"

func replace(descriptor, by int) error { return syscall.Dup2(by, descriptor) }
