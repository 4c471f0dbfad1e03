// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

import Testing

extension BrokenContract {
  /// Texts that are not JSON, or not an object.
  static let json: [BrokenContract] = [
    BrokenContract("a trailing comma", #"""
      "timeout": 10,
          "body": {"json": {"title": "test"}}
      """#, #""timeout": 10,"#, schema: .notJSON, #"""
      todo.contract.json:11:18: error: trailing comma in object; JSON does not allow it
              "timeout": 10,
                           ^
      """#),
    BrokenContract("a comment", #""contract": 1,"#, #""contract": 1, // the version"#, schema: .notJSON, #"""
      todo.contract.json:2:18: error: comments are not allowed in JSON
            "contract": 1, // the version
                           ^~
        note: remove it; in a contract, write comments in "description"
      """#),
    BrokenContract("a member twice", #""timeout": 10"#, #""path": "/all""#, schema: .notJSON, #"""
      todo.contract.json:11:5: error: duplicate member "path"
              "path": "/all",
              ^~~~~~
        note: first written at todo.contract.json:9:5
      """#),
    BrokenContract("NaN", #""timeout": 10"#, #""timeout": NaN"#, schema: .notJSON, #"""
      todo.contract.json:11:16: error: 'NaN' is not a JSON value
              "timeout": NaN,
                         ^~~
        note: allowed: an object, an array, a string in quotes, a number, true, false, null
      """#),
    BrokenContract("a leading zero", #""timeout": 10"#, #""timeout": 010"#, schema: .notJSON, #"""
      todo.contract.json:11:16: error: '010' is not a JSON number: leading zeros are not allowed
              "timeout": 010,
                         ^~~
      """#),
    BrokenContract("True", #""id": 1}}}"#, #""id": True}}}"#, schema: .notJSON, #"""
      todo.contract.json:17:76: error: 'True' is not a JSON value
                "response": {"kind": "valid", "status": 201, "body": {"json": {"id": True}}},
                                                                                     ^~~~
        note: did you mean true?
      """#),
    BrokenContract("a missing comma", #""contract": 1,"#, #""contract": 1"#, schema: .notJSON, #"""
      todo.contract.json:3:3: error: found '"', expected a comma or the closing } of this object
            "endpoint": "create todo",
            ^
      """#),
    BrokenContract("a bad escape", #""path": "/todos""#, #""path": "\/tod\os""#, schema: .notJSON, #"""
      todo.contract.json:9:19: error: '\o' is not a JSON escape
              "path": "\/tod\os",
                            ^~
        note: allowed: \" \\ \/ \b \f \n \r \t \uXXXX
      """#),
    BrokenContract("a lone surrogate", #""title": "test"}}"#, #""title": "\uD83D"}}"#, schema: .accepts, #"""
      todo.contract.json:12:33: error: '\uD83D' is half of a surrogate pair
              "body": {"json": {"title": "\uD83D"}}
                                          ^~~~~~
      """#),
    BrokenContract("a string that does not end", #""path": "/todos","#, #""path": "/todos,"#, schema: .notJSON, #"""
      todo.contract.json:9:13: error: this string has no closing quote on its line
              "path": "/todos,
                      ^~~~~~~~
      """#),
    BrokenContract("a file that ends early", #"""
          }
        ]
      }

      """#, #"    }"#, schema: .notJSON, #"""
      todo.contract.json:29:6: error: the file ends here, expected a comma or the closing ] of this array
              }
               ^
      """#),
    BrokenContract("an array for a contract", #"""
      {
        "contract": 1,
        "endpoint": "create todo",
        "operation": "createTodo",
        "baseURL": "http://localhost:8080",
        "input": {"title": "test"},
        "request": {
          "method": "POST",
          "path": "/todos",
          "headers": {"Content-Type": "application/json"},
          "timeout": 10,
          "body": {"json": {"title": "test"}}
        },
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
      []

      """#, schema: .refuses, #"""
      todo.contract.json:1:1: error: a contract is an array, expected an object
          []
          ^~
      """#),
  ]
}
