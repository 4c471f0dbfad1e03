// The clients of driver.py for Go, each with the one mistake that its operation is named after.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"

	"github.com/contractkit/ContractKit/Kits/go/contractdriver"
)

type statusError struct{ status int }

func (err *statusError) Error() string { return fmt.Sprint("status ", err.status) }

type item struct{ Name, Next string }

// A client on http.Client, and some on what else a client may use.
type client struct {
	baseURL string
	plain   *http.Client // on the transport that all clients in the process share
	own     *http.Client // on a transport of its own
	two     *http.Client // on a transport with two connections
	turn    sync.Mutex   // held by the call whose turn it is to renew the token

	mutex   sync.Mutex
	token   string
	renewal *renewal
	cursor  string
	kept    []*connection
}

func newClient(call *contractdriver.Call) (*client, error) {
	return &client{
		baseURL: call.BaseURL,
		plain:   &http.Client{},
		own:     &http.Client{Transport: &http.Transport{}},
		two:     &http.Client{Transport: &http.Transport{MaxConnsPerHost: 2}},
		token:   "old",
	}, nil
}

// Close closes the connections that only this client can use.
func (client *client) Close() error {
	client.own.CloseIdleConnections()
	client.two.CloseIdleConnections()
	client.mutex.Lock()
	defer client.mutex.Unlock()
	for _, connection := range client.kept {
		connection.Close()
	}
	return nil
}

func (client *client) request(call *contractdriver.Call, method, path string) (*http.Request, error) {
	return http.NewRequestWithContext(call.Context(), method, client.baseURL+path, nil)
}

// Reads an answer to its end, and closes it.
func decode(response *http.Response, value any) error {
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return &statusError{response.StatusCode}
	}
	return json.NewDecoder(response.Body).Decode(value)
}

func (client *client) get(call *contractdriver.Call, stack *http.Client, path string) (item item, err error) {
	request, err := client.request(call, "GET", path)
	if err != nil {
		return item, err
	}
	response, err := stack.Do(request)
	if err != nil {
		return item, err
	}
	err = decode(response, &item)
	return item, err
}

// Tokens

// Takes the item, and renews the token if it is not valid.
func (client *client) withToken(
	call *contractdriver.Call, renew func(call *contractdriver.Call, old string) error,
) (item item, err error) {
	token := client.currentToken()
	item, err = client.item(call, token)
	var status *statusError
	if errors.As(err, &status) && status.status == http.StatusUnauthorized {
		if err := renew(call, token); err != nil {
			return item, err
		}
		return client.item(call, client.currentToken())
	}
	return item, err
}

func (client *client) item(call *contractdriver.Call, token string) (item item, err error) {
	request, err := client.request(call, "GET", "/item")
	if err != nil {
		return item, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := client.plain.Do(request)
	if err != nil {
		return item, err
	}
	err = decode(response, &item)
	return item, err
}

func (client *client) newToken(call *contractdriver.Call) (string, error) {
	request, err := client.request(call, "POST", "/token")
	if err != nil {
		return "", err
	}
	response, err := client.plain.Do(request)
	if err != nil {
		return "", err
	}
	var answer struct{ Token string }
	err = decode(response, &answer)
	return answer.Token, err
}

func (client *client) currentToken() string {
	client.mutex.Lock()
	defer client.mutex.Unlock()
	return client.token
}

func (client *client) keep(token string) {
	client.mutex.Lock()
	defer client.mutex.Unlock()
	client.token = token
}

// A renewal that runs, for which other calls wait.
type renewal struct {
	ended chan struct{}
	err   error
}

// Waits for a renewal that runs, and does not begin one if another call has renewed the token already.
func (client *client) renewOnce(call *contractdriver.Call, old string) error {
	return client.renewWithOthers(call, func() bool { return client.token != old })
}

// Waits for a renewal that runs, and does not look whether one has ended.
func (client *client) renewTogether(call *contractdriver.Call, _ string) error {
	return client.renewWithOthers(call, func() bool { return false })
}

func (client *client) renewWithOthers(call *contractdriver.Call, isRenewed func() bool) error {
	client.mutex.Lock()
	if isRenewed() {
		client.mutex.Unlock()
		return nil
	}
	if other := client.renewal; other != nil {
		client.mutex.Unlock()
		select {
		case <-other.ended:
			return other.err
		case <-call.Context().Done():
			return call.Context().Err()
		}
	}
	own := &renewal{ended: make(chan struct{})}
	client.renewal = own
	client.mutex.Unlock()

	token, err := client.newToken(call)

	client.mutex.Lock()
	defer client.mutex.Unlock()
	if err == nil {
		client.token = token
	}
	client.renewal, own.err = nil, err
	close(own.ended)
	return err
}

func (client *client) renewEach(call *contractdriver.Call, _ string) error {
	token, err := client.newToken(call)
	if err == nil {
		client.keep(token)
	}
	return err
}

// Lets no renewal begin before the one that runs has ended.
func (client *client) renewInTurn(call *contractdriver.Call, old string) error {
	client.turn.Lock()
	defer client.turn.Unlock()
	return client.renewEach(call, old)
}

// Connections

// A connection that the client opens and keeps itself.
type connection struct {
	net.Conn
	reader *bufio.Reader
}

func (client *client) connection() (*connection, error) {
	client.mutex.Lock()
	if last := len(client.kept) - 1; last >= 0 {
		free := client.kept[last]
		client.kept = client.kept[:last]
		client.mutex.Unlock()
		return free, nil
	}
	client.mutex.Unlock()
	address, err := url.Parse(client.baseURL)
	if err != nil {
		return nil, err
	}
	opened, err := net.Dial("tcp", address.Host)
	if err != nil {
		return nil, err
	}
	return &connection{opened, bufio.NewReader(opened)}, nil
}

// Sends on a kept connection, and does not try again if the server has closed it.
func (client *client) neverTriesAgain(call *contractdriver.Call) (item item, err error) {
	request, err := client.request(call, "GET", "/item")
	if err != nil {
		return item, err
	}
	connection, err := client.connection()
	if err != nil {
		return item, err
	}
	if err := request.Write(connection); err != nil {
		return item, err
	}
	response, err := http.ReadResponse(connection.reader, request)
	if err != nil {
		return item, err
	}
	err = decode(response, &item)
	client.mutex.Lock()
	defer client.mutex.Unlock()
	client.kept = append(client.kept, connection)
	return item, err
}

// Returns before it has read or closed the answer, if its status is an error.
func (client *client) leaksAtErrors(call *contractdriver.Call, stack *http.Client) (item item, err error) {
	request, err := client.request(call, "GET", "/item")
	if err != nil {
		return item, err
	}
	response, err := stack.Do(request)
	if err != nil {
		return item, err
	}
	if response.StatusCode != http.StatusOK {
		return item, &statusError{response.StatusCode}
	}
	err = decode(response, &item)
	return item, err
}

// Asks for what comes after the last answer.
func (client *client) keepsCursor(call *contractdriver.Call) (item item, err error) {
	client.mutex.Lock()
	path := "/item"
	if client.cursor != "" {
		path += "?after=" + url.QueryEscape(client.cursor)
	}
	client.mutex.Unlock()
	item, err = client.get(call, client.plain, path)
	client.mutex.Lock()
	defer client.mutex.Unlock()
	client.cursor = item.Next
	return item, err
}

func named(run func(client *client, call *contractdriver.Call) (item, error)) func(*contractdriver.Call) (any, error) {
	return func(call *contractdriver.Call) (any, error) {
		item, err := run(contractdriver.Client[*client](call), call)
		return item.Name, err
	}
}

func main() {
	type call = contractdriver.Call
	contractdriver.Run("groups", contractdriver.Operations{
		"token-right": named(func(client *client, call *call) (item, error) {
			return client.withToken(call, client.renewOnce)
		}),
		"token-each": named(func(client *client, call *call) (item, error) {
			return client.withToken(call, client.renewEach)
		}),
		"token-in-turn": named(func(client *client, call *call) (item, error) {
			return client.withToken(call, client.renewInTurn)
		}),
		"token-together": named(func(client *client, call *call) (item, error) {
			return client.withToken(call, client.renewTogether)
		}),
		"plain-right": named(func(client *client, call *call) (item, error) {
			return client.get(call, client.plain, "/item")
		}),
		"plain-pooled-right": named(func(client *client, call *call) (item, error) {
			return client.get(call, client.own, "/item")
		}),
		"plain-stale": named((*client).neverTriesAgain),
		"plain-leaks": named(func(client *client, call *call) (item, error) {
			return client.leaksAtErrors(call, client.plain)
		}),
		"plain-pool-of-two": named(func(client *client, call *call) (item, error) {
			return client.leaksAtErrors(call, client.two)
		}),
		"plain-cursor":      named((*client).keepsCursor),
		"events-right":      events{}.all,
		"events-first-id":   events{keepsFirstID: true}.all,
		"events-from-0":     events{leavesIDOut: true}.all,
		"events-at-once":    events{hurries: true}.all,
		"cancel-right":      canceled((*client).twice),
		"cancel-swallowed":  canceled((*client).swallows),
		"cancel-ignored":    canceled((*client).ignoresCancel),
		"cancel-runs-on":    canceled((*client).runsOn),
		"cancel-keeps-lock": canceled((*client).keepsLock),
	}, contractdriver.MakeClient(newClient), contractdriver.Describe(describe))
}

func describe(err error) *contractdriver.Failure {
	var status *statusError
	if errors.As(err, &status) {
		return &contractdriver.Failure{Category: "status", Payload: status.status}
	}
	return nil
}
