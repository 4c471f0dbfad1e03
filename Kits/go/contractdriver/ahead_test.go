package contractdriver

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Calls that come ahead of their turn, and answers that come with their call.

var (
	atOnce   int32
	lateOnes = make(chan string, 1000)
)

func init() {
	for name, operation := range (Operations{
		"output": func(call *Call) (any, error) {
			if atomic.AddInt32(&atOnce, 1) > 1 {
				panic("two calls run at once")
			}
			fmt.Print("out ", call.id)
			fmt.Fprint(os.Stderr, "error ", call.id)
			child := exec.Command("echo", "child")
			child.Stdout = os.Stdout
			err := child.Run()
			time.Sleep(5 * time.Millisecond)
			atomic.AddInt32(&atOnce, -1)
			return call.id, err
		},
		"sends": func(call *Call) (any, error) {
			var methods []string
			if err := json.Unmarshal(call.Input, &methods); err != nil {
				return nil, err
			}
			bodies := []string{}
			for _, method := range methods {
				body, err := send(call, method, "")
				if err != nil {
					return nil, err
				}
				bodies = append(bodies, body)
			}
			return bodies, nil
		},
		"sendsAtOnce": func(call *Call) (any, error) {
			bodies := make([]string, count(call))
			var group sync.WaitGroup
			for n := range bodies {
				n := n
				group.Add(1)
				go func() {
					defer group.Done()
					bodies[n], _ = send(call, "GET", fmt.Sprint("/", n))
				}()
			}
			group.Wait()
			return bodies, nil
		},
		"leaves": func(call *Call) (any, error) {
			each := count(call)
			go func() {
				for n := 0; n < each; n++ {
					body, _ := send(call, "GET", "")
					lateOnes <- body
				}
			}()
			time.Sleep(time.Duration(call.id%5) * 20 * time.Microsecond)
			return nil, nil
		},
		"lateOnes": func(call *Call) (any, error) {
			bodies := make([]string, count(call))
			for n := range bodies {
				bodies[n] = <-lateOnes
			}
			return bodies, nil
		},
		"untilTheEnd": func(call *Call) (any, error) { <-call.Context().Done(); return nil, nil },
		"takesStderr": func(call *Call) (any, error) { return nil, os.Stderr.Close() },
	}) {
		operations[name] = operation
	}
}

func count(call *Call) (count int) {
	if err := json.Unmarshal(call.Input, &count); err != nil {
		call.Unsupported("%s", err)
	}
	return count
}

func send(call *Call, method, path string) (string, error) {
	request, err := http.NewRequest(method, call.BaseURL+path, nil)
	if err != nil {
		return "", err
	}
	response, err := call.Transport(nil).RoundTrip(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return string(body), err
}

// A message of the driver.
type came struct {
	Request, Result *struct {
		ID, N       int
		Method, URL string
		Outcome     map[string]any
	}
}

func (process *process) read() (came came) {
	process.t.Helper()
	line := process.line()
	if err := json.Unmarshal([]byte(line), &came); err != nil || (came.Request == nil) == (came.Result == nil) {
		process.t.Fatalf("%s: %v", line, err)
	}
	return came
}

func (process *process) readRequest(id, n int) came {
	process.t.Helper()
	came := process.read()
	if came.Request == nil || came.Request.ID != id || came.Request.N != n {
		process.t.Fatalf("expected request %d of call %d, got %+v", n, id, came)
	}
	return came
}

// Reads the result of a call, and returns its outcome as JSON.
func (process *process) readResult(id int) string {
	process.t.Helper()
	came := process.read()
	if came.Result == nil || came.Result.ID != id {
		process.t.Fatalf("expected the result of call %d, got %+v %+v", id, came.Request, came.Result)
	}
	outcome, _ := json.Marshal(came.Result.Outcome)
	return string(outcome)
}

// Writes calls with the same members in one piece, all but the first ahead of their turn. Their ids begin with 1.
func (process *process) callAll(transport, input string, answers []string, operations ...string) {
	process.t.Helper()
	lines := make([]string, len(operations))
	for index, operation := range operations {
		lines[index] = fmt.Sprintf(`{"call": {"id": %d, "operation": %q, "transport": %q, "baseURL": "http://a", `+
			`"baseURLs": {}, "input": %s, "answers": [%s]}}`, index+1, operation, transport, input, strings.Join(answers, ", "))
	}
	process.write(strings.Join(lines, "\n"))
}

func (process *process) respond(id, n int, answer string) {
	process.t.Helper()
	process.write(fmt.Sprintf(`{"response": {"id": %d, "n": %d, %s`, id, n, strings.TrimPrefix(answer, "{")) + "}")
}

func (process *process) sayGoodbye() {
	process.t.Helper()
	process.write(`{"bye": {}}`)
	if status := process.wait(); status != 0 {
		process.t.Errorf("exit status %d, standard error: %s", status, &process.problems)
	}
}

// Returns the ids of the marks on standard error, and the text after each of them.
func (process *process) marked() (ids, texts []string) {
	errors := process.problems.String()
	marks := regexp.MustCompile("\x1econtract-run call ([0-9]+)\n")
	for _, mark := range marks.FindAllStringSubmatch(errors, -1) {
		ids = append(ids, mark[1])
	}
	return ids, marks.Split(errors, -1)[1:]
}

func (process *process) expectMarks(expected ...string) {
	process.t.Helper()
	if ids, _ := process.marked(); !reflect.DeepEqual(ids, expected) {
		process.t.Errorf("marks %v, expected %v", ids, expected)
	}
}

func answers(texts ...string) (answers []string) {
	for _, text := range texts {
		answers = append(answers, fmt.Sprintf(`{"status": 200, "body": {"text": %q}}`, text))
	}
	return answers
}

func TestWhatIsOfferedAhead(t *testing.T) {
	for kind, expected := range map[string]string{
		"usual": `"ahead":0,"answers":true`, "single": `"ahead":64,"answers":true`, "loopback": `"ahead":1,"answers":false`,
	} {
		process := startAs(t, kind)
		process.write(`{"hello": {"protocol": 1}}`)
		if line := process.line(); !strings.Contains(line, expected) {
			t.Errorf("%s: the hello is %s, expected %s in it", kind, line, expected)
		}
		process.sayGoodbye()
	}
}

func TestCallsAheadRunInOrder(t *testing.T) {
	for _, transport := range []string{"memory", "loopback"} {
		process := startAs(t, "single")
		process.callAll(transport, "null", nil, strings.Fields(strings.Repeat("output ", 20))...)
		for id := 1; id <= 20; id++ {
			if outcome := process.readResult(id); outcome != fmt.Sprintf(`{"success":%d}`, id) {
				t.Error(outcome)
			}
		}
		process.sayGoodbye()
		ids, texts := process.marked()
		if len(ids) != 20 {
			t.Errorf("marks %v", ids)
		}
		for index, id := range ids {
			for _, part := range []string{"out " + id, "error " + id, "child"} {
				if id != fmt.Sprint(index+1) || strings.Count(texts[index], part) != 1 {
					t.Errorf("the mark %s is followed by %q", id, texts[index])
				}
			}
		}
	}
}

func TestCallsAtOnceAreNotMarked(t *testing.T) {
	process := start(t)
	process.callAll("memory", "null", nil, "prints")
	process.readResult(1)
	process.sayGoodbye()
	process.expectMarks()
}

func TestMoreCallsThanAtOnceWait(t *testing.T) {
	process := start(t)
	process.callAll("memory", "null", nil, strings.Fields(strings.Repeat("hangs ", 7)+"echo echo")...)
	process.readResult(8)
	process.readResult(9)
}

func TestAnswersThatCameWithTheCall(t *testing.T) {
	process := startAs(t, "single")
	process.callAll("memory", `["GET", "PUT"]`, answers("a", "b"), "sends", "sends", "sends")
	for id := 1; id <= 3; id++ {
		process.readRequest(id, 1)
		process.readRequest(id, 2)
		if outcome := process.readResult(id); outcome != `{"success":["a","b"]}` {
			t.Error(outcome)
		}
	}
	refused := `{"networkError": {"domain": "NSURLErrorDomain", "code": -1004}}`
	process.callAll("memory", `["GET"]`, []string{refused}, "sends")
	process.readRequest(1, 1)
	if outcome := process.readResult(1); !strings.Contains(outcome, `"code":-1004`) {
		t.Error(outcome)
	}
	process.sayGoodbye()
}

func TestRequestsThatTheRunnerAnswers(t *testing.T) {
	process := startAs(t, "single")
	process.callAll("memory", `["HEAD", "GET", "GET"]`, answers("a", "b"), "sends", "sends")
	for id := 1; id <= 2; id++ {
		process.readRequest(id, 1)
		process.respond(id, 1, answers("head")[0])
		process.readRequest(id, 2)
		process.readRequest(id, 3)
		process.respond(id, 3, answers("c")[0])
		if outcome := process.readResult(id); outcome != `{"success":["head","b","c"]}` {
			t.Error(outcome)
		}
	}
	process.sayGoodbye()
}

func TestRequestsAtOnceAreWrittenInOrder(t *testing.T) {
	const most = 64
	texts := make([]string, most)
	for n := range texts {
		texts[n] = fmt.Sprint(n + 1)
	}
	for range make([]struct{}, 20) {
		process := startAs(t, "single")
		process.callAll("memory", fmt.Sprint(most), answers(texts...), "sendsAtOnce")
		expected := make([]string, most)
		for n := 1; n <= most; n++ {
			var place int
			_, _ = fmt.Sscanf(process.readRequest(1, n).Request.URL, "http://a/%d", &place)
			expected[place] = fmt.Sprint(n)
		}
		wanted, _ := json.Marshal(map[string]any{"success": expected})
		if outcome := process.readResult(1); outcome != string(wanted) {
			t.Errorf("%s, expected %s", outcome, wanted)
		}
		process.sayGoodbye()
	}
}

// Each call leaves a goroutine that sends requests, some of them before the result and some after it.
func TestARequestAfterTheResultIsAsked(t *testing.T) {
	const calls, each = 200, 3
	process := startAs(t, "single")
	leaving := strings.Fields(strings.Repeat("leaves ", calls))
	process.callAll("memory", fmt.Sprint(each), answers("own", "own", "own"), leaving...)
	process.call(calls+1, "lateOnes", fmt.Sprint(calls*each))
	over, counts, asked := map[int]bool{}, map[int]int{}, 0
	for {
		came := process.read()
		if result := came.Result; result != nil {
			over[result.ID] = true
			if result.ID == calls+1 {
				outcome, _ := json.Marshal(result.Outcome)
				if given := strings.Count(string(outcome), `"asked"`); given != asked || asked == 0 || asked == calls*each {
					t.Errorf("%d requests were asked, and %d of the bodies are the runner's", asked, given)
				}
				break
			}
			continue
		}
		id, n := came.Request.ID, came.Request.N
		counts[id]++
		if n != counts[id] {
			t.Errorf("request %d of call %d came as number %d", n, id, counts[id])
		}
		if over[id] {
			asked++
			process.respond(id, n, answers("asked")[0])
		}
	}
	process.sayGoodbye()
}

func TestAnErrorEndsOnlyItsOwnCall(t *testing.T) {
	process := startAs(t, "single")
	operations := []string{"fails", "unknown", "endsItsGoroutine", "sends", "neverCompletes", "output"}
	process.callAll("memory", "[]", answers(""), operations...)
	for id, part := range []string{"failure", "unsupported", "unsupported", "success", "neverCompleted", "success"} {
		if outcome := process.readResult(id + 1); !strings.HasPrefix(outcome, `{"`+part+`"`) {
			t.Errorf("call %d: %s", id+1, outcome)
		}
	}
	process.sayGoodbye()
}

func TestNoCallBeginsAfterTheEndOfTheProcess(t *testing.T) {
	for operation, expected := range map[string]int{"exits": 7, "panics": 2} {
		process := startAs(t, "single")
		process.callAll("memory", "null", nil, "output", operation, "output", "output")
		process.readResult(1)
		if status := process.wait(); status != expected {
			t.Errorf("%s: exit status %d", operation, status)
		}
		process.expectMarks("1", "2")
	}
}

func TestTheEndOfTheInputWhileACallHangsAndOthersWait(t *testing.T) {
	process := startAs(t, "single")
	process.callAll("memory", "null", answers(""), "hangs", "output")
	began := time.Now()
	process.input.Close()
	if status := process.wait(); status != 0 || time.Since(began) > 5*time.Second {
		t.Errorf("exit status %d after %s", status, time.Since(began))
	}
	process.expectMarks("1")
}

func TestNoCallBeginsAfterTheEndOfTheInput(t *testing.T) {
	process := startAs(t, "single")
	waiting := strings.Fields(strings.Repeat("output ", 39))
	process.callAll("memory", "null", answers(""), append([]string{"untilTheEnd"}, waiting...)...)
	process.input.Close()
	process.readResult(1)
	began := time.Now()
	// It does not wait until the time is over.
	if status := process.wait(); status != 0 || time.Since(began) > 1500*time.Millisecond {
		t.Errorf("exit status %d after %s", status, time.Since(began))
	}
	process.expectMarks("1")
}

func TestMarksAreNotWrittenIntoAFileOfTheClient(t *testing.T) {
	process := startAs(t, "single")
	process.callAll("memory", "null", nil, "takesStderr", "echo")
	process.readResult(1)
	process.readResult(2)
	process.sayGoodbye()
	process.expectMarks("1", "2")
}
