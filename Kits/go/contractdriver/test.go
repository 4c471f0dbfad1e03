package contractdriver

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// The environment variable with the path of contract-run.
const variable = "CONTRACT_RUN_BINARY"

// Test runs the contracts of a configuration as subtests, one for each scenario, named by its id:
//
//	func TestContracts(t *testing.T) {
//		contractdriver.Test(t, "contract-run.json")
//	}
//
// It starts contract-run once, for the scenarios that the flag -run selects. It finds the program by the environment
// variable CONTRACT_RUN_BINARY, or else on PATH.
//
//   - A scenario fails if the client broke the contract, and also if there is no verdict, such as for a driver that
//     does not start. The text is that of the report.
//   - A known issue is skipped, and so is what contract-run skips. A known issue that does not fail any more fails.
//   - Variations, and what fails a whole run, such as missing coverage, are not tested: keep contract-run as a step of
//     its own for these.
func Test(t *testing.T, configuration string) {
	t.Helper()
	neverCache()
	configuration, err := filepath.Abs(configuration)
	if err != nil {
		t.Fatal(err)
	}
	runner, err := findRunner(configuration)
	if err != nil {
		t.Fatal(err)
	}
	listed, _, err := runner.run("--list=json")
	if err != nil {
		t.Fatal(err)
	}
	var scenarios []scenario
	if err := json.Unmarshal(listed, &scenarios); err != nil {
		t.Fatalf("contract-run --list=json: %v", err)
	}
	selected := map[string]bool{}
	var once sync.Once
	var report report
	// A parallel subtest waits until this function has returned. By then, all that the flag -run selects are known.
	for _, scenario := range scenarios {
		scenario := scenario
		t.Run(scenario.ID, func(t *testing.T) {
			selected[scenario.ID] = true
			t.Parallel()
			once.Do(func() { report, err = runner.report(selected, len(scenarios)) })
			if err != nil {
				t.Fatal(err)
			}
			report.judge(t, scenario)
		})
	}
}

// Prevents "ok (cached)" after a change of the client or a contract, which Go does not see, because other processes read
// them. Go keeps no result without the log of what the test has read.
func neverCache() {
	if log := flag.Lookup("test.testlogfile"); log != nil && log.Value.String() != "" {
		_ = os.Remove(log.Value.String())
	}
}

type runner struct{ program, configuration string }

func findRunner(configuration string) (runner, error) {
	program := os.Getenv(variable)
	if program != "" {
		found, err := exec.LookPath(program)
		if err != nil {
			return runner{}, fmt.Errorf(
				"%s is '%s', which is not an executable program; correct or unset it", variable, program)
		}
		return runner{found, configuration}, nil
	}
	found, err := exec.LookPath("contract-run")
	if err != nil {
		return runner{}, fmt.Errorf(
			"the program contract-run is not installed here: install it, or set %s to its path", variable)
	}
	return runner{found, configuration}, nil
}

// Runs the program beside its configuration. Returns what it prints, and what it prints to standard error.
func (runner runner) run(arguments ...string) ([]byte, string, error) {
	command := exec.Command(
		runner.program, "run", "--config", runner.configuration, "--color", "never", "--variations", "none")
	command.Args = append(command.Args, arguments...)
	command.Dir = filepath.Dir(runner.configuration)
	for _, entry := range os.Environ() {
		// With these, each run would write its own annotations and summary on GitHub.
		if !strings.HasPrefix(entry, "GITHUB_") {
			command.Env = append(command.Env, entry)
		}
	}
	var output, problems bytes.Buffer
	command.Stdout, command.Stderr = &output, &problems
	err := command.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		return nil, "", fmt.Errorf("contract-run: %w", err)
	}
	// 1 and 3: a scenario failed or errored, which the report has.
	if status := command.ProcessState.ExitCode(); status != 0 && status != 1 && status != 3 {
		return nil, "", fmt.Errorf("contract-run: exit status %d\n%s", status, bytes.TrimSpace(problems.Bytes()))
	}
	return output.Bytes(), strings.TrimSpace(problems.String()), nil
}

func (runner runner) report(selected map[string]bool, all int) (report report, err error) {
	folder, err := os.MkdirTemp("", "contract-run")
	if err != nil {
		return report, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "report.json")
	arguments := []string{"--quiet", "--report", "json=" + path}
	for id := range selected {
		if len(selected) < all {
			arguments = append(arguments, "--filter="+id)
		}
	}
	_, problems, err := runner.run(arguments...)
	if err != nil {
		return report, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return report, err
	}
	if err := json.Unmarshal(text, &report); err != nil {
		return report, fmt.Errorf("the JSON report of contract-run: %w", err)
	}
	if report.Format != 1 {
		err = fmt.Errorf("the JSON report of contract-run has the format %d, but this kit reads 1: take both from the "+
			"same version of ContractKit", report.Format)
	}
	report.folder, report.problems = filepath.Dir(runner.configuration), problems
	return report, err
}

// A scenario in the output of --list=json, and in a report.
type scenario struct {
	ID, Client, Contract, Scenario, Transport, File string
	Line                                            int
}

type report struct {
	folder   string // of the configuration, to which paths are relative
	problems string // what contract-run printed to standard error, such as the output of a build that failed
	Format   int
	Results  []struct {
		scenario
		Status   string
		RunAlone string
		Output   string // of the client
		Reasons  []struct{ Summary, Text string }
	}
	Accepted []struct {
		Client, Contract, Scenario, Transport string // "" and * stand for any
		Scenarios                             []string
		Because, Issue, Problem               string
		At                                    struct {
			File string
			Line int
		}
	}
}

func (report report) judge(t *testing.T, scenario scenario) {
	t.Helper()
	for _, result := range report.Results {
		if result.ID != scenario.ID {
			continue
		}
		lines := []string{result.ID, fmt.Sprintf("%s:%d", report.path(result.File), result.Line)}
		for _, reason := range result.Reasons {
			lines = append(lines, reason.Text)
		}
		if result.Status == "errored" && report.problems != "" {
			lines = append(lines, "contract-run printed:", quoted(report.problems))
		}
		if result.Output != "" {
			lines = append(lines, "the client printed:", quoted(result.Output))
		}
		if result.RunAlone != "" {
			lines = append(lines, "run it alone: "+result.RunAlone)
		}
		text := "\n" + strings.Join(lines, "\n")
		switch result.Status {
		case "passed":
			report.passed(t, scenario)
		case "skipped":
			t.Skip(strings.TrimPrefix(result.Reasons[0].Summary, "skipped: "))
		case "knownIssue":
			t.Skip("known issue: " + report.because(scenario) + text)
		default:
			t.Error(text)
		}
		return
	}
	t.Errorf("%s: contract-run did not report this scenario; the contract may have changed during the test", scenario.ID)
}

func quoted(text string) string {
	return "│ " + strings.ReplaceAll(strings.TrimRight(text, "\r\n"), "\n", "\n│ ")
}

// Returns a path relative to the folder of the test, if possible.
func (report report) path(file string) string {
	path := file
	if !filepath.IsAbs(path) {
		path = filepath.Join(report.folder, file)
	}
	if here, err := os.Getwd(); err == nil {
		if relative, err := filepath.Rel(here, path); err == nil {
			return relative
		}
	}
	return path
}

// Fails if an accepted entry covers a scenario that passed, and nothing else needs the entry.
func (report report) passed(t *testing.T, scenario scenario) {
	t.Helper()
	covers := func(pattern, value string) bool { return pattern == "" || pattern == "*" || pattern == value }
	for _, entry := range report.Accepted {
		if entry.Problem == "stale" && covers(entry.Client, scenario.Client) && covers(entry.Contract, scenario.Contract) &&
			covers(entry.Scenario, scenario.Scenario) && covers(entry.Transport, scenario.Transport) {
			t.Errorf("\n%s:%d: remove this known issue, because the scenario passes", report.path(entry.At.File), entry.At.Line)
		}
	}
}

func (report report) because(scenario scenario) string {
	for _, entry := range report.Accepted {
		for _, id := range entry.Scenarios {
			if id == scenario.ID {
				return strings.TrimSpace(entry.Because + " " + entry.Issue)
			}
		}
	}
	return ""
}
