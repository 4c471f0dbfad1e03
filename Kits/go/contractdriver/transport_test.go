package contractdriver

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

const sent = `{"request": {"id": %d, "n": 1, "method": "POST", "url": "http://localhost:8080/a%%20b?q=1",
	"headers": {"Content-Type": ["text/plain"]}, "body": {"text": "sent"}, "timeout": 10,
	"unobserved": ["Accept-Encoding", "Connection", "Content-Length", "Host", "Transfer-Encoding", "User-Agent"]}}`

func TestMemory(t *testing.T) {
	failure := func(category string, code int) string {
		return fmt.Sprintf(`"category":"%s","code":%d,"domain":"NSURLErrorDomain"`, category, code)
	}
	network := func(code int, more string) string {
		return fmt.Sprintf(`"networkError": {"domain": "NSURLErrorDomain", "code": %d}%s`, code, more)
	}
	process := start(t)
	for id, row := range []struct{ response, expected string }{
		{`"status": 200, "headers": {"A": ["1", "2"], "B": "3"}, "body": {"text": "é"}`,
			`{"success":{"body":"é","headers":{"A":["1","2"],"B":["3"]},"status":"200 OK"}}`},
		{`"status": 299, "body": {"base64": "YWJj"}, "delay": 0.001`, `{"success":{"body":"abc","headers":{},"status":"299"}}`},
		{`"status": 204`, `{"success":{"body":"","headers":{},"status":"204 No Content"}}`},
		{`"status": 200, "headers": {"Content-Length": "2"}, "body": {"text": "abc"}`,
			`{"success":{"body":"ab","headers":{"Content-Length":["2"]},"status":"200 OK"}}`},
		{`"status": 200, "headers": {"Content-Length": "9"}, "body": {"text": "abc"}`, failure("network", -1)},
		{`"nonHTTP": true`, failure("network", -1017)},
		{`"nonHTTP": true, "body": {"text": "SSH-2.0"}`, failure("network", -1017)},
		{network(-1, ""), failure("network", -1011)},
		{network(-1, `, "body": {"text": "[1,"}`), failure("network", -1)},
		{network(-999, ""), failure("cancelled", -999)},
		{network(-1001, ""), failure("network", -1001)},
		{network(-1003, ""), failure("network", -1003)},
		{network(-1004, ""), failure("network", -1004)},
		{network(-1005, `, "body": {"text": "[1,"}`), failure("network", -1005)},
		{network(-1011, ""), failure("network", -1011)},
		{network(-1011, `, "body": {"text": "[1,"}`), failure("network", -1)},
		{network(-1017, ""), failure("network", -1017)},
		{network(-1200, ""), failure("network", -1200)},
		{network(-1202, ""), failure("network", -1202)},
		{network(-1206, ""), failure("network", -1206)},
		{`"networkError": {"domain": "own", "code": 3, "message": "text"}`, `"category":"network","message":"Post \"http://localhost:8080/a%20b?q=1#f\": own 3 text"`},
	} {
		process.call(id, "get", "null")
		line := process.line()
		// The time since the client began is a part of the timeout on a machine that is very busy.
		if canonical(line) != canonical(fmt.Sprintf(sent, id)) && !strings.Contains(line, `"timeout":9.`) {
			t.Fatalf("the driver wrote\n%s\nexpected\n%s", line, sent)
		}
		process.write(fmt.Sprintf(`{"response": {"id": %d, "n": 1, %s}}`, id, row.response))
		if line := canonical(process.line()); !strings.Contains(line, row.expected) {
			t.Errorf("%s: the driver wrote\n%s\nexpected\n%s", row.response, line, row.expected)
		}
	}
	process.write(`{"bye": {}}`)
	process.wait()
}

func TestTimeoutsAreRoundedUp(t *testing.T) {
	for _, row := range []struct {
		left     time.Duration
		expected float64
	}{
		{10*time.Second - 50*time.Millisecond, 10}, {10 * time.Second, 10}, {9900 * time.Millisecond, 9.9},
		{499 * time.Millisecond, 0.5}, {time.Microsecond, 0.01},
	} {
		if got := timeout(row.left); got != row.expected {
			t.Errorf("%s is %v, expected %v", row.left, got, row.expected)
		}
	}
}
