package contractdriver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// Calls on one client.

// A client that knows how many were made before it.
type numbered struct {
	number  int
	http    *http.Client
	context context.Context
	closing time.Duration

	mutex  sync.Mutex
	guests int
	met    chan struct{}
}

var clients struct {
	sync.Mutex
	made   int
	closed []int
}

func (client *numbered) Close() error {
	time.Sleep(client.closing) // so that it matters who waits for it
	clients.Lock()
	defer clients.Unlock()
	clients.closed = append(clients.closed, client.number)
	fmt.Println("closed", client.number)
	if client.number == 2 {
		return errors.New("two cannot be closed")
	}
	return nil
}

// Waits until so many calls are here.
func (client *numbered) meet(count int) bool {
	client.mutex.Lock()
	client.guests++
	if client.guests == count {
		close(client.met)
	}
	client.mutex.Unlock()
	select {
	case <-client.met:
		return true
	case <-time.After(5 * time.Second):
		return false
	}
}

// What the input asks of the function that makes the client.
type making struct{ Make string }

// Lets a function go on that makes a client.
var goesOn = make(chan struct{})

func makeNumbered(call *Call) (*numbered, error) {
	var input making
	_ = json.Unmarshal(call.Input, &input)
	switch input.Make {
	case "fails":
		return nil, fmt.Errorf("no client: %w", &ownError{Status: 503})
	case "panics":
		panic("no client at all")
	case "argument":
		call.Argument("address", new(string))
	case "itself":
		return Client[*numbered](call), nil
	case "waits":
		<-call.Context().Done()
		return nil, call.Context().Err()
	case "asks":
		if _, err := fetch(call.Context(), &http.Client{Transport: call.Transport(nil)}, call.BaseURL); err != nil {
			time.Sleep(hesitation + patience) // it gives up in its own time
			return nil, err
		}
	case "hangs":
		<-goesOn
	}
	time.Sleep(5 * time.Millisecond) // so that calls at once all come before the client is there
	clients.Lock()
	defer clients.Unlock()
	clients.made++
	client := &numbered{
		number: clients.made, http: &http.Client{Transport: call.Transport(nil)}, met: make(chan struct{}),
		closing: 20 * time.Millisecond,
	}
	switch input.Make {
	case "keeps":
		client.context = call.Context()
	case "closesSlowly":
		client.closing = 2 * hesitation
	}
	return client, nil
}

func init() {
	drivers["clients"] = []Option{Memory(), Describe(describe), MakeClient(makeNumbered)}
	drivers["clientsAtOnce"] = []Option{Memory(), InFlight(2), MakeClient(makeNumbered)}
	for name, operation := range (Operations{
		"number": func(call *Call) (any, error) { return Client[*numbered](call).number, nil },
		"numberTwice": func(call *Call) (any, error) {
			first := Client[*numbered](call)
			return []any{first.number, Client[io.Closer](call) == io.Closer(first)}, nil
		},
		"meet": func(call *Call) (any, error) {
			client := Client[*numbered](call)
			return []any{client.number, client.meet(count(call))}, nil
		},
		"another": func(call *Call) (any, error) { return Client[*http.Client](call), nil },
		"closed":  func(*Call) (any, error) { return closed(), nil },
		"closedOnes": func(call *Call) (any, error) {
			Client[*numbered](call)
			return closed(), nil
		},
		"keptContext": func(call *Call) (any, error) { return nil, Client[*numbered](call).context.Err() },
		"fetch": func(call *Call) (any, error) {
			return fetch(call.Context(), Client[*numbered](call).http, call.BaseURL)
		},
		"fetchLate": func(call *Call) (any, error) {
			client := Client[*numbered](call).http
			go func() {
				time.Sleep(20 * time.Millisecond)
				_, _ = fetch(call.Context(), client, call.BaseURL+"/late")
			}()
			return nil, nil
		},
		"fetchByBoth": func(call *Call) (any, error) {
			first, err := fetch(call.Context(), Client[*numbered](call).http, call.BaseURL)
			if err != nil {
				return nil, err
			}
			second, err := fetch(call.Context(), &http.Client{Transport: call.Transport(nil)}, call.BaseURL)
			return []any{first, second}, err
		},
		"decode": func(call *Call) (value any, err error) {
			response, err := Client[*numbered](call).http.Get(call.BaseURL)
			if err != nil {
				return nil, err
			}
			defer response.Body.Close()
			if err = json.NewDecoder(response.Body).Decode(&value); err != nil {
				err = fmt.Errorf("decode: %w", err)
			}
			return value, err
		},
		"takesLate": func(call *Call) (any, error) {
			<-goesOn
			return Client[*numbered](call).number, nil
		},
		"letsGoOn": func(*Call) (any, error) { close(goesOn); return nil, nil },
	}) {
		operations[name] = operation
	}
}

func closed() []int {
	clients.Lock()
	defer clients.Unlock()
	return append([]int{}, clients.closed...)
}

func fetch(context context.Context, client *http.Client, url string) (any, error) {
	request, err := http.NewRequestWithContext(context, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return string(body), err
}

// Returns a call of a group, or with a client of its own if the group is 0.
func callOf(id, group int, operation, input string) string {
	return on("memory", "http://a", id, group, operation, input)
}

func on(transport, baseURL string, id, group int, operation, input string) string {
	number := "null"
	if group != 0 {
		number = fmt.Sprint(group)
	}
	return fmt.Sprintf(`{"call": {"id": %d, "group": %s, "operation": %q, "transport": %q, "baseURL": %q, `+
		`"baseURLs": {}, "input": %s}}`, id, number, operation, transport, baseURL, input)
}

// Writes a call, and compares its outcome.
func (process *process) expectOf(id, group int, operation, input, outcome string) {
	process.t.Helper()
	process.write(callOf(id, group, operation, input))
	if actual := process.readResult(id); actual != outcome {
		process.t.Errorf("call %d of group %d: %s, expected %s", id, group, actual, outcome)
	}
}

func TestHelloOfGroups(t *testing.T) {
	for kind, expected := range map[string]string{
		"usual": `"groups":false`, "clients": `"groups":true`, "clientsAtOnce": `"groups":true`,
	} {
		process := startAs(t, kind)
		process.write(`{"hello": {"protocol": 1}}`)
		if line := process.line(); !strings.Contains(line, expected) || !strings.Contains(line, `"cancels":true`) {
			t.Errorf("%s: the hello is %s, expected %s and that it cancels", kind, line, expected)
		}
		process.sayGoodbye()
	}
}

func TestCallsOfAGroupShareOneClient(t *testing.T) {
	for _, kind := range []string{"clients", "clientsAtOnce"} {
		process := startAs(t, kind)
		process.expectOf(1, 1, "number", "null", `{"success":1}`)
		process.expectOf(2, 1, "numberTwice", "null", `{"success":[1,true]}`)
		process.expectOf(3, 3, "number", "null", `{"success":2}`)
		process.expectOf(4, 3, "number", "null", `{"success":2}`)
		process.expectOf(5, 0, "numberTwice", "null", `{"success":[3,true]}`)
		process.expectOf(6, 0, "number", "null", `{"success":4}`)
		process.expectOf(7, 3, "number", "null", `{"success":5}`)
		process.sayGoodbye()
	}
}

func TestCallsOfAGroupRunAtOnce(t *testing.T) {
	for _, kind := range []string{"clients", "clientsAtOnce"} {
		process := startAs(t, kind)
		for number := 1; number <= 3; number++ {
			first := 10 * number
			lines := []string{}
			for id := first; id < first+5; id++ {
				lines = append(lines, callOf(id, first, "meet", "5"))
			}
			process.write(strings.Join(lines, "\n"))
			seen := map[int]bool{}
			for range lines {
				came := process.read()
				outcome, _ := json.Marshal(came.Result.Outcome)
				if expected := fmt.Sprintf(`{"success":[%d,true]}`, number); string(outcome) != expected {
					t.Errorf("%s: %s, expected %s", kind, outcome, expected)
				}
				seen[came.Result.ID] = true
			}
			if len(seen) != 5 {
				t.Errorf("%s: results of %v", kind, seen)
			}
		}
		process.sayGoodbye()
		ids, _ := process.marked()
		if expected := map[string]int{"clients": 15, "clientsAtOnce": 0}[kind]; len(ids) != expected {
			t.Errorf("%s: marks %v", kind, ids)
		}
	}
}

// Calls that are not of a group still wait for their turn.
func TestCallsAfterAGroupRunInOrder(t *testing.T) {
	process := startAs(t, "clients")
	lines := []string{callOf(1, 1, "meet", "2"), callOf(2, 1, "meet", "2")}
	for id := 3; id <= 6; id++ {
		lines = append(lines, callOf(id, 0, "output", "null"))
	}
	process.write(strings.Join(lines, "\n"))
	process.read()
	process.read()
	for id := 3; id <= 6; id++ {
		if outcome := process.readResult(id); outcome != fmt.Sprintf(`{"success":%d}`, id) {
			t.Error(outcome)
		}
	}
	process.sayGoodbye()
}

func TestWhenAClientIsClosed(t *testing.T) {
	process := startAs(t, "clients")
	process.expectOf(1, 0, "closedOnes", "null", `{"success":[]}`)
	process.expectOf(2, 0, "closed", "null", `{"success":[1]}`)
	process.expectOf(3, 3, "number", "null", `{"success":2}`)
	process.expectOf(4, 3, "closedOnes", "null", `{"success":[1]}`)
	// Each of the next calls waits until the client of the group before is closed.
	process.write(callOf(5, 5, "closedOnes", "null") + "\n" + callOf(6, 5, "closedOnes", "null"))
	for range make([]struct{}, 2) {
		if outcome, _ := json.Marshal(process.read().Result.Outcome); string(outcome) != `{"success":[1,2]}` {
			t.Error(string(outcome))
		}
	}
	process.expectOf(7, 0, "closed", "null", `{"success":[1,2,3]}`)
	process.expectOf(8, 8, "number", "null", `{"success":4}`)
	process.sayGoodbye()
	output := process.problems.String()
	if !strings.HasSuffix(output, "call 8\nclosed 4\n") || strings.Count(output, "closed") != 5 {
		t.Errorf("standard error: %q", output)
	}
	if !strings.Contains(output, "closed 2\ncontractdriver: the client's Close: two cannot be closed\n") {
		t.Errorf("standard error: %q", output)
	}
}

func TestAClientIsClosedAtTheEndOfTheInput(t *testing.T) {
	process := startAs(t, "clients")
	process.expectOf(1, 1, "number", "null", `{"success":1}`)
	process.input.Close()
	if status := process.wait(); status != 0 || !strings.HasSuffix(process.problems.String(), "closed 1\n") {
		t.Errorf("exit status %d, standard error: %q", status, process.problems.String())
	}
}

func TestOperationsThatDoNotFitTheClient(t *testing.T) {
	process := startAs(t, "clients")
	process.expectOf(1, 1, "echo", "7",
		`{"unsupported":"the operation echo does not take the client of its call, so its calls share nothing"}`)
	process.expectOf(2, 1, "completes", "7",
		`{"unsupported":"the operation completes does not take the client of its call, so its calls share nothing"}`)
	process.expectOf(3, 0, "echo", "7", `{"success":7}`)
	process.expectOf(4, 4, "neverCompletes", "7", `{"neverCompleted":true}`)
	process.expectOf(5, 4, "unknown", "7", `{"unsupported":true}`)
	process.expectOf(6, 4, "another", "7", `{"unsupported":"the operation another takes a *http.Client as the client, `+
		`but the driver makes a *contractdriver.numbered"}`)
	process.expectOf(7, 4, "number", `{"make": "itself"}`, `{"success":1}`) // which call 6 made
	process.expectOf(8, 8, "number", `{"make": "itself"}`,
		`{"unsupported":"the function that makes the client takes the client"}`)
	process.write(callOf(9, 8, "fails", "7"))
	if outcome := process.readResult(9); !strings.HasPrefix(outcome, `{"failure":`) {
		t.Error(outcome)
	}
	process.sayGoodbye()
	process = startAs(t, "single")
	process.expectOf(1, 0, "number", "null", `{"unsupported":"the driver does not say how its client is made"}`)
	process.sayGoodbye()
}

func TestAClientThatCannotBeMade(t *testing.T) {
	process := startAs(t, "clients")
	process.write(callOf(1, 1, "number", `{"make": "fails"}`))
	if outcome := process.readResult(1); !strings.Contains(outcome, `"case":"gone"`) ||
		!strings.Contains(outcome, `"message":"no client: own"`) {
		t.Error(outcome)
	}
	process.expectOf(2, 1, "number", `{"make": "argument"}`, `{"unsupported":"input has no member address"}`)
	process.expectOf(3, 1, "number", "null", `{"success":1}`)
	process.call(4, "number", `{"make": "panics"}`)
	status := process.wait()
	if text := process.problems.String(); status != 2 || !strings.Contains(text, "panic: no client at all") ||
		!strings.Contains(text, "group_test.go:") {
		t.Errorf("exit status %d, standard error: %s", status, text)
	}
}

// A client keeps the transport that it got first. So its requests have the id of this call.
func TestTheRequestsOfASharedClient(t *testing.T) {
	process := startAs(t, "clients")
	for id := 1; id <= 2; id++ {
		process.write(callOf(id, 1, "fetch", "null"))
		process.readRequest(1, id)
		process.respond(1, id, answers(fmt.Sprint("body ", id))[0])
		if outcome := process.readResult(id); outcome != fmt.Sprintf(`{"success":"body %d"}`, id) {
			t.Error(outcome)
		}
	}
	process.expectOf(3, 1, "fetchLate", "null", `{"success":null}`)
	process.readRequest(1, 3)
	process.respond(1, 3, answers("late")[0])
	process.write(callOf(4, 1, "fetch", "null") + "\n" + callOf(5, 1, "fetch", "null"))
	process.readRequest(1, 4)
	process.readRequest(1, 5)
	process.respond(1, 5, answers("same")[0])
	process.respond(1, 4, answers("same")[0])
	for range make([]struct{}, 2) {
		if outcome, _ := json.Marshal(process.read().Result.Outcome); string(outcome) != `{"success":"same"}` {
			t.Error(string(outcome))
		}
	}
	process.write(callOf(6, 0, "fetchByBoth", "null"))
	for n := 1; n <= 2; n++ {
		process.readRequest(6, n)
		process.respond(6, n, answers(fmt.Sprint(n))[0])
	}
	if outcome := process.readResult(6); outcome != `{"success":["1","2"]}` {
		t.Error(outcome)
	}
	process.sayGoodbye()
}

// The transport of the first call also sees what breaks in the calls after it, and does not forget it too late.
func TestTheBodiesOfASharedClient(t *testing.T) {
	process := startAs(t, "clients")
	for id, row := range []struct{ answer, expected string }{
		{`{"status": 200, "body": {"text": "[1]"}}`, `{"success":[1]}`},
		{`{"networkError": {"domain": "NSURLErrorDomain", "code": -1}, "body": {"text": "[1,"}}`, `"category":"network"`},
		{`{"status": 200, "body": {"text": "[1,"}}`, `"category":"decoding"`},
	} {
		process.write(callOf(id+1, 1, "decode", "null"))
		process.readRequest(1, id+1)
		process.respond(1, id+1, row.answer)
		if outcome := process.readResult(id + 1); !strings.Contains(outcome, row.expected) {
			t.Errorf("%s: %s", row.expected, outcome)
		}
	}
	process.sayGoodbye()
}
