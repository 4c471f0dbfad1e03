package contractdriver

import (
	"encoding/json"
	"math"
	"math/big"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

type base struct {
	ID   int `json:"id"`
	Kind string
}

type thing struct {
	*base
	Kind   string            `json:"kind"`
	Note   *string           `json:"note"`
	Tags   []string          `json:"tags"`
	Next   *thing            `json:"next,omitempty"`
	Secret string            `json:"-"`
	Rate   float64           `json:"rate"`
	Extra  map[string]any    `json:"extra"`
	Data   []byte            `json:"data"`
	When   time.Time         `json:"when"`
	Zero   int               `json:"zero,omitempty"`
	Raw    json.RawMessage   `json:"raw"`
	Sizes  map[int]float32   `json:"sizes"`
	Names  map[string]string `json:"names"`
	hidden int
}

type byPointer struct{ hidden int }

func (*byPointer) MarshalJSON() ([]byte, error) { return []byte(`"by pointer"`), nil }

func TestResults(t *testing.T) {
	self := map[string]any{}
	self["self"] = self
	loop := &thing{}
	loop.Next = loop
	var none *thing
	for _, row := range []struct {
		value    any
		expected string
	}{
		{nil, "null"},
		{none, "null"},
		{[]int(nil), "null"},
		{[]int{}, "[]"},
		{int64(math.MaxInt64), "9223372036854775807"},
		{uint64(1 << 63), "9223372036854775808"},
		{new(big.Int).Lsh(big.NewInt(1), 70), "1180591620717411303424"},
		{json.Number("1.10"), "1.10"},
		{math.Copysign(0, -1), "-0"},
		{math.NaN(), `"NaN"`},
		{[]float64{math.Inf(1), math.Inf(-1)}, `["Infinity","-Infinity"]`},
		{"Zürich 😀 \xff", `"Zürich 😀 �"`},
		{[]byte{0xff, 0}, `{"base64":"/wA="}`},
		{[]byte{}, `{"base64":""}`},
		{time.Date(2026, 11, 25, 10, 0, 0, 0, time.UTC), `"2026-11-25T10:00:00Z"`},
		{map[int]bool{2: true, 10: false}, `{"10":false,"2":true}`},
		{map[string]struct{}{"b": {}, "a": {}}, `["a","b"]`},
		{map[string]any{"none": nil}, `{"none":null}`},
		{struct{}{}, "{}"},
		{&struct{ A byPointer }{}, `{"A":"by pointer"}`},
		{[2]any{1, "a"}, `[1,"a"]`},
		{base{1, "a"}, `{"Kind":"a","id":1}`},
		{&thing{
			base: &base{ID: 1, Kind: "inner"}, Kind: "outer", Rate: math.NaN(), Data: []byte("abc"), Raw: []byte(`[1.0]`),
			Extra: map[string]any{"deep": []any{math.Inf(1)}}, Sizes: map[int]float32{1: 0.1},
		}, `{"Kind":"inner","data":"YWJj","extra":{"deep":["Infinity"]},"id":1,"kind":"outer","rate":"NaN","raw":[1.0],` +
			`"sizes":{"1":0.1},"when":"0001-01-01T00:00:00Z"}`},
		{self, "error: the result.self.self"},
		{loop, "error: the result.next.next"},
		{make(chan int), "error: the result is a chan int, which has no JSON"},
		{[]any{1, map[string]any{"f": func() {}}}, "error: the result[1].f is a func(), which has no JSON"},
		{map[any]int{"1": 1, 1: 2}, `error: the result has the member "1" twice`},
		{complex(1, 2), "error: the result is a complex128"},
		{struct{ hidden int }{1}, "error: the result is a struct { hidden int }, which has no exported members"},
		{json.RawMessage("{"), "error: the result is a json"},
	} {
		value, err := encode(row.value)
		text, wrong := json.Marshal(value)
		got := strings.NewReplacer(`\ufffd`, "�").Replace(string(text))
		if err != nil || wrong != nil {
			got = "error: " + err.Error()
		}
		if got != row.expected && (err == nil || !strings.HasPrefix(got, row.expected)) {
			t.Errorf("%T is\n%s\nexpected\n%s", row.value, got, row.expected)
		}
	}
}

type first struct{ Both, Inner int }
type other struct{ Both, Other int }
type tagged struct {
	Tagged int `json:"Other"`
}
type itself struct {
	*itself
	Name string
}
type zeroIfOne int

func (number *zeroIfOne) IsZero() bool { return *number == 1 }

type textKey string

func (textKey) MarshalText() ([]byte, error) { return []byte("text"), nil }

type quotedTime struct {
	At time.Time `json:",string"`
}

func TestResultsAreThoseOfJSON(t *testing.T) {
	type options struct {
		Slice   []int          `json:",omitempty"`
		Map     map[string]int `json:",omitempty"`
		Text    string         `json:"text,omitempty"`
		Array   [0]int         `json:",omitempty"`
		Struct  first          `json:",omitempty"`
		Time    time.Time      `json:",omitempty"`
		Pointer *int           `json:",omitempty"`
		Int     int            `json:",string"`
		Bool    bool           `json:",string"`
		Float   float64        `json:"float,omitempty,string"`
		String  string         `json:",string"`
		Number  json.Number    `json:",string"`
		List    []int          `json:",string"`
		Big     *big.Int       `json:",string"`
		Dash    int            `json:"-,"`
	}
	one := 1
	for _, value := range []any{
		options{Slice: []int{}, Map: map[string]int{}, Number: "1", List: []int{1}, Big: big.NewInt(1)},
		options{Slice: []int{0}, Map: map[string]int{"": 0}, Text: "a", Pointer: &one, Float: 1.5, String: "<é>", Number: "1", List: []int{1}, Big: big.NewInt(1)},
		struct {
			Pointer *int `json:",string"`
		}{&one},
		&struct {
			sync.Mutex
			Lock  sync.Mutex
			Count atomic.Value
			Name  string
		}{},
		struct {
			first `json:"tagged"`
			*base `json:"base"`
		}{base: &base{}},
		struct {
			first
			other
		}{},
		struct {
			first
			tagged
			*base
		}{},
		struct {
			other
			tagged
			Both string
		}{},
		struct {
			textKey
			json.Number
		}{"a", "1"},
		itself{&itself{nil, "in"}, "out"},
		map[textKey]int{"a": 1, "b": 2},
		quotedTime{},
	} {
		encoded, err := encode(value)
		got, _ := json.Marshal(encoded)
		expected, wrong := json.Marshal(value)
		if err != nil || wrong != nil || canonical(string(got)) != canonical(string(expected)) {
			t.Errorf("%T is\n%s (%v)\nexpected\n%s (%v)", value, got, err, expected, wrong)
		}
	}
}

// Go has omitzero since 1.24.
func TestOmitzero(t *testing.T) {
	type options struct {
		Int     int        `json:",omitzero"`
		Slice   []int      `json:",omitzero"`
		Struct  first      `json:",omitzero"`
		Time    time.Time  `json:",omitzero"`
		Pointer *time.Time `json:",omitzero"`
		Any     any        `json:",omitzero"`
		Own     zeroIfOne  `json:",omitzero"`
	}
	for _, row := range []struct {
		value    options
		expected string
	}{
		{options{Time: time.Time{}.Local(), Pointer: &time.Time{}, Own: 1}, `{}`},
		{options{Slice: []int{}, Any: time.Time{}}, `{"Any":"0001-01-01T00:00:00Z","Own":0,"Slice":[]}`},
	} {
		encoded, err := encode(row.value)
		if got, _ := json.Marshal(encoded); err != nil || string(got) != row.expected {
			t.Errorf("%s (%v), expected %s", got, err, row.expected)
		}
	}
}

func TestDeepResults(t *testing.T) {
	var value any = 1
	for level := 0; level < 200; level++ {
		value = []any{value}
	}
	if _, err := encode(value); err != nil {
		t.Error(err)
	}
}
