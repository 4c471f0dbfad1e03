// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

import Testing

extension BrokenContract {
  /// Mistakes in multiple exchanges: requests by name, the order, and the time between two requests.
  static let exchanges: [BrokenContract] = [
    BrokenContract("a name in place of a scenario's request", #""name": "created","#, #""name": "created", "request": "login","#, schema: .refuses, #"""
      todo.contract.json:16:37: error: "request" is the string "login", expected an object
                "name": "created", "request": "login",
                                              ^~~~~~~
      """#),
    BrokenContract("requests that are a list", #""input""#, #""requests": [], "input""#, schema: .refuses, #"""
      todo.contract.json:6:15: error: "requests" is an array, expected an object
            "requests": [], "input": {"title": "test"},
                        ^~
      """#),
    BrokenContract("a named request without method and path", #""input""#, #""requests": {"login": {"query": {}}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:16: warning: no exchange uses the request "login" [unused-request]
            "requests": {"login": {"query": {}}}, "input": {"title": "test"},
                         ^~~~~~~
        note: write "request": "login" in an exchange, or remove this request
        note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#unused-request
      todo.contract.json:6:25: error: missing member "method" in a request
            "requests": {"login": {"query": {}}}, "input": {"title": "test"},
                                  ^~~~~~~~~~~~~
      todo.contract.json:6:25: error: missing member "path" in a request
            "requests": {"login": {"query": {}}}, "input": {"title": "test"},
                                  ^~~~~~~~~~~~~
      """#),
    BrokenContract("a named request with mistakes of its own", #""input""#, #""requests": {"login": {"method": "PO ST", "path": "in", "headers": {"A": null}, "colors": 1}, "no": 1}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:16: warning: no exchange uses the request "login" [unused-request]
            "requests": {"login": {"method": "PO ST", "path": "in", "headers": {"A": null}, "colors": 1}, "no": 1}, "in…
                         ^~~~~~~
        note: write "request": "login" in an exchange, or remove this request
        note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#unused-request
      todo.contract.json:6:36: error: "PO ST" is not an HTTP method
            "requests": {"login": {"method": "PO ST", "path": "in", "headers": {"A": null}, "colors": 1}, "no": 1}, "in…
                                             ^~~~~~~
        note: allowed: letters, digits and !#$%&'*+-.^_`|~ (RFC 9110, section 5.6.2)
      todo.contract.json:6:53: error: the path "in" does not begin with a slash
          …ogin": {"method": "PO ST", "path": "in", "headers": {"A": null}, "colors": 1}, "no": 1}, "input": {"title": …
                                              ^~~~
        note: did you mean "/in"?
      todo.contract.json:6:76: error: null removes an inherited name, but this request is not merged over another one
          …{"method": "PO ST", "path": "in", "headers": {"A": null}, "colors": 1}, "no": 1}, "input": {"title": "test"},
                                                              ^~~~
        note: to forbid a name in "headers", write {"$absent": true}
      todo.contract.json:6:83: error: unknown member "colors" in a request
          …{"method": "PO ST", "path": "in", "headers": {"A": null}, "colors": 1}, "no": 1}, "input": {"title": "test"},
                                                                     ^~~~~~~~
        note: allowed: method, base, path, pathParameters, query, otherQuery, headers, otherHeaders, timeout, body
      todo.contract.json:6:97: warning: no exchange uses the request "no" [unused-request]
          …{"method": "PO ST", "path": "in", "headers": {"A": null}, "colors": 1}, "no": 1}, "input": {"title": "test"},
                                                                                   ^~~~
        note: write "request": "no" in an exchange, or remove this request
        note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#unused-request
      todo.contract.json:6:103: error: "no" is the number 1, expected an object like "request"
          …{"method": "PO ST", "path": "in", "headers": {"A": null}, "colors": 1}, "no": 1}, "input": {"title": "test"},
                                                                                         ^
      """#),
    BrokenContract("a named request without a name", #""input""#, #""requests": {"": {"method": "GET", "path": "/"}, " a": {"method": "GET", "path": "/"}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:16: error: the name of a request is empty, expected some text
            "requests": {"": {"method": "GET", "path": "/"}, " a": {"method": "GET", "path": "/"}}, "input": {"title": …
                         ^~
      todo.contract.json:6:52: error: the name of a request begins or ends with a space
          …sts": {"": {"method": "GET", "path": "/"}, " a": {"method": "GET", "path": "/"}}, "input": {"title": "test"},
                                                      ^~~~
        note: reports show it on one line; write plain text
      """#),
    BrokenContract("a named request that no exchange names", #""input""#, #""requests": {"login": {"method": "GET", "path": "/"}}, "input""#, schema: .accepts, #"""
      todo.contract.json:6:16: warning: no exchange uses the request "login" [unused-request]
            "requests": {"login": {"method": "GET", "path": "/"}}, "input": {"title": "test"},
                         ^~~~~~~
        note: write "request": "login" in an exchange, or remove this request
        note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#unused-request
      """#),
    BrokenContract("an exchange that names an unknown request", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""exchanges": [{"request": "login", "response": {"kind": "valid"}}]"#, schema: .accepts, #"""
      todo.contract.json:17:33: error: unknown request "login": the contract has no "requests"
                "exchanges": [{"request": "login", "response": {"kind": "valid"}}],
                                          ^~~~~~~
        note: add it: "requests": {"login": {"method": …, "path": …}}
      """#),
    BrokenContract("notBefore on the first exchange", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""exchanges": [{"notBefore": 1, "response": {"kind": "valid"}}, {"notBefore": 1, "response": {"kind": "valid"}}]"#, schema: .refuses, #"""
      todo.contract.json:17:35: error: "notBefore" is not allowed in the first exchange, because no request comes before it
                "exchanges": [{"notBefore": 1, "response": {"kind": "valid"}}, {"notBefore": 1, "response": {"kind": "v…
                                            ^
        note: "notBefore" is the time since the previous request; write it in the exchange of the later request
      """#),
    BrokenContract("notBefore on the only exchange, in any order", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""order": "any", "exchanges": [{"notBefore": 1, "response": {"kind": "valid"}}]"#, schema: .refuses, #"""
      todo.contract.json:17:51: error: "notBefore" is not allowed in the first exchange, because no request comes before it
                "order": "any", "exchanges": [{"notBefore": 1, "response": {"kind": "valid"}}],
                                                            ^
        note: "notBefore" is the time since the previous request; write it in the exchange of the later request
      """#),
    BrokenContract("notBefore that is not a time", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""exchanges": [{"response": {"kind": "valid"}}, {"notBefore": 0, "response": {"kind": "valid"}}, {"notBefore": "1", "response": {"kind": "valid"}}, {"notBefore": 86401, "response": {"kind": "valid"}}, {"notBefore": -1, "response": {"kind": "valid"}}]"#, schema: .refuses, #"""
      todo.contract.json:17:68: error: "notBefore" is the number 0, expected a number of seconds greater than 0
          … {"kind": "valid"}}, {"notBefore": 0, "response": {"kind": "valid"}}, {"notBefore": "1", "response": {"kind"…
                                              ^
      todo.contract.json:17:117: error: "notBefore" is the string "1", expected a number of seconds greater than 0
          … {"kind": "valid"}}, {"notBefore": "1", "response": {"kind": "valid"}}, {"notBefore": 86401, "response": {"k…
                                              ^~~
      todo.contract.json:17:168: error: "notBefore" is the number 86401, expected a number of seconds, at most 86400 (a day)
          … {"kind": "valid"}}, {"notBefore": 86401, "response": {"kind": "valid"}}, {"notBefore": -1, "response": {"ki…
                                              ^~~~~
      todo.contract.json:17:221: error: "notBefore" is the number -1, expected a number of seconds greater than 0
          …d"}}, {"notBefore": 86401, "response": {"kind": "valid"}}, {"notBefore": -1, "response": {"kind": "valid"}}],
                                                                                    ^~
      """#),
    BrokenContract("an order that is none", #""name": "created""#, #""name": "created", "order": "Any""#, schema: .refuses, #"""
      todo.contract.json:16:35: error: unknown order 'Any'
                "name": "created", "order": "Any",
                                            ^~~~~
        note: did you mean "any"?
        note: allowed: sequence, any
      """#),
    BrokenContract("an exchange that names a request like another", #"""
      "scenarios": [
          {
            "name": "created",
            "response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}},
      """#, #"""
      "requests": {"login": {"method": "POST", "path": "/in"}, "log out": {"method": "POST", "path": "/out"}},
        "scenarios": [
          {
            "name": "created",
            "exchanges": [{"request": "logon", "response": {"kind": "valid"}}, {"request": "log out", "response": {"kind": "valid"}}],
      """#, schema: .accepts, #"""
      todo.contract.json:18:33: error: unknown request 'logon'
                "exchanges": [{"request": "logon", "response": {"kind": "valid"}}, {"request": "log out", "response": {…
                                          ^~~~~~~
        note: did you mean "login"?
        note: allowed: login, log out
      """#),
    BrokenContract("a request that no exchange has", #"""
      "scenarios": [
          {
            "name": "created",
            "response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}},
      """#, #"""
      "requests": {"login": {"method": "POST", "path": "/in"}},
        "scenarios": [
          {
            "name": "created", "request": {"path": "/x"},
            "exchanges": [{"request": "login", "response": {"kind": "valid"}}],
      """#, schema: .accepts, #"""
      todo.contract.json:17:26: warning: no exchange uses this request: each exchange names one of "requests" [unused-request]
                "name": "created", "request": {"path": "/x"},
                                   ^~~~~~~~~
        note: named requests are not merged over it; remove it, or move it into the exchanges
        note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#unused-request
      """#),
    BrokenContract("a body in answer to a named HEAD", #"""
      "scenarios": [
          {
            "name": "created",
            "response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}},
      """#, #"""
      "requests": {"look": {"method": "HEAD", "path": "/in"}},
        "scenarios": [
          {
            "name": "created",
            "exchanges": [{"request": "look", "response": {"kind": "valid", "body": {"text": "a"}}}],
      """#, schema: .accepts, #"""
      todo.contract.json:18:71: error: a response to HEAD cannot have a body
                "exchanges": [{"request": "look", "response": {"kind": "valid", "body": {"text": "a"}}}],
                                                                                ^~~~~~
        note: remove "body" (RFC 9110, section 6.4.1)
      """#),
    BrokenContract("an exchange that follows itself", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""order": "any", "exchanges": [{"name": "a", "follows": ["a"], "request": {"path": "/a"}, "response": {"kind": "valid"}}]"#, schema: .accepts, #"""
      todo.contract.json:17:63: error: the exchange "a" follows itself
          …y", "exchanges": [{"name": "a", "follows": ["a"], "request": {"path": "/a"}, "response": {"kind": "valid"}}],
                                                       ^~~
        note: remove the name from "follows"
      """#),
    BrokenContract("exchanges that follow each other in a circle", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""order": "any", "exchanges": [{"name": "a", "follows": ["b"], "request": {"path": "/a"}, "response": {"kind": "valid"}}, {"name": "b", "follows": ["c"], "request": {"path": "/b"}, "response": {"kind": "valid"}}, {"name": "c", "follows": ["b"], "request": {"path": "/c"}, "response": {"kind": "valid"}}]"#, schema: .accepts, #"""
      todo.contract.json:17:245: error: these exchanges follow each other in a circle: b follows c follows b
          …kind": "valid"}}, {"name": "c", "follows": ["b"], "request": {"path": "/c"}, "response": {"kind": "valid"}}],
                                                       ^~~
        note: the request of none of them could come first; remove one of the names in "follows"
      """#),
    BrokenContract("an exchange that follows a misspelled one", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""order": "any", "exchanges": [{"name": "create", "request": {"path": "/a"}, "response": {"kind": "valid"}}, {"follows": ["craete"], "request": {"path": "/b"}, "response": {"kind": "valid"}}]"#, schema: .accepts, #"""
      todo.contract.json:17:128: error: unknown exchange 'craete'
          …nse": {"kind": "valid"}}, {"follows": ["craete"], "request": {"path": "/b"}, "response": {"kind": "valid"}}],
                                                  ^~~~~~~~
        note: did you mean "create"?
        note: allowed: create
      """#),
    BrokenContract("an exchange that follows one without names", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""order": "any", "exchanges": [{"request": {"path": "/a"}, "response": {"kind": "valid"}}, {"follows": ["create"], "request": {"path": "/b"}, "response": {"kind": "valid"}}]"#, schema: .accepts, #"""
      todo.contract.json:17:110: error: unknown exchange "create": no exchange of this scenario has a name
          …nse": {"kind": "valid"}}, {"follows": ["create"], "request": {"path": "/b"}, "response": {"kind": "valid"}}],
                                                  ^~~~~~~~
        note: write "name": "create" in the exchange whose answer must come first
      """#),
    BrokenContract("two exchanges of one name", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""order": "any", "exchanges": [{"name": "a", "request": {"path": "/a"}, "response": {"kind": "valid"}}, {"name": "a", "request": {"path": "/b"}, "response": {"kind": "valid"}}]"#, schema: .accepts, #"""
      todo.contract.json:17:119: error: duplicate exchange name "a"
          …"}, "response": {"kind": "valid"}}, {"name": "a", "request": {"path": "/b"}, "response": {"kind": "valid"}}],
                                                        ^~~
        note: first written at todo.contract.json:17:46
      """#),
    BrokenContract("an exchange that follows another in sequence", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""exchanges": [{"name": "a", "request": {"path": "/a"}, "response": {"kind": "valid"}}, {"follows": ["a"], "request": {"path": "/b"}, "response": {"kind": "valid"}}]"#, schema: .refuses, #"""
      todo.contract.json:17:95: error: "follows" has no effect in sequence: every exchange follows the one before it
          …, "response": {"kind": "valid"}}, {"follows": ["a"], "request": {"path": "/b"}, "response": {"kind": "valid"…
                                              ^~~~~~~~~
        note: write "order": "any" in the scenario, or remove "follows"
      """#),
    BrokenContract("an exchange that follows another twice", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""order": "any", "exchanges": [{"name": "a", "request": {"path": "/a"}, "response": {"kind": "valid"}}, {"follows": ["a", "a"], "request": {"path": "/b"}, "response": {"kind": "valid"}}]"#, schema: .refuses, #"""
      todo.contract.json:17:128: error: duplicate "a" in "follows"
          …nse": {"kind": "valid"}}, {"follows": ["a", "a"], "request": {"path": "/b"}, "response": {"kind": "valid"}}],
                                                       ^~~
        note: remove one of them
      """#),
    BrokenContract("names of exchanges with wrong values", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""order": "any", "exchanges": [{"name": "", "request": {"path": "/a"}, "response": {"kind": "valid"}}, {"name": " b", "follows": [], "request": {"path": "/b"}, "response": {"kind": "valid"}}, {"name": 1, "follows": ["", 2], "request": {"path": "/c"}, "response": {"kind": "valid"}}, {"follows": "c", "request": {"path": "/d"}, "response": {"kind": "valid"}}, {"folows": [], "request": {"path": "/e"}, "response": {"kind": "valid"}}]"#, schema: .refuses, #"""
      todo.contract.json:17:46: error: "name" is empty, expected some text
          …er": "any", "exchanges": [{"name": "", "request": {"path": "/a"}, "response": {"kind": "valid"}}, {"name": "…
                                              ^~
      todo.contract.json:17:118: error: the name of an exchange begins or ends with a space
          …nse": {"kind": "valid"}}, {"name": " b", "follows": [], "request": {"path": "/b"}, "response": {"kind": "val…
                                              ^~~~
        note: reports show it on one line; write plain text
      todo.contract.json:17:135: error: "follows" is empty, expected a list of strings, at least one
          …alid"}}, {"name": " b", "follows": [], "request": {"path": "/b"}, "response": {"kind": "valid"}}, {"name": 1…
                                              ^~
      todo.contract.json:17:207: error: "name" is the number 1, expected a string
          …nse": {"kind": "valid"}}, {"name": 1, "follows": ["", 2], "request": {"path": "/c"}, "response": {"kind": "v…
                                              ^
      todo.contract.json:17:222: error: an element of "follows" is empty, expected a string
          …"valid"}}, {"name": 1, "follows": ["", 2], "request": {"path": "/c"}, "response": {"kind": "valid"}}, {"foll…
                                              ^~
      todo.contract.json:17:226: error: an element of "follows" is the number 2, expected a string
          …id"}}, {"name": 1, "follows": ["", 2], "request": {"path": "/c"}, "response": {"kind": "valid"}}, {"follows"…
                                              ^
      todo.contract.json:17:301: error: "follows" is the string "c", expected a list of strings
          …": {"kind": "valid"}}, {"follows": "c", "request": {"path": "/d"}, "response": {"kind": "valid"}}, {"folows"…
                                              ^~~
      todo.contract.json:17:366: error: unknown member "folows" in an exchange
          …}, "response": {"kind": "valid"}}, {"folows": [], "request": {"path": "/e"}, "response": {"kind": "valid"}}],
                                               ^~~~~~~~
        note: did you mean "follows"?
        note: allowed: name, follows, request, response, notBefore, optional, idempotent
      """#),
  ]
}
