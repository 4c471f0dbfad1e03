package contractdriver

import (
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"sync"
)

// MakeClient sets how the client is made, which operations then take with [Client]:
//
//	contractdriver.MakeClient(func(call *contractdriver.Call) (*shop.Client, error) {
//		return shop.New(call.BaseURL, call.Transport(nil)), nil
//	})
//
// With it, contract-run can make multiple calls on one client: those of a group share it, and each other call gets a
// client of its own. The function runs when an operation first takes the client. If it returns an error, the operation
// fails with this error.
//
// If the client is an [io.Closer], it is closed: when its operation has ended, before the result is written, or when
// the first call after its group comes.
//
// The context of the function's call is for the whole life of the client. It is canceled only if contract-run cancels
// the call while the function runs.
func MakeClient[C any](build func(call *Call) (C, error)) Option {
	return func(driver *driver) {
		driver.build = func(call *Call) (any, error) { return build(call) }
	}
}

// Client returns the client of a call, which the function of [MakeClient] makes. The calls of a group share it, and may
// take it at the same time.
//
// Without a client, it ends the operation. So, like [Call.Unsupported], it must be called in the operation's
// goroutine.
func Client[C any](call *Call) C {
	made := call.take()
	client, ok := made.(C)
	if !ok {
		call.Unsupported("the operation %s takes a %s as the client, but the driver makes a %T", call.Operation,
			reflect.TypeOf(&client).Elem(), made)
	}
	return client
}

func (call *Call) take() any {
	switch {
	case call.driver.build == nil:
		call.Unsupported("the driver does not say how its client is made")
	case call.of != nil:
		call.Unsupported("the function that makes the client takes the client")
	}
	call.mutex.Lock()
	call.takesClient = true
	call.mutex.Unlock()
	made, err := call.client.take(call)
	if err != nil {
		call.end(func() { call.failed = err })
	}
	return made
}

var errOver = errors.New("the call of this client is over")

// The client of one call, or of the calls of a group.
type client struct {
	making  sync.Mutex // held while it is made
	closing sync.Once
	bodies  bodies // of the responses that it gets

	mutex  sync.Mutex
	isMade bool
	isOver bool
	made   any
}

// Returns the client, which is made first if it is not there.
func (client *client) take(call *Call) (any, error) {
	client.making.Lock()
	defer client.making.Unlock()
	client.mutex.Lock()
	made, isMade, isOver := client.made, client.isMade, client.isOver
	client.mutex.Unlock()
	switch {
	case isOver:
		return nil, errOver
	case isMade:
		return made, nil
	}
	made, err := call.make()
	if err != nil {
		return nil, err
	}
	client.mutex.Lock()
	client.made, client.isMade, isOver = made, true, client.isOver
	client.mutex.Unlock()
	if isOver { // its call was canceled, and has its result
		shut(made)
		return nil, errOver
	}
	return made, nil
}

// Closes the client, or waits until it is closed. It does not wait for a client that is being made.
func (client *client) close() {
	client.closing.Do(func() {
		client.mutex.Lock()
		made := client.made
		client.made, client.isOver = nil, true
		client.mutex.Unlock()
		shut(made)
	})
}

func shut(made any) {
	closer, ok := made.(io.Closer)
	if !ok {
		return
	}
	if err := closer.Close(); err != nil {
		fmt.Fprintln(os.Stderr, "contractdriver: the client's Close:", err)
	}
}

// Makes the client of the call, in the operation's goroutine.
func (call *Call) make() (any, error) {
	maker := &Call{
		Operation: call.Operation, BaseURL: call.BaseURL, BaseURLs: call.BaseURLs, Input: call.Input,
		driver: call.driver, id: call.id, transport: call.transport, of: call,
	}
	call.mutex.Lock()
	call.maker, maker.isStopped = maker, call.isStopped
	call.mutex.Unlock()
	defer func() { // also after a panic and Unsupported
		call.mutex.Lock()
		defer call.mutex.Unlock()
		call.maker = nil
	}()
	return call.driver.build(maker)
}

// Gives a call its client. The calls of a group share one.
func (driver *driver) assign(call *Call, group *int64) {
	if group == nil {
		driver.endGroup()
		call.client = &client{}
		return
	}
	if driver.shared == nil || driver.group != *group {
		driver.endGroup()
		driver.group, driver.shared = *group, &client{}
	}
	if len(driver.open) == 0 {
		driver.shared.bodies.forget() // what broke before is not what this call reads
	}
	call.client, call.isMember = driver.shared, true
}

// Lets the client of the group be closed, before the next call begins.
func (driver *driver) endGroup() {
	if driver.shared != nil {
		driver.former, driver.shared = driver.shared, nil
	}
}
