package contractdriver

import (
	"fmt"
	"strings"
	"testing"
)

func TestHello(t *testing.T) {
	process := start(t)
	process.write(`{"hello": {"protocol": 1, "runner": "test", "new": true}}`)
	line := process.line()
	for _, part := range []string{`"protocol":1`, `"driver":"test"`, `"baseURLs","cannotEncode"`, `"transports":["memory","loopback"]`, `"inFlight":8`} {
		if !strings.HasPrefix(line, `{"hello":{`) || !strings.Contains(line, part) {
			t.Errorf("the hello is %s, expected %s in it", line, part)
		}
	}
	process.write("")
	process.write("not JSON")
	process.write(`{"new": {}}`)
	process.expect(1, "baseURLs", "null", `{"success": ["baseURLs", "http://localhost:8080", "http://localhost:8081"]}`)
	process.write(`{"bye": {}}`)
	if status := process.wait(); status != 0 || !strings.Contains(process.problems.String(), `not a message: "not JSON`) {
		t.Errorf("exit status %d, standard error: %s", status, &process.problems)
	}
}

func TestAnotherVersionOfTheProtocol(t *testing.T) {
	process := start(t)
	process.write(`{"hello": {"protocol": 2}}`)
	if status := process.wait(); status != 1 || !strings.Contains(process.problems.String(), "uses version 2 of the protocol") {
		t.Errorf("exit status %d, standard error: %s", status, &process.problems)
	}
}

func TestOutcomes(t *testing.T) {
	process := start(t)
	gone := `"failure": {"category": "status", "type": "ownError", "case": "gone", "message": "own"`
	for id, row := range []struct{ operation, input, outcome string }{
		{"unknown", "null", `{"unsupported": true}`},
		{"echo", `{"a": [9007199254740993, "Zürich 😀"]}`, `{"success": {"a": [9007199254740993, "Zürich 😀"]}}`},
		{"prints", "null", `{"success": ""}`},
		{"closesStdout", "null", `{"success": null}`},
		{"unsupportedElsewhere", "null", `{"unsupported": "not in the operation's goroutine"}`},
		{"endsItsGoroutine", "null", `{"unsupported": "the operation ended its goroutine"}`},
		{"argument", `{"number": 3}`, `{"success": 3}`},
		{"argument", `{}`, `{"unsupported": "input has no member number"}`},
		{"fails", "null", `{"failure": {"category": "status", "type": "ownError", "case": "gone", "message": "order: own", "payload": {"Status": 410}}}`},
		{"misdescribes", "null", `{"unsupported": "the driver described a ownError with the category \"netwrk\"; the categories are network, status, decoding, invalidResponse, invalidRequest, cancelled and other"}`},
		{"cannotEncode", "null", `{"unsupported": "the result.a[0] is a chan int, which has no JSON; return what the contract describes"}`},
		{"streams", "null", `{` + gone + `, "payload": {"Status": 0}}, "values": [1, null]}`},
		{"emptyStream", "null", `{"success": []}`},
		{"badStream", "null", `{"unsupported": "value 0 of the stream: the result is a func(), which has no JSON; return what the contract describes"}`},
		{"completes", "null", `{"success": 7}`},
		{"completesLater", "null", `{"success": 7}`},
		{"completesTwice", "null", `{"completedTwice": true}`},
		{"neverCompletes", "null", `{"neverCompleted": true}`},
	} {
		process.expect(id, row.operation, row.input, row.outcome)
	}
	process.write(`{"bye": {}}`)
	if status := process.wait(); status != 0 || !strings.Contains(process.problems.String(), "no line's end") {
		t.Errorf("exit status %d, standard error: %s", status, &process.problems)
	}
}

func TestAHandlerThatIsCalledAfterTheResult(t *testing.T) {
	process := start(t)
	process.call(1, "keeps", "null")
	process.expectLine(`{"result": {"id": 1, "outcome": {"success": 7}, "unobserved": ["exactlyOnce"]}}`)
	process.call(2, "completesAgain", "null")
	process.expectLine(`{"completedTwice": {"id": 1}}`)
	process.expectLine(`{"result": {"id": 2, "outcome": {"success": null}, "unobserved": null}}`)
	process.write(`{"bye": {}}`)
	if status := process.wait(); status != 0 {
		t.Errorf("exit status %d", status)
	}
}

func TestLargeInputs(t *testing.T) {
	process := start(t)
	for id, input := range []string{
		fmt.Sprintf("%q", strings.Repeat("x", 1<<20)), strings.Repeat("[", 100) + strings.Repeat("]", 100), `"é \u2028 \u0000"`,
	} {
		process.expect(id, "echo", input, `{"success": `+input+`}`)
	}
}

func TestCallsInFlight(t *testing.T) {
	process := start(t)
	process.call(1, "hangs", "null")
	process.expect(2, "echo", "2", `{"success": 2}`)
	process.input.Close() // without a bye, and with a call that never ends
	if status := process.wait(); status != 0 {
		t.Errorf("exit status %d", status)
	}
}

func TestAClientThatExits(t *testing.T) {
	process := start(t)
	process.call(1, "exits", "null")
	if status := process.wait(); status != 7 {
		t.Errorf("exit status %d", status)
	}
}

func TestAPanicStaysACrash(t *testing.T) {
	process := start(t)
	process.call(1, "panics", "null")
	status := process.wait()
	if text := process.problems.String(); status != 2 || !strings.Contains(text, "panic: at the disco") || !strings.Contains(text, "support_test.go:") {
		t.Errorf("exit status %d, standard error: %s", status, text)
	}
}

func TestArguments(t *testing.T) {
	type owner struct{ Name string }
	type item struct {
		Title string
		Owner owner
	}
	var number int
	var optional *int
	var text string
	var exact, anything any
	var data []byte
	var list []item
	for _, row := range []struct {
		input, name string
		target      any
		expected    string
	}{
		{`{"a": 1}`, "a", &number, ""},
		{`{"a": 9007199254740993}`, "a", &exact, ""},
		{`{"a": null}`, "a", &anything, ""},
		{`{"a": null}`, "a", &optional, ""},
		{`{}`, "a", &optional, ""},
		{`{"a": {"base64": "/wA="}}`, "a", &data, ""},
		{`{"a": {"text": ""}}`, "a", &data, ""},
		{`{"a": [{"title": "x", "owner": {}}]}`, "a", &list, ""},
		{`{}`, "a", &number, "input has no member a"},
		{`{"a": null}`, "a", &text, "input.a is null, expected string"},
		{`{"a": "x"}`, "a", &number, `input.a is "x", expected int`},
		{`{"a": 1.5}`, "a", &number, `input.a is 1.5, expected int`},
		{`[1]`, "a", &number, "input is [1], expected an object with the member a"},
		{`null`, "a", &number, "input is null, expected an object with the member a"},
		{`{"a": {"owner": {"name": 1}}}`, "a", new(item), "input.a.owner.name is a JSON number, expected string"},
		{`{"a": {"tilte": 1}}`, "a", new(item), `input.a is {"tilte": 1}: unknown field "tilte"`},
		{`{"a": "x"}`, "a", &data, `input.a is "x", expected {"text": …} or {"base64": …}`},
		{`{"a": {}}`, "a", &data, `input.a is {}, expected {"text": …} or {"base64": …}`},
		{`{"a": 1}`, "a", number, `the driver gave Argument("a") a int, expected a pointer`},
	} {
		call := &Call{Input: []byte(row.input)}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			call.Argument(row.name, row.target)
		}()
		<-ended
		if call.unsupported != row.expected && !strings.EqualFold(call.unsupported, row.expected) {
			t.Errorf("%s as %T: %q, expected %q", row.input, row.target, call.unsupported, row.expected)
		}
	}
	if fmt.Sprint(exact) != "9007199254740993" || number != 1 || optional != nil || string(data) != "" || len(list) != 1 || list[0].Title != "x" {
		t.Errorf("number %d, data %q, list %v", number, data, list)
	}
}
