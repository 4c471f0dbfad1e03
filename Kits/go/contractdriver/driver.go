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
	// How long after a cancel an operation may still take the context. On a busy machine, it may only just have begun.
	hesitation = 200 * time.Millisecond
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
		describe: func(error) *Failure { return nil }, open: map[int64]*Call{}, waiting: map[request]chan<- *response{},
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
	build      func(*Call) (any, error) // makes a client; nil if the driver has no such function

	writing sync.Mutex
	output  io.Writer
	errors  io.Writer // the real standard error, for the marks of calls

	running sync.WaitGroup // the calls without a result

	mutex   sync.Mutex
	active  int                          // how many calls run
	open    map[int64]*Call              // those that run or wait, by their ids
	calls   []*Call                      // those whose turn has not come
	group   int64                        // the number of the last group
	shared  *client                      // that of this group, until another call comes
	former  *client                      // that of the group before, which every call after it waits to see closed
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
		Group                         *int64
		Answers                       []*response
	}
	Cancel   *struct{ ID int64 }
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
	lines := bufio.NewReaderSize(input, 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			driver.stop()
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
			}, call.Group)
		case message.Cancel != nil:
			driver.cancel(message.Cancel.ID)
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
		"inFlight": driver.inFlight, "ahead": calls, "answers": hasMemory, "groups": driver.build != nil,
		"cancels": true, "language": "go",
	})
}

// Runs a call, if it is its turn. Otherwise, the call waits until another one has ended. The calls of a group never
// wait: those that come together must run at once.
func (driver *driver) begin(call *Call, group *int64) {
	driver.running.Add(1)
	driver.mutex.Lock()
	defer driver.mutex.Unlock()
	driver.assign(call, group)
	driver.open[call.id] = call
	if driver.active >= driver.inFlight && !call.isMember {
		driver.calls = append(driver.calls, call)
		return
	}
	driver.start(call)
}

func (driver *driver) start(call *Call) {
	driver.active++
	call.hasBegun = true
	if call.wasCanceled() {
		driver.expectEnd(call)
	}
	former := driver.former
	go func() {
		if former != nil {
			former.close()
		}
		driver.run(call)
	}()
}

// Begins the call that waits for the end of another one.
func (driver *driver) next() {
	driver.mutex.Lock()
	defer driver.mutex.Unlock()
	driver.active--
	if len(driver.calls) == 0 || driver.active >= driver.inFlight {
		return
	}
	call := driver.calls[0]
	driver.calls = driver.calls[1:]
	driver.start(call)
}

// Drops the calls that wait, and cancels those that run.
func (driver *driver) stop() {
	driver.mutex.Lock()
	defer driver.mutex.Unlock()
	driver.running.Add(-len(driver.calls))
	driver.calls = nil
	for _, call := range driver.open {
		call.stop()
	}
}

// Cancels a call, as contract-run asks. The call may still wait, because the one before it has only just ended.
func (driver *driver) cancel(id int64) {
	driver.mutex.Lock()
	defer driver.mutex.Unlock()
	call := driver.open[id]
	if call == nil {
		return
	}
	call.mutex.Lock()
	call.isCanceled = true
	call.mutex.Unlock()
	call.stop()
	if call.hasBegun {
		driver.expectEnd(call)
	}
}

// Ends a canceled call if its operation does not take the context, because then nothing reaches the client.
func (driver *driver) expectEnd(call *Call) {
	time.AfterFunc(hesitation, func() {
		if !call.takesContext() && driver.ends(call) {
			driver.result(call, call.cannotBeCanceled())
		}
	})
}

func (call *Call) cannotBeCanceled() outcome {
	return outcome{"unsupported": fmt.Sprintf(
		"the operation %s does not take the context of its call, so it cannot be canceled", call.Operation)}
}

func (driver *driver) isOpen(call *Call) bool {
	driver.mutex.Lock()
	defer driver.mutex.Unlock()
	return driver.open[call.id] == call
}

// Takes a call from those that are open. Whoever does it writes the result; it is false if someone else did.
func (driver *driver) ends(call *Call) bool {
	driver.mutex.Lock()
	defer driver.mutex.Unlock()
	if driver.open[call.id] != call {
		return false
	}
	delete(driver.open, call.id)
	return true
}

// Runs a call and writes its result. It does not recover from a panic: the runner reports a crash of the client better.
func (driver *driver) run(call *Call) {
	if !driver.isOpen(call) {
		return
	}
	if driver.inFlight == 1 { // what is printed from now on belongs to this call
		fmt.Fprintf(driver.errors, "\x1econtract-run call %d\n", call.id)
	}
	operation := driver.operations[call.Operation]
	if operation == nil {
		operation = func(*Call) (any, error) { return nil, outcome{"unsupported": true} }
	}
	var end outcome
	// Deferred, because Unsupported ends this goroutine, as testing.T.Fatal and others do.
	defer func() {
		if !driver.ends(call) {
			_ = recover() // the call was canceled, and has its result
			call.release()
			return
		}
		if own := call.ended(); own != nil {
			end = own
		}
		if end == nil && bytes.Contains(debug.Stack(), []byte("\npanic(")) {
			return
		}
		if end == nil {
			end = outcome{"unsupported": "the operation ended its goroutine"}
		}
		call.release()
		driver.result(call, end)
	}()
	value, err := operation(call)
	end = call.checked(driver.outcome(call, value, err))
}

// Closes the client of the call, if no other call can have it.
func (call *Call) release() {
	if !call.isMember {
		call.client.close()
	}
}

// Returns the outcome of an operation that was ended by the kit; nil if it was not.
func (call *Call) ended() outcome {
	call.mutex.Lock()
	text, err := call.unsupported, call.failed
	call.mutex.Unlock()
	switch {
	case text != "":
		return outcome{"unsupported": text}
	case err != nil:
		return call.driver.outcome(call, nil, err)
	}
	return nil
}

// Returns the outcome of an operation, or that it did not take what contract-run used for it.
func (call *Call) checked(own outcome) outcome {
	call.mutex.Lock()
	defer call.mutex.Unlock()
	_, isUnsupported := own["unsupported"]
	_, isSuccess := own["success"]
	switch {
	case call.isCanceled && call.context == nil && !isUnsupported:
		return call.cannotBeCanceled()
	case call.isMember && !call.takesClient && isSuccess:
		return outcome{"unsupported": fmt.Sprintf(
			"the operation %s does not take the client of its call, so its calls share nothing", call.Operation)}
	}
	return own
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

// Writes the result of a call. A call that panics does not come here, so no other call begins before the process has
// ended.
func (driver *driver) result(call *Call, outcome outcome) {
	call.mutex.Lock()
	result := map[string]any{"id": call.id, "outcome": outcome, "unobserved": call.unobserved}
	call.mutex.Unlock()
	if name, is := outcome["undescribed"]; is {
		result["undescribed"] = name // of the result, not of its outcome
		delete(outcome, "undescribed")
	}
	call.write(line("result", result))
	driver.next()
	driver.running.Done()
}

// Ends the driver: waits for the running calls, closes the client of a group, and waits for handlers that a client may
// call again.
func (driver *driver) finish() {
	deadline := time.After(grace)
	ended := make(chan struct{})
	go func() {
		driver.running.Wait()
		driver.mutex.Lock()
		driver.endGroup()
		former, held := driver.former, driver.held
		driver.mutex.Unlock()
		if former != nil {
			former.close()
		}
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
