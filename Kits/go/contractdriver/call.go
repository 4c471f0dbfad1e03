package contractdriver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"time"
)

// A Call is one run of an operation.
type Call struct {
	// Operation is the name of the operation.
	Operation string
	// BaseURL is the URL to which the client must send its requests, in general without a trailing slash.
	BaseURL string
	// BaseURLs has the contract's other base URLs, by name.
	BaseURLs map[string]string
	// Input is the contract's input, which may be any JSON.
	Input json.RawMessage

	driver    *driver
	id        int64
	transport string
	client    *client
	isMember  bool  // of a group, whose calls share the client
	hasBegun  bool  // guarded by the driver's mutex
	of        *Call // the call whose client is made, if this one is given to the function of MakeClient
	bodies    bodies

	mutex       sync.Mutex
	unsupported string
	failed      error // why the client could not be made
	unobserved  []string
	takesClient bool
	context     context.Context // nil until the operation takes it
	cancel      context.CancelFunc
	isStopped   bool  // whether the context is canceled
	isCanceled  bool  // whether contract-run canceled the call
	maker       *Call // the call that MakeClient's function has, while it runs

	// Locked while a request or the result is written. So requests are written in the order of their numbers, and none
	// is written after the result as if it were before it: the runner would not answer it.
	sending  sync.Mutex
	answers  []*response // to the first requests; the runner answers the others
	requests int64
	isOver   bool
}

// Context returns the context of the call. It is canceled when contract-run cancels the call, or is gone. It is not
// canceled after the result, so that contract-run sees what the client sends then.
//
// If contract-run cancels the call of an operation that does not take the context, the scenario is errored.
func (call *Call) Context() context.Context {
	call.mutex.Lock()
	defer call.mutex.Unlock()
	if call.context == nil {
		call.context, call.cancel = context.WithCancel(context.Background())
		if call.isStopped {
			call.cancel()
		}
	}
	return call.context
}

// Cancels the context, also if the operation takes it later.
func (call *Call) stop() {
	call.mutex.Lock()
	defer call.mutex.Unlock()
	call.isStopped = true
	if call.cancel != nil {
		call.cancel()
	}
	if call.maker != nil {
		call.maker.stop()
	}
}

func (call *Call) wasCanceled() bool {
	call.mutex.Lock()
	defer call.mutex.Unlock()
	return call.isCanceled
}

// Whether the operation, or the function that makes its client now, has taken the context.
func (call *Call) takesContext() bool {
	call.mutex.Lock()
	defer call.mutex.Unlock()
	return call.context != nil || call.maker != nil && call.maker.takesContext()
}

// Unsupported ends the operation, because the driver cannot run this call: the scenario is errored, with the text.
//
// Like testing.T.Fatal, it must be called in the operation's goroutine.
func (call *Call) Unsupported(format string, arguments ...any) {
	text := fmt.Sprintf(format, arguments...)
	if text == "" {
		text = "unsupported"
	}
	if call.of != nil {
		call = call.of
	}
	call.end(func() { call.unsupported = text })
}

// Ends the operation, after its reason was set.
func (call *Call) end(set func()) {
	call.mutex.Lock()
	set()
	call.mutex.Unlock()
	runtime.Goexit()
}

// Argument reads a member of the input.
//
//   - name: the member.
//   - target: a pointer to what the client takes, as for [json.Unmarshal]. A member of a struct that the input does not
//     have keeps its zero value. A pointer stays nil if the input has no such member. For a []byte, the input has
//     {"text": …} or {"base64": …}.
//
// If the input does not fit, it ends the operation as [Call.Unsupported] does, with the place and the reason.
func (call *Call) Argument(name string, target any) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(call.Input, &members); err != nil || members == nil {
		call.Unsupported("input is %.80s, expected an object with the member %s", orNull(call.Input), name)
	}
	kind := reflect.TypeOf(target)
	if kind == nil || kind.Kind() != reflect.Pointer {
		call.Unsupported("the driver gave Argument(%q) a %T, expected a pointer", name, target)
	}
	member, exists := members[name]
	switch kind.Elem().Kind() {
	case reflect.Pointer:
		if !exists {
			return
		}
	case reflect.Interface, reflect.Map, reflect.Slice:
	default: // json.Unmarshal ignores null
		if string(member) == "null" {
			call.Unsupported("input.%s is null, expected %s", name, kind.Elem())
		}
	}
	if !exists {
		call.Unsupported("input has no member %s", name)
	}
	if data, ok := target.(*[]byte); ok {
		var body body
		if err := strictly(member, &body); err != nil || body.Text == nil && body.Base64 == nil {
			call.Unsupported(`input.%s is %.80s, expected {"text": …} or {"base64": …}`, name, member)
		}
		*data = body.bytes()
		return
	}
	if err := strictly(member, target); err != nil {
		call.Unsupported("%s", misfit("input."+name, member, err))
	}
}

func orNull(input json.RawMessage) string {
	if input == nil {
		return "null"
	}
	return string(input)
}

func strictly(data []byte, target any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	decoder.UseNumber()
	return decoder.Decode(target)
}

func misfit(place string, member json.RawMessage, err error) string {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		if wrong.Field != "" {
			return fmt.Sprintf("%s.%s is a JSON %s, expected %s", place, wrong.Field, wrong.Value, wrong.Type)
		}
		return fmt.Sprintf("%s is %.80s, expected %s", place, member, wrong.Type)
	}
	return fmt.Sprintf("%s is %.80s: %s", place, member, strings.TrimPrefix(err.Error(), "json: "))
}

// Streams is for a client that gives multiple values, such as by a channel. The operation returns what it returns:
//
//	return call.Streams(func(yield func(value any)) error {
//		for event := range client.Events() {
//			yield(event)
//		}
//		return client.Err()
//	})
//
// The result is an array. If the stream fails, contracts also see the values before.
func (call *Call) Streams(run func(yield func(value any)) error) (any, error) {
	var mutex sync.Mutex
	var wrong error
	values := stream{}
	err := run(func(value any) {
		encoded, err := encode(value) // at once: the value may change later
		mutex.Lock()
		defer mutex.Unlock()
		if err != nil && wrong == nil {
			wrong = fmt.Errorf("value %d of the stream: %w", len(values), err)
		}
		values = append(values, encoded)
	})
	mutex.Lock()
	defer mutex.Unlock()
	if wrong != nil {
		call.Unsupported("%s", wrong)
	}
	return values[:len(values):len(values)], err
}

// The values of a stream, as JSON.
type stream []any

// Completes is for a client that completes by calling a handler. The operation returns what it returns:
//
//	return call.Completes(func(done func(value any, err error)) {
//		client.Price("tea", func(cents int, err error) { done(cents, err) })
//	})
//
// The scenario fails if the client calls done twice, or releases it without a call. Nothing but the client may hold
// done.
func (call *Call) Completes(start func(done func(value any, err error))) (any, error) {
	account := &account{call: call, called: make(chan struct{}, 1), released: make(chan struct{})}
	account.begin(start)
	isHeld := account.wait()
	account.mutex.Lock()
	defer account.mutex.Unlock()
	account.isOver = true
	switch {
	case len(account.outcomes) == 0:
		return nil, outcome{"neverCompleted": true}
	case len(account.outcomes) > 1:
		return nil, outcome{"completedTwice": true}
	case isHeld:
		call.mutex.Lock()
		call.unobserved = append(call.unobserved, "exactlyOnce")
		call.mutex.Unlock()
		call.driver.mutex.Lock()
		call.driver.held = append(call.driver.held, account.released)
		call.driver.mutex.Unlock()
	}
	return nil, account.outcomes[0]
}

// What happened to a handler.
type account struct {
	call     *Call
	called   chan struct{}
	released chan struct{}

	mutex    sync.Mutex
	outcomes []outcome
	isOver   bool
}

// A finalizer runs only if nothing can call the handler any more. So a release is never reported too early.
type handler struct{ account *account }

// Gives a handler to the client. A function of its own, so that no variable of the driver keeps the handler.
//
//go:noinline
func (account *account) begin(start func(done func(any, error))) {
	handler := &handler{account}
	released := account.released
	runtime.SetFinalizer(handler, func(any) { close(released) })
	start(handler.done)
}

func (handler *handler) done(value any, err error) {
	account := handler.account
	outcome := account.call.driver.outcome(account.call, value, err) // at once: the value may change later
	account.mutex.Lock()
	isOver := account.isOver
	account.outcomes = append(account.outcomes, outcome)
	account.mutex.Unlock()
	if isOver {
		account.call.driver.send("completedTwice", map[string]any{"id": account.call.id})
	}
	select {
	case account.called <- struct{}{}:
	default:
	}
	runtime.KeepAlive(handler)
}

// Waits until the handler is called or released. Returns whether the client still holds it.
func (account *account) wait() bool {
	pause := patience
	for {
		select {
		case <-account.called:
			return !wait(account.released, patience/2, 2)
		case <-account.released:
			return false
		case <-time.After(pause):
			runtime.GC()
			if pause < time.Second {
				pause *= 2
			}
		}
	}
}
