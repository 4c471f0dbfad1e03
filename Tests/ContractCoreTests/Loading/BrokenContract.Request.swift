// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

import Testing

extension BrokenContract {
  /// Mistakes in a request.
  static let request: [BrokenContract] = [
    BrokenContract("a misspelled member of a request", #""headers": {"#, #""header": {"#, schema: .refuses, #"""
      todo.contract.json:10:5: error: unknown member "header" in a request
              "header": {"Content-Type": "application/json"},
              ^~~~~~~~
        note: did you mean "headers"?
        note: allowed: method, base, path, pathParameters, query, otherQuery, headers, otherHeaders, timeout, body
      """#),
    BrokenContract("a request without a method", #"""
      "method": "POST",
          
      """#, #""#, schema: .accepts, #"""
      todo.contract.json:7:14: error: missing member "method" in a request
            "request": {
                       ^
      """#),
    BrokenContract("a method with a space", #""POST""#, #""PO ST""#, schema: .refuses, #"""
      todo.contract.json:8:15: error: "PO ST" is not an HTTP method
              "method": "PO ST",
                        ^~~~~~~
        note: allowed: letters, digits and !#$%&'*+-.^_`|~ (RFC 9110, section 5.6.2)
      """#),
    BrokenContract("a method in lowercase letters", #""POST""#, #""post""#, schema: .accepts, #"""
      todo.contract.json:8:15: warning: methods are case-sensitive: "post" is not "POST" [method-case]
              "method": "post",
                        ^~~~~~
        note: did you mean "POST"?
        note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#method-case
      """#),
    BrokenContract("a list with two characters between its elements", #""timeout""#, #""query": {"a": {"separator": ", ", "elements": ["1"]}}, "timeout""#, schema: .refuses, #"""
      todo.contract.json:11:34: error: "separator" is the string ", ", expected one character of ASCII that is not a letter, a digit or one of & = + % #, such as ","
              "query": {"a": {"separator": ", ", "elements": ["1"]}}, "timeout": 10,
                                           ^~~~
      """#),
    BrokenContract("a list with a plus between its elements", #""timeout""#, #""query": {"a": {"separator": "+", "elements": ["1"]}}, "timeout""#, schema: .refuses, #"""
      todo.contract.json:11:34: error: "separator" is the string "+", expected one character of ASCII that is not a letter, a digit or one of & = + % #, such as ","
              "query": {"a": {"separator": "+", "elements": ["1"]}}, "timeout": 10,
                                           ^~~
      """#),
    BrokenContract("a list without elements", #""timeout""#, #""query": {"a": {"separator": ","}}, "timeout""#, schema: .refuses, #"""
      todo.contract.json:11:20: error: missing member "elements" in a value as it is sent
              "query": {"a": {"separator": ","}}, "timeout": 10,
                             ^~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("elements in one text", #""timeout""#, #""query": {"a": {"separator": ",", "elements": "1,2"}}, "timeout""#, schema: .refuses, #"""
      todo.contract.json:11:51: error: "elements" is the string "1,2", expected an array or a matcher
              "query": {"a": {"separator": ",", "elements": "1,2"}}, "timeout": 10,
                                                            ^~~~~
      """#),
    BrokenContract("an object as an element", #""timeout""#, #""query": {"a": {"separator": ",", "elements": [{"b": 1}]}}, "timeout""#, schema: .refuses, #"""
      todo.contract.json:11:52: error: an element is an object, expected a string, a number, true, false or a matcher
              "query": {"a": {"separator": ",", "elements": [{"b": 1}]}}, "timeout": 10,
                                                             ^~~~~~~~
      """#),
    BrokenContract("a list of one empty text", #""timeout""#, #""query": {"a": {"separator": ",", "elements": [""]}}, "timeout""#, schema: .refuses, #"""
      todo.contract.json:11:51: error: "elements" is an array, expected [] for an empty text, which is an empty list
              "query": {"a": {"separator": ",", "elements": [""]}}, "timeout": 10,
                                                            ^~~~
      """#),
    BrokenContract("a misspelled separator", #""timeout""#, #""query": {"a": {"separater": ",", "elements": []}}, "timeout""#, schema: .refuses, #"""
      todo.contract.json:11:20: error: missing member "separator" in a value as it is sent
              "query": {"a": {"separater": ",", "elements": []}}, "timeout": 10,
                             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      todo.contract.json:11:21: error: unknown member "separater" in a value as it is sent
              "query": {"a": {"separater": ",", "elements": []}}, "timeout": 10,
                              ^~~~~~~~~~~
        note: did you mean "separator"?
        note: allowed: separator, elements, asSent
      """#),
    BrokenContract("a text as it is sent with a separator", #""timeout""#, #""query": {"a": {"asSent": "1", "separator": ","}}, "timeout""#, schema: .refuses, #"""
      todo.contract.json:11:36: error: unknown member "separator" in a value as it is sent
              "query": {"a": {"asSent": "1", "separator": ","}}, "timeout": 10,
                                             ^~~~~~~~~~~
        note: allowed: asSent
      """#),
    BrokenContract("a number as it is sent", #""timeout""#, #""query": {"a": {"asSent": 1}}, "timeout""#, schema: .refuses, #"""
      todo.contract.json:11:31: error: "asSent" is the number 1, expected a string or a matcher
              "query": {"a": {"asSent": 1}}, "timeout": 10,
                                        ^
      """#),
    BrokenContract("an object as a query value", #""timeout""#, #""query": {"a": {"color": "red"}}, "timeout""#, schema: .refuses, #"""
      todo.contract.json:11:20: error: a query value is an object, expected a string, a number, true, false or a matcher, or a name for each member, such as "a[color]"
              "query": {"a": {"color": "red"}}, "timeout": 10,
                             ^~~~~~~~~~~~~~~~
      """#),
    BrokenContract("a text as it is sent among others", #""timeout""#, #""query": {"a": ["1", {"asSent": "2"}]}, "timeout""#, schema: .refuses, #"""
      todo.contract.json:11:26: error: a query value is an object, expected a string, a number, true, false or a matcher, because a value as it is sent must be the only one of its name
              "query": {"a": ["1", {"asSent": "2"}]}, "timeout": 10,
                                   ^~~~~~~~~~~~~~~
      """#),
    BrokenContract("a list within alternatives", #""timeout""#, #""query": {"a": {"$anyOf": [{"separator": ",", "elements": []}]}}, "timeout""#, schema: .refuses, #"""
      todo.contract.json:11:32: error: a query value is an object, expected a string, a number, true, false or a matcher
              "query": {"a": {"$anyOf": [{"separator": ",", "elements": []}]}}, "timeout": 10,
                                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("a path with a query", #""/todos""#, #""/todos?done=true""#, schema: .refuses, #"""
      todo.contract.json:9:13: error: a path cannot contain a query
              "path": "/todos?done=true",
                      ^~~~~~~~~~~~~~~~~~
        note: describe it in "query": {"name": "value"}; a literal question mark is %3F
      """#),
    BrokenContract("a path without its slash", #""/todos""#, #""todos""#, schema: .refuses, #"""
      todo.contract.json:9:13: error: the path "todos" does not begin with a slash
              "path": "todos",
                      ^~~~~~~
        note: did you mean "/todos"?
      """#),
    BrokenContract("a whole URL for a path", #""/todos""#, #""http://localhost:8080/todos""#, schema: .refuses, #"""
      todo.contract.json:9:13: error: the path "http://localhost:8080/todos" does not begin with a slash
              "path": "http://localhost:8080/todos",
                      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        note: write scheme and host in the contract's "baseURL"
      """#),
    BrokenContract("a space in a path", #""/todos""#, #""/my todos""#, schema: .refuses, #"""
      todo.contract.json:9:13: error: ' ' is not allowed in a path
              "path": "/my todos",
                      ^~~~~~~~~~~
        note: percent-encode it, as the client sends it; a literal percent sign is %25
      """#),
    BrokenContract("a broken percent escape", #""/todos""#, #""/todos/%4""#, schema: .refuses, #"""
      todo.contract.json:9:13: error: '%4' is not allowed in a path
              "path": "/todos/%4",
                      ^~~~~~~~~~~
        note: percent-encode it, as the client sends it; a literal percent sign is %25
      """#),
    BrokenContract("a lone brace in a path", #""/todos""#, #""/todos/{id""#, schema: .refuses, #"""
      todo.contract.json:9:13: error: this brace does not enclose a name
              "path": "/todos/{id",
                      ^~~~~~~~~~~~
        note: write a name as {name}; write a literal brace as %7B or %7D
      """#),
    BrokenContract("a header name with a space", #""Content-Type":"#, #""Content Type":"#, schema: .refuses, #"""
      todo.contract.json:10:17: error: "Content Type" is not a header name
              "headers": {"Content Type": "application/json"},
                          ^~~~~~~~~~~~~~
        note: allowed: letters, digits and !#$%&'*+-.^_`|~ (RFC 9110, section 5.6.2)
      """#),
    BrokenContract("a header described twice", #"{"Content-Type": "application/json"}"#, #"{"Accept": "a/b", "accept": "a/c"}"#, schema: .accepts, #"""
      todo.contract.json:10:34: error: duplicate header "accept"; header names are case-insensitive
              "headers": {"Accept": "a/b", "accept": "a/c"},
                                           ^~~~~~~~
        note: first written at todo.contract.json:10:17
        note: for multiple lines, write a list of values
      """#),
    BrokenContract("a header's value with a line break", #""application/json"}"#, #""a\r\nb"}"#, schema: .refuses, #"""
      todo.contract.json:10:33: error: the header value contains a line break
              "headers": {"Content-Type": "a\r\nb"},
                                          ^~~~~~~~
        note: see RFC 9110, section 5.5
      """#),
    BrokenContract("a number for a header", #""application/json"}"#, #"10}"#, schema: .refuses, #"""
      todo.contract.json:10:33: error: a header's value is the number 10, expected a string or a matcher
              "headers": {"Content-Type": 10},
                                          ^~
      """#),
    BrokenContract("a number for a cookie", #"{"Content-Type": "application/json"}"#, #"{"Cookie": {"sid": 1}}"#, schema: .refuses, #"""
      todo.contract.json:10:35: error: a cookie's value is the number 1, expected a string or a matcher
              "headers": {"Cookie": {"sid": 1}},
                                            ^
      """#),
    BrokenContract("no cookies", #"{"Content-Type": "application/json"}"#, #"{"Cookie": {}}"#, schema: .refuses, #"""
      todo.contract.json:10:27: error: a header's value is an object, expected a string or a matcher
              "headers": {"Cookie": {}},
                                    ^~
      """#),
    BrokenContract("a matcher among cookies", #"{"Content-Type": "application/json"}"#, #"{"Cookie": {"sid": "a", "$regex": "b"}}"#, schema: .refuses, #"""
      todo.contract.json:10:40: error: a matcher must be the only member of its object, found $regex beside other members
              "headers": {"Cookie": {"sid": "*", "$regex": "b"}},
                                                 ^~~~~~~~
        note: if "$regex" is the real name of a member, wrap the object: {"$literal": {…}}
      """#),
    BrokenContract("names in another header", #"{"Content-Type": "application/json"}"#, #"{"X-Cookie": {"sid": "a"}}"#, schema: .refuses, #"""
      todo.contract.json:10:29: error: a header's value is an object, expected a string or a matcher
              "headers": {"X-Cookie": {"sid": "*"}},
                                      ^~~~~~~~~~~~
      """#),
    BrokenContract("null for a header", #""application/json"}"#, #"null}"#, schema: .refuses, #"""
      todo.contract.json:10:33: error: null removes an inherited name, but this request is not merged over another one
              "headers": {"Content-Type": null},
                                          ^~~~
        note: to forbid a name in "headers", write {"$absent": true}
      """#),
    BrokenContract("null for a header that is not there", #""name": "created""#, #""name": "created", "request": {"headers": {"Accept": null}}"#, schema: .accepts, #"""
      todo.contract.json:16:50: error: null cannot remove "Accept": the request that this one is merged over has no "Accept" in "headers"
                "name": "created", "request": {"headers": {"Accept": null}},
                                                           ^~~~~~~~
        note: remove this member, or write {"$absent": true}
      """#),
    BrokenContract("no value for a query name", #""timeout""#, #"""
      "query": {"page": []},
          "timeout"
      """#, schema: .refuses, #"""
      todo.contract.json:11:23: error: "page" has an empty list of values
              "query": {"page": []},
                                ^~
        note: to forbid the name, write {"$absent": true}
      """#),
    BrokenContract("null for a query value", #""timeout""#, #"""
      "query": {"page": null},
          "timeout"
      """#, schema: .refuses, #"""
      todo.contract.json:11:23: error: null removes an inherited name, but this request is not merged over another one
              "query": {"page": null},
                                ^~~~
        note: to forbid a name in "query", write {"$absent": true}
      """#),
    BrokenContract("a matcher in place of the headers", #"{"Content-Type": "application/json"}"#, #"{"$any": true}"#, schema: .refuses, #"""
      todo.contract.json:10:17: error: "headers" maps names to patterns; $any would be a name here, not a matcher
              "headers": {"$any": true},
                          ^~~~~~
        note: write a pattern for each name; for names that are not described, use "otherHeaders"
      """#),
    BrokenContract("an unknown rule for other query names", #""timeout""#, #"""
      "otherQuery": "forbiden",
          "timeout"
      """#, schema: .refuses, #"""
      todo.contract.json:11:19: error: unknown value of "otherQuery" 'forbiden'
              "otherQuery": "forbiden",
                            ^~~~~~~~~~
        note: did you mean "forbidden"?
        note: allowed: forbidden, allowed
      """#),
    BrokenContract("a timeout below zero", #""timeout": 10"#, #""timeout": -1"#, schema: .refuses, #"""
      todo.contract.json:11:16: error: "timeout" is the number -1, expected a number of seconds greater than 0, or a matcher
              "timeout": -1,
                         ^~
      """#),
    BrokenContract("a regular expression for a timeout", #""timeout": 10"#, #""timeout": {"$regex": "1"}"#, schema: .refuses, #"""
      todo.contract.json:11:27: error: $regex never matches: the value here is a number
              "timeout": {"$regex": "1"},
                                    ^~~
      """#),
    BrokenContract("a body that is a string", #""body": {"json": {"title": "test"}}"#, #""body": "test""#, schema: .refuses, #"""
      todo.contract.json:12:13: error: "body" is the string "test", expected an object
              "body": "test"
                      ^~~~~~
      """#),
    BrokenContract("a body with nothing in it", #""body": {"json": {"title": "test"}}"#, #""body": {}"#, schema: .refuses, #"""
      todo.contract.json:12:13: error: a request's body has no content
              "body": {}
                      ^~
        note: allowed: exactly one of json, text, base64, file, form, multipart, jsonLines
      """#),
    BrokenContract("a body in two forms", #""body": {"json": {"title": "test"}}"#, #""body": {"json": 1, "text": "1"}"#, schema: .refuses, #"""
      todo.contract.json:12:25: error: a request's body has "json" and "text", expected only one
              "body": {"json": 1, "text": "1"}
                                  ^~~~~~
        note: allowed: exactly one of json, text, base64, file, form, multipart, jsonLines
      """#),
    BrokenContract("a body that is a matcher", #""body": {"json": {"title": "test"}}"#, #""body": {"$partial": {"title": "test"}}"#, schema: .refuses, #"""
      todo.contract.json:12:14: error: "body" is the matcher $partial, expected {"json": …} around it, or {"$any": true}
              "body": {"$partial": {"title": "test"}}
                       ^~~~~~~~~~
      """#),
    BrokenContract("a body in an unknown form", #""body": {"json": {"title": "test"}}"#, #""body": {"jsn": 1}"#, schema: .refuses, #"""
      todo.contract.json:12:14: error: unknown member "jsn" in a request's body
              "body": {"jsn": 1}
                       ^~~~~
        note: did you mean "json"?
        note: allowed: json, text, base64, file, form, multipart, jsonLines
      """#),
    BrokenContract("bad base64", #""body": {"json": {"title": "test"}}"#, #""body": {"base64": "AAA"}"#, schema: .refuses, #"""
      todo.contract.json:12:24: error: invalid base64
              "body": {"base64": "AAA"}
                                 ^~~~~
        note: allowed: A to Z, a to z, 0 to 9, + and /, padded with = to a multiple of 4 (RFC 4648)
      """#),
    BrokenContract("a request that is a list", #""name": "created""#, #""name": "created", "request": []"#, schema: .refuses, #"""
      todo.contract.json:16:37: error: "request" is an array, expected an object
                "name": "created", "request": [],
                                              ^~
      """#),
  ]
}
