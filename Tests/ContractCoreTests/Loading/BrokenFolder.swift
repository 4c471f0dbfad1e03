// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

import TestSupport
import Testing

/// A folder with a mistake in the parts that its contracts take from other files, and the complete text that is
/// reported about it.
struct BrokenFolder: Sendable, CustomTestStringConvertible {
  var name: String
  var files: [String: String]
  var says: String

  var sourceLocation: SourceLocation

  init(_ name: String, _ files: [String: String], _ says: String, sourceLocation: SourceLocation = #_sourceLocation) {
    (self.name, self.files, self.says) = (name, files, says)
    self.sourceLocation = sourceLocation
  }

  var testDescription: String { name }

  /// Returns a contract with one scenario. The given members replace its own.
  static func contract(
    _ top: String = "", request: String? = #"{"method": "GET", "path": "/"}"#, response: String = #"{"kind": "valid"}"#, expect: String = #"{"success": null}"#
  ) -> String {
    """
    {
      "contract": 1, "endpoint": "e",\(top)
      \(request.map { "\"request\": \($0)," } ?? "")
      "scenarios": [
        {"name": "a",
         "response": \(response),
         "expect": \(expect)}
      ]
    }
    """
  }

  static let all = [
    BrokenFolder("a mistake in the target of a reference", [
      "x.contract.json": contract(response: #"{"$ref": "shared/r.json#/created"}"#),
      "shared/r.json": #"""
        {
          "created": {"kind": "vaild"},
          "other": {"kind": "alsoWrongButNobodyReadsIt"}
        }
        """#
      ], #"""
      shared/r.json:2:23: error: unknown response kind 'vaild'
            "created": {"kind": "vaild"},
                                ^~~~~~~
        note: did you mean "valid"?
        note: allowed: valid, nonHTTP, statusError, corruptJSON, networkError
        note: used at x.contract.json:6:27
      """#),
    BrokenFolder("a mistake in a file that two contracts name is reported once", [
      "x.contract.json": contract(response: #"{"$ref": "r.json"}"#),
      "y.contract.json": contract(response: #"{"$ref": "r.json"}"#),
      "r.json": #"{"kind": "valid", "status": 404}"#,
      ], #"""
      r.json:1:29: error: a valid response needs a status from 200 to 299, found 404
          {"kind": "valid", "status": 404}
                                      ^~~
        note: for any other status, write "kind": "statusError"
        note: used at x.contract.json:6:27
      """#),
    BrokenFolder("a mistake at the end of a chain through folders", [
      "a/x.contract.json": contract(response: #"{"$ref": "b/one.json#/a~1b/1"}"#),
      "a/b/one.json": #"{"a/b": [null, {"$ref": "../../two.json#/%22a%20b%22"}]}"#,
      "two.json": #"{"\"a b\"": {"kind": "valid", "body": {"$ref": "a/b/three.json"}}}"#,
      "a/b/three.json": #"{"jsn": 1}"#,
      ], #"""
      a/b/three.json:1:2: error: unknown member "jsn" in a response's body
          {"jsn": 1}
           ^~~~~
        note: did you mean "json"?
        note: allowed: json, text, base64, file, chunks
        note: used at two.json:1:48
        note: used at a/b/one.json:1:25
        note: used at a/x.contract.json:6:27
      """#),
    BrokenFolder("a reference in another file that leads nowhere", [
      "x.contract.json": contract(response: #"{"$ref": "r.json#/a"}"#),
      "r.json": ##"{"a": {"$ref": "#/responses/creatd"}, "responses": {"created": {}, "gone": {}}}"##,
      ], #"""
      r.json:1:16: error: "#/responses/creatd" does not lead to a value: "#/responses" has no "creatd"
          {"a": {"$ref": "#/responses/creatd"}, "responses": {"created": {}, "gone": {}}}
                         ^~~~~~~~~~~~~~~~~~~~
        note: did you mean "created"?
        note: it has: created, gone
        note: the last part that exists is at r.json:1:52
        note: used at x.contract.json:6:27
      """#),
    BrokenFolder("a pointer through a reference", [
      "x.contract.json": contract(response: #"{"$ref": "r.json#/a/kind"}"#),
      "r.json": #"{"a": {"$ref": "s.json"}}"#,
      ], ##"""
      x.contract.json:6:27: error: "r.json#/a/kind" does not lead to a value: "#/a" is itself a reference
               "response": {"$ref": "r.json#/a/kind"},
                                    ^~~~~~~~~~~~~~~~
        note: refer to its target instead: "s.json"
        note: the last part that exists is at r.json:1:7
      """##),
    BrokenFolder("a target that is not JSON", [
      "x.contract.json": contract(response: #"{"$ref": "r.json#/a"}"#),
      "y.contract.json": contract(response: #"{"$ref": "r.json#/b"}"#),
      "r.json": #"{"a": {"kind": "valid"}, "b" {}}"#,
      ], #"""
      r.json:1:30: error: found '{', expected a colon after the name "b"
          {"a": {"kind": "valid"}, "b" {}}
                                       ^
        note: used at x.contract.json:6:27
      x.contract.json:6:27: error: "r.json" is not valid JSON
               "response": {"$ref": "r.json#/a"},
                                    ^~~~~~~~~~~
        note: the first error is at r.json:1:30
      y.contract.json:6:27: error: "r.json" is not valid JSON
               "response": {"$ref": "r.json#/b"},
                                    ^~~~~~~~~~~
        note: the first error is at r.json:1:30
      """#),
    BrokenFolder("a target that is nearly JSON is read on", [
      "x.contract.json": contract(response: #"{"$ref": "r.json#/a"}"#),
      "r.json": #"{"a": {"kind": "vaild"}, "b": 01,}"#,
      ], #"""
      r.json:1:16: error: unknown response kind 'vaild'
          {"a": {"kind": "vaild"}, "b": 01,}
                         ^~~~~~~
        note: did you mean "valid"?
        note: allowed: valid, nonHTTP, statusError, corruptJSON, networkError
        note: used at x.contract.json:6:27
      r.json:1:31: error: '01' is not a JSON number: leading zeros are not allowed
          {"a": {"kind": "vaild"}, "b": 01,}
                                        ^~
        note: used at x.contract.json:6:27
      r.json:1:33: error: trailing comma in object; JSON does not allow it
          {"a": {"kind": "vaild"}, "b": 01,}
                                          ^
        note: used at x.contract.json:6:27
      x.contract.json:6:27: error: "r.json" is not valid JSON
               "response": {"$ref": "r.json#/a"},
                                    ^~~~~~~~~~~
        note: the first error is at r.json:1:31
      """#),
    BrokenFolder("a circle of two in one file", [
      "x.contract.json": contract(response: #"{"$ref": "r.json#/a"}"#),
      "r.json": ##"{"a": {"$ref": "#/b"}, "b": {"$ref": "#/a"}}"##,
      ], #"""
      r.json:1:16: error: this "$ref" leads back to itself
          {"a": {"$ref": "#/b"}, "b": {"$ref": "#/a"}}
                         ^~~~~
        note: r.json:1:16 refers to "#/b"
        note: r.json:1:38 refers to "#/a"
        note: used at x.contract.json:6:27
      """#),
    BrokenFolder("a circle of three through three files, the contract one of them", [
      "x.contract.json": contract(response: #"{"$ref": "r.json#/a"}"#),
      "r.json": #"{"a": {"$ref": "s.json"}}"#,
      "s.json": ##"{"$ref": "x.contract.json#/scenarios/0/response"}"##,
      ], #"""
      x.contract.json:6:27: error: this "$ref" leads back to itself
               "response": {"$ref": "r.json#/a"},
                                    ^~~~~~~~~~~
        note: x.contract.json:6:27 refers to "r.json#/a"
        note: r.json:1:16 refers to "s.json"
        note: s.json:1:10 refers to "x.contract.json#/scenarios/0/response"
      """#),
    BrokenFolder("a circle that references lead into", [
      "x.contract.json": contract(response: #"{"$ref": "r.json#/in"}"#),
      "r.json": ##"{"in": {"$ref": "#/a"}, "a": {"$ref": "#/a"}}"##,
      ], #"""
      r.json:1:39: error: this "$ref" refers to itself
          {"in": {"$ref": "#/a"}, "a": {"$ref": "#/a"}}
                                                ^~~~~
        note: used at r.json:1:17
        note: used at x.contract.json:6:27
      """#),
    BrokenFolder("two references into one circle", [
      "x.contract.json": contract(
        request: #"{"method": "POST", "path": "/", "body": {"$ref": "r.json#/a"}}"#,
        response: #"{"kind": "valid", "body": {"$ref": "r.json#/b"}}"#),
      "r.json": ##"{"a": {"$ref": "#/b"}, "b": {"$ref": "#/a"}}"##,
      ], #"""
      r.json:1:16: error: this "$ref" leads back to itself
          {"a": {"$ref": "#/b"}, "b": {"$ref": "#/a"}}
                         ^~~~~
        note: r.json:1:16 refers to "#/b"
        note: r.json:1:38 refers to "#/a"
        note: used at x.contract.json:3:63
      r.json:1:38: error: this "$ref" leads back to itself
          {"a": {"$ref": "#/b"}, "b": {"$ref": "#/a"}}
                                               ^~~~~
        note: r.json:1:38 refers to "#/a"
        note: r.json:1:16 refers to "#/b"
        note: used at x.contract.json:3:63
      """#),
    BrokenFolder("a body within itself, through another file", [
      "x.contract.json": contract(response: #"{"$ref": "r.json"}"#),
      "r.json": #"{"kind": "valid", "body": {"$ref": "s.json"}}"#,
      "s.json": #"{"$ref": "r.json"}"#,
      ], #"""
      s.json:1:10: error: this reference is inside the value that it refers to
          {"$ref": "r.json"}
                   ^~~~~~~~
        note: that value begins at r.json:1:1
        note: used at r.json:1:36
        note: used at x.contract.json:6:27
      """#),
    BrokenFolder("one scenario named twice", [
      "x.contract.json": #"""
        {
          "contract": 1, "endpoint": "e", "request": {"method": "GET", "path": "/"},
          "scenarios": [
            {"$ref": "all.json#/0"},
            {"$ref": "all.json#/0"}
          ]
        }
        """#,
      "all.json": #"[{"name": "a", "response": {"kind": "valid"}, "expect": {"success": null}}]"#,
      ], ##"""
      x.contract.json:5:14: error: duplicate scenario name "a"
              {"$ref": "all.json#/0"}
                       ^~~~~~~~~~~~~
        note: first written at x.contract.json:4:14
      """##),
    BrokenFolder("a body's file counts from the file that says it", [
      "x.contract.json": contract(response: #"{"$ref": "shared/r.json"}"#),
      "shared/r.json": #"{"kind": "valid", "body": {"file": "bodies/a.bin"}}"#,
      "bodies/a.bin": "here it would be, counted from the contract",
      ], #"""
      shared/r.json:1:36: error: file not found: "bodies/a.bin"
          {"kind": "valid", "body": {"file": "bodies/a.bin"}}
                                             ^~~~~~~~~~~~~~
        note: looked for it at shared/bodies/a.bin; paths are relative to the file that contains them
        note: used at x.contract.json:6:27
      """#),
    BrokenFolder("a base URL that the contract does not have, in a shared response", [
      "x.contract.json": contract(response: #"{"$ref": "r.json"}"#),
      "r.json": #"{"kind": "valid", "body": {"json": "{{baseURL.files}}"}}"#,
      ], #"""
      r.json:1:36: error: unknown base URL "files": the contract has no "baseURLs"
          {"kind": "valid", "body": {"json": "{{baseURL.files}}"}}
                                             ^~~~~~~~~~~~~~~~~~~
        note: add it: "baseURLs": {"files": "http://…"}
        note: used at x.contract.json:6:27
      """#),
    BrokenFolder("mistakes in a base", [
      "x.contract.json": contract(#" "extends": "base.json","#),
      "base.json": #"""
        {
          "baseURl": "http://localhost:8080",
          "baseURL": "ftp://localhost",
          "request": {"headers": {"Accept": null}, "pth": "/"}
        }
        """#,
      ], #"""
      base.json:2:3: error: unknown member "baseURl" in a contract
            "baseURl": "http://localhost:8080",
            ^~~~~~~~~
        note: did you mean "baseURL"?
        note: allowed: $schema, contract, endpoint, operation, description, tags, baseURL, baseURLs, input, request, requests, scenarios, variations, verify, extends
        note: used at x.contract.json:2:46
      base.json:3:14: error: "ftp://localhost" is not a base URL
            "baseURL": "ftp://localhost",
                       ^~~~~~~~~~~~~~~~~
        note: allowed: http or https, a host, optionally a port and a path prefix; no query, fragment or user
        note: used at x.contract.json:2:46
      base.json:4:37: error: null removes an inherited name, but this request is not merged over another one
            "request": {"headers": {"Accept": null}, "pth": "/"}
                                              ^~~~
        note: to forbid a name in "headers", write {"$absent": true}
        note: used at x.contract.json:2:46
      base.json:4:44: error: unknown member "pth" in a request
            "request": {"headers": {"Accept": null}, "pth": "/"}
                                                     ^~~~~
        note: did you mean "path"?
        note: allowed: method, base, path, pathParameters, query, otherQuery, headers, otherHeaders, timeout, body
        note: used at x.contract.json:2:46
      """#),
    BrokenFolder("a base that is a list", [
      "x.contract.json": contract(#" "extends": "base.json","#),
      "base.json": "[]",
      ], #"""
      base.json:1:1: error: a base is an array, expected an object
          []
          ^~
        note: used at x.contract.json:2:46
      """#),
    BrokenFolder("a base of another version", [
      "x.contract.json": contract(#" "extends": "base.json","#),
      "base.json": #"{"contract": 2, "colors": "red"}"#,
      ], #"""
      base.json:1:14: error: unknown version 2 of the contract format; this contract-run reads version 1
          {"contract": 2, "colors": "red"}
                       ^
        note: write "contract": 1, or use a newer contract-run
        note: used at x.contract.json:2:46
      """#),
    BrokenFolder("a base that extends itself", [
      "x.contract.json": contract(#" "extends": "base.json","#),
      "base.json": #"{"extends": "base.json"}"#,
      ], #"""
      base.json:1:13: error: this "extends" refers to itself
          {"extends": "base.json"}
                      ^~~~~~~~~~~
        note: used at x.contract.json:2:46
      """#),
    BrokenFolder("two bases that extend each other", [
      "x.contract.json": contract(#" "extends": "one.json","#),
      "one.json": #"{"extends": "b/two.json"}"#,
      "b/two.json": #"{"extends": "../one.json"}"#,
      ], #"""
      one.json:1:13: error: this "extends" leads back to itself
          {"extends": "b/two.json"}
                      ^~~~~~~~~~~~
        note: one.json:1:13 refers to "b/two.json"
        note: b/two.json:1:13 refers to "../one.json"
        note: used at x.contract.json:2:46
      """#),
    BrokenFolder("three bases in a circle, entered from two contracts", [
      "x.contract.json": contract(#" "extends": "one.json","#),
      "y.contract.json": contract(#" "extends": "two.json","#),
      "one.json": #"{"extends": "two.json"}"#,
      "two.json": #"{"extends": "three.json"}"#,
      "three.json": #"{"extends": "one.json"}"#,
      ], #"""
      one.json:1:13: error: this "extends" leads back to itself
          {"extends": "two.json"}
                      ^~~~~~~~~~
        note: one.json:1:13 refers to "two.json"
        note: two.json:1:13 refers to "three.json"
        note: three.json:1:13 refers to "one.json"
        note: used at x.contract.json:2:46
      two.json:1:13: error: this "extends" leads back to itself
          {"extends": "three.json"}
                      ^~~~~~~~~~~~
        note: two.json:1:13 refers to "three.json"
        note: three.json:1:13 refers to "one.json"
        note: one.json:1:13 refers to "two.json"
        note: used at y.contract.json:2:46
      """#),
    BrokenFolder("a base that extends a contract, and one that is missing", [
      "x.contract.json": contract(#" "extends": "one.json","#),
      "y.contract.json": contract(#" "extends": "two.json","#),
      "one.json": #"{"extends": "y.contract.json"}"#,
      "two.json": #"{"extends": "on.json"}"#,
      ], #"""
      one.json:1:13: error: "y.contract.json" is a contract; "extends" cannot name a contract
          {"extends": "y.contract.json"}
                      ^~~~~~~~~~~~~~~~~
        note: move the shared part into a file whose name does not end in .contract.json, such as base.json
        note: used at x.contract.json:2:46
      two.json:1:13: error: file not found: "on.json"
          {"extends": "on.json"}
                      ^~~~~~~~~
        note: did you mean "one.json"?
        note: looked for it at on.json; paths are relative to the file that contains them
        note: used at y.contract.json:2:46
      """#),
    BrokenFolder("a circle through a base and a reference", [
      "x.contract.json": contract(#" "extends": "base.json","#, request: nil),
      "base.json": #"{"request": {"$ref": "shared.json#/request"}}"#,
      "shared.json": #"{"request": {"$ref": "base.json#/request"}}"#,
      ], #"""
      base.json:1:22: error: this "$ref" leads back to itself
          {"request": {"$ref": "shared.json#/request"}}
                               ^~~~~~~~~~~~~~~~~~~~~~
        note: base.json:1:22 refers to "shared.json#/request"
        note: shared.json:1:22 refers to "base.json#/request"
        note: used at x.contract.json:2:46
      """#),
    BrokenFolder("a base's reference that leads nowhere, under the contract's own request", [
      "x.contract.json": contract(#" "extends": "base.json","#, request: #"{"path": "/b"}"#),
      "base.json": #"{"request": {"$ref": "shared.json#/request"}}"#,
      "shared.json": #"{"requests": {}}"#,
      ], #"""
      base.json:1:22: error: "shared.json#/request" does not lead to a value: the file has no "request"
          {"request": {"$ref": "shared.json#/request"}}
                               ^~~~~~~~~~~~~~~~~~~~~~
        note: did you mean "requests"?
        note: it has: requests
        note: the last part that exists is at shared.json:1:1
        note: used at x.contract.json:2:46
      """#),
    BrokenFolder("what a base and the contract come to", [
      "x.contract.json": contract(#" "extends": "base.json","#, request: #"{"path": "/b", "headers": {"X-B": null, "X-C": null}}"#),
      "base.json": #"{"request": {"headers": {"X-B": "b"}}}"#,
      ], #"""
      x.contract.json:3:14: error: missing member "method" in a request
            "request": {"path": "/b", "headers": {"X-B": null, "X-C": null}},
                       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      x.contract.json:3:54: error: null cannot remove "X-C": the request that this one is merged over has no "X-C" in "headers"
            "request": {"path": "/b", "headers": {"X-B": null, "X-C": null}},
                                                               ^~~~~
        note: remove this member, or write {"$absent": true}
      """#),
    BrokenFolder("a member that the contract has of its own is not read from the base", [
      "x.contract.json": contract(#" "extends": "base.json", "tags": ["a"],"#, request: nil),
      "base.json": #"{"tags": 1, "operation": 1}"#,
      ], #"""
      base.json:1:26: error: "operation" is the number 1, expected a string
          {"tags": 1, "operation": 1}
                                   ^
        note: used at x.contract.json:2:46
      """#),
    BrokenFolder("a contract that adds too little to its base", [
      "x.contract.json": #"{"extends": "base.json"}"#,
      "base.json": #"{"contract": 1, "endpoint": " e"}"#,
      ], #"""
      base.json:1:29: error: an endpoint begins or ends with a space
          {"contract": 1, "endpoint": " e"}
                                      ^~~~
        note: reports show it on one line; write plain text
        note: used at x.contract.json:1:13
      x.contract.json:1:1: error: missing member "scenarios" in a contract
          {"extends": "base.json"}
          ^~~~~~~~~~~~~~~~~~~~~~~~
      """#),
  ]
}
