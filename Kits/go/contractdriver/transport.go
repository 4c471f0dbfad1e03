package contractdriver

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode/utf8"
)

// Transport returns the transport for the client's [http.Client].
//
//   - base: the transport that the client uses otherwise; nil for [http.DefaultTransport].
//
// On loopback, it is base, and the kit also notices if the body of a response breaks off: a client that decodes a body
// while it reads has the same error for a lost connection and for JSON that is cut, [io.ErrUnexpectedEOF]. On memory,
// it replaces base: contract-run gets each request, and the client gets the response, or the error that net/http would
// have.
func (call *Call) Transport(base http.RoundTripper) http.RoundTripper {
	if call.of != nil {
		call = call.of // which numbers the requests
	}
	if call.transport == "memory" {
		return watched{call.seen(), memory{call}}
	}
	if base == nil {
		base = http.DefaultTransport
	}
	return watched{call.seen(), base}
}

// What the kit saw of the bodies of responses.
type bodies struct {
	mutex  sync.Mutex
	count  int   // the responses that came by Transport
	broken error // why the body of one of them could not be read
}

func (bodies *bodies) forget() {
	bodies.mutex.Lock()
	defer bodies.mutex.Unlock()
	bodies.count, bodies.broken = 0, nil
}

// Returns the bodies of the call. A client that calls share has the transport of one of them.
func (call *Call) seen() *bodies {
	if call.isMember {
		return &call.client.bodies
	}
	return &call.bodies
}

// Notices whether the bodies of responses can be read.
type watched struct {
	bodies *bodies
	base   http.RoundTripper
}

func (watched watched) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := watched.base.RoundTrip(request)
	// The body of a 101 is the connection itself, to which the client writes too.
	if err == nil && response.StatusCode != http.StatusSwitchingProtocols {
		watched.bodies.mutex.Lock()
		watched.bodies.count++
		watched.bodies.mutex.Unlock()
		response.Body = watchedBody{response.Body, watched.bodies}
	}
	return response, err
}

type watchedBody struct {
	io.ReadCloser
	bodies *bodies
}

func (body watchedBody) Read(buffer []byte) (int, error) {
	count, err := body.ReadCloser.Read(buffer)
	if err != nil && err != io.EOF && err != http.ErrBodyReadAfterClose {
		body.bodies.mutex.Lock()
		body.bodies.broken = err
		body.bodies.mutex.Unlock()
	}
	return count, err
}

// Bytes in a message.
type body struct {
	Text   *string `json:"text,omitempty"`
	Base64 []byte  `json:"base64,omitempty"`
}

func (body *body) bytes() []byte {
	if body == nil {
		return nil
	}
	if body.Text != nil {
		return []byte(*body.Text)
	}
	return body.Base64
}

func bodyOf(data []byte) any {
	if utf8.Valid(data) {
		return map[string]string{"text": string(data)}
	}
	return map[string]string{"base64": base64.StdEncoding.EncodeToString(data)}
}

// The name of a request: its call, and its number there.
type request struct{ id, n int64 }

type response struct {
	ID, N        int64
	Status       int
	NonHTTP      bool
	NetworkError *networkError
	Headers      map[string]any
	Body         *body
	Delay        float64
}

func (driver *driver) answered(response *response) {
	key := request{response.ID, response.N}
	driver.mutex.Lock()
	waiting := driver.waiting[key]
	delete(driver.waiting, key)
	driver.mutex.Unlock()
	if waiting != nil {
		waiting <- response
	}
}

// The transport memory.
type memory struct{ call *Call }

func (memory memory) RoundTrip(sent *http.Request) (*http.Response, error) {
	var data []byte
	if sent.Body != nil {
		var err error
		data, err = io.ReadAll(sent.Body)
		sent.Body.Close()
		if err != nil {
			return nil, err
		}
	}
	switch err := sent.Context().Err(); {
	case err != nil:
		return nil, err
	case sent.URL.Scheme != "http" && sent.URL.Scheme != "https":
		return nil, fmt.Errorf("unsupported protocol scheme %q", sent.URL.Scheme)
	case sent.URL.Host == "":
		return nil, fmt.Errorf("http: no Host in request URL")
	}
	known, answer := memory.call.ask(written(sent, data))
	if known != nil {
		return known.given(sent)
	}
	select {
	case response := <-answer:
		select {
		case <-time.After(time.Duration(response.Delay * float64(time.Second))):
		case <-sent.Context().Done():
			return nil, sent.Context().Err()
		}
		return response.given(sent)
	case <-sent.Context().Done():
		return nil, sent.Context().Err()
	}
}

// Writes a request. Returns its answer if that came with the call, or else the channel for the runner's response.
func (call *Call) ask(message map[string]any) (*response, <-chan *response) {
	call.sending.Lock()
	defer call.sending.Unlock()
	call.requests++
	message["id"], message["n"] = call.id, call.requests
	if call.requests <= int64(len(call.answers)) && !call.isOver && message["method"] != http.MethodHead {
		call.driver.send("request", message)
		return call.answers[call.requests-1], nil
	}
	answer := make(chan *response, 1)
	call.driver.mutex.Lock()
	call.driver.waiting[request{call.id, call.requests}] = answer
	call.driver.mutex.Unlock()
	call.driver.send("request", message)
	return nil, answer
}

// Writes the result. The runner answers what comes after it.
func (call *Call) write(line []byte) {
	call.sending.Lock()
	defer call.sending.Unlock()
	call.isOver = true
	call.driver.write(line)
}

// The headers that net/http may add after the transport.
var added = []string{"Accept-Encoding", "Connection", "Content-Length", "Host", "Transfer-Encoding", "User-Agent"}

// Returns the message for a request, without its number.
func written(sent *http.Request, data []byte) map[string]any {
	url := *sent.URL
	url.User, url.Fragment, url.RawFragment = nil, "", "" // a fragment is not sent; a user became a header
	headers := map[string]any{}
	for name, values := range sent.Header {
		headers[name] = values
	}
	if sent.Host != "" && sent.Host != url.Host {
		headers["Host"] = sent.Host
	}
	unobserved := []string{}
	for _, name := range added {
		if _, exists := headers[name]; !exists {
			unobserved = append(unobserved, name)
		}
	}
	method := sent.Method
	if method == "" {
		method = http.MethodGet
	}
	message := map[string]any{
		"method": method, "url": url.String(), "headers": headers, "unobserved": unobserved,
	}
	if len(data) > 0 {
		message["body"] = bodyOf(data)
	}
	if deadline, ok := sent.Context().Deadline(); ok {
		message["timeout"] = timeout(time.Until(deadline))
	}
	return message
}

// Returns the timeout of a request in seconds. A transport gets only the deadline, and some time has passed since the
// client began. So this rounds up: to tenths of a second, or to hundredths for less than a second.
func timeout(left time.Duration) float64 {
	step := 10.0
	if left < time.Second {
		step = 100
	}
	return math.Max(1, math.Ceil(left.Seconds()*step)) / step
}

// Returns what net/http would return.
func (response *response) given(sent *http.Request) (*http.Response, error) {
	data := response.Body.bytes()
	if response.NonHTTP {
		if len(data) == 0 {
			data = []byte("not HTTP")
		}
		_, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(data)), sent)
		return nil, fmt.Errorf("net/http: HTTP/1.x transport connection broken: %w", err)
	}
	given := &http.Response{
		StatusCode: response.Status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, ContentLength: int64(len(data)), Request: sent,
	}
	for name, value := range response.Headers {
		values, ok := value.([]any)
		if !ok {
			values = []any{value}
		}
		for _, value := range values {
			given.Header.Add(name, fmt.Sprint(value))
		}
	}
	var end error = io.EOF
	if response.NetworkError != nil {
		end = response.NetworkError.native(sent.URL)
		if len(data) == 0 {
			return nil, end
		}
		if end == io.EOF {
			end = io.ErrUnexpectedEOF
		}
		given.StatusCode, given.ContentLength = http.StatusOK, -1
	}
	length, err := strconv.Atoi(given.Header.Get("Content-Length"))
	if err == nil && length >= 0 && response.NetworkError == nil && sent.Method != http.MethodHead {
		given.ContentLength = int64(length)
		if length < len(data) {
			data = data[:length]
		} else if length > len(data) {
			end = io.ErrUnexpectedEOF
		}
	}
	given.Status = strings.TrimSpace(fmt.Sprintf("%d %s", given.StatusCode, http.StatusText(given.StatusCode)))
	given.Body = io.NopCloser(io.MultiReader(bytes.NewReader(data), failing{end}))
	return given, nil
}

type failing struct{ err error }

func (failing failing) Read([]byte) (int, error) { return 0, failing.err }

// A network error of the transport memory for which net/http has no error.
type networkError struct {
	Domain  string
	Code    int
	Message string
}

func (err *networkError) Error() string {
	return strings.TrimSpace(fmt.Sprintf("%s %d %s", err.Domain, err.Code, err.Message))
}

// Returns the error that net/http has for it.
func (err *networkError) native(to *url.URL) error {
	if err.Domain != urlErrors {
		return err
	}
	switch err.Code {
	case -1:
		return io.ErrUnexpectedEOF
	case -999:
		return context.Canceled
	case -1001:
		return context.DeadlineExceeded
	case -1002, -1017:
		return fmt.Errorf("net/http: HTTP/1.x transport connection broken: malformed HTTP response %q", err.Message)
	case -1003, -1006:
		return &net.OpError{
			Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: to.Hostname(), IsNotFound: true},
		}
	case -1004:
		return &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	case -1005:
		return &net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", syscall.ECONNRESET)}
	case -1011:
		return io.EOF
	case -1200:
		return tls.RecordHeaderError{Msg: "first record does not look like a TLS handshake"}
	case -1202:
		return x509.UnknownAuthorityError{}
	}
	return err
}
