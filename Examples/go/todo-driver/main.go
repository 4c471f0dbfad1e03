// The driver of the client in the folder todo. It maps the client's errors to the contracts' names.
package main

import (
	"encoding/json"
	"errors"

	"github.com/contractkit/ContractKit/Examples/go/todo"
	"github.com/contractkit/ContractKit/Kits/go/contractdriver"
)

func main() {
	contractdriver.Run("todo-go", contractdriver.Operations{
		"createUser": func(call *contractdriver.Call) (any, error) {
			var user todo.Registration
			call.Argument("user", &user)
			return client(call).CreateUser(call.Context(), user)
		},
		"login": func(call *contractdriver.Call) (any, error) {
			var email, password string
			call.Argument("email", &email)
			call.Argument("password", &password)
			return client(call).Login(call.Context(), email, password)
		},
		"createTodo": func(call *contractdriver.Call) (any, error) {
			var item todo.Todo
			call.Argument("todo", &item)
			return client(call).CreateTodo(call.Context(), item.Title, token(call))
		},
		"todos": func(call *contractdriver.Call) (any, error) {
			return client(call).Todos(call.Context(), token(call))
		},
		"deleteTodo": func(call *contractdriver.Call) (any, error) {
			var id string
			call.Argument("id", &id)
			return client(call).DeleteTodo(call.Context(), id, token(call))
		},
	}, contractdriver.Memory(), contractdriver.InFlight(8), contractdriver.Describe(describe))
}

func client(call *contractdriver.Call) *todo.Client {
	return todo.New(call.BaseURL, call.Transport(nil))
}

func token(call *contractdriver.Call) (token string) {
	call.Argument("token", &token)
	return token
}

func describe(err error) *contractdriver.Failure {
	var status *todo.StatusError
	var missing *todo.MissingError
	var format *todo.FormatError
	var mismatch *json.UnmarshalTypeError
	switch {
	case errors.As(err, &status):
		return &contractdriver.Failure{Category: "status", Type: "APIError", Case: "statusCode", Payload: status.Status}
	case errors.Is(err, todo.ErrNoBody):
		return &contractdriver.Failure{Category: "invalidResponse", Type: "APIError", Case: "emptyData"}
	case errors.As(err, &missing):
		return &contractdriver.Failure{Category: "decoding", Type: "DecodingError", Case: "keyNotFound"}
	case errors.As(err, &mismatch):
		return &contractdriver.Failure{Category: "decoding", Type: "DecodingError", Case: "typeMismatch"}
	case errors.As(err, &format):
		return &contractdriver.Failure{Category: "decoding", Type: "DecodingError", Case: "dataCorrupted"}
	}
	return nil
}
