// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

import Testing

extension BrokenContract {
  /// Mistakes in `verify`.
  static let verify: [BrokenContract] = [
    BrokenContract("a verify that is true", #""input""#, #""verify": true, "input""#, schema: .refuses, #"""
      todo.contract.json:6:13: error: "verify" is true, expected false or an object
            "verify": true, "input": {"title": "test"},
                      ^~~~
      """#),
    BrokenContract("a verify without an input", #""input""#, #""verify": {}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:13: error: missing member "input" in "verify"
            "verify": {}, "input": {"title": "test"},
                      ^~
      """#),
    BrokenContract("an unknown member of verify", #""input""#, #""verify": {"inputs": 1, "input": 1}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:14: error: unknown member "inputs" in "verify"
            "verify": {"inputs": 1, "input": 1}, "input": {"title": "test"},
                       ^~~~~~~~
        note: did you mean "input"?
        note: allowed: input
      """#),
    BrokenContract("a variable with a space", #""input""#, #""verify": {"input": {"title": {"$env": "A B"}}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:33: error: "$env" needs the name of an environment variable, and nothing beside it
            "verify": {"input": {"title": {"$env": "A B"}}}, "input": {"title": "test"},
                                          ^~~~~~~~~~~~~~~
        note: write it as {"$env": "API_TOKEN"}: letters, digits and _, and no digit first
      """#),
    BrokenContract("a variable with another member", #""input""#, #""verify": {"input": [{"$env": "A", "b": 1}]}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:24: error: "$env" needs the name of an environment variable, and nothing beside it
            "verify": {"input": [{"$env": "A", "b": 1}]}, "input": {"title": "test"},
                                 ^~~~~~~~~~~~~~~~~~~~~
        note: write it as {"$env": "API_TOKEN"}: letters, digits and _, and no digit first
      """#),
  ]
}
