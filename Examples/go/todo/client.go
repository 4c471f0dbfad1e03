// Package todo is a client of the to-do API. It is ordinary code that does not know about contracts.
package todo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// A Todo is something to do.
type Todo struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
}

// A User is a registered user.
type User struct {
	ID    int64  `json:"id"`
	Email string `json:"email"`
	Name  string `json:"name"`
}

// A Registration is what a new user sends.
type Registration struct {
	Name           string `json:"name"`
	Email          string `json:"email"`
	Password       string `json:"password"`
	VerifyPassword string `json:"verifyPassword"`
}

// A Token authorizes requests.
type Token struct {
	String string `json:"string"`
}

// A Client sends requests to one server.
type Client struct {
	baseURL string
	http    http.Client
}

// New returns a client.
//
//   - transport: how requests are sent; nil for http.DefaultTransport.
func New(baseURL string, transport http.RoundTripper) *Client {
	return &Client{strings.TrimSuffix(baseURL, "/"), http.Client{Transport: transport, Timeout: 10 * time.Second}}
}

// CreateUser registers a user.
func (client *Client) CreateUser(ctx context.Context, registration Registration) (user User, err error) {
	return user, client.send(ctx, "POST", "/users", "", registration, &user)
}

// Login returns a token for a registered user.
func (client *Client) Login(ctx context.Context, email, password string) (token Token, err error) {
	var request http.Request
	request.Header = http.Header{}
	request.SetBasicAuth(email, password)
	return token, client.send(ctx, "POST", "/login", request.Header.Get("Authorization"), nil, &token)
}

// CreateTodo adds something to do.
func (client *Client) CreateTodo(ctx context.Context, title string, token string) (todo Todo, err error) {
	body := map[string]string{"title": title}
	return todo, client.send(ctx, "POST", "/todos", "Bearer "+token, body, &todo)
}

// Todos returns everything to do, in the server's order.
func (client *Client) Todos(ctx context.Context, token string) (todos []Todo, err error) {
	return todos, client.send(ctx, "GET", "/todos", "Bearer "+token, nil, &todos)
}

// DeleteTodo removes something to do, and returns it.
func (client *Client) DeleteTodo(ctx context.Context, id string, token string) (todo Todo, err error) {
	return todo, client.send(ctx, "DELETE", "/todos/"+url.PathEscape(id), "Bearer "+token, nil, &todo)
}

func (client *Client) send(ctx context.Context, method, path, authorization string, body, result any) error {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return fmt.Errorf("todo: %w", err)
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, client.baseURL+path, content)
	if err != nil {
		return fmt.Errorf("todo: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Cache-Control", "no-cache")
	if authorization != "" {
		request.Header.Set("Authorization", authorization)
	}
	response, err := client.http.Do(request)
	if err != nil {
		return fmt.Errorf("todo: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return &StatusError{response.StatusCode}
	}
	// Not json.NewDecoder(response.Body): it ignores what comes after the value, and has the same error for a lost
	// connection and for JSON that is cut.
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return fmt.Errorf("todo: %s %s: %w", method, path, err)
	}
	if len(text) == 0 {
		return ErrNoBody
	}
	return decode(text, result)
}
