package contractdriver

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const inner = "CONTRACTDRIVER_TEST_CONFIGURATION"

// What TestTest runs in a process of its own, because some of its subtests fail.
func TestInner(t *testing.T) {
	if configuration := os.Getenv(inner); configuration != "" {
		Test(t, configuration)
	}
}

func runInner(t *testing.T, environment string, arguments ...string) (output string, passed bool) {
	t.Helper()
	command := exec.Command(os.Args[0], append([]string{"-test.v", "-test.run=^TestInner$"}, arguments...)...)
	command.Env = append(os.Environ(), strings.Split(environment, "\n")...)
	command.Dir = t.TempDir()
	text, err := command.CombinedOutput()
	if _, ended := err.(*exec.ExitError); err != nil && !ended {
		t.Fatal(err)
	}
	return string(text), err == nil
}

func contractRun(t *testing.T) string {
	t.Helper()
	for _, program := range []string{os.Getenv(variable), "contract-run", "../../../.build/debug/contract-run"} {
		if found, err := exec.LookPath(program); err == nil {
			found, _ = filepath.Abs(found)
			return found
		}
	}
	t.Skip("contract-run is missing: build it with 'swift build --product contract-run'")
	return ""
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

const contract = `{ "contract": 1, "endpoint": "echo", "scenarios": [
  { "name": "as/it is", "input": 1, "exchanges": [], "expect": { "success": 1 } },
  { "name": "another", "input": 2, "exchanges": [], "expect": { "success": 3 } },
  { "name": "known", "input": 4, "exchanges": [], "expect": { "success": 5 } },
  { "name": "not here", "transports": ["memory"], "input": 4, "exchanges": [], "expect": { "success": 4 } }
] }`

const noVerdict = `{ "contract": 1, "endpoint": "argument", "scenarios": [
  { "name": "no verdict", "input": {}, "exchanges": [], "expect": { "success": 4 } }
] }`

func TestTest(t *testing.T) {
	program := contractRun(t)
	folder := t.TempDir()
	write(t, folder, "echo.contract.json", contract)
	write(t, folder, "argument.contract.json", noVerdict)
	write(t, folder, "accepted.json", `[
		{ "contract": "echo", "scenario": "known", "failure": { "code": "mismatch" }, "because": "not yet" },
		{ "contract": "echo", "scenario": "as/it is", "failure": { "code": "mismatch" }, "because": "it was" }
	]`)
	write(t, folder, "contract-run.json", fmt.Sprintf(`{ "clients": [
		{ "name": "go", "specs": ["."], "driver": ["env", "%s=1", %q], "transport": "loopback" }
	], "accepted": "accepted.json" }`, asDriver, os.Args[0]))
	environment := inner + "=" + filepath.Join(folder, "contract-run.json") + "\n" + variable + "=" + program

	output, passed := runInner(t, environment)
	if passed {
		t.Error("the test passed")
	}
	for _, part := range []string{
		"--- FAIL: TestInner/go/echo/as/it_is", " ../001/accepted.json:3: remove this known issue",
		"--- FAIL: TestInner/go/echo/another", "echo.contract.json:3\n", "expected  3", "actual    2", "run it alone: ",
		"--- SKIP: TestInner/go/echo/known", "known issue: not yet",
		"--- SKIP: TestInner/go/echo/not_here", "the contract allows only memory",
		"--- FAIL: TestInner/go/argument/no_verdict", "input has no member number",
	} {
		if !strings.Contains(output, part) {
			t.Errorf("no %q in\n%s", part, output)
		}
	}

	output, passed = runInner(t, environment, "-test.run=^TestInner$/go/echo/known")
	if !passed || strings.Contains(output, "as/it_is") || !strings.Contains(output, "--- SKIP: TestInner/go/echo/known") {
		t.Errorf("one scenario:\n%s", output)
	}
}

func TestWhatAFailureShows(t *testing.T) {
	program := contractRun(t)
	folder := t.TempDir()
	write(t, folder, "panics.contract.json", strings.Replace(noVerdict, "argument", "panics", 1))
	write(t, folder, "contract-run.json", fmt.Sprintf(`{ "clients": [
		{ "name": "go", "specs": ["."], "driver": ["env", "%s=1", %[2]q], "transport": "loopback" },
		{ "name": "unbuilt", "specs": ["."], "build": ["sh", "-c", "echo shop.go:7: no such type; exit 1"], "driver": [%[2]q] }
	] }`, asDriver, os.Args[0]))
	output, _ := runInner(t, inner+"="+filepath.Join(folder, "contract-run.json")+"\n"+variable+"="+program)
	for _, part := range []string{
		"the client printed:\n        │ ", "│ panic: at the disco\n", "contract-run printed:\n        │ ", "│ shop.go:7: no such type\n",
	} {
		if !strings.Contains(output, part) {
			t.Errorf("no %q in\n%s", part, output)
		}
	}
}

func TestWhatStopsATest(t *testing.T) {
	program := contractRun(t)
	folder := t.TempDir()
	write(t, folder, "contract-run.json", `{ "clients": 1 }`)
	configuration := inner + "=" + filepath.Join(folder, "contract-run.json")
	for _, row := range []struct{ environment, expected string }{
		{configuration + "\n" + variable + "=" + program, "contract-run: exit status 2\n"},
		{configuration + "\n" + variable + "=/no/program", variable + " is '/no/program', which is not an executable program; correct or unset it"},
		{configuration + "\n" + variable + "=\nPATH=", "the program contract-run is not installed here: install it, or set " + variable + " to its path"},
		{inner + "=/no/contract-run.json\n" + variable + "=" + program, "/no"},
	} {
		output, passed := runInner(t, row.environment)
		if passed || !strings.Contains(output, row.expected) || strings.Contains(output, "--- FAIL: TestInner/") {
			t.Errorf("no %q in\n%s", row.expected, output)
		}
	}
}
