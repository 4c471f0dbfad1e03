package main

import (
	"bufio"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/contractkit/ContractKit/Kits/go/contractdriver"
)

// Takes the item, and tries again three seconds after a 503.
func (client *client) twice(ctx context.Context) (item, error) {
	answer, err := client.fetch(ctx)
	var status *statusError
	if !errors.As(err, &status) || status.status != http.StatusServiceUnavailable {
		return answer, err
	}
	select {
	case <-time.After(3 * time.Second):
		return client.fetch(ctx)
	case <-ctx.Done():
		return answer, ctx.Err()
	}
}

func (client *client) fetch(ctx context.Context) (item item, err error) {
	request, err := http.NewRequestWithContext(ctx, "GET", client.baseURL+"/item", nil)
	if err != nil {
		return item, err
	}
	response, err := client.own.Do(request)
	if err != nil {
		return item, err
	}
	err = decode(response, &item)
	return item, err
}

func (client *client) swallows(ctx context.Context) (item, error) {
	answer, err := client.twice(ctx)
	if errors.Is(err, context.Canceled) {
		return item{Name: "nothing"}, nil
	}
	return answer, err
}

// Begins again with a context that nobody cancels.
func (client *client) ignoresCancel(ctx context.Context) (item, error) {
	answer, err := client.twice(ctx)
	if errors.Is(err, context.Canceled) {
		return client.twice(context.WithoutCancel(ctx))
	}
	return answer, err
}

// Returns when it is canceled, and lets its request go on.
func (client *client) runsOn(ctx context.Context) (item, error) {
	type result struct {
		item item
		err  error
	}
	ended := make(chan result, 1)
	go func() {
		answer, err := client.twice(context.WithoutCancel(ctx))
		ended <- result{answer, err}
	}()
	select {
	case result := <-ended:
		return result.item, result.err
	case <-ctx.Done():
		return item{}, ctx.Err()
	}
}

func (client *client) keepsLock(ctx context.Context) (item, error) {
	client.turn.Lock()
	answer, err := client.twice(ctx)
	if err == nil {
		client.turn.Unlock() // not after a cancel
	}
	return answer, err
}

// A client of a stream of events, with at most one mistake. It comes back if the stream is lost.
type events struct {
	keepsFirstID, leavesIDOut, hurries bool
}

func (options events) all(call *contractdriver.Call) (any, error) {
	client := contractdriver.Client[*client](call)
	all, lastID, retry := []string{}, "", time.Second
	for {
		request, err := client.request(call, "GET", "/events")
		if err != nil {
			return nil, err
		}
		if lastID != "" && !options.leavesIDOut {
			request.Header.Set("Last-Event-ID", lastID)
		}
		response, err := client.own.Do(request)
		if err != nil {
			return nil, err
		}
		if response.StatusCode == http.StatusNoContent {
			return all, response.Body.Close()
		}
		hasEnded := false
		// What came before an error is kept.
		for lines := bufio.NewScanner(response.Body); !hasEnded && lines.Scan(); {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch {
			case name == "id" && !(options.keepsFirstID && lastID != ""):
				lastID = value
			case name == "retry":
				milliseconds, _ := strconv.Atoi(value)
				retry = time.Duration(milliseconds) * time.Millisecond
			case name == "data" && value == "[DONE]":
				hasEnded = true
			case name == "data":
				all = append(all, value)
			}
		}
		if err := response.Body.Close(); err != nil || hasEnded {
			return all, err
		}
		if !options.hurries {
			time.Sleep(retry)
		}
	}
}

func canceled(run func(client *client, ctx context.Context) (item, error)) func(*contractdriver.Call) (any, error) {
	return named(func(client *client, call *contractdriver.Call) (item, error) { return run(client, call.Context()) })
}
