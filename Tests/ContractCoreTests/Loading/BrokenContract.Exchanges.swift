// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

extension BrokenContract {
  /// Mistakes in multiple exchanges: requests by name, the order, and the time between two requests.
  static let exchanges: [BrokenContract] = [
    BrokenContract("a request by name that is none", #""name": "created","#, #""name": "created", "request": "login","#, schema: .refuses, #"""
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
      todo.contract.json:6:16: warning: no exchange names the request "login" [unused-request]
            "requests": {"login": {"query": {}}}, "input": {"title": "test"},
                         ^~~~~~~
        note: an exchange does it by "request": "login"; or take it away
        note: see ContractKit's docs/warnings.md#unused-request
      todo.contract.json:6:25: error: a request needs a member "method"
            "requests": {"login": {"query": {}}}, "input": {"title": "test"},
                                  ^~~~~~~~~~~~~
      todo.contract.json:6:25: error: a request needs a member "path"
            "requests": {"login": {"query": {}}}, "input": {"title": "test"},
                                  ^~~~~~~~~~~~~
      """#),
    BrokenContract("a named request with mistakes of its own", #""input""#, #""requests": {"login": {"method": "PO ST", "path": "in", "headers": {"A": null}, "colour": 1}, "no": 1}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:16: warning: no exchange names the request "login" [unused-request]
            "requests": {"login": {"method": "PO ST", "path": "in", "headers": {"A": null}, "colour": 1}, "no": 1}, "in…
                         ^~~~~~~
        note: an exchange does it by "request": "login"; or take it away
        note: see ContractKit's docs/warnings.md#unused-request
      todo.contract.json:6:36: error: "PO ST" is no HTTP method
            "requests": {"login": {"method": "PO ST", "path": "in", "headers": {"A": null}, "colour": 1}, "no": 1}, "in…
                                             ^~~~~~~
        note: a method is letters, digits and !#$%&'*+-.^_`|~ (RFC 9110, section 5.6.2)
      todo.contract.json:6:53: error: the path "in" does not begin with a slash
          …ogin": {"method": "PO ST", "path": "in", "headers": {"A": null}, "colour": 1}, "no": 1}, "input": {"title": …
                                              ^~~~
        note: did you mean "/in"?
      todo.contract.json:6:76: error: null takes a name away where a request is laid over another; there is none below this one
          …{"method": "PO ST", "path": "in", "headers": {"A": null}, "colour": 1}, "no": 1}, "input": {"title": "test"},
                                                              ^~~~
        note: to forbid a name in "headers" write {"$absent": true}
      todo.contract.json:6:83: error: a request has no member "colour"
          …{"method": "PO ST", "path": "in", "headers": {"A": null}, "colour": 1}, "no": 1}, "input": {"title": "test"},
                                                                     ^~~~~~~~
        note: allowed: method, base, path, pathParameters, query, otherQuery, headers, otherHeaders, timeout, body
      todo.contract.json:6:97: warning: no exchange names the request "no" [unused-request]
          …{"method": "PO ST", "path": "in", "headers": {"A": null}, "colour": 1}, "no": 1}, "input": {"title": "test"},
                                                                                   ^~~~
        note: an exchange does it by "request": "no"; or take it away
        note: see ContractKit's docs/warnings.md#unused-request
      todo.contract.json:6:103: error: "no" is the number 1, expected an object, as "request" is
          …{"method": "PO ST", "path": "in", "headers": {"A": null}, "colour": 1}, "no": 1}, "input": {"title": "test"},
                                                                                         ^
      """#),
    BrokenContract("a named request without a name", #""input""#, #""requests": {"": {"method": "GET", "path": "/"}, " a": {"method": "GET", "path": "/"}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:16: error: the name of a request is empty, expected some text
            "requests": {"": {"method": "GET", "path": "/"}, " a": {"method": "GET", "path": "/"}}, "input": {"title": …
                         ^~
      todo.contract.json:6:52: error: the name of a request begins or ends with a space
          …sts": {"": {"method": "GET", "path": "/"}, " a": {"method": "GET", "path": "/"}}, "input": {"title": "test"},
                                                      ^~~~
        note: reports show it on one line; use plain text
      """#),
    BrokenContract("a named request that nobody names", #""input""#, #""requests": {"login": {"method": "GET", "path": "/"}}, "input""#, schema: .accepts, #"""
      todo.contract.json:6:16: warning: no exchange names the request "login" [unused-request]
            "requests": {"login": {"method": "GET", "path": "/"}}, "input": {"title": "test"},
                         ^~~~~~~
        note: an exchange does it by "request": "login"; or take it away
        note: see ContractKit's docs/warnings.md#unused-request
      """#),
    BrokenContract("an exchange that names an unknown request", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""exchanges": [{"request": "login", "response": {"kind": "valid"}}]"#, schema: .accepts, #"""
      todo.contract.json:17:33: error: there is no request "login": the contract has no "requests"
                "exchanges": [{"request": "login", "response": {"kind": "valid"}}],
                                          ^~~~~~~
        note: write it there: "requests": {"login": {"method": …, "path": …}}
      """#),
    BrokenContract("notBefore on the first exchange", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""exchanges": [{"notBefore": 1, "response": {"kind": "valid"}}, {"notBefore": 1, "response": {"kind": "valid"}}]"#, schema: .refuses, #"""
      todo.contract.json:17:35: error: no request comes before this one
                "exchanges": [{"notBefore": 1, "response": {"kind": "valid"}}, {"notBefore": 1, "response": {"kind": "v…
                                            ^
        note: "notBefore" counts from the request before: write it in the exchange that has to wait
      """#),
    BrokenContract("notBefore on the only exchange, in any order", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""order": "any", "exchanges": [{"notBefore": 1, "response": {"kind": "valid"}}]"#, schema: .refuses, #"""
      todo.contract.json:17:51: error: no request comes before this one
                "order": "any", "exchanges": [{"notBefore": 1, "response": {"kind": "valid"}}],
                                                            ^
        note: "notBefore" counts from the request before: write it in the exchange that has to wait
      """#),
    BrokenContract("notBefore that is no time", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""exchanges": [{"response": {"kind": "valid"}}, {"notBefore": 0, "response": {"kind": "valid"}}, {"notBefore": "1", "response": {"kind": "valid"}}, {"notBefore": 86401, "response": {"kind": "valid"}}, {"notBefore": -1, "response": {"kind": "valid"}}]"#, schema: .refuses, #"""
      todo.contract.json:17:68: error: "notBefore" is the number 0, expected seconds, more than 0
          … {"kind": "valid"}}, {"notBefore": 0, "response": {"kind": "valid"}}, {"notBefore": "1", "response": {"kind"…
                                              ^
      todo.contract.json:17:117: error: "notBefore" is the string "1", expected seconds, more than 0
          … {"kind": "valid"}}, {"notBefore": "1", "response": {"kind": "valid"}}, {"notBefore": 86401, "response": {"k…
                                              ^~~
      todo.contract.json:17:168: error: "notBefore" is the number 86401, expected seconds, 86400 (a day) at most
          … {"kind": "valid"}}, {"notBefore": 86401, "response": {"kind": "valid"}}, {"notBefore": -1, "response": {"ki…
                                              ^~~~~
      todo.contract.json:17:221: error: "notBefore" is the number -1, expected seconds, more than 0
          …d"}}, {"notBefore": 86401, "response": {"kind": "valid"}}, {"notBefore": -1, "response": {"kind": "valid"}}],
                                                                                    ^~
      """#),
    BrokenContract("an order that is none", #""name": "created""#, #""name": "created", "order": "Any""#, schema: .refuses, #"""
      todo.contract.json:16:35: error: 'Any' is no order
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
      todo.contract.json:18:33: error: 'logon' is no name of a request in "requests"
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
      todo.contract.json:17:26: warning: no exchange has this request: each names one of "requests", which stand by themselves [unused-request]
                "name": "created", "request": {"path": "/x"},
                                   ^~~~~~~~~
        note: take it away, or write it into the exchanges
        note: see ContractKit's docs/warnings.md#unused-request
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
      todo.contract.json:18:71: error: no body goes out in answer to HEAD
                "exchanges": [{"request": "look", "response": {"kind": "valid", "body": {"text": "a"}}}],
                                                                                ^~~~~~
        note: take "body" away (RFC 9110, section 6.4.1)
      """#),
  ]
}
