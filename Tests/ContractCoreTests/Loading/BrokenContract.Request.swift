// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

extension BrokenContract {
  /// Mistakes in a request.
  static let request: [BrokenContract] = [
    BrokenContract("a misspelt member of a request", #""headers": {"#, #""header": {"#, schema: .refuses, #"""
      todo.contract.json:10:5: error: a request has no member "header"
              "header": {"Content-Type": "application/json"},
              ^~~~~~~~
        note: did you mean "headers"?
        note: allowed: method, base, path, pathParameters, query, otherQuery, headers, otherHeaders, timeout, body
      """#),
    BrokenContract("a request without a method", #"""
      "method": "POST",
          
      """#, #""#, schema: .accepts, #"""
      todo.contract.json:7:14: error: a request needs a member "method"
            "request": {
                       ^
      """#),
    BrokenContract("a contract without any request", #"""
        "request": {
          "method": "POST",
          "path": "/todos",
          "headers": {"Content-Type": "application/json"},
          "timeout": 10,
          "body": {"json": {"title": "test"}}
        },

      """#, #""#, schema: .accepts, #"""
      todo.contract.json:9:15: error: nothing says what the request of the scenario "created" looks like
                "name": "created",
                        ^~~~~~~~~
        note: add "request" to the contract or to the scenario; for no request at all write "exchanges": []
      todo.contract.json:14:15: error: nothing says what the request of the scenario "garbled" looks like
                "name": "garbled",
                        ^~~~~~~~~
        note: add "request" to the contract or to the scenario; for no request at all write "exchanges": []
      todo.contract.json:19:15: error: nothing says what the request of the scenario "server down" looks like
                "name": "server down",
                        ^~~~~~~~~~~~~
        note: add "request" to the contract or to the scenario; for no request at all write "exchanges": []
      """#),
    BrokenContract("a method with a space", #""POST""#, #""PO ST""#, schema: .refuses, #"""
      todo.contract.json:8:15: error: "PO ST" is no HTTP method
              "method": "PO ST",
                        ^~~~~~~
        note: a method is letters, digits and !#$%&'*+-.^_`|~ (RFC 9110, section 5.6.2)
      """#),
    BrokenContract("a method in small letters", #""POST""#, #""post""#, schema: .accepts, #"""
      todo.contract.json:8:15: warning: methods are compared exactly, and "post" is not "POST" [method-case]
              "method": "post",
                        ^~~~~~
        note: did you mean "POST"?
        note: see ContractKit's docs/warnings.md#method-case
      """#),
    BrokenContract("a path with a query", #""/todos""#, #""/todos?done=true""#, schema: .refuses, #"""
      todo.contract.json:9:13: error: a path has no query
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
        note: scheme and host belong into the contract's "baseURL"
      """#),
    BrokenContract("a space in a path", #""/todos""#, #""/my todos""#, schema: .refuses, #"""
      todo.contract.json:9:13: error: ' ' cannot stand in a path
              "path": "/my todos",
                      ^~~~~~~~~~~
        note: percent-encode it, as it is sent; a literal percent sign is %25
      """#),
    BrokenContract("a broken percent escape", #""/todos""#, #""/todos/%4""#, schema: .refuses, #"""
      todo.contract.json:9:13: error: '%4' cannot stand in a path
              "path": "/todos/%4",
                      ^~~~~~~~~~~
        note: percent-encode it, as it is sent; a literal percent sign is %25
      """#),
    BrokenContract("a lone brace in a path", #""/todos""#, #""/todos/{id""#, schema: .refuses, #"""
      todo.contract.json:9:13: error: a brace in a path stands for no name
              "path": "/todos/{id",
                      ^~~~~~~~~~~~
        note: a literal brace is %7B or %7D
      """#),
    BrokenContract("a header name with a space", #""Content-Type":"#, #""Content Type":"#, schema: .refuses, #"""
      todo.contract.json:10:17: error: "Content Type" is no header name
              "headers": {"Content Type": "application/json"},
                          ^~~~~~~~~~~~~~
        note: a name is letters, digits and !#$%&'*+-.^_`|~ (RFC 9110, section 5.6.2)
      """#),
    BrokenContract("a header described twice", #"{"Content-Type": "application/json"}"#, #"{"Accept": "a/b", "accept": "a/c"}"#, schema: .accepts, #"""
      todo.contract.json:10:34: error: the header "accept" is there twice; case does not count
              "headers": {"Accept": "a/b", "accept": "a/c"},
                                           ^~~~~~~~
        note: first written at todo.contract.json:10:17
        note: for several lines give it a list
      """#),
    BrokenContract("a header's value with a line break", #""application/json"}"#, #""a\r\nb"}"#, schema: .refuses, #"""
      todo.contract.json:10:33: error: a header's value has a line break
              "headers": {"Content-Type": "a\r\nb"},
                                          ^~~~~~~~
        note: RFC 9110, section 5.5
      """#),
    BrokenContract("a number for a header", #""application/json"}"#, #"10}"#, schema: .refuses, #"""
      todo.contract.json:10:33: error: a header's value is the number 10, expected a string or a matcher
              "headers": {"Content-Type": 10},
                                          ^~
      """#),
    BrokenContract("null for a header", #""application/json"}"#, #"null}"#, schema: .refuses, #"""
      todo.contract.json:10:33: error: null takes a name away where a request is laid over another; there is none below this one
              "headers": {"Content-Type": null},
                                          ^~~~
        note: to forbid a name in "headers" write {"$absent": true}
      """#),
    BrokenContract("null for a header that is not there", #""name": "created""#, #""name": "created", "request": {"headers": {"Accept": null}}"#, schema: .accepts, #"""
      todo.contract.json:16:50: error: null takes "Accept" away, and the request below has none in "headers"
                "name": "created", "request": {"headers": {"Accept": null}},
                                                           ^~~~~~~~
        note: take the member out, or write {"$absent": true}
      """#),
    BrokenContract("no value for a query name", #""timeout""#, #"""
      "query": {"page": []},
          "timeout"
      """#, schema: .refuses, #"""
      todo.contract.json:11:23: error: "page" has an empty list of values
              "query": {"page": []},
                                ^~
        note: to forbid the name write {"$absent": true}
      """#),
    BrokenContract("null for a query value", #""timeout""#, #"""
      "query": {"page": null},
          "timeout"
      """#, schema: .refuses, #"""
      todo.contract.json:11:23: error: null takes a name away where a request is laid over another; there is none below this one
              "query": {"page": null},
                                ^~~~
        note: to forbid a name in "query" write {"$absent": true}
      """#),
    BrokenContract("a matcher in place of the headers", #"{"Content-Type": "application/json"}"#, #"{"$any": true}"#, schema: .refuses, #"""
      todo.contract.json:10:17: error: $any would be a name in "headers", which is a map by name and never a matcher itself
              "headers": {"$any": true},
                          ^~~~~~
        note: give each name a pattern of its own; for names that are not described there is "otherHeaders"
      """#),
    BrokenContract("an unknown rule for other query names", #""timeout""#, #"""
      "otherQuery": "forbiden",
          "timeout"
      """#, schema: .refuses, #"""
      todo.contract.json:11:19: error: 'forbiden' is no rule for others
              "otherQuery": "forbiden",
                            ^~~~~~~~~~
        note: did you mean "forbidden"?
        note: allowed: forbidden, allowed
      """#),
    BrokenContract("a time-out below zero", #""timeout": 10"#, #""timeout": -1"#, schema: .refuses, #"""
      todo.contract.json:11:16: error: "timeout" is the number -1, expected seconds, more than 0, or a matcher
              "timeout": -1,
                         ^~
      """#),
    BrokenContract("a regular expression for a time-out", #""timeout": 10"#, #""timeout": {"$regex": "1"}"#, schema: .refuses, #"""
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
      todo.contract.json:12:13: error: a request's body says nothing
              "body": {}
                      ^~
        note: allowed: exactly one of json, text, base64, file, form, multipart, jsonLines
      """#),
    BrokenContract("a body in two forms", #""body": {"json": {"title": "test"}}"#, #""body": {"json": 1, "text": "1"}"#, schema: .refuses, #"""
      todo.contract.json:12:25: error: a request's body has "json" and "text", expected one of them
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
      todo.contract.json:12:14: error: a request's body has no member "jsn"
              "body": {"jsn": 1}
                       ^~~~~
        note: did you mean "json"?
        note: allowed: json, text, base64, file, form, multipart, jsonLines
      """#),
    BrokenContract("bad base64", #""body": {"json": {"title": "test"}}"#, #""body": {"base64": "AAA"}"#, schema: .refuses, #"""
      todo.contract.json:12:24: error: this is not base64
              "body": {"base64": "AAA"}
                                 ^~~~~
        note: allowed: A to Z, a to z, 0 to 9, + and /, filled up with = to a multiple of 4 (RFC 4648)
      """#),
    BrokenContract("a request that is a list", #""name": "created""#, #""name": "created", "request": []"#, schema: .refuses, #"""
      todo.contract.json:16:37: error: "request" is an array, expected an object
                "name": "created", "request": [],
                                              ^~
      """#),
  ]
}
