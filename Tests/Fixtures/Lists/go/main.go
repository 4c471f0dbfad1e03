// The clients of driver.py for Go: `driver careful|escapes|joins`.
package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/contractkit/ContractKit/Kits/go/contractdriver"
)

func joined(elements []string, separator string) string {
	switch os.Args[1] {
	case "escapes":
		return url.QueryEscape(strings.Join(elements, separator))
	case "joins":
		return strings.ReplaceAll(url.QueryEscape(strings.Join(elements, separator)), "%2C", ",")
	}
	escaped := make([]string, len(elements))
	for index, element := range elements {
		escaped[index] = url.QueryEscape(element)
	}
	if separator != "," {
		separator = url.QueryEscape(separator)
	}
	return strings.Join(escaped, separator)
}

func list(call *contractdriver.Call, name string) (elements []string) {
	call.Argument(name, &elements)
	return elements
}

func count(call *contractdriver.Call, method, path string, body io.Reader) (any, error) {
	request, err := http.NewRequestWithContext(call.Context(), method, call.BaseURL+path, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := (&http.Client{Transport: call.Transport(nil)}).Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var answer struct{ Count int }
	err = json.NewDecoder(response.Body).Decode(&answer)
	return answer.Count, err
}

func main() {
	contractdriver.Run("lists", contractdriver.Operations{
		"search": func(call *contractdriver.Call) (any, error) {
			var color string
			call.Argument("color", &color)
			rest := url.Values{"sizes": list(call, "sizes"), "filter[color]": {color}}
			lists := "ids=" + joined(list(call, "ids"), ",") + "&tags=" + joined(list(call, "tags"), "|") +
				"&words=" + joined(list(call, "words"), " ")
			return count(call, "GET", "/items?"+lists+"&"+rest.Encode(), nil)
		},
		"save": func(call *contractdriver.Call) (any, error) {
			return count(call, "POST", "/items", strings.NewReader("ids="+joined(list(call, "ids"), ",")))
		},
	}, contractdriver.Memory())
}
