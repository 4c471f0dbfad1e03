// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

import Testing

extension BrokenContract {
  /// Mistakes in an expectation or a pattern.
  static let expect: [BrokenContract] = [
    BrokenContract("success and failure", #"{"success": {"id": 1}}"#, #"{"success": 1, "failure": "network"}"#, schema: .refuses, #"""
      todo.contract.json:18:32: error: an outcome is either "success" or "failure", found both
                "expect": {"success": 1, "failure": "network"}
                                         ^~~~~~~~~
        note: remove one of them
      """#),
    BrokenContract("an expectation of nothing", #"{"success": {"id": 1}}"#, #"{}"#, schema: .refuses, #"""
      todo.contract.json:18:17: error: missing member "success" or "failure"
                "expect": {}
                          ^~
        note: if the value does not matter, write "success": {"$any": true}
      """#),
    BrokenContract("an outcome for one transport only", #"{"success": {"id": 1}}"#, #"{"memory": {"success": 1}}"#, schema: .accepts, #"""
      todo.contract.json:18:17: error: missing expectation for loopback
                "expect": {"memory": {"success": 1}}
                          ^~~~~~~~~~~~~~~~~~~~~~~~~~
        note: add "success" or "failure", or "loopback" with one of them, or remove loopback from "transports"
      """#),
    BrokenContract("an outcome for a transport that it never runs on", #""expect": {"success": {"id": 1}}"#, #"""
      "transports": ["memory"],
            "expect": {"success": 1, "loopback": {"success": 2}}
      """#, schema: .accepts, #"""
      todo.contract.json:19:32: error: unused outcome: the scenario never runs on loopback
                "expect": {"success": 1, "loopback": {"success": 2}}
                                         ^~~~~~~~~~
        note: remove it, or add "loopback" to "transports"
      """#),
    BrokenContract("a nonHTTP response that runs nowhere", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"""
      "transports": ["loopback"],
            "response": {"kind": "nonHTTP"}
      """#, schema: .accepts, #"""
      todo.contract.json:18:28: error: this scenario cannot run: a nonHTTP response needs a separate outcome for loopback
                "response": {"kind": "nonHTTP"},
                                     ^~~~~~~~~
        note: add "loopback": {"failure": …} to "expect", or add "memory" to "transports"
      """#),
    BrokenContract("values beside a success", #"{"success": {"id": 1}}"#, #"{"success": [1], "values": [1]}"#, schema: .refuses, #"""
      todo.contract.json:18:34: error: "values" is only for the values before a failure
                "expect": {"success": [1], "values": [1]}
                                           ^~~~~~~~
        note: if a stream succeeds, write its values as the array in "success"
      """#),
    BrokenContract("values that are not a list", #""failure": "decoding""#, #""failure": "decoding", "values": 1"#, schema: .refuses, #"""
      todo.contract.json:23:51: error: "values" is the number 1, expected an array or a matcher
                "expect": {"failure": "decoding", "values": 1}
                                                            ^
      """#),
    BrokenContract("an unknown category", #""decoding""#, #""decodin""#, schema: .refuses, #"""
      todo.contract.json:23:29: error: unknown failure category 'decodin'
                "expect": {"failure": "decodin"}
                                      ^~~~~~~~~
        note: did you mean "decoding"?
        note: allowed: network, status, decoding, invalidResponse, invalidRequest, cancelled, other
      """#),
    BrokenContract("an unknown member of a failure", #"{"code": -1004}"#, #"{"cod": -1004}"#, schema: .refuses, #"""
      todo.contract.json:28:30: error: unknown member "cod" in a failure
                "expect": {"failure": {"cod": -1004}}
                                       ^~~~~
        note: did you mean "code"?
        note: allowed: category, type, case, payload, domain, code, message, underlying
      """#),
    BrokenContract("an unknown member of an underlying failure", #"{"code": -1004}"#, #"{"underlying": {"typ": "URLError"}}"#, schema: .refuses, #"""
      todo.contract.json:28:45: error: unknown member "typ" in a failure
                "expect": {"failure": {"underlying": {"typ": "URLError"}}}
                                                      ^~~~~
        note: did you mean "type"?
        note: allowed: category, type, case, payload, domain, code, message, underlying
      """#),
    BrokenContract("a code that is a string", #"{"code": -1004}"#, #"{"code": "-1004"}"#, schema: .refuses, #"""
      todo.contract.json:28:38: error: "code" is the string "-1004", expected a whole number or a matcher
                "expect": {"failure": {"code": "-1004"}}
                                               ^~~~~~~
      """#),
    BrokenContract("a message", #"{"code": -1004}"#, #"{"message": "no route"}"#, schema: .accepts, #"""
      todo.contract.json:28:30: warning: this asserts an error message, which differs between platforms and languages [asserts-message]
                "expect": {"failure": {"message": "no route"}}
                                       ^~~~~~~~~
        note: use "category", "type", "case", "domain" or "code" instead
        note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#asserts-message
      """#),
    BrokenContract("a failure that is a regular expression", #""decoding""#, #"{"$regex": "x"}"#, schema: .refuses, #"""
      todo.contract.json:23:40: error: $regex never matches: a failure is an object
                "expect": {"failure": {"$regex": "x"}}
                                                 ^~~
      """#),
    BrokenContract("a number for a failure", #""decoding""#, #"401"#, schema: .refuses, #"""
      todo.contract.json:23:29: error: "failure" is the number 401, expected a category, an object or a matcher
                "expect": {"failure": 401}
                                      ^~~
      """#),
    BrokenContract("an unknown matcher", #"{"success": {"id": 1}}"#, #"{"success": {"$an": true}}"#, schema: .refuses, #"""
      todo.contract.json:18:30: error: unknown matcher '$an'
                "expect": {"success": {"$an": true}}
                                       ^~~~~
        note: did you mean "$any"?
        note: allowed: $any, $type, $regex, $format, $partial, $contains, $each, $unordered, $anyOf, $allOf, $not, $same, $optional, $absent, $literal, $jsonSchema
      """#),
    BrokenContract("two matchers in one object", #"{"success": {"id": 1}}"#, #"{"success": {"$any": true, "$type": "null"}}"#, schema: .refuses, #"""
      todo.contract.json:18:44: error: this object has more than one matcher: $any, $type
                "expect": {"success": {"$any": true, "$type": "null"}}
                                                     ^~~~~~~
        note: a matcher must be the only member of its object; to accept any one of them, use {"$anyOf": […]}
      """#),
    BrokenContract("a matcher beside a member", #"{"success": {"id": 1}}"#, #"{"success": {"$type": "string", "id": 1}}"#, schema: .refuses, #"""
      todo.contract.json:18:30: error: a matcher must be the only member of its object, found $type beside other members
                "expect": {"success": {"$type": "string", "id": 1}}
                                       ^~~~~~~
        note: if "$type" is the real name of a member, wrap the object: {"$literal": {…}}
      """#),
    BrokenContract("$ref in a pattern", #"{"success": {"id": 1}}"#, #"{"success": {"id": {"$ref": "id.json"}}}"#, schema: .refuses, #"""
      todo.contract.json:18:37: error: "$ref" is not allowed inside data and patterns
                "expect": {"success": {"id": {"$ref": "id.json"}}}
                                              ^~~~~~
        note: to write it as data, use {"$literal": {"$ref": …}}
      """#),
    BrokenContract("$any with false", #"{"success": {"id": 1}}"#, #"{"success": {"$any": false}}"#, schema: .refuses, #"""
      todo.contract.json:18:38: error: the value of $any must be true
                "expect": {"success": {"$any": false}}
                                               ^~~~~
        note: write {"$any": true}
      """#),
    BrokenContract("$absent with false", #"{"success": {"id": 1}}"#, #"{"success": {"id": {"$absent": false}}}"#, schema: .refuses, #"""
      todo.contract.json:18:48: error: the value of $absent must be true
                "expect": {"success": {"id": {"$absent": false}}}
                                                         ^~~~~
        note: write {"$absent": true}
      """#),
    BrokenContract("an unknown type", #"{"success": {"id": 1}}"#, #"{"success": {"$type": "int"}}"#, schema: .refuses, #"""
      todo.contract.json:18:39: error: unknown type 'int'
                "expect": {"success": {"$type": "int"}}
                                                ^~~~~
        note: allowed: null, boolean, number, integer, string, array, object
      """#),
    BrokenContract("a type that is a number", #"{"success": {"id": 1}}"#, #"{"success": {"$type": 1}}"#, schema: .refuses, #"""
      todo.contract.json:18:39: error: $type is the number 1, expected the name of a type, or a list of names
                "expect": {"success": {"$type": 1}}
                                                ^
      """#),
    BrokenContract("a list of no types", #"{"success": {"id": 1}}"#, #"{"success": {"$type": []}}"#, schema: .refuses, #"""
      todo.contract.json:18:39: error: $type is empty, expected the name of a type, or a list of names
                "expect": {"success": {"$type": []}}
                                                ^~
      """#),
    BrokenContract("an invalid regular expression", #"{"success": {"id": 1}}"#, #"{"success": {"$regex": "(["}}"#, schema: .accepts, #"""
      todo.contract.json:18:40: error: '([' is not a regular expression: a set has no closing ]
                "expect": {"success": {"$regex": "(["}}
                                                 ^~~~
        note: the syntax is that of ECMA-262; in JSON, write each backslash twice ("\\d+")
      """#),
    BrokenContract("an empty regular expression", #"{"success": {"id": 1}}"#, #"{"success": {"$regex": ""}}"#, schema: .refuses, #"""
      todo.contract.json:18:40: error: '' is not a regular expression: it is empty
                "expect": {"success": {"$regex": ""}}
                                                 ^~
        note: the syntax is that of ECMA-262; in JSON, write each backslash twice ("\\d+")
      """#),
    BrokenContract("a regular expression that is a number", #"{"success": {"id": 1}}"#, #"{"success": {"$regex": 1}}"#, schema: .refuses, #"""
      todo.contract.json:18:40: error: $regex is the number 1, expected a regular expression in a string, or {"number": …} with one
                "expect": {"success": {"$regex": 1}}
                                                 ^
      """#),
    BrokenContract("$partial of a string", #"{"success": {"id": 1}}"#, #"{"success": {"$partial": "id"}}"#, schema: .refuses, #"""
      todo.contract.json:18:42: error: $partial is the string "id", expected an object or an array
                "expect": {"success": {"$partial": "id"}}
                                                   ^~~~
      """#),
    BrokenContract("$partial of a matcher", #"{"success": {"id": 1}}"#, #"{"success": {"$partial": {"$any": true}}}"#, schema: .refuses, #"""
      todo.contract.json:18:42: error: $partial is a matcher, expected an object or an array
                "expect": {"success": {"$partial": {"$any": true}}}
                                                   ^~~~~~~~~~~~~~
      """#),
    BrokenContract("$anyOf of nothing", #"{"success": {"id": 1}}"#, #"{"success": {"$anyOf": []}}"#, schema: .refuses, #"""
      todo.contract.json:18:40: error: $anyOf is empty, expected a list of patterns, at least one
                "expect": {"success": {"$anyOf": []}}
                                                 ^~
      """#),
    BrokenContract("$anyOf of a value that is not a list", #"{"success": {"id": 1}}"#, #"{"success": {"$anyOf": 1}}"#, schema: .refuses, #"""
      todo.contract.json:18:40: error: $anyOf is the number 1, expected a list of patterns, at least one
                "expect": {"success": {"$anyOf": 1}}
                                                 ^
      """#),
    BrokenContract("$optional in an array", #"{"success": {"id": 1}}"#, #"{"success": [{"$optional": 1}]}"#, schema: .refuses, #"""
      todo.contract.json:18:31: error: $optional is not allowed here
                "expect": {"success": [{"$optional": 1}]}
                                        ^~~~~~~~~~~
        note: allowed for what may be missing: an object's member, a header, a query item, a form field, a part or a body
      """#),
    BrokenContract("$absent for a whole result", #"{"success": {"id": 1}}"#, #"{"success": {"$absent": true}}"#, schema: .refuses, #"""
      todo.contract.json:18:30: error: $absent is not allowed here
                "expect": {"success": {"$absent": true}}
                                       ^~~~~~~~~
        note: allowed for what may be missing: an object's member, a header, a query item, a form field, a part or a body
      """#),
    BrokenContract("$absent in $optional", #"{"success": {"id": 1}}"#, #"{"success": {"id": {"$optional": {"$absent": true}}}}"#, schema: .refuses, #"""
      todo.contract.json:18:51: error: $absent is not allowed inside $optional, which already allows absence
                "expect": {"success": {"id": {"$optional": {"$absent": true}}}}
                                                            ^~~~~~~~~
        note: remove one of them
      """#),
  ]
}
