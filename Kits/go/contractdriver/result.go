package contractdriver

import (
	"bytes"
	"encoding"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"sort"
	"strings"
)

// Levels of arrays and objects in a result. The runner accepts 512 in a message.
const deepest = 256

// Returns a value that encoding/json can write, with the members that encoding/json has. These differ, because a
// contract describes a value and not Go:
//
//   - a member of a struct that is nil is left out
//   - NaN and the infinities are strings
//   - bytes alone are {"base64": …}
//   - a map[K]struct{} is a set: the array of its keys
//
// It is an error if the value, or one inside it, has no JSON.
func encode(value any) (any, error) {
	if data, ok := value.([]byte); ok && data != nil {
		return map[string]string{"base64": base64.StdEncoding.EncodeToString(data)}, nil
	}
	return encoded(reflect.ValueOf(value), "the result", 0)
}

func encoded(value reflect.Value, path string, depth int) (any, error) {
	if depth > deepest {
		return nil, fmt.Errorf("%.60s… has more than %d levels, or contains itself", path, deepest)
	}
	switch value.Kind() {
	case reflect.Invalid:
		return nil, nil
	case reflect.Pointer, reflect.Interface, reflect.Map, reflect.Slice, reflect.Chan, reflect.Func:
		if value.IsNil() {
			return nil, nil
		}
	}
	own := value.Interface()
	if value.CanAddr() {
		own = value.Addr().Interface() // which also has the methods of the pointer
	}
	switch own.(type) {
	case json.Marshaler, encoding.TextMarshaler:
		return marshaled(own, path)
	}
	switch value.Kind() {
	case reflect.Bool, reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return marshaled(value.Interface(), path)
	case reflect.Float32, reflect.Float64:
		switch number := value.Float(); {
		case math.IsNaN(number):
			return "NaN", nil
		case math.IsInf(number, 0):
			return strings.TrimPrefix(fmt.Sprintf("%+finity", number), "+"), nil
		}
		return marshaled(value.Interface(), path)
	case reflect.Interface:
		return encoded(value.Elem(), path, depth)
	case reflect.Pointer:
		return encoded(value.Elem(), path, depth+1)
	case reflect.Slice, reflect.Array:
		if value.Kind() == reflect.Slice && value.Type().Elem().Kind() == reflect.Uint8 {
			return marshaled(value.Interface(), path)
		}
		items := make([]any, value.Len())
		for index := range items {
			item, err := encoded(value.Index(index), fmt.Sprintf("%s[%d]", path, index), depth+1)
			if err != nil {
				return nil, err
			}
			items[index] = item
		}
		return items, nil
	case reflect.Map:
		return entries(value, path, depth)
	case reflect.Struct:
		members := map[string]any{}
		return members, fields(value, path, depth, members)
	}
	return nil, fmt.Errorf("%s is a %s, which has no JSON; return what the contract describes", path, value.Type())
}

// Leaves a value to encoding/json.
func marshaled(value any, path string) (any, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("%s is a %T, which cannot be written as JSON: %w", path, value, err)
	}
	return json.RawMessage(text), nil
}

func entries(value reflect.Value, path string, depth int) (any, error) {
	isSet := value.Type().Elem() == reflect.TypeOf(struct{}{})
	members, keys := map[string]any{}, []any{}
	for _, key := range value.MapKeys() {
		name, err := encoded(key, path, depth+1)
		if err != nil {
			return nil, err
		}
		if isSet {
			keys = append(keys, name)
			continue
		}
		text, _ := json.Marshal(name)
		var plain string
		if json.Unmarshal(text, &plain) != nil {
			plain = string(text) // a number
		}
		if members[plain], err = encoded(value.MapIndex(key), path+"."+plain, depth+1); err != nil {
			return nil, err
		}
	}
	if !isSet {
		return members, nil
	}
	sort.Slice(keys, func(first, second int) bool {
		one, _ := json.Marshal(keys[first])
		other, _ := json.Marshal(keys[second])
		return bytes.Compare(one, other) < 0
	})
	return keys, nil
}

// Adds the members of a struct. Those of an embedded struct come last, so that they do not replace others.
func fields(value reflect.Value, path string, depth int, members map[string]any) error {
	kind := value.Type()
	hasMembers := kind.NumField() == 0
	var embedded []reflect.Value
	for index := 0; index < kind.NumField(); index++ {
		field, member := kind.Field(index), value.Field(index)
		tag := field.Tag.Get("json")
		name := nameOf(field)
		inner := reflect.Indirect(member)
		if field.Anonymous && !strings.HasPrefix(tag, name) && inner.Kind() == reflect.Struct {
			embedded = append(embedded, inner)
			hasMembers = true
			continue
		}
		if !field.IsExported() || tag == "-" {
			continue
		}
		hasMembers = true
		if _, exists := members[name]; exists || strings.Contains(tag, ",omitempty") && member.IsZero() {
			continue
		}
		content, err := encoded(member, path+"."+name, depth+1)
		if err != nil {
			return err
		}
		if content != nil {
			members[name] = content
		}
	}
	for _, inner := range embedded {
		if err := fields(inner, path, depth+1, members); err != nil {
			return err
		}
	}
	if !hasMembers {
		return fmt.Errorf("%s is a %s, which has no exported members; return what the contract describes", path, kind)
	}
	return nil
}

// Returns the name of a struct's field in JSON.
func nameOf(field reflect.StructField) string {
	if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
		return name
	}
	return field.Name
}
