// The driver of the contracts in Kits/tests/abilities, which each kit has.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net"
	"net/http"
	"os"
	"os/exec"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/contractkit/ContractKit/Kits/go/contractdriver"
)

type AppError struct{}

func (*AppError) Error() string { return "gone" }

type Wrapper struct{ Cause error }

func (*Wrapper) Error() string         { return "wrapper" }
func (wrapper *Wrapper) Unwrap() error { return wrapper.Cause }

type Thing struct {
	ID   int     `json:"id"`
	Name string  `json:"name"`
	Note *string `json:"note"`
}

type Color int

const Red Color = 1

func (Color) MarshalText() ([]byte, error) { return []byte("red"), nil }

var values = map[string]any{
	"nothing":     nil,
	"date":        time.Date(2026, 11, 25, 10, 0, 0, 0, time.UTC),
	"bytes":       []byte{0xFF, 0x00},
	"text":        []byte("abc"),
	"nan":         math.NaN(),
	"infinity":    math.Inf(1),
	"big":         uint64(1 << 63),
	"exact":       1<<53 + 1,
	"map":         map[string]int{"b": 2, "a": 1},
	"set":         map[int]struct{}{1: {}},
	"object":      Thing{ID: 1, Name: "a"},
	"enumeration": Red,
}

var met int32
var everyone = make(chan struct{})

func main() {
	contractdriver.Run("probe-go", contractdriver.Operations{
		"returns": func(call *contractdriver.Call) (any, error) {
			var value any
			call.Argument("value", &value)
			return value, nil
		},
		"makes": func(call *contractdriver.Call) (any, error) { return values[kind(call)], nil },
		"throws": func(call *contractdriver.Call) (any, error) {
			switch kind(call) {
			case "own":
				return nil, fmt.Errorf("throws: %w", &AppError{})
			case "wrapped":
				return nil, &Wrapper{&net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}}
			case "plain":
				return nil, errors.New("plain")
			case "cancelled":
				return nil, context.Canceled
			case "url":
				_, err := http.Get("http://[::1/")
				return nil, err
			case "json":
				return nil, json.Unmarshal([]byte("[1,"), new(any))
			}
			var none any
			panic(none)
		},
		"prints": func(*contractdriver.Call) (any, error) {
			fmt.Println("to stdout")
			fmt.Fprintln(os.Stderr, "to stderr")
			child := exec.Command("echo", "from a child")
			child.Stdout = os.Stdout
			return nil, child.Run()
		},
		"streams": func(call *contractdriver.Call) (any, error) {
			var values []any
			var fails bool
			call.Argument("values", &values)
			call.Argument("fails", &fails)
			channel := make(chan any)
			go func() {
				for _, value := range values {
					channel <- value
				}
				close(channel)
			}()
			return call.Streams(func(yield func(any)) error {
				for value := range channel {
					yield(value)
				}
				if fails {
					return &AppError{}
				}
				return nil
			})
		},
		"completes": func(call *contractdriver.Call) (any, error) {
			var times int
			var later bool
			call.Argument("times", &times)
			call.Argument("later", &later)
			return call.Completes(func(done func(any, error)) {
				if later {
					times--
					time.AfterFunc(100*time.Millisecond, func() { done(nil, nil) })
				}
				for ; times > 0; times-- {
					done(nil, nil)
				}
			})
		},
		"settlesNever": func(*contractdriver.Call) (any, error) { select {} },
		"exits": func(*contractdriver.Call) (any, error) {
			os.Exit(7)
			return nil, nil
		},
		"panics": func(*contractdriver.Call) (any, error) {
			go panic("outside of the call")
			select {}
		},
		"meets": func(call *contractdriver.Call) (any, error) {
			var count int32
			call.Argument("count", &count)
			if atomic.AddInt32(&met, 1) == count {
				close(everyone)
			}
			select {
			case <-everyone:
				return true, nil
			case <-time.After(30 * time.Second):
				return false, nil
			}
		},
		"asks": func(call *contractdriver.Call) (any, error) {
			var id int
			call.Argument("id", &id)
			return id, nil
		},
		"mistakes": func(*contractdriver.Call) (any, error) {
			var nothing *Thing
			return nothing.Name, nil
		},
		"unsupported": func(call *contractdriver.Call) (any, error) {
			call.Unsupported("the driver cannot run this call")
			return nil, nil
		},
	}, contractdriver.InFlight(8), contractdriver.Describe(func(err error) *contractdriver.Failure {
		var own *AppError
		if errors.As(err, &own) {
			return &contractdriver.Failure{Category: "status", Case: "gone", Payload: 410}
		}
		return nil
	}))
}

func kind(call *contractdriver.Call) (kind string) {
	call.Argument("kind", &kind)
	return kind
}
