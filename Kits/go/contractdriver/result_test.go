package contractdriver

import (
	"encoding/json"
	"math"
	"math/big"
	"strings"
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

func TestDeepResults(t *testing.T) {
	var value any = 1
	for level := 0; level < 200; level++ {
		value = []any{value}
	}
	if _, err := encode(value); err != nil {
		t.Error(err)
	}
}
