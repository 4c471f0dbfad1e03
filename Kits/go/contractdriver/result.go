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
//   - a name in a tag is taken as it is, because versions of Go treat quotes in it differently
//
// It is an error if the value, or one inside it, has no JSON.
func encode(value any) (any, error) {
	if data, ok := value.([]byte); ok && data != nil {
		return map[string]string{"base64": base64.StdEncoding.EncodeToString(data)}, nil
	}
	result, err := encoded(reflect.ValueOf(value), "the result", 0)
	if members, ok := result.(map[string]any); ok && len(members) == 0 {
		kind := reflect.Indirect(reflect.ValueOf(value)).Type()
		if kind.Kind() == reflect.Struct && kind.NumField() > 0 && len(membersOf(kind)) == 0 {
			return nil, fmt.Errorf("the result is a %s, which has no exported members; return what the contract describes", kind)
		}
	}
	return result, err
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
	if own := marshaler(value); own != nil {
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
		return object(value, path, depth)
	}
	return nil, fmt.Errorf("%s is a %s, which has no JSON; return what the contract describes", path, value.Type())
}

// Returns the value, or a pointer to it, if that has a method for encoding/json.
func marshaler(value reflect.Value) any {
	if !value.CanInterface() {
		return nil
	}
	own := value.Interface()
	if value.CanAddr() {
		own = value.Addr().Interface() // which also has the methods of the pointer
	}
	switch own.(type) {
	case json.Marshaler, encoding.TextMarshaler:
		return own
	}
	return nil
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
		content := value.MapIndex(key)
		if key.Kind() == reflect.String && !isSet {
			key = reflect.ValueOf(key.String()) // without methods, which encoding/json does not call
		}
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
		if _, exists := members[plain]; exists {
			return nil, fmt.Errorf("%s has the member %q twice", path, plain)
		}
		if members[plain], err = encoded(content, path+"."+plain, depth+1); err != nil {
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

// Returns the members of a struct.
func object(value reflect.Value, path string, depth int) (any, error) {
	members := map[string]any{}
	for _, member := range membersOf(value.Type()) {
		field, err := value.FieldByIndexErr(member.index)
		if err != nil || member.has("omitempty") && isEmpty(field) || member.has("omitzero") && isZero(field) {
			continue // the error is a nil pointer to an embedded struct
		}
		content, err := encoded(field, path+"."+member.name, depth+1)
		if err != nil {
			return nil, err
		}
		if text, ok := content.(json.RawMessage); ok && member.has("string") && isQuotable(field) {
			content = string(text)
		}
		if content != nil {
			members[member.name] = content
		}
	}
	return members, nil
}

// A member of a struct in JSON.
type member struct {
	name, options string
	isTagged      bool
	index         []int // of the field, after those of the embedded structs around it
}

func (member member) has(option string) bool {
	return strings.Contains(","+member.options+",", ","+option+",")
}

func (member member) beats(other member) bool {
	if len(member.index) != len(other.index) {
		return len(member.index) < len(other.index)
	}
	return member.isTagged && !other.isTagged
}

// Returns the members that encoding/json writes. If two have one name and neither beats the other, both are left out.
func membersOf(kind reflect.Type) (members []member) {
	all := candidates(kind, nil, map[reflect.Type]bool{})
	best, isTied := map[string]int{}, map[string]bool{}
	for index, member := range all {
		other, exists := best[member.name]
		if !exists || member.beats(all[other]) {
			best[member.name], isTied[member.name] = index, false
		} else if !all[other].beats(member) {
			isTied[member.name] = true
		}
	}
	for index, member := range all {
		if best[member.name] == index && !isTied[member.name] {
			members = append(members, member)
		}
	}
	return members
}

// Returns all members, also those of embedded structs. A struct may embed a pointer to itself.
func candidates(kind reflect.Type, around []int, within map[reflect.Type]bool) (members []member) {
	if within[kind] {
		return nil
	}
	within[kind] = true
	defer delete(within, kind)
	for index := 0; index < kind.NumField(); index++ {
		field := kind.Field(index)
		inner := field.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		isEmbedded := field.Anonymous && inner.Kind() == reflect.Struct
		if field.Tag.Get("json") == "-" || !field.IsExported() && !isEmbedded {
			continue
		}
		path := append(around[:len(around):len(around)], index)
		tag, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if isEmbedded && tag == "" {
			members = append(members, candidates(inner, path, within)...)
		} else {
			members = append(members, member{nameOf(field), options, tag != "", path})
		}
	}
	return members
}

// Returns the name of a struct's field in JSON.
func nameOf(field reflect.StructField) string {
	if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
		return name
	}
	return field.Name
}

// Whether omitempty leaves a value out.
func isEmpty(value reflect.Value) bool {
	switch value.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return value.Len() == 0
	case reflect.Struct:
		return false
	}
	return value.IsZero()
}

// Whether omitzero leaves a value out.
func isZero(value reflect.Value) bool {
	kind := value.Kind()
	if !value.CanInterface() || (kind == reflect.Pointer || kind == reflect.Interface) && value.IsNil() {
		return value.IsZero()
	}
	zeroer := reflect.TypeOf((*interface{ IsZero() bool })(nil)).Elem()
	if !value.Type().Implements(zeroer) {
		copied := reflect.New(value.Type()) // the method may be one of the pointer
		copied.Elem().Set(value)
		value = copied
	}
	if value.Type().Implements(zeroer) {
		return value.Interface().(interface{ IsZero() bool }).IsZero()
	}
	return reflect.Indirect(value).IsZero()
}

// Whether the option string makes a value a string.
func isQuotable(value reflect.Value) bool {
	if marshaler(value) != nil {
		return false
	}
	kind := reflect.Indirect(value).Kind()
	return kind >= reflect.Bool && kind <= reflect.Float64 || kind == reflect.String
}
