// The clients of driver.py for Go, each with the one mistake that its operation is named after.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/contractkit/ContractKit/Kits/go/contractdriver"
)

// Reads the input as it is: numbers keep their digits, and null is not the same as a missing member.
func read(call *contractdriver.Call) (map[string]any, error) {
	decoder := json.NewDecoder(bytes.NewReader(call.Input))
	decoder.UseNumber()
	var members map[string]any
	return members, decoder.Decode(&members)
}

func send(call *contractdriver.Call, method, path string, header http.Header, body any) (any, error) {
	var text io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		text = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(call.Context(), method, call.BaseURL+path, text)
	if err != nil {
		return nil, err
	}
	for name, values := range header {
		request.Header[name] = values
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var result any
	return result, json.NewDecoder(response.Body).Decode(&result)
}

// Returns the items of a shop. All but the shop can be left out.
func find(mistake string) func(*contractdriver.Call) (any, error) {
	return func(call *contractdriver.Call) (any, error) {
		given, err := read(call)
		if err != nil {
			return nil, err
		}
		shop := given["shop"]
		if mistake != "none-in-path" && (shop == nil || shop == "") {
			return nil, errors.New("which shop?")
		}
		query := url.Values{}
		for name, value := range map[string]any{"limit": given["limit"], "active": given["active"], "tag": given["tags"]} {
			values, isList := value.([]any)
			if !isList {
				values = []any{value}
			}
			for _, one := range values {
				text := fmt.Sprint(one)
				switch {
				case one == nil && mistake != "none-as-text":
				case mistake == "truthy" && (text == "0" || text == "false"):
				default:
					query.Add(name, text)
				}
			}
		}
		header := http.Header{}
		if note := given["note"]; note != nil {
			header.Set("X-Note", fmt.Sprint(note))
		}
		path := "/shops/" + url.PathEscape(fmt.Sprint(shop)) + "/items"
		return send(call, "GET", path+"?"+query.Encode(), header, nil)
	}
}

type maker struct {
	City *string `json:"city"`
}

// With `omitempty`, the zero value of a type is taken for no value.
type zeroItem struct {
	Name   string   `json:"name,omitempty"`
	Count  int64    `json:"count,omitempty"`
	Price  float64  `json:"price,omitempty"`
	Hidden bool     `json:"hidden,omitempty"`
	Tags   []string `json:"tags,omitempty"`
	Maker  *maker   `json:"maker,omitempty"`
}

// A pointer cannot tell null from a missing member.
type pointerItem struct {
	Name   *string   `json:"name,omitempty"`
	Count  *int64    `json:"count,omitempty"`
	Price  *float64  `json:"price,omitempty"`
	Hidden *bool     `json:"hidden,omitempty"`
	Tags   *[]string `json:"tags,omitempty"`
	Maker  *maker    `json:"maker,omitempty"`
}

// Saves an item under its number.
func save(mistake string) func(*contractdriver.Call) (any, error) {
	return func(call *contractdriver.Call) (any, error) {
		given, err := read(call)
		if err != nil {
			return nil, err
		}
		if given["id"] == nil || given["item"] == nil {
			return nil, errors.New("which item?")
		}
		id, body := fmt.Sprint(given["id"]), given["item"]
		switch mistake {
		case "truthy":
			body = decoded[zeroItem](call)
		case "drops-null":
			body = decoded[pointerItem](call)
		case "double":
			// Without UseNumber, each number is a float64.
			var members map[string]any
			if err := json.Unmarshal(call.Input, &members); err != nil {
				return nil, err
			}
			id, body = fmt.Sprintf("%.0f", members["id"]), members["item"]
		case "none-as-text", "one-as-text", "strays":
			body = changed(mistake, body.(map[string]any))
		}
		return send(call, "PUT", "/items/"+id, http.Header{"Content-Type": {"application/json"}}, body)
	}
}

// Decodes the item as a type of its own.
func decoded[Item any](call *contractdriver.Call) Item {
	var item Item
	call.Argument("item", &item)
	return item
}

// Returns an item as a client sends it with a mistake.
func changed(mistake string, item map[string]any) map[string]any {
	sent := map[string]any{}
	for name, value := range item {
		list, _ := value.([]any)
		switch {
		case mistake == "none-as-text" && value == nil:
			sent[name] = fmt.Sprint(value)
		case mistake == "one-as-text" && len(list) == 1:
			sent[name] = list[0]
		case mistake == "strays" && name == "maker" && item["hidden"] != true:
		default:
			sent[name] = value
		}
	}
	return sent
}

// Logs an entry under the day in UTC.
func log(mistake string) func(*contractdriver.Call) (any, error) {
	return func(call *contractdriver.Call) (any, error) {
		var title string
		var at int64
		var amount json.Number
		call.Argument("title", &title)
		call.Argument("at", &at)
		call.Argument("amount", &amount)
		day := time.Unix(at, 0)
		if mistake != "local-day" {
			day = day.UTC()
		}
		body := map[string]any{"key": strings.ToUpper(title), "day": day.Format(time.DateOnly), "amount": amount.String()}
		return send(call, "POST", "/entries", http.Header{"Content-Type": {"application/json"}}, body)
	}
}

func main() {
	operations := contractdriver.Operations{}
	for _, mistake := range []string{"right", "truthy", "none-in-path", "none-as-text"} {
		operations["find-"+mistake] = find(mistake)
	}
	for _, mistake := range []string{"right", "truthy", "drops-null", "none-as-text", "one-as-text", "double", "strays"} {
		operations["save-"+mistake] = save(mistake)
	}
	for _, mistake := range []string{"right", "local-day"} {
		operations["log-"+mistake] = log(mistake)
	}
	contractdriver.Run("inputs", operations)
}
