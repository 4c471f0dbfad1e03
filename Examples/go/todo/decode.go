package todo

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"unicode/utf8"
)

// ErrNoBody reports a response that has a good status and no body.
var ErrNoBody = errors.New("todo: the response has no body")

// A StatusError reports a status that is not 2xx.
type StatusError struct{ Status int }

func (err *StatusError) Error() string { return fmt.Sprintf("todo: status %d", err.Status) }

// A MissingError reports a member that the response does not have.
type MissingError struct{ Member string }

func (err *MissingError) Error() string { return "todo: the response has no member " + err.Member }

// A FormatError reports a body that is not the expected JSON.
type FormatError struct{ Err error }

func (err *FormatError) Error() string { return "todo: " + err.Err.Error() }
func (err *FormatError) Unwrap() error { return err.Err }

// Reads a result, strictly: package json would accept bytes that are not UTF-8, missing members, and null.
func decode(text []byte, result any) error {
	if !utf8.Valid(text) {
		return &FormatError{errors.New("the body is not UTF-8")}
	}
	if err := json.Unmarshal(text, result); err != nil {
		return &FormatError{err}
	}
	return complete(text, reflect.TypeOf(result).Elem())
}

// Checks that the JSON has every member of a struct, or of each struct in a list.
func complete(text []byte, kind reflect.Type) error {
	if kind.Kind() == reflect.Slice {
		var elements []json.RawMessage
		if err := json.Unmarshal(text, &elements); err != nil || elements == nil {
			return &FormatError{&json.UnmarshalTypeError{Value: "null", Type: kind}}
		}
		for _, element := range elements {
			if err := complete(element, kind.Elem()); err != nil {
				return err
			}
		}
		return nil
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil || members == nil {
		return &FormatError{&json.UnmarshalTypeError{Value: "null", Type: kind}}
	}
	for index := 0; index < kind.NumField(); index++ {
		name := kind.Field(index).Tag.Get("json")
		switch value, exists := members[name]; {
		case !exists:
			return &MissingError{name}
		case string(value) == "null":
			return &FormatError{&json.UnmarshalTypeError{Value: "null", Type: kind.Field(index).Type, Field: name}}
		}
	}
	return nil
}
