// Package contractdriver is the kit for drivers of contract-run in Go. A driver is a small program that calls an HTTP
// client under test:
//
//	package main
//
//	import (
//		"github.com/contractkit/ContractKit/Kits/go/contractdriver"
//
//		"example.com/shop" // the client, unchanged
//	)
//
//	func main() {
//		contractdriver.Run("shop", contractdriver.Operations{
//			"order": func(call *contractdriver.Call) (any, error) { // one for each operation that a contract names
//				var article string
//				call.Argument("article", &article)
//				return shop.New(call.BaseURL).Order(call.Context(), article)
//			},
//		})
//	}
//
// The page docs/driver-protocol.md of ContractKit describes the messages between contract-run and a driver.
package contractdriver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"sort"
	"sync"
	"time"
)

const (
	// How long a client may keep a handler after calling it. Then the call counts as over.
	patience = 50 * time.Millisecond
	// How long the process may live after the end of the input. The runner allows 2 seconds.
	grace = 1800 * time.Millisecond
	// How many calls the runner may write in advance. It never writes more.
	ahead = 64
)

// Operations has the operations of a driver, by the names in contracts.
//
// An operation gets a call, and returns what the client returned: its result or its error. It runs in a goroutine of
// its own. A panic in it crashes the driver, and contract-run reports the trace for the scenario.
type Operations map[string]func(call *Call) (any, error)

// An Option changes what [Run] does.
type Option func(*driver)

// InFlight allows that many calls at once. By default, one call runs at a time.
func InFlight(calls int) Option {
	return func(driver *driver) { driver.inFlight = calls }
}

// Memory also offers the transport memory, which has no network. Each operation must then give [Call.Transport] to the
// client.
func Memory() Option {
	return func(driver *driver) { driver.transports = []string{"memory", "loopback"} }
}

// Describe sets how contracts describe the client's own errors.
//
// The function gets the error that an operation returned, and may use [errors.As] and [errors.Is]. The members that it
// sets replace those of the default description. It returns nil for an error that it does not know.
func Describe(describe func(err error) *Failure) Option {
	return func(driver *driver) { driver.describe = describe }
}

// Run serves contract-run until it ends the driver, and returns then. Call it first in main.
//
//   - name: the driver's name in reports.
//   - operations: what contracts can call.
//
// From now on, what the client prints goes to standard error, and its standard input is empty.
func Run(name string, operations Operations, options ...Option) {
	driver := &driver{
		name: name, operations: operations, inFlight: 1, transports: []string{"loopback"},
		describe: func(error) *Failure { return nil }, waiting: map[request]chan<- *response{},
	}
	for _, option := range options {
		option(driver)
	}
	if err := driver.serve(); err != nil {
		fmt.Fprintln(os.Stderr, "contractdriver:", err)
		os.Exit(1)
	}
}

type driver struct {
	name       string
	operations Operations
	inFlight   int
	transports []string
	describe   func(error) *Failure

	writing sync.Mutex
	output  io.Writer
	errors  io.Writer // the real standard error, for the marks of calls

	running sync.WaitGroup
	context context.Context

	mutex   sync.Mutex
	active  int                          // how many calls run
	calls   []*Call                      // those whose turn has not come
	waiting map[request]chan<- *response // who waits for the answer to a request
	held    []<-chan struct{}            // the handlers that clients still held when their calls ended
}

// The messages of the runner.
type message struct {
	Hello *struct{ Protocol int }
	Call  *struct {
		ID                            int64
		Operation, Transport, BaseURL string
		BaseURLs                      map[string]string
		Input                         json.RawMessage
		Answers                       []*response
	}
	Response *response
	Bye      *struct{}
}

func (driver *driver) serve() error {
	input, output, errors, err := separate()
	if err != nil {
		return fmt.Errorf("standard input and output cannot be moved: %w", err)
	}
	driver.output, driver.errors = output, errors
	// Something may have printed a line without its end before, and the first message needs a line of its own.
	driver.write([]byte("\n"))
	var cancel context.CancelFunc
	driver.context, cancel = context.WithCancel(context.Background())
	defer cancel()
	lines := bufio.NewReaderSize(input, 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			driver.drop()
			cancel()
			driver.finish()
			return nil // the runner is gone
		}
		var message message
		if err := json.Unmarshal(line, &message); err != nil {
			if len(bytes.TrimSpace(line)) > 0 {
				fmt.Fprintf(os.Stderr, "contractdriver: the runner sent a line that is not a message: %.200q\n", line)
			}
			continue
		}
		switch {
		case message.Hello != nil:
			if version := message.Hello.Protocol; version != 1 {
				return fmt.Errorf("the runner uses version %d of the protocol, but this driver uses version 1; "+
					"take the kit from the runner's version of ContractKit", version)
			}
			driver.hello()
		case message.Call != nil:
			call := message.Call
			driver.begin(&Call{
				Operation: call.Operation, BaseURL: call.BaseURL, BaseURLs: call.BaseURLs, Input: call.Input,
				driver: driver, id: call.ID, transport: call.Transport, answers: call.Answers,
			})
		case message.Response != nil:
			driver.answered(message.Response)
		case message.Bye != nil:
			driver.finish()
			return nil
		}
	}
}

func (driver *driver) hello() {
	operations := []string{}
	for name := range driver.operations {
		operations = append(operations, name)
	}
	sort.Strings(operations)
	hasMemory, calls := driver.transports[0] == "memory", 0
	switch {
	case driver.inFlight > 1:
	case hasMemory:
		calls = ahead
	default:
		calls = 1 // the runner writes no more on loopback
	}
	driver.send("hello", map[string]any{
		"protocol": 1, "driver": driver.name, "operations": operations, "transports": driver.transports,
		"inFlight": driver.inFlight, "ahead": calls, "answers": hasMemory, "language": "go",
	})
}

// Runs a call, if it is its turn. Otherwise, the call waits until another one has ended.
func (driver *driver) begin(call *Call) {
	driver.running.Add(1)
	driver.mutex.Lock()
	defer driver.mutex.Unlock()
	if driver.active >= driver.inFlight {
		driver.calls = append(driver.calls, call)
		return
	}
	driver.active++
	go driver.run(call)
}

// Begins the call that waits for the end of another one.
func (driver *driver) next() {
	driver.mutex.Lock()
	defer driver.mutex.Unlock()
	if len(driver.calls) == 0 {
		driver.active--
		return
	}
	call := driver.calls[0]
	driver.calls = driver.calls[1:]
	go driver.run(call)
}

// Drops the calls that wait.
func (driver *driver) drop() {
	driver.mutex.Lock()
	defer driver.mutex.Unlock()
	driver.running.Add(-len(driver.calls))
	driver.calls = nil
}

// Runs a call and writes its result. There is no recover: the runner reports a crash of the client better.
func (driver *driver) run(call *Call) {
	defer driver.running.Done()
	if driver.inFlight == 1 { // what is printed from now on belongs to this call
		fmt.Fprintf(driver.errors, "\x1econtract-run call %d\n", call.id)
	}
	operation := driver.operations[call.Operation]
	if operation == nil {
		driver.result(call, outcome{"unsupported": true})
		return
	}
	returned := false
	// Deferred, because Unsupported ends this goroutine, as testing.T.Fatal and others do.
	defer func() {
		if !returned && call.unsupported == "" && !bytes.Contains(debug.Stack(), []byte("\npanic(")) {
			call.unsupported = "the operation ended its goroutine"
		}
		if call.unsupported != "" {
			driver.result(call, outcome{"unsupported": call.unsupported})
		}
	}()
	value, err := operation(call)
	returned = true
	if call.unsupported == "" {
		driver.result(call, driver.outcome(call, value, err))
	}
}

// What a call ended with, as the protocol has it. It is an error so that an operation can return it.
type outcome map[string]any

func (outcome outcome) Error() string {
	return fmt.Sprint("contractdriver: the operation must return this outcome of a handler: ", map[string]any(outcome))
}

func (driver *driver) outcome(call *Call, value any, err error) outcome {
	var ready outcome
	if errors.As(err, &ready) {
		return ready
	}
	if err == nil {
		result, err := encode(value)
		if err != nil {
			return outcome{"unsupported": err.Error()}
		}
		return outcome{"success": result}
	}
	failure, wrong := driver.failure(call, err)
	if wrong != nil {
		return outcome{"unsupported": wrong.Error()}
	}
	outcome := outcome{"failure": failure}
	if name, is := driver.undescribed(err, failure); is {
		outcome["undescribed"] = name
	}
	if values, ok := value.(stream); ok && len(values) > 0 {
		outcome["values"] = values
	}
	return outcome
}

// Ends a call. A call that panics does not come here, so no other call begins before the process has ended.
func (driver *driver) result(call *Call, outcome outcome) {
	result := map[string]any{"id": call.id, "outcome": outcome, "unobserved": call.unobserved}
	if name, is := outcome["undescribed"]; is {
		result["undescribed"] = name // of the result, not of its outcome
		delete(outcome, "undescribed")
	}
	call.end(line("result", result))
	driver.next()
}

// Ends the driver: waits for the running calls, and for handlers that a client may call again.
func (driver *driver) finish() {
	deadline := time.After(grace)
	ended := make(chan struct{})
	go func() {
		driver.running.Wait()
		driver.mutex.Lock()
		held := driver.held
		driver.mutex.Unlock()
		for _, released := range held {
			wait(released, patience, -1)
		}
		close(ended)
	}()
	select {
	case <-ended:
	case <-deadline:
	}
}

// Waits for the release of a handler, at most that many times with a pause. Only a collection finds a release.
func wait(released <-chan struct{}, pause time.Duration, times int) bool {
	for ; times != 0; times-- {
		runtime.GC()
		select {
		case <-released:
			return true
		case <-time.After(pause):
		}
	}
	return false
}

func (driver *driver) send(name string, content any) { driver.write(line(name, content)) }

func line(name string, content any) []byte {
	line, err := json.Marshal(map[string]any{name: content})
	if err != nil {
		panic(err) // everything that a client made was encoded before
	}
	return append(line, '\n')
}

func (driver *driver) write(line []byte) {
	driver.writing.Lock()
	defer driver.writing.Unlock()
	_, _ = driver.output.Write(line) // if the runner is gone, the input ends too
}
