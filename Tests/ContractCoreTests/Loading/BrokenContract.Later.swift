// swift-format-ignore-file
// What a user sees is pinned as it is, whatever its length.

extension BrokenContract {
  /// What belongs to the format and is not available yet.
  static let later: [BrokenContract] = [
    BrokenContract("extends", #""input""#, #"""
      "extends": "base.json",
        "input"
      """#, schema: .accepts, #"""
      todo.contract.json:6:3: error: "extends" is not available yet
            "extends": "base.json",
            ^~~~~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("requests", #""input""#, #"""
      "requests": {},
        "input"
      """#, schema: .accepts, #"""
      todo.contract.json:6:3: error: "requests" is not available yet
            "requests": {},
            ^~~~~~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("an exchange whose request is a name", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""exchanges": [{"request": "login", "response": {"kind": "valid"}}]"#, schema: .accepts, #"""
      todo.contract.json:17:33: error: a request by its name is not available yet
                "exchanges": [{"request": "login", "response": {"kind": "valid"}}],
                                          ^~~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("order any", #""name": "garbled""#, #""name": "garbled", "order": "any""#, schema: .accepts, #"""
      todo.contract.json:21:35: error: "order": "any" is not available yet
                "name": "garbled", "order": "any",
                                            ^~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("notBefore", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""exchanges": [{"notBefore": 1, "response": {"kind": "valid"}}]"#, schema: .accepts, #"""
      todo.contract.json:17:22: error: "notBefore" is not available yet
                "exchanges": [{"notBefore": 1, "response": {"kind": "valid"}}],
                               ^~~~~~~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$ref for a request", #""name": "created""#, #""name": "created", "request": {"$ref": "r.json"}"#, schema: .accepts, #"""
      todo.contract.json:16:38: error: "$ref" in place of a request is not available yet
                "name": "created", "request": {"$ref": "r.json"},
                                               ^~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$ref for a response", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"$ref": "r.json#/created"}"#, schema: .accepts, #"""
      todo.contract.json:17:20: error: "$ref" in place of a response is not available yet
                "response": {"$ref": "r.json#/created"},
                             ^~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$ref for a body", #"{"json": {"id": 1}}"#, #"{"$ref": "todo.json"}"#, schema: .accepts, #"""
      todo.contract.json:17:61: error: "$ref" in place of a body is not available yet
                "response": {"kind": "valid", "status": 201, "body": {"$ref": "todo.json"}},
                                                                      ^~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$ref for an input", #"{"title": "test"},"#, #"{"$ref": "todo.json"},"#, schema: .accepts, #"""
      todo.contract.json:6:13: error: "$ref" in place of an input is not available yet
            "input": {"$ref": "todo.json"},
                      ^~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$ref for an expectation", #"{"success": {"id": 1}}"#, #"{"$ref": "todo.json"}"#, schema: .accepts, #"""
      todo.contract.json:18:18: error: "$ref" in place of an expectation is not available yet
                "expect": {"$ref": "todo.json"}
                           ^~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$ref for a scenario", #"""
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
      "scenarios": [{"$ref": "all.json#/0"}]
      }

      """#, schema: .accepts, #"""
      todo.contract.json:14:18: error: "$ref" in place of a scenario is not available yet
            "scenarios": [{"$ref": "all.json#/0"}]
                           ^~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$ref with something beside it", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"$ref": "r.json", "kind": "valid"}"#, schema: .refuses, #"""
      todo.contract.json:17:20: error: "$ref" stands alone in its object
                "response": {"$ref": "r.json", "kind": "valid"},
                             ^~~~~~
        note: take the other members away
      """#),
    BrokenContract("$jsonSchema", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": 1}}"#, schema: .accepts, #"""
      todo.contract.json:18:30: error: the matcher $jsonSchema is not available yet
                "expect": {"success": {"$jsonSchema": 1}}
                                       ^~~~~~~~~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$format", #"{"success": {"id": 1}}"#, #"{"success": {"$format": 1}}"#, schema: .accepts, #"""
      todo.contract.json:18:30: error: the matcher $format is not available yet
                "expect": {"success": {"$format": 1}}
                                       ^~~~~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$contains", #"{"success": {"id": 1}}"#, #"{"success": {"$contains": 1}}"#, schema: .accepts, #"""
      todo.contract.json:18:30: error: the matcher $contains is not available yet
                "expect": {"success": {"$contains": 1}}
                                       ^~~~~~~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$each", #"{"success": {"id": 1}}"#, #"{"success": {"$each": 1}}"#, schema: .accepts, #"""
      todo.contract.json:18:30: error: the matcher $each is not available yet
                "expect": {"success": {"$each": 1}}
                                       ^~~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$unordered", #"{"success": {"id": 1}}"#, #"{"success": {"$unordered": 1}}"#, schema: .accepts, #"""
      todo.contract.json:18:30: error: the matcher $unordered is not available yet
                "expect": {"success": {"$unordered": 1}}
                                       ^~~~~~~~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$allOf", #"{"success": {"id": 1}}"#, #"{"success": {"$allOf": 1}}"#, schema: .accepts, #"""
      todo.contract.json:18:30: error: the matcher $allOf is not available yet
                "expect": {"success": {"$allOf": 1}}
                                       ^~~~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$not", #"{"success": {"id": 1}}"#, #"{"success": {"$not": 1}}"#, schema: .accepts, #"""
      todo.contract.json:18:30: error: the matcher $not is not available yet
                "expect": {"success": {"$not": 1}}
                                       ^~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
    BrokenContract("$same", #"{"success": {"id": 1}}"#, #"{"success": {"$same": 1}}"#, schema: .accepts, #"""
      todo.contract.json:18:30: error: the matcher $same is not available yet
                "expect": {"success": {"$same": 1}}
                                       ^~~~~~~
        note: this version knows it and does not run it; docs/contract-format.md lists what is still to come
      """#),
  ]
}
