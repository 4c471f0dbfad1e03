// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

import Testing

extension BrokenContract {
  /// Mistakes in references to other files, as far as one file shows them.
  static let references: [BrokenContract] = [
    BrokenContract("$ref with something beside it", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"$ref": "r.json", "kind": "valid"}"#, schema: .refuses, #"""
      todo.contract.json:17:20: error: "$ref" must be the only member of its object
                "response": {"$ref": "r.json", "kind": "valid"},
                             ^~~~~~
        note: remove the other members
      """#),
    BrokenContract("$ref that is a number", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"$ref": 1}"#, schema: .refuses, #"""
      todo.contract.json:17:28: error: "$ref" is the number 1, expected a file and a pointer, such as file.json#/pointer
                "response": {"$ref": 1},
                                     ^
      """#),
    BrokenContract("$ref to a file that is not there", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, ##"{"$ref": "r.json#/created"}"##, schema: .accepts, #"""
      todo.contract.json:17:28: error: file not found: "r.json"
                "response": {"$ref": "r.json#/created"},
                                     ^~~~~~~~~~~~~~~~~
        note: looked for it at /specs/r.json; paths are relative to the file that contains them
      """#),
    BrokenContract("$ref to a URL", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, ##"{"$ref": "https://example.com/r.json#/created"}"##, schema: .refuses, #"""
      todo.contract.json:17:28: error: "https://example.com/r.json" is a URL; a contract can only name files
                "response": {"$ref": "https://example.com/r.json#/created"},
                                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        note: contract-run downloads nothing; save the file next to the contract
      """#),
    BrokenContract("$ref to an absolute path", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"$ref": "/specs/r.json"}"#, schema: .refuses, #"""
      todo.contract.json:17:28: error: "/specs/r.json" is an absolute path, expected a relative one
                "response": {"$ref": "/specs/r.json"},
                                     ^~~~~~~~~~~~~~~
        note: other machines do not have this path; paths are relative to the file that contains them
      """#),
    BrokenContract("$ref out of the folder", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"$ref": "../r.json"}"#, schema: .accepts, #"""
      todo.contract.json:17:28: error: "../r.json" is outside the specs folder /specs
                "response": {"$ref": "../r.json"},
                                     ^~~~~~~~~~~
        note: all files of a contract must be inside its specs folder; paths are relative to the file that contains them
      """#),
    BrokenContract("$ref out of the folder, its path encoded", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"$ref": "%2e%2e/r.json"}"#, schema: .accepts, #"""
      todo.contract.json:17:28: error: "../r.json" is outside the specs folder /specs
                "response": {"$ref": "%2e%2e/r.json"},
                                     ^~~~~~~~~~~~~~~
        note: all files of a contract must be inside its specs folder; paths are relative to the file that contains them
      """#),
    BrokenContract("$ref with a pointer that has no slash", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, ##"{"$ref": "#created"}"##, schema: .refuses, #"""
      todo.contract.json:17:28: error: "#created" is not a reference: the pointer after # must begin with a slash
                "response": {"$ref": "#created"},
                                     ^~~~~~~~~~
        note: a reference is a file and a pointer, such as file.json#/responses/created (RFC 6901)
      """#),
    BrokenContract("$ref with a bare tilde", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, ##"{"$ref": "#/a~b"}"##, schema: .refuses, #"""
      todo.contract.json:17:28: error: "#/a~b" is not a reference: in a pointer, write ~ as ~0, and a slash within a name as ~1
                "response": {"$ref": "#/a~b"},
                                     ^~~~~~~
        note: a reference is a file and a pointer, such as file.json#/responses/created (RFC 6901)
      """#),
    BrokenContract("$ref with half an escape", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"$ref": "r%2.json"}"#, schema: .refuses, #"""
      todo.contract.json:17:28: error: "r%2.json" is not a reference: two hexadecimal digits must follow %, and the decoded bytes must be UTF-8
                "response": {"$ref": "r%2.json"},
                                     ^~~~~~~~~~
        note: a reference is a file and a pointer, such as file.json#/responses/created (RFC 6901)
      """#),
    BrokenContract("$ref with an escape that is not UTF-8", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, ##"{"$ref": "#/%FF"}"##, schema: .accepts, #"""
      todo.contract.json:17:28: error: "#/%FF" is not a reference: two hexadecimal digits must follow %, and the decoded bytes must be UTF-8
                "response": {"$ref": "#/%FF"},
                                     ^~~~~~~
        note: a reference is a file and a pointer, such as file.json#/responses/created (RFC 6901)
      """#),
    BrokenContract("$ref to a name that is not there", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, ##"{"$ref": "#/scenarios/1/respons"}"##, schema: .accepts, #"""
      todo.contract.json:17:28: error: "#/scenarios/1/respons" does not lead to a value: "#/scenarios/1" has no "respons"
                "response": {"$ref": "#/scenarios/1/respons"},
                                     ^~~~~~~~~~~~~~~~~~~~~~~
        note: did you mean "response"?
        note: it has: name, response, expect
        note: the last part that exists is at todo.contract.json:20:5
      """#),
    BrokenContract("$ref to an element that is not there", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, ##"{"$ref": "#/scenarios/3"}"##, schema: .accepts, #"""
      todo.contract.json:17:28: error: "#/scenarios/3" does not lead to a value: "#/scenarios" has no element "3"
                "response": {"$ref": "#/scenarios/3"},
                                     ^~~~~~~~~~~~~~~
        note: allowed: 0 to 2
        note: the last part that exists is at todo.contract.json:14:16
      """#),
    BrokenContract("$ref to an element with a leading zero", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, ##"{"$ref": "#/scenarios/01"}"##, schema: .accepts, #"""
      todo.contract.json:17:28: error: "#/scenarios/01" does not lead to a value: "#/scenarios" has no element "01"
                "response": {"$ref": "#/scenarios/01"},
                                     ^~~~~~~~~~~~~~~~
        note: allowed: 0 to 2
        note: the last part that exists is at todo.contract.json:14:16
      """#),
    BrokenContract("$ref into a string", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, ##"{"$ref": "#/endpoint/x"}"##, schema: .accepts, #"""
      todo.contract.json:17:28: error: "#/endpoint/x" does not lead to a value: "#/endpoint" is the string "create todo", which has no members
                "response": {"$ref": "#/endpoint/x"},
                                     ^~~~~~~~~~~~~~
        note: the last part that exists is at todo.contract.json:3:15
      """#),
    BrokenContract("$ref to itself", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, ##"{"$ref": "#/scenarios/0/response"}"##, schema: .accepts, #"""
      todo.contract.json:17:28: error: this "$ref" refers to itself
                "response": {"$ref": "#/scenarios/0/response"},
                                     ^~~~~~~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("$ref to a value that contains it", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, ##"{"$ref": "#/scenarios/0"}"##, schema: .accepts, #"""
      todo.contract.json:17:28: error: this reference is inside the value that it refers to
                "response": {"$ref": "#/scenarios/0"},
                                     ^~~~~~~~~~~~~~~
        note: that value begins at todo.contract.json:15:5
      """#),
    BrokenContract("$ref to the whole contract", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, ##"{"$ref": "#"}"##, schema: .accepts, #"""
      todo.contract.json:17:28: error: this reference is inside the value that it refers to
                "response": {"$ref": "#"},
                                     ^~~
        note: that value begins at todo.contract.json:1:1
      """#),
    BrokenContract("$ref to a value that is not allowed here", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, ##"{"$ref": "#/endpoint"}"##, schema: .accepts, #"""
      todo.contract.json:3:15: error: "response" is the string "create todo", expected an object
            "endpoint": "create todo",
                        ^~~~~~~~~~~~~
        note: used at todo.contract.json:17:28
      """#),
    BrokenContract("$ref for a request", #""name": "created""#, #""name": "created", "request": {"$ref": "r.json"}"#, schema: .accepts, #"""
      todo.contract.json:16:46: error: file not found: "r.json"
                "name": "created", "request": {"$ref": "r.json"},
                                                       ^~~~~~~~
        note: looked for it at /specs/r.json; paths are relative to the file that contains them
      """#),
    BrokenContract("$ref for a request's body", #"{"json": {"title": "test"}}"#, #"{"$ref": "r.json"}"#, schema: .accepts, #"""
      todo.contract.json:12:22: error: file not found: "r.json"
              "body": {"$ref": "r.json"}
                               ^~~~~~~~
        note: looked for it at /specs/r.json; paths are relative to the file that contains them
      """#),
    BrokenContract("$ref for a body", #"{"json": {"id": 1}}"#, #"{"$ref": "todo.json"}"#, schema: .accepts, #"""
      todo.contract.json:17:69: error: file not found: "todo.json"
                "response": {"kind": "valid", "status": 201, "body": {"$ref": "todo.json"}},
                                                                              ^~~~~~~~~~~
        note: looked for it at /specs/todo.json; paths are relative to the file that contains them
      """#),
    BrokenContract("$ref for an input", #"{"title": "test"},"#, #"{"$ref": "todo.json"},"#, schema: .accepts, #"""
      todo.contract.json:6:21: error: file not found: "todo.json"
            "input": {"$ref": "todo.json"},
                              ^~~~~~~~~~~
        note: looked for it at /specs/todo.json; paths are relative to the file that contains them
      """#),
    BrokenContract("$ref for an expectation", #"{"success": {"id": 1}}"#, #"{"$ref": "todo.json"}"#, schema: .accepts, #"""
      todo.contract.json:18:26: error: file not found: "todo.json"
                "expect": {"$ref": "todo.json"}
                                   ^~~~~~~~~~~
        note: looked for it at /specs/todo.json; paths are relative to the file that contains them
      """#),
    BrokenContract("$ref for a scenario", #"""
      {
            "name": "garbled",
      """#, #"""
      {"$ref": "todo.json"},
          {
            "name": "garbled",
      """#, schema: .accepts, #"""
      todo.contract.json:20:14: error: file not found: "todo.json"
              {"$ref": "todo.json"},
                       ^~~~~~~~~~~
        note: looked for it at /specs/todo.json; paths are relative to the file that contains them
      """#),
    BrokenContract("$ref to another of the scenarios", #"""
      {
            "name": "garbled",
      """#, #"""
      {"$ref": "#/scenarios/0"},
          {
            "name": "garbled",
      """#, schema: .accepts, #"""
      todo.contract.json:20:14: error: duplicate scenario name "created"
              {"$ref": "#/scenarios/0"},
                       ^~~~~~~~~~~~~~~
        note: first written at todo.contract.json:15:5
      """#),
    BrokenContract("$ref for the headers of a request", #"{"Content-Type": "application/json"}"#, ##"{"$ref": "r.json#/headers"}"##, schema: .refuses, #"""
      todo.contract.json:10:17: error: "$ref" is not allowed here
              "headers": {"$ref": "r.json#/headers"},
                          ^~~~~~
        note: "$ref" can replace a whole request, response, body, scenario, input or expect; no other member may be beside it
      """#),
    BrokenContract("$ref for the query of a request", #""timeout""#, ##"""
      "query": {"$ref": "r.json#/query"},
          "timeout"
      """##, schema: .refuses, #"""
      todo.contract.json:11:15: error: "$ref" is not allowed here
              "query": {"$ref": "r.json#/query"},
                        ^~~~~~
        note: "$ref" can replace a whole request, response, body, scenario, input or expect; no other member may be beside it
      """#),
    BrokenContract("$ref for the fields of a form", #"{"json": {"title": "test"}}"#, ##"{"form": {"$ref": "r.json#/form"}}"##, schema: .refuses, #"""
      todo.contract.json:12:23: error: "$ref" is not allowed here
              "body": {"form": {"$ref": "r.json#/form"}}
                                ^~~~~~
        note: "$ref" can replace a whole request, response, body, scenario, input or expect; no other member may be beside it
      """#),
    BrokenContract("$ref for the headers of a response", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, ##"{"kind": "valid", "headers": {"$ref": "r.json#/headers"}}"##, schema: .refuses, #"""
      todo.contract.json:17:49: error: "$ref" is not allowed here
                "response": {"kind": "valid", "headers": {"$ref": "r.json#/headers"}},
                                                          ^~~~~~
        note: "$ref" can replace a whole request, response, body, scenario, input or expect; no other member may be beside it
      """#),
    BrokenContract("$ref for an exchange", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""exchanges": [{"$ref": "r.json"}]"#, schema: .refuses, #"""
      todo.contract.json:17:21: error: missing member "response" in an exchange
                "exchanges": [{"$ref": "r.json"}],
                              ^~~~~~~~~~~~~~~~~~
      todo.contract.json:17:22: error: unknown member "$ref" in an exchange
                "exchanges": [{"$ref": "r.json"}],
                               ^~~~~~
        note: "$ref" can replace a whole request, response, body, scenario, input or expect; no other member may be beside it
        note: allowed: name, follows, request, response, notBefore, optional, idempotent
      """#),
    BrokenContract("$ref for an outcome on one transport", #"{"success": {"id": 1}}"#, #"{"success": {"id": 1}, "memory": {"$ref": "todo.json"}}"#, schema: .refuses, #"""
      todo.contract.json:18:50: error: missing member "success" or "failure"
                "expect": {"success": {"id": 1}, "memory": {"$ref": "todo.json"}}
                                                           ^~~~~~~~~~~~~~~~~~~~~
        note: if the value does not matter, write "success": {"$any": true}
      todo.contract.json:18:51: error: unknown member "$ref" in an outcome on memory
                "expect": {"success": {"id": 1}, "memory": {"$ref": "todo.json"}}
                                                            ^~~~~~
        note: "$ref" can replace a whole request, response, body, scenario, input or expect; no other member may be beside it
        note: allowed: success, failure, values
      """#),
    BrokenContract("extends that is a number", #""input""#, #"""
      "extends": 1,
        "input"
      """#, schema: .refuses, #"""
      todo.contract.json:6:14: error: "extends" is the number 1, expected a string
            "extends": 1,
                       ^
      """#),
    BrokenContract("extends without a name", #""input""#, #"""
      "extends": "",
        "input"
      """#, schema: .refuses, #"""
      todo.contract.json:6:14: error: "extends" is empty, expected some text
            "extends": "",
                       ^~
      """#),
    BrokenContract("extends of a file that is not there", #""input""#, #"""
      "extends": "base.json",
        "input"
      """#, schema: .accepts, #"""
      todo.contract.json:6:14: error: file not found: "base.json"
            "extends": "base.json",
                       ^~~~~~~~~~~
        note: looked for it at /specs/base.json; paths are relative to the file that contains them
      """#),
    BrokenContract("extends of a contract", #""input""#, #"""
      "extends": "todo.contract.json",
        "input"
      """#, schema: .refuses, #"""
      todo.contract.json:6:14: error: "todo.contract.json" is a contract; "extends" cannot name a contract
            "extends": "todo.contract.json",
                       ^~~~~~~~~~~~~~~~~~~~
        note: move the shared part into a file whose name does not end in .contract.json, such as base.json
      """#),
    BrokenContract("extends of an absolute path", #""input""#, #"""
      "extends": "/base.json",
        "input"
      """#, schema: .refuses, #"""
      todo.contract.json:6:14: error: "/base.json" is an absolute path, expected a relative one
            "extends": "/base.json",
                       ^~~~~~~~~~~~
        note: other machines do not have this path; paths are relative to the file that contains them
      """#),
  ]
}
