// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

import Testing

extension BrokenContract {
  /// Mistakes in named URLs, and in the places of `{{baseURL}}`.
  static let addresses: [BrokenContract] = [
    BrokenContract("base URLs in a list", #""input""#, #"""
      "baseURLs": ["http://auth.localhost"],
        "input"
      """#, schema: .refuses, #"""
      todo.contract.json:6:15: error: "baseURLs" is an array, expected an object
            "baseURLs": ["http://auth.localhost"],
                        ^~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("a base URL whose name has a brace", #""input""#, #"""
      "baseURLs": {"au}th": "http://auth.localhost"},
        "input"
      """#, schema: .refuses, #"""
      todo.contract.json:6:16: error: "au}th" cannot be the name of a base URL
            "baseURLs": {"au}th": "http://auth.localhost"},
                         ^~~~~~~
        note: a name is text on one line without { } " and \, because {{baseURL.NAME}} refers to it
      """#),
    BrokenContract("a base URL without a name", #""input""#, #"""
      "baseURLs": {"": "http://auth.localhost"},
        "input"
      """#, schema: .refuses, #"""
      todo.contract.json:6:16: error: "" cannot be the name of a base URL
            "baseURLs": {"": "http://auth.localhost"},
                         ^~
        note: a name is text on one line without { } " and \, because {{baseURL.NAME}} refers to it
      """#),
    BrokenContract("a base URL whose name has a quotation mark", #""input""#, #"""
      "baseURLs": {"a\"b": "http://auth.localhost"},
        "input"
      """#, schema: .refuses, #"""
      todo.contract.json:6:16: error: "a"b" cannot be the name of a base URL
            "baseURLs": {"a\"b": "http://auth.localhost"},
                         ^~~~~~
        note: a name is text on one line without { } " and \, because {{baseURL.NAME}} refers to it
      """#),
    BrokenContract("a named base URL without a scheme", #""input""#, #"""
      "baseURLs": {"auth": "auth.localhost"},
        "input"
      """#, schema: .refuses, #"""
      todo.contract.json:6:24: error: "auth.localhost" is not a base URL
            "baseURLs": {"auth": "**************"},
                                 ^~~~~~~~~~~~~~~~
        note: allowed: http or https, a host, optionally a port and a path prefix; no query, fragment or user
      """#),
    BrokenContract("a named base URL that is a number", #""input""#, #"""
      "baseURLs": {"auth": 8080},
        "input"
      """#, schema: .refuses, #"""
      todo.contract.json:6:24: error: "auth" is the number 8080, expected a string
            "baseURLs": {"auth": *****,
                                 ^~~~
      """#),
    BrokenContract("an unknown base", #"""
      "input": {"title": "test"},
        "request": {
      """#, #"""
      "baseURLs": {"auth": "http://auth.localhost"},
        "request": {
          "base": "auht",
      """#, schema: .accepts, #"""
      todo.contract.json:8:13: error: unknown base URL 'auht'
              "base": "auht",
                      ^~~~~~
        note: did you mean "auth"?
        note: allowed: auth
      """#),
    BrokenContract("a base in a contract without named base URLs", #""timeout""#, #"""
      "base": "auth",
          "timeout"
      """#, schema: .accepts, #"""
      todo.contract.json:11:13: error: unknown base URL "auth": the contract has no "baseURLs"
              "base": "auth",
                      ^~~~~~
        note: add it: "baseURLs": {"auth": "http://…"}
      """#),
    BrokenContract("a base that is null", #""timeout""#, #"""
      "base": null,
          "timeout"
      """#, schema: .refuses, #"""
      todo.contract.json:11:13: error: "base" is null, expected a string
              "base": null,
                      ^~~~
      """#),
    BrokenContract("an unknown base URL in an input", #""input": {"title": "test"},"#, #"""
      "baseURLs": {"auth": "http://auth.localhost"},
        "input": {"at": ["{{baseURL.auth}} or {{baseURL.auht}}/a"]},
      """#, schema: .accepts, #"""
      todo.contract.json:7:20: error: unknown base URL 'auht'
            "input": {"at": ["{{baseURL.auth}} or {{baseURL.auht}}/a"]},
                             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        note: did you mean "auth"?
        note: allowed: auth
      """#),
    BrokenContract("an unknown base URL in a response's header", #"201, "body""#, #"201, "headers": {"Location": "{{baseURL.files}}/a"}, "body""#, schema: .accepts, #"""
      todo.contract.json:17:76: error: unknown base URL "files": the contract has no "baseURLs"
          …"kind": "valid", "status": 201, "headers": {"Location": "{{baseURL.files}}/a"}, "body": {"json": {"id": 1}}},
                                                                   ^~~~~~~~~~~~~~~~~~~~~
        note: add it: "baseURLs": {"files": "http://…"}
      """#),
    BrokenContract("an unknown base URL in a response's body", #"{"json": {"id": 1}}"#, #"{"json": ["{{baseURL.files}}"]}"#, schema: .accepts, #"""
      todo.contract.json:17:70: error: unknown base URL "files": the contract has no "baseURLs"
                "response": {"kind": "valid", "status": 201, "body": {"json": ["{{baseURL.files}}"]}},
                                                                               ^~~~~~~~~~~~~~~~~~~
        note: add it: "baseURLs": {"files": "http://…"}
      """#),
    BrokenContract("an unknown base URL in an expectation", #"{"success": {"id": 1}}"#, #"{"success": {"$regex": "^{{baseURL.files}}/"}}"#, schema: .accepts, #"""
      todo.contract.json:18:40: error: unknown base URL "files": the contract has no "baseURLs"
                "expect": {"success": {"$regex": "^{{baseURL.files}}/"}}
                                                 ^~~~~~~~~~~~~~~~~~~~~
        note: add it: "baseURLs": {"files": "http://…"}
      """#),
    BrokenContract("an expression of a request that names a base URL", #""application/json"}"#, #"{"$regex": "^{{baseURL}}/"}}"#, schema: .accepts, #"""
      todo.contract.json:10:44: error: '^{{baseURL}}/' is not a regular expression: { repeats nothing; for the character, write \{
              "headers": {"Content-Type": {"$regex": "^{{baseURL}}/"}},
                                                     ^~~~~~~~~~~~~~~
        note: the syntax is that of ECMA-262; in JSON, write each backslash twice ("\\d+")
      """#),
  ]
}
