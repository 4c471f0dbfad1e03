package contractdriver

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// Calls that contract-run cancels.

var (
	keptContext context.Context
	released    = make(chan struct{})
)

func init() {
	for name, operation := range (Operations{
		"waits": func(call *Call) (any, error) {
			time.Sleep(5 * time.Millisecond) // a cancel that comes at once is not too early
			<-call.Context().Done()
			return nil, call.Context().Err()
		},
		"waitsForNothing": func(call *Call) (any, error) {
			call.Context()
			<-released
			return "released", nil
		},
		"fetchAlone": func(call *Call) (any, error) {
			client := &http.Client{Transport: call.Transport(nil), Timeout: 10 * time.Second}
			return fetch(call.Context(), client, call.BaseURL)
		},
		"fetchUntil": func(call *Call) (any, error) {
			context, cancel := context.WithTimeout(call.Context(), 50*time.Millisecond)
			defer cancel()
			return fetch(context, &http.Client{Transport: call.Transport(nil)}, call.BaseURL)
		},
		"waitsWithout": func(call *Call) (any, error) {
			<-released
			if call.Operation == "waitsWithout" {
				panic("after the result")
			}
			return nil, nil
		},
		"printsAndWaits": func(*Call) (any, error) { time.Sleep(5 * time.Millisecond); return "done", nil },
		"release":        func(*Call) (any, error) { close(released); return nil, nil },
		"keepsContext":   func(call *Call) (any, error) { keptContext = call.Context(); return nil, nil },
		"ofKeptContext":  func(*Call) (any, error) { return nil, keptContext.Err() },
	}) {
		operations[name] = operation
	}
}

func cancel(id int) string { return fmt.Sprintf(`{"cancel": {"id": %d}}`, id) }

// A server that answers nothing, and reports each request.
func silent(t *testing.T) (url string, came <-chan struct{}) {
	requests, ended := make(chan struct{}, 10), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		requests <- struct{}{}
		<-ended
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(ended) })
	return server.URL, requests
}

const isCanceled = `"category":"cancelled","code":-999,"domain":"NSURLErrorDomain"`

func (process *process) expectCanceled(id int) {
	process.t.Helper()
	if outcome := process.readResult(id); !strings.Contains(outcome, isCanceled) {
		process.t.Errorf("call %d: %s", id, outcome)
	}
}

func TestACanceledRequest(t *testing.T) {
	url, came := silent(t)
	for _, kind := range []string{"usual", "single", "clients"} {
		process := startAs(t, kind)
		operation := map[string]string{"clients": "fetch"}[kind]
		if operation == "" {
			operation = "fetchAlone"
		}
		process.write(on("loopback", url, 1, 0, operation, "null"))
		<-came
		process.write(cancel(1))
		process.expectCanceled(1)
		process.write(cancel(1))
		// On memory, the answer comes too late, and nobody waits for it.
		process.write(callOf(2, 0, operation, "null"))
		process.readRequest(2, 1)
		process.write(cancel(2))
		process.expectCanceled(2)
		process.respond(2, 1, answers("too late")[0])
		process.write(on("loopback", url, 3, 0, "fetchUntil", "null"))
		if outcome := process.readResult(3); !strings.Contains(outcome, `"category":"network","code":-1001`) {
			t.Error(outcome)
		}
		<-came
		process.expectOf(4, 0, "echo", "7", `{"success":7}`)
		process.sayGoodbye()
	}
}

func TestOneOfAGroupIsCanceled(t *testing.T) {
	url, came := silent(t)
	process := startAs(t, "clients")
	for id := 1; id <= 3; id++ {
		process.write(on("loopback", url, id, 1, "fetch", "null"))
		<-came
	}
	for _, id := range []int{2, 1, 3} {
		process.write(cancel(id))
		process.expectCanceled(id)
	}
	process.sayGoodbye()
}

func TestACancelThatComesWithItsCall(t *testing.T) {
	process := startAs(t, "single")
	for id := 1; id <= 20; id++ {
		process.write(callOf(id, 0, "waits", "null") + "\n" + cancel(id))
		process.expectCanceled(id)
	}
	process.sayGoodbye()
}

func TestACancelOfAnotherCall(t *testing.T) {
	process := startAs(t, "single")
	process.write(cancel(1))
	process.expectOf(1, 0, "keepsContext", "null", `{"success":null}`)
	process.write(cancel(1))
	process.write(callOf(2, 0, "ofKeptContext", "null") + "\n" + cancel(3) + "\n" + cancel(1) + "\n" + `{"cancel": {}}`)
	if outcome := process.readResult(2); outcome != `{"success":null}` {
		t.Error(outcome)
	}
	process.sayGoodbye()
}

func TestAClientThatIgnoresItsContext(t *testing.T) {
	process := startAs(t, "usual")
	process.write(callOf(1, 0, "waitsForNothing", "null"))
	process.write(cancel(1))
	time.Sleep(2 * hesitation) // the kit must not write a result for it
	process.write(callOf(2, 0, "release", "null"))
	for range make([]struct{}, 2) {
		came := process.read()
		expected := map[int]any{1: "released", 2: nil}[came.Result.ID]
		if outcome, exists := came.Result.Outcome["success"]; !exists || outcome != expected {
			t.Errorf("call %d: %v", came.Result.ID, came.Result.Outcome)
		}
	}
	process.sayGoodbye()
}

func TestAnOperationThatDoesNotTakeTheContext(t *testing.T) {
	const text = `{"unsupported":"the operation %s does not take the context of its call, so it cannot be canceled"}`
	process := startAs(t, "single")
	process.write(callOf(1, 0, "waitsWithout", "null") + "\n" + cancel(1) + "\n" + cancel(1))
	if outcome := process.readResult(1); outcome != fmt.Sprintf(text, "waitsWithout") {
		t.Error(outcome)
	}
	// One that ends soon has the same outcome.
	process.write(callOf(2, 0, "printsAndWaits", "null") + "\n" + cancel(2))
	if outcome := process.readResult(2); outcome != fmt.Sprintf(text, "printsAndWaits") {
		t.Error(outcome)
	}
	process.expectOf(3, 0, "release", "null", `{"success":null}`) // the first operation panics now
	time.Sleep(patience)
	process.expectOf(4, 0, "echo", "7", `{"success":7}`)
	process.write(callOf(5, 0, "argument", "{}") + "\n" + cancel(5))
	if outcome := process.readResult(5); outcome != `{"unsupported":"input has no member number"}` {
		t.Error(outcome)
	}
	// One that still waits for its turn.
	process.write(callOf(6, 0, "printsAndWaits", "null") + "\n" + callOf(7, 0, "hangs", "null") + "\n" + cancel(7))
	if outcome := process.readResult(6); outcome != `{"success":"done"}` {
		t.Error(outcome)
	}
	if outcome := process.readResult(7); outcome != fmt.Sprintf(text, "hangs") {
		t.Error(outcome)
	}
	process.sayGoodbye()
	process.expectMarks("1", "2", "3", "4", "5", "6", "7")
}

// It waits until the client of the group before is closed, and has its result before that.
func TestACallThatIsCanceledBeforeItBegins(t *testing.T) {
	process := startAs(t, "clients")
	process.expectOf(1, 1, "number", `{"make": "closesSlowly"}`, `{"success":1}`)
	process.write(callOf(2, 2, "number", "null") + "\n" + cancel(2))
	if outcome := process.readResult(2); !strings.Contains(outcome, "does not take the context") {
		t.Error(outcome)
	}
	process.expectOf(3, 2, "number", "null", `{"success":2}`)
	process.sayGoodbye()
	process.expectMarks("1", "3")
}

// The context of the function that makes a client is the client's, and not the call's.
func TestTheContextOfAClient(t *testing.T) {
	process := startAs(t, "clients")
	for id := 1; id <= 10; id++ {
		process.write(callOf(id, 1, "number", `{"make": "waits"}`) + "\n" + cancel(id))
		process.expectCanceled(id)
	}
	process.write(callOf(11, 1, "number", `{"make": "asks"}`))
	process.readRequest(11, 1)
	process.write(cancel(11))
	process.expectCanceled(11)
	process.expectOf(12, 1, "number", "null", `{"success":1}`)
	process.sayGoodbye()

	process = startAs(t, "clients")
	process.write(on("memory", "http://a", 1, 1, "fetch", `{"make": "keeps"}`))
	process.readRequest(1, 1)
	process.write(cancel(1))
	process.expectCanceled(1)
	process.expectOf(2, 1, "keptContext", "null", `{"success":null}`)
	process.sayGoodbye()
}

// Nobody waits for a client that is made for a call which has its result. It is closed when it is there.
func TestAClientThatComesTooLate(t *testing.T) {
	process := startAs(t, "clients")
	process.write(callOf(1, 1, "number", `{"make": "hangs"}`))
	process.write(cancel(1))
	if outcome := process.readResult(1); !strings.Contains(outcome, "does not take the context") {
		t.Error(outcome)
	}
	process.expectOf(2, 0, "number", "null", `{"success":1}`)
	process.expectOf(3, 0, "letsGoOn", "null", `{"success":null}`)
	time.Sleep(3 * patience)
	process.expectOf(4, 0, "closed", "null", `{"success":[1,2]}`)
	process.sayGoodbye()
}

// An operation that goes on after its group gets no client.
func TestAClientThatIsTakenTooLate(t *testing.T) {
	process := startAs(t, "clients")
	process.write(callOf(1, 1, "takesLate", "null"))
	process.write(cancel(1))
	if outcome := process.readResult(1); !strings.Contains(outcome, "does not take the context") {
		t.Error(outcome)
	}
	process.expectOf(2, 0, "letsGoOn", "null", `{"success":null}`)
	time.Sleep(3 * patience)
	process.expectOf(3, 0, "number", "null", `{"success":1}`)
	process.sayGoodbye()
}
