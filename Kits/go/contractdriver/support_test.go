package contractdriver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"
)

// The test binary is also the driver under test, with the options that this variable names.
const asDriver = "CONTRACTDRIVER_TEST_DRIVER"

var drivers = map[string][]Option{
	"usual":    {InFlight(8), Memory(), Describe(describe)},
	"single":   {Memory()},
	"loopback": {},
}

func init() {
	if os.Getenv(asDriver) != "" {
		fmt.Print("printed before the driver runs, without a line's end")
	}
}

func TestMain(tests *testing.M) {
	if kind := os.Getenv(asDriver); kind != "" {
		Run("test", operations, drivers[kind]...)
		return
	}
	os.Exit(tests.Run())
}

type ownError struct {
	Status int
	hidden int
}

func (*ownError) Error() string { return "own" }

func describe(err error) *Failure {
	var own *ownError
	if errors.As(err, &own) {
		if own.hidden != 0 {
			return &Failure{Category: "netwrk"}
		}
		return &Failure{Category: "status", Case: "gone"}
	}
	return nil
}

var keptByClient func(any, error)

var operations = Operations{
	"echo": func(call *Call) (any, error) { return call.Input, nil },
	"baseURLs": func(call *Call) (any, error) {
		return []string{call.Operation, call.BaseURL, call.BaseURLs["auth"]}, call.Context().Err()
	},
	"prints": func(*Call) (any, error) {
		fmt.Println(`{"result": {"id": 1, "outcome": {"success": "forged"}}}`)
		fmt.Print("no line's end")
		child := exec.Command("echo", `{"completedTwice": {"id": 1}}`)
		child.Stdin, child.Stdout = os.Stdin, os.Stdout
		if err := child.Run(); err != nil {
			return nil, err
		}
		input, err := io.ReadAll(os.Stdin)
		return string(input), err
	},
	"closesStdout": func(*Call) (any, error) { return nil, os.Stdout.Close() },
	"fails":        func(*Call) (any, error) { return nil, fmt.Errorf("order: %w", &ownError{Status: 410}) },
	"misdescribes": func(*Call) (any, error) { return nil, &ownError{hidden: 1} },
	"cannotEncode": func(*Call) (any, error) { return map[string]any{"a": []any{make(chan int)}}, nil },
	"streams": func(call *Call) (any, error) {
		return call.Streams(func(yield func(any)) error {
			yield(1)
			yield(nil)
			return &ownError{}
		})
	},
	"badStream": func(call *Call) (any, error) {
		return call.Streams(func(yield func(any)) error {
			yield(func() {})
			return nil
		})
	},
	"emptyStream":    func(call *Call) (any, error) { return call.Streams(func(func(any)) error { return nil }) },
	"completes":      func(call *Call) (any, error) { return call.Completes(func(done func(any, error)) { done(7, nil) }) },
	"completesLater": func(call *Call) (any, error) { return call.Completes(later) },
	"completesTwice": func(call *Call) (any, error) {
		return call.Completes(func(done func(any, error)) { done(nil, &ownError{}); done(7, nil) })
	},
	"neverCompletes": func(call *Call) (any, error) { return call.Completes(func(func(any, error)) {}) },
	"keeps": func(call *Call) (any, error) {
		return call.Completes(func(done func(any, error)) { keptByClient = done; done(7, nil) })
	},
	"completesAgain":   func(*Call) (any, error) { keptByClient(8, nil); keptByClient = nil; return nil, nil },
	"exits":            func(*Call) (any, error) { os.Exit(7); return nil, nil },
	"panics":           func(*Call) (any, error) { panic("at the disco") },
	"endsItsGoroutine": func(*Call) (any, error) { runtime.Goexit(); return nil, nil },
	"hangs":            func(*Call) (any, error) { select {} },
	"unsupportedElsewhere": func(call *Call) (any, error) {
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			call.Unsupported("not in the operation's goroutine")
		}()
		<-ended
		return 1, nil
	},
	"argument": func(call *Call) (any, error) {
		var number int
		call.Argument("number", &number)
		return number, nil
	},
	"get": func(call *Call) (any, error) {
		client := http.Client{Transport: call.Transport(nil), Timeout: 10 * time.Second}
		response, err := client.Post(call.BaseURL+"/a%20b?q=1#f", "text/plain", strings.NewReader("sent"))
		if err != nil {
			return nil, err
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		return map[string]any{"status": response.Status, "headers": response.Header, "body": string(body)}, err
	},
}

// Calls the handler in another goroutine, some collections later.
func later(done func(any, error)) {
	time.AfterFunc(3*patience, func() { done(7, nil) })
}

// A driver that runs, and the runner's end of its pipes.
type process struct {
	t        *testing.T
	command  *exec.Cmd
	input    io.WriteCloser
	lines    *bufio.Reader
	problems bytes.Buffer
}

func start(t *testing.T) *process {
	t.Helper()
	return startAs(t, "usual")
}

func startAs(t *testing.T, kind string) *process {
	t.Helper()
	process := &process{t: t, command: exec.Command(os.Args[0])}
	process.command.Env = append(os.Environ(), asDriver+"="+kind)
	process.command.Stderr = &process.problems
	var err error
	if process.input, err = process.command.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	output, err := process.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	process.lines = bufio.NewReader(output)
	if err := process.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = process.command.Process.Kill() })
	if first := process.line(); !strings.HasSuffix(first, "without a line's end") {
		t.Fatalf("the first line is %q", first)
	}
	return process
}

func (process *process) write(line string) {
	process.t.Helper()
	if _, err := io.WriteString(process.input, line+"\n"); err != nil {
		process.t.Fatal(err)
	}
}

func (process *process) line() string {
	process.t.Helper()
	line, err := process.lines.ReadString('\n')
	if err != nil {
		process.t.Fatalf("the driver wrote no more lines: %v", err)
	}
	return strings.TrimSuffix(line, "\n")
}

func (process *process) call(id int, operation, input string) {
	process.t.Helper()
	process.write(fmt.Sprintf(`{"call": {"id": %d, "operation": %q, "transport": "memory", "baseURL": "http://localhost:8080", `+
		`"baseURLs": {"auth": "http://localhost:8081"}, "input": %s, "new": 1}}`, id, operation, input))
}

// Runs an operation, and compares the outcome.
func (process *process) expect(id int, operation, input, outcome string) {
	process.t.Helper()
	process.call(id, operation, input)
	if operation == "completes" || operation == "completesLater" {
		// On a machine that is very busy, the driver may not see in time that the handler was released.
		line := strings.Replace(process.line(), `["exactlyOnce"]`, "null", 1)
		process.lines = bufio.NewReader(io.MultiReader(strings.NewReader(line+"\n"), process.lines))
	}
	process.expectLine(fmt.Sprintf(`{"result": {"id": %d, "outcome": %s, "unobserved": null}}`, id, outcome))
}

func (process *process) expectLine(expected string) {
	process.t.Helper()
	if line := process.line(); canonical(line) != canonical(expected) {
		process.t.Fatalf("the driver wrote\n%s\nexpected\n%s", line, expected)
	}
}

// Waits for the end of the driver, and returns its exit status.
func (process *process) wait() int {
	process.t.Helper()
	rest, err := io.ReadAll(process.lines)
	if err != nil || len(rest) > 0 {
		process.t.Errorf("the driver also wrote %q (%v)", rest, err)
	}
	_ = process.command.Wait()
	return process.command.ProcessState.ExitCode()
}

func canonical(text string) string {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return text
	}
	sorted, _ := json.Marshal(value)
	return string(sorted)
}
