// The driver of the contracts in Kits/tests, without abilities, on one kind of HTTP client: `stacks default`, or
// `stacks own`. It is compiled in the folder of the kit: `cd Kits/go && go build -o stacks ../stacks/stacks.go`.
package main

import (
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/contractkit/ContractKit/Kits/go/contractdriver"
)

type StatusError struct{ Status int }

func (err *StatusError) Error() string { return fmt.Sprintf("status %d", err.Status) }

func send(client *http.Client, request *http.Request) (value any, err error) {
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, &StatusError{response.StatusCode}
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	return value, json.Unmarshal(body, &value)
}

func main() {
	// Each makes a client that verifies certificates, or accepts every one.
	clients := map[string]func(call *contractdriver.Call, verifies bool) http.Client{
		"default": func(call *contractdriver.Call, verifies bool) http.Client {
			client := *http.DefaultClient
			client.Transport = call.Transport(nil)
			if !verifies {
				transport := http.DefaultTransport.(*http.Transport).Clone()
				transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
				client.Transport = call.Transport(transport)
			}
			return client
		},
		"own": func(call *contractdriver.Call, verifies bool) http.Client {
			return http.Client{Transport: call.Transport(&http.Transport{
				DisableKeepAlives: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: !verifies},
			})}
		},
	}
	if len(os.Args) != 2 || clients[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: stacks default|own")
		os.Exit(2)
	}
	sends := func(method string, timeout time.Duration, verifies bool, keepsCookies ...bool) func(call *contractdriver.Call) (any, error) {
		return func(call *contractdriver.Call) (any, error) {
			var input struct {
				Path, Body, Username, Password, SID string
				Headers                             map[string]string
			}
			if err := json.Unmarshal(call.Input, &input); err != nil {
				call.Unsupported("%v", err)
			}
			request, err := http.NewRequest(method, call.BaseURL+input.Path, strings.NewReader(input.Body))
			if err != nil {
				return nil, err
			}
			for name, value := range input.Headers {
				request.Header.Set(name, value)
			}
			if input.Username != "" {
				request.SetBasicAuth(input.Username, input.Password)
			}
			if input.SID != "" {
				request.AddCookie(&http.Cookie{Name: "sid", Value: input.SID})
			}
			client := clients[os.Args[1]](call, verifies)
			client.Timeout = timeout
			if len(keepsCookies) > 0 {
				client.Jar, _ = cookiejar.New(nil) // it has no error
			}
			return send(&client, request)
		}
	}
	contractdriver.Run("Go "+strings.TrimPrefix(runtime.Version(), "go"), contractdriver.Operations{
		"get":           sends(http.MethodGet, 500*time.Millisecond, true),
		"getWith":       sends(http.MethodGet, 10*time.Second, true),
		"getWithAuth":   sends(http.MethodGet, 10*time.Second, true),
		"getWithCookie": sends(http.MethodGet, 10*time.Second, true),
		"getWithJar":    sends(http.MethodGet, 10*time.Second, true, true),
		"getUnverified": sends(http.MethodGet, 10*time.Second, false),
		"post":          sends(http.MethodPost, 10*time.Second, true),
	}, contractdriver.Memory(), contractdriver.Describe(func(err error) *contractdriver.Failure {
		var status *StatusError
		if errors.As(err, &status) {
			return &contractdriver.Failure{Category: "status", Case: "status", Payload: status.Status}
		}
		return nil
	}))
}
