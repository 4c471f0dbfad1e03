// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

import Testing

extension BrokenContract {
  /// Mistakes in the contract or in a scenario.
  static let contract: [BrokenContract] = [
    BrokenContract("a misspelled member", #""endpoint""#, #""endpont""#, schema: .refuses, #"""
      todo.contract.json:1:1: error: missing member "endpoint" in a contract
          {
          ^
      todo.contract.json:3:3: error: unknown member "endpont" in a contract
            "endpont": "create todo",
            ^~~~~~~~~
        note: did you mean "endpoint"?
        note: allowed: $schema, contract, endpoint, operation, description, tags, baseURL, baseURLs, input, request, requests, scenarios, variations, verify, extends
      """#),
    BrokenContract("no version", #"""
      "contract": 1,
        
      """#, #""#, schema: .refuses, #"""
      todo.contract.json:1:1: error: missing member "contract" in a contract
          {
          ^
        note: write "contract": 1, the version of the format
      """#),
    BrokenContract("the version as a string", #""contract": 1"#, #""contract": "1""#, schema: .refuses, #"""
      todo.contract.json:2:15: error: "contract" is the string "1", expected 1, the version of the format
            "contract": "1",
                        ^~~
      """#),
    BrokenContract("a version of the future", #""contract": 1"#, #""contract": 2"#, schema: .refuses, #"""
      todo.contract.json:2:15: error: unknown version 2 of the contract format; this contract-run reads version 1
            "contract": 2,
                        ^
        note: write "contract": 1, or use a newer contract-run
      """#),
    BrokenContract("an empty endpoint", #""create todo""#, #""""#, schema: .refuses, #"""
      todo.contract.json:3:15: error: "endpoint" is empty, expected some text
            "endpoint": "",
                        ^~
      """#),
    BrokenContract("an endpoint on two lines", #""create todo""#, #""create\ntodo""#, schema: .refuses, #"""
      todo.contract.json:3:15: error: an endpoint contains a control character
            "endpoint": "create\ntodo",
                        ^~~~~~~~~~~~~~
        note: reports show it on one line; write plain text
      """#),
    BrokenContract("a number for an operation", #""createTodo""#, #"7"#, schema: .refuses, #"""
      todo.contract.json:4:16: error: "operation" is the number 7, expected a string
            "operation": 7,
                         ^
      """#),
    BrokenContract("a base URL with a query", #""http://localhost:8080""#, #""http://localhost:8080/?v=1""#, schema: .refuses, #"""
      todo.contract.json:5:14: error: "http://localhost:8080/?v=1" is not a base URL
            "baseURL": "http://localhost:8080/?v=1",
                       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
        note: allowed: http or https, a host, optionally a port and a path prefix; no query, fragment or user
      """#),
    BrokenContract("a base URL without a scheme", #""http://localhost:8080""#, #""localhost:8080""#, schema: .refuses, #"""
      todo.contract.json:5:14: error: "localhost:8080" is not a base URL
            "baseURL": "localhost:8080",
                       ^~~~~~~~~~~~~~~~
        note: allowed: http or https, a host, optionally a port and a path prefix; no query, fragment or user
      """#),
    BrokenContract("a port that is none", #""http://localhost:8080""#, #""http://localhost:80800""#, schema: .accepts, #"""
      todo.contract.json:5:14: error: "http://localhost:80800" is not a base URL
            "baseURL": "http://localhost:80800",
                       ^~~~~~~~~~~~~~~~~~~~~~~~
        note: allowed: http or https, a host, optionally a port and a path prefix; no query, fragment or user
      """#),
    BrokenContract("no scenarios at all", #"""
      "scenarios": [
          {
            "name": "created",
            "response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}},
            "expect": {"success": {"id": 1}}
          },
          {
            "name": "garbled",
            "response": {"kind": "corruptJSON", "body": {"text": "{{}"}},
            "expect": {"failure": "decoding"}
          },
          {
            "name": "server down",
            "response": {"kind": "networkError", "error": "cannotConnectToHost"},
            "expect": {"failure": {"code": -1004}}
          }
        ]
      }

      """#, #"""
      "scenarios": []
      }

      """#, schema: .refuses, #"""
      todo.contract.json:14:16: error: "scenarios" is empty, expected a list of scenarios, at least one
            "scenarios": []
                         ^~
      """#),
    BrokenContract("scenarios as an object", #"""
      "scenarios": [
          {
            "name": "created",
            "response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}},
            "expect": {"success": {"id": 1}}
          },
          {
            "name": "garbled",
            "response": {"kind": "corruptJSON", "body": {"text": "{{}"}},
            "expect": {"failure": "decoding"}
          },
          {
            "name": "server down",
            "response": {"kind": "networkError", "error": "cannotConnectToHost"},
            "expect": {"failure": {"code": -1004}}
          }
        ]
      }

      """#, #"""
      "scenarios": {}
      }

      """#, schema: .refuses, #"""
      todo.contract.json:14:16: error: "scenarios" is an object, expected a list of scenarios
            "scenarios": {}
                         ^~
      """#),
    BrokenContract("a scenario that is a string", #"""
      "scenarios": [
          {
            "name": "created",
            "response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}},
            "expect": {"success": {"id": 1}}
          },
          {
            "name": "garbled",
            "response": {"kind": "corruptJSON", "body": {"text": "{{}"}},
            "expect": {"failure": "decoding"}
          },
          {
            "name": "server down",
            "response": {"kind": "networkError", "error": "cannotConnectToHost"},
            "expect": {"failure": {"code": -1004}}
          }
        ]
      }

      """#, #"""
      "scenarios": ["created"]
      }

      """#, schema: .refuses, #"""
      todo.contract.json:14:17: error: an element of "scenarios" is the string "created", expected an object
            "scenarios": ["created"]
                          ^~~~~~~~~
      """#),
    BrokenContract("a tag twice", #""input""#, #"""
      "tags": ["slow", "slow"],
        "input"
      """#, schema: .refuses, #"""
      todo.contract.json:6:20: error: duplicate "slow" in "tags"
            "tags": ["slow", "slow"],
                             ^~~~~~
        note: remove one of them
      """#),
    BrokenContract("a tag that is a number", #""input""#, #"""
      "tags": [1],
        "input"
      """#, schema: .refuses, #"""
      todo.contract.json:6:12: error: an element of "tags" is the number 1, expected a string
            "tags": [1],
                     ^
      """#),
    BrokenContract("two scenarios of one name", #""name": "garbled""#, #""name": "created""#, schema: .accepts, #"""
      todo.contract.json:21:15: error: duplicate scenario name "created"
                "name": "created",
                        ^~~~~~~~~
        note: first written at todo.contract.json:16:15
      """#),
    BrokenContract("a scenario without a name", #"""
      "name": "garbled",
            
      """#, #""#, schema: .refuses, #"""
      todo.contract.json:20:5: error: missing member "name" in a scenario
              {
              ^
      """#),
    BrokenContract("a scenario name that ends in a space", #""garbled""#, #""garbled ""#, schema: .refuses, #"""
      todo.contract.json:21:15: error: a scenario's name begins or ends with a space
                "name": "garbled ",
                        ^~~~~~~~~~
        note: reports show it on one line; write plain text
      """#),
    BrokenContract("a misspelled member of a scenario", #""expect": {"failure": "decoding"}"#, #""expects": {"failure": "decoding"}"#, schema: .refuses, #"""
      todo.contract.json:23:7: error: unknown member "expects" in a scenario
                "expects": {"failure": "decoding"}
                ^~~~~~~~~
        note: did you mean "expect"?
        note: allowed: name, description, tags, skip, transports, input, request, response, exchanges, order, expect, within, vary, verify
      """#),
    BrokenContract("an unknown transport", #""name": "garbled""#, #""name": "garbled", "transports": ["memry"]"#, schema: .refuses, #"""
      todo.contract.json:21:41: error: unknown transport 'memry'
                "name": "garbled", "transports": ["memry"],
                                                  ^~~~~~~
        note: did you mean "memory"?
        note: allowed: memory, loopback
      """#),
    BrokenContract("no transport", #""name": "garbled""#, #""name": "garbled", "transports": []"#, schema: .refuses, #"""
      todo.contract.json:21:40: error: "transports" is empty, expected a list of strings, at least one
                "name": "garbled", "transports": [],
                                                 ^~
      """#),
    BrokenContract("skip without a reason", #""name": "garbled""#, #""name": "garbled", "skip": true"#, schema: .refuses, #"""
      todo.contract.json:21:34: error: "skip" is true, expected a string
                "name": "garbled", "skip": true,
                                           ^~~~
      """#),
    BrokenContract("a deadline of no time", #""name": "garbled""#, #""name": "garbled", "within": 0"#, schema: .refuses, #"""
      todo.contract.json:21:36: error: "within" is the number 0, expected a number of seconds greater than 0
                "name": "garbled", "within": 0,
                                             ^
      """#),
    BrokenContract("a deadline that no clock can be set to", #""name": "garbled""#, #""name": "garbled", "within": 1e300"#, schema: .refuses, #"""
      todo.contract.json:21:36: error: "within" is the number 1e300, expected a number of seconds, at most 86400 (a day)
                "name": "garbled", "within": 1e300,
                                             ^~~~~
      """#),
    BrokenContract("an unknown order", #""name": "garbled""#, #""name": "garbled", "order": "random""#, schema: .refuses, #"""
      todo.contract.json:21:35: error: unknown order 'random'
                "name": "garbled", "order": "random",
                                            ^~~~~~~~
        note: allowed: sequence, any
      """#),
    BrokenContract("a response and exchanges", #""name": "garbled""#, #""name": "garbled", "exchanges": []"#, schema: .refuses, #"""
      todo.contract.json:21:26: error: a scenario has either "response" or "exchanges", found both
                "name": "garbled", "exchanges": [],
                                   ^~~~~~~~~~~
        note: move the response into the list "exchanges"
      """#),
    BrokenContract("neither a response nor exchanges", #"""
      "response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}},
            
      """#, #""#, schema: .refuses, #"""
      todo.contract.json:15:5: error: missing member "response" or "exchanges" in a scenario
              {
              ^
        note: if the client must send nothing, write "exchanges": []
      """#),
    BrokenContract("a request in a scenario that sends nothing", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""exchanges": [], "request": {"path": "/x"}"#, schema: .accepts, #"""
      todo.contract.json:17:24: error: "exchanges": [] means that the client sends nothing, but "request" describes a request
                "exchanges": [], "request": {"path": "/x"},
                                 ^~~~~~~~~
        note: remove one of them
      """#),
    BrokenContract("an exchange without a response", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""exchanges": [{}]"#, schema: .refuses, #"""
      todo.contract.json:17:21: error: missing member "response" in an exchange
                "exchanges": [{}],
                              ^~
      """#),
  ]
}
