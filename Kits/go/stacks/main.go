// The driver of the contracts in Kits/tests/faults, on one kind of HTTP client: `stacks default`, or `stacks own`.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/contractkit/ContractKit/Kits/go/contractdriver"
)

type StatusError struct{ Status int }

func (err *StatusError) Error() string { return fmt.Sprintf("status %d", err.Status) }

func get(client *http.Client, url string) (value any, err error) {
	response, err := client.Get(url)
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
	clients := map[string]func(call *contractdriver.Call) http.Client{
		"default": func(call *contractdriver.Call) http.Client {
			client := *http.DefaultClient
			client.Transport = call.Transport(nil)
			return client
		},
		"own": func(call *contractdriver.Call) http.Client {
			return http.Client{Transport: call.Transport(&http.Transport{DisableKeepAlives: true})}
		},
	}
	if len(os.Args) != 2 || clients[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: stacks default|own")
		os.Exit(2)
	}
	contractdriver.Run("stacks-go", contractdriver.Operations{
		"get": func(call *contractdriver.Call) (any, error) {
			var path string
			call.Argument("path", &path)
			client := clients[os.Args[1]](call)
			client.Timeout = 500 * time.Millisecond
			return get(&client, call.BaseURL+path)
		},
	}, contractdriver.Memory(), contractdriver.Describe(func(err error) *contractdriver.Failure {
		var status *StatusError
		if errors.As(err, &status) {
			return &contractdriver.Failure{Category: "status", Case: "status", Payload: status.Status}
		}
		return nil
	}))
}
