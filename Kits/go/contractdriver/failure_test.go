package contractdriver

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

type emptyError struct{}

func (*emptyError) Error() string { return "" }

type codeError int

func (codeError) Error() string { return "code" }

type wrapping struct {
	Reason string
	Err    error
}

func (wrapping wrapping) Error() string { return wrapping.Reason }
func (wrapping wrapping) Unwrap() error { return wrapping.Err }

type panicking struct{}

func (panicking) Error() string { panic("no text") }

type statusError struct {
	StatusCode int
	cause      error
}

func (err *statusError) Error() string { return "status" }
func (err *statusError) Unwrap() error { return err.cause }

type responseError struct{ Response *http.Response }

func (responseError) Error() string { return "response" }

type methodError struct{}

func (methodError) Error() string       { return "method" }
func (methodError) HTTPStatusCode() int { return 500 }

type wordsError struct{ Status string }

func (wordsError) Error() string { return "words" }

type codes struct{ StatusCode int }

type emptyBase struct{ *codes }

func (emptyBase) Error() string { return "base" }

func TestFailures(t *testing.T) {
	sent := func(err error) error { return &url.Error{Op: "Get", URL: "http://localhost", Err: err} }
	_, unparsed := url.Parse("http://[::1/")
	_, badMethod := http.NewRequest("A B", "http://localhost", nil)
	_, noScheme := http.Get("localhost:1")
	_, noHost := http.Get("http:///path")
	_, badTime := time.Parse(time.RFC3339, "yesterday")
	_, cannotEncode := json.Marshal(make(chan int))
	_, nan := json.Marshal(math.NaN())
	syntax := json.Unmarshal([]byte("[1,"), new(any))
	mismatch := json.Unmarshal([]byte("[]"), new(int))
	refused := &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	for _, row := range []struct {
		err      error
		expected string // category, code, type
	}{
		{sent(refused), "network -1004 Error"},
		{refused, "network -1004 OpError"},
		{sent(&net.OpError{Op: "dial", Err: errors.New("no route")}), "network -1004 Error"},
		{sent(&net.DNSError{IsNotFound: true}), "network -1003 Error"},
		{sent(&net.DNSError{IsTimeout: true}), "network -1001 Error"},
		{syscall.ECONNRESET, "network -1005 Errno"},
		{fmt.Errorf("get: %w", syscall.EPIPE), "network -1005 Errno"},
		{net.ErrClosed, "network -1005 errNetClosing"},
		{&net.OpError{Op: "read", Err: errors.New("other")}, "network -1005 OpError"},
		{context.DeadlineExceeded, "network -1001 deadlineExceededError"},
		{os.ErrDeadlineExceeded, "network -1001 DeadlineExceededError"},
		{sent(context.Canceled), "cancelled -999 Error"},
		{sent(io.EOF), "network -1011 Error"},
		{sent(io.ErrUnexpectedEOF), "network -1011 Error"},
		{sent(x509.UnknownAuthorityError{}), "network -1202 Error"},
		{sent(errors.New("remote error: tls: handshake failure")), "network -1200 Error"},
		{sent(errors.New("stopped after 10 redirects")), "network -1007 Error"},
		{sent(errors.New("no token")), "other 0 Error"},
		{unparsed, "invalidRequest -1000 Error"},
		{badMethod, "invalidRequest 0 errorString"},
		{noScheme, "invalidRequest -1000 Error"},
		{noHost, "invalidRequest -1000 Error"},
		{cannotEncode, "invalidRequest 0 UnsupportedTypeError"},
		{nan, "invalidRequest 0 UnsupportedValueError"},
		{syntax, "decoding 0 SyntaxError"},
		{mismatch, "decoding 0 UnmarshalTypeError"},
		{badTime, "decoding 0 ParseError"},
		{io.EOF, "decoding 0 errorString"},
		{io.ErrUnexpectedEOF, "other 0 errorString"},
		{errors.New("plain"), "other 0 errorString"},
		{&emptyError{}, "other 0 emptyError"},
		{fmt.Errorf("a: %w", fmt.Errorf("b: %w", &emptyError{})), "other 0 emptyError"},
		{wrapping{"x", sent(refused)}, "network -1004 wrapping"},
		{wrapping{"x", wrapping{"y", syntax}}, "decoding 0 wrapping"},
		{panicking{}, "other 0 panicking"},
		{(*os.PathError)(nil), "other 0 PathError"},
		{&statusError{404, syntax}, "status 0 statusError"},
		{fmt.Errorf("a: %w", wrapping{"x", &statusError{503, nil}}), "status 0 wrapping"},
		{&statusError{200, nil}, "other 0 statusError"},
		{&statusError{200, syntax}, "decoding 0 statusError"},
		{responseError{&http.Response{StatusCode: 429}}, "status 0 responseError"},
		{responseError{}, "other 0 responseError"},
		{methodError{}, "status 0 methodError"},
		{wordsError{"404"}, "other 0 wordsError"},
		{emptyBase{}, "other 0 emptyBase"},
	} {
		failure := describeIt(t, &Call{}, row.err)
		if got := fmt.Sprintf("%s %d %s", failure.Category, failure.Code, failure.Type); got != row.expected {
			t.Errorf("%T %.60v: %s, expected %s", row.err, row.err, got, row.expected)
		}
		if (failure.Code != 0) != (failure.Domain == urlErrors) {
			t.Errorf("%v: domain %q", row.err, failure.Domain)
		}
	}
}

func TestWhatFailuresCarry(t *testing.T) {
	refused := &url.Error{Op: "Get", URL: "http://localhost", Err: syscall.ECONNREFUSED}
	for _, row := range []struct {
		err      error
		expected string
	}{
		{codeError(7), `{"category":"other","type":"codeError","payload":7,"message":"code"}`},
		{wrapping{"x", nil}, `{"category":"other","type":"wrapping","payload":{"Reason":"x"},"message":"x"}`},
		{
			&url.Error{Op: "Get", URL: "http://localhost", Err: io.EOF},
			`{"category":"network","type":"Error","domain":"NSURLErrorDomain","code":-1011,"message":"Get \"http://localhost\": EOF","underlying":{` +
				`"category":"network","type":"errorString","message":"EOF"}}`,
		},
		{
			fmt.Errorf("get: %w", wrapping{"x", refused}),
			`{"category":"network","type":"wrapping","domain":"NSURLErrorDomain","code":-1004,"message":"get: x","underlying":{` +
				`"category":"network","type":"Error","domain":"NSURLErrorDomain","code":-1004,"message":"Get \"http://localhost\": connection refused","underlying":{` +
				`"category":"network","type":"Errno","domain":"NSURLErrorDomain","code":-1004,"message":"connection refused"}}}`,
		},
	} {
		text, _ := json.Marshal(describeIt(t, &Call{}, row.err))
		if string(text) != row.expected {
			t.Errorf("%s\nexpected\n%s", text, row.expected)
		}
	}
	if failure := describeIt(t, &Call{}, io.ErrUnexpectedEOF); !strings.Contains(failure.Message, "with call.Transport") {
		t.Errorf("the message is %q", failure.Message)
	}
}

func TestAnErrorThatNobodyDescribesIsNamed(t *testing.T) {
	own := &driver{describe: func(err error) *Failure {
		if _, is := err.(codeError); is {
			return &Failure{Case: "code"}
		}
		return nil
	}}
	for err, expected := range map[error]string{
		&emptyError{}:                           "*contractdriver.emptyError true",
		fmt.Errorf("a: %w", wrapping{"x", nil}): "contractdriver.wrapping true",
		errors.New("plain"):                     " true",
		codeError(1):                            " false",
		syscall.ECONNRESET:                      " false",
	} {
		failure, wrong := own.failure(&Call{}, err)
		if wrong != nil {
			t.Fatal(wrong)
		}
		name, is := own.undescribed(err, failure)
		if got := fmt.Sprint(name, " ", is); got != expected {
			t.Errorf("%T: %q, expected %q", err, got, expected)
		}
	}
}

func describeIt(t *testing.T, call *Call, err error) *Failure {
	t.Helper()
	failure, wrong := (&driver{describe: func(error) *Failure { return nil }}).failure(call, err)
	if wrong != nil {
		t.Fatal(wrong)
	}
	return failure
}

// A client that decodes while it reads has the same error for a lost connection and for JSON that is cut.
func TestTheTransportSeesWhatBroke(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		if request.URL.Path == "/lost" {
			writer.Header().Set("Content-Length", "100")
		}
		_, _ = io.WriteString(writer, "[1,")
	}))
	defer server.Close()
	server.Config.ErrorLog = nil
	for path, expected := range map[string]string{"/lost": "network -1", "/cut": "decoding 0"} {
		call := &Call{transport: "loopback"}
		client := http.Client{Transport: call.Transport(nil)}
		response, err := client.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		err = json.NewDecoder(response.Body).Decode(new(any))
		response.Body.Close()
		if err != io.ErrUnexpectedEOF {
			t.Errorf("%s: the error is %v", path, err)
		}
		failure := describeIt(t, call, fmt.Errorf("get: %w", err))
		if got := fmt.Sprint(failure.Category, " ", failure.Code); got != expected {
			t.Errorf("%s: %s, expected %s", path, got, expected)
		}
	}
}

// The type of this error is in a package that the kit does not import, and in another one in other releases of Go.
func TestAStreamOfHTTP2ThatTheServerResets(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		panic(http.ErrAbortHandler)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	_, err := server.Client().Get(server.URL)
	failure := describeIt(t, &Call{}, err)
	if failure.Category != "network" || failure.Code != -1017 || failure.Underlying.Type != "StreamError" {
		t.Errorf("%v: %+v", err, failure)
	}
}
