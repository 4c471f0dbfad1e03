// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

import Testing

extension BrokenContract {
  /// Mistakes in matchers that contain others, that name a format or a value, or that can never match.
  static let patterns: [BrokenContract] = [
    BrokenContract("a near name of a format", #"{"success": {"id": 1}}"#, #"{"success": {"$format": "datetime"}}"#, schema: .refuses, #"""
      todo.contract.json:18:41: error: unknown format 'datetime'
                "expect": {"success": {"$format": "datetime"}}
                                                  ^~~~~~~~~~
        note: did you mean "date-time"?
        note: allowed: date-time, date, time, duration, email, hostname, ipv4, ipv6, uri, uri-reference, uuid, json-pointer, regex
      """#),
    BrokenContract("an unknown format", #"{"success": {"id": 1}}"#, #"{"success": {"$format": "colors"}}"#, schema: .refuses, #"""
      todo.contract.json:18:41: error: unknown format 'colors'
                "expect": {"success": {"$format": "colors"}}
                                                  ^~~~~~~~
        note: allowed: date-time, date, time, duration, email, hostname, ipv4, ipv6, uri, uri-reference, uuid, json-pointer, regex
      """#),
    BrokenContract("a format that is a number", #"{"success": {"id": 1}}"#, #"{"success": {"$format": 1}}"#, schema: .refuses, #"""
      todo.contract.json:18:41: error: $format is the number 1, expected the name of a format, or an object with the name of a type and a value
                "expect": {"success": {"$format": 1}}
                                                  ^
      """#),
    BrokenContract("a value in an unknown format", #"{"success": {"id": 1}}"#, #"{"success": {"$format": {"guid": "a"}}}"#, schema: .refuses, #"""
      todo.contract.json:18:42: error: unknown format of a value 'guid'
                "expect": {"success": {"$format": {"guid": "a"}}}
                                                   ^~~~~~
        note: did you mean "uuid"?
        note: allowed: uuid, date-time, base64, boolean, number
      """#),
    BrokenContract("two values in a format", #"{"success": {"id": 1}}"#, #"{"success": {"$format": {"number": 1, "boolean": true}}}"#, schema: .refuses, #"""
      todo.contract.json:18:41: error: $format is 2 members, expected one member, such as {"uuid": "…"}
                "expect": {"success": {"$format": {"number": 1, "boolean": true}}}
                                                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("a value that is not in its format", #"{"success": {"id": 1}}"#, #"{"success": {"$format": {"date-time": "2026-02-30T00:00:00Z"}}}"#, schema: .accepts, #"""
      todo.contract.json:18:55: error: "date-time" is the string "2026-02-30T00:00:00Z", expected a value in this format
                "expect": {"success": {"$format": {"date-time": "2026-02-30T00:00:00Z"}}}
                                                                ^~~~~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("$allOf of nothing", #"{"success": {"id": 1}}"#, #"{"success": {"$allOf": []}}"#, schema: .refuses, #"""
      todo.contract.json:18:40: error: $allOf is empty, expected a list of patterns, at least one
                "expect": {"success": {"$allOf": []}}
                                                 ^~
      """#),
    BrokenContract("$allOf of a value that is not a list", #"{"success": {"id": 1}}"#, #"{"success": {"$allOf": {"a": 1}}}"#, schema: .refuses, #"""
      todo.contract.json:18:40: error: $allOf is an object, expected a list of patterns, at least one
                "expect": {"success": {"$allOf": {"a": 1}}}
                                                 ^~~~~~~~
      """#),
    BrokenContract("$unordered of a value that is not a list", #"{"success": {"id": 1}}"#, #"{"success": {"$unordered": 1}}"#, schema: .refuses, #"""
      todo.contract.json:18:44: error: $unordered is the number 1, expected a list of patterns
                "expect": {"success": {"$unordered": 1}}
                                                     ^
      """#),
    BrokenContract("a name that is a number", #"{"success": {"id": 1}}"#, #"{"success": {"$same": 1}}"#, schema: .refuses, #"""
      todo.contract.json:18:39: error: $same is the number 1, expected a name that is not empty
                "expect": {"success": {"$same": 1}}
                                                ^
      """#),
    BrokenContract("an empty name", #"{"success": {"id": 1}}"#, #"{"success": {"$same": ""}}"#, schema: .refuses, #"""
      todo.contract.json:18:39: error: $same is empty, expected a name that is not empty
                "expect": {"success": {"$same": ""}}
                                                ^~
      """#),
    BrokenContract("a name with a space before it", #"{"success": {"id": 1}}"#, #"{"success": [{"$same": " a"}, {"$same": " a"}]}"#, schema: .refuses, #"""
      todo.contract.json:18:40: error: a name of $same begins or ends with a space
                "expect": {"success": [{"$same": " a"}, {"$same": " a"}]}
                                                 ^~~~
        note: reports show it on one line; write plain text
      todo.contract.json:18:57: error: a name of $same begins or ends with a space
                "expect": {"success": [{"$same": " a"}, {"$same": " a"}]}
                                                                  ^~~~
        note: reports show it on one line; write plain text
      """#),
    BrokenContract("a name that occurs once", #"{"success": {"id": 1}}"#, #"{"success": {"$same": "key"}}"#, schema: .accepts, #"""
      todo.contract.json:18:29: warning: the name "key" is used only once in its scenario, so any value matches it [lone-same]
                "expect": {"success": {"$same": "key"}}
                                      ^~~~~~~~~~~~~~~~
        note: use the name again in the place that must have the same value, or write {"$any": true} here
        note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#lone-same
      """#),
    BrokenContract("a name that occurs only inside $not", #"{"success": {"id": 1}}"#, #"{"success": [1, {"$not": {"$same": "key"}}]}"#, schema: .accepts, #"""
      todo.contract.json:18:42: error: the name "key" is used only inside $not, which never binds it to a value
                "expect": {"success": [1, {"$not": {"$same": "key"}}]}
                                                   ^~~~~~~~~~~~~~~~
        note: write {"$same": "key"} also outside $not, in the place that this value must differ from
      """#),
    BrokenContract("a mistake inside each matcher", #"{"success": {"id": 1}}"#, #"{"success": {"a": {"$contains": {"$an": 1}}, "b": {"$each": {"$regex": 1}}, "c": {"$unordered": [{"$type": "int"}]}, "d": {"$not": {"$format": "dat"}}}}"#, schema: .refuses, #"""
      todo.contract.json:18:50: error: unknown matcher '$an'
          …: {"success": {"a": {"$contains": {"$an": 1}}, "b": {"$each": {"$regex": 1}}, "c": {"$unordered": [{"$type":…
                                              ^~~~~
        note: did you mean "$any"?
        note: allowed: $any, $type, $regex, $format, $partial, $contains, $each, $unordered, $anyOf, $allOf, $not, $same, $optional, $absent, $literal, $jsonSchema
      todo.contract.json:18:88: error: $regex is the number 1, expected a regular expression in a string, or {"number": …} with one
          …n": 1}}, "b": {"$each": {"$regex": 1}}, "c": {"$unordered": [{"$type": "int"}]}, "d": {"$not": {"$format": "…
                                              ^
      todo.contract.json:18:124: error: unknown type 'int'
          …, "b": {"$each": {"$regex": 1}}, "c": {"$unordered": [{"$type": "int"}]}, "d": {"$not": {"$format": "dat"}}}}
                                                                           ^~~~~
        note: allowed: null, boolean, number, integer, string, array, object
      todo.contract.json:18:160: error: unknown format 'dat'
          …, "b": {"$each": {"$regex": 1}}, "c": {"$unordered": [{"$type": "int"}]}, "d": {"$not": {"$format": "dat"}}}}
                                                                                                               ^~~~~
        note: did you mean "date"?
        note: allowed: date-time, date, time, duration, email, hostname, ipv4, ipv6, uri, uri-reference, uuid, json-pointer, regex
      """#),
    BrokenContract("$optional in $anyOf", #"{"success": {"id": 1}}"#, #"{"success": {"a": {"$anyOf": [1, {"$optional": 2}]}}}"#, schema: .refuses, #"""
      todo.contract.json:18:51: error: $optional is not allowed here
                "expect": {"success": {"a": {"$anyOf": [1, {"$optional": 2}]}}}
                                                            ^~~~~~~~~~~
        note: allowed for what may be missing: an object's member, a header, a query item, a form field, a part or a body
      """#),
    BrokenContract("$absent in $allOf", #"{"success": {"id": 1}}"#, #"{"success": {"a": {"$allOf": [{"$absent": true}]}}}"#, schema: .refuses, #"""
      todo.contract.json:18:48: error: $absent is not allowed here
                "expect": {"success": {"a": {"$allOf": [{"$absent": true}]}}}
                                                         ^~~~~~~~~
        note: allowed for what may be missing: an object's member, a header, a query item, a form field, a part or a body
      """#),
    BrokenContract("$absent in $not", #"{"success": {"id": 1}}"#, #"{"success": {"a": {"$not": {"$absent": true}}}}"#, schema: .refuses, #"""
      todo.contract.json:18:45: error: $absent is not allowed here
                "expect": {"success": {"a": {"$not": {"$absent": true}}}}
                                                      ^~~~~~~~~
        note: allowed for what may be missing: an object's member, a header, a query item, a form field, a part or a body
      """#),
    BrokenContract("$optional in $each", #"{"success": {"id": 1}}"#, #"{"success": {"$each": {"$optional": 1}}}"#, schema: .refuses, #"""
      todo.contract.json:18:40: error: $optional is not allowed here
                "expect": {"success": {"$each": {"$optional": 1}}}
                                                 ^~~~~~~~~~~
        note: allowed for what may be missing: an object's member, a header, a query item, a form field, a part or a body
      """#),
    BrokenContract("$absent in $contains", #"{"success": {"id": 1}}"#, #"{"success": {"$contains": {"$absent": true}}}"#, schema: .refuses, #"""
      todo.contract.json:18:44: error: $absent is not allowed here
                "expect": {"success": {"$contains": {"$absent": true}}}
                                                     ^~~~~~~~~
        note: allowed for what may be missing: an object's member, a header, a query item, a form field, a part or a body
      """#),
    BrokenContract("$optional in $unordered", #"{"success": {"id": 1}}"#, #"{"success": {"$unordered": [{"$optional": 1}]}}"#, schema: .refuses, #"""
      todo.contract.json:18:46: error: $optional is not allowed here
                "expect": {"success": {"$unordered": [{"$optional": 1}]}}
                                                       ^~~~~~~~~~~
        note: allowed for what may be missing: an object's member, a header, a query item, a form field, a part or a body
      """#),
    BrokenContract("$not of anything", #"{"success": {"id": 1}}"#, #"{"success": {"$not": {"$any": true}}}"#, schema: .refuses, #"""
      todo.contract.json:18:38: error: $not never matches: every value matches its pattern
                "expect": {"success": {"$not": {"$any": true}}}
                                               ^~~~~~~~~~~~~~
      """#),
    BrokenContract("$not of every type", #"{"success": {"id": 1}}"#, #"{"success": {"$not": {"$type": ["null", "boolean", "number", "string", "array", "object"]}}}"#, schema: .accepts, #"""
      todo.contract.json:18:38: error: $not never matches: every value matches its pattern
                "expect": {"success": {"$not": {"$type": ["null", "boolean", "number", "string", "array", "object"]}}}
                                               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("$not of anything among others", #"{"success": {"id": 1}}"#, #"{"success": {"$not": {"$anyOf": [1, {"$any": true}]}}}"#, schema: .accepts, #"""
      todo.contract.json:18:38: error: $not never matches: every value matches its pattern
                "expect": {"success": {"$not": {"$anyOf": [1, {"$any": true}]}}}
                                               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("$not of text in a header", #"{"Content-Type": "application/json"}"#, #"{"X": {"$not": {"$type": "string"}}}"#, schema: .accepts, #"""
      todo.contract.json:10:31: error: $not never matches: the value here is text
              "headers": {"X": {"$not": {"$type": "string"}}},
                                        ^~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("$not of a number for a timeout", #""timeout": 10"#, #""timeout": {"$not": {"$type": "number"}}"#, schema: .accepts, #"""
      todo.contract.json:11:25: error: $not never matches: the value here is a number
              "timeout": {"$not": {"$type": "number"}},
                                  ^~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("$type integer in a header", #"{"Content-Type": "application/json"}"#, #"{"X": {"$type": "integer"}}"#, schema: .refuses, #"""
      todo.contract.json:10:32: error: $type never matches: the value here is text
              "headers": {"X": {"$type": "integer"}},
                                         ^~~~~~~~~
      """#),
    BrokenContract("$contains in a query value", #""timeout": 10"#, #""query": {"tags": {"$contains": "a"}}"#, schema: .refuses, #"""
      todo.contract.json:11:37: error: $contains never matches: the value here is text
              "query": {"tags": {"$contains": "a"}},
                                              ^~~
      """#),
    BrokenContract("$each over text", #"{"json": {"title": "test"}}"#, #"{"text": {"$each": "a"}}"#, schema: .refuses, #"""
      todo.contract.json:12:32: error: $each never matches: the value here is text
              "body": {"text": {"$each": "a"}}
                                         ^~~
      """#),
    BrokenContract("$unordered for a header", #"{"Content-Type": "application/json"}"#, #"{"X": {"$unordered": ["a", "b"]}}"#, schema: .refuses, #"""
      todo.contract.json:10:37: error: $unordered never matches: the value here is text
              "headers": {"X": {"$unordered": ["a", "b"]}},
                                              ^~~~~~~~~~
      """#),
    BrokenContract("$format of a code", #"{"code": -1004}"#, #"{"code": {"$format": "uuid"}}"#, schema: .refuses, #"""
      todo.contract.json:28:50: error: $format never matches: the value here is a number
                "expect": {"failure": {"code": {"$format": "uuid"}}}
                                                           ^~~~~~
      """#),
    BrokenContract("$allOf of two literals", #"{"success": {"id": 1}}"#, #"{"success": {"$allOf": [{"$any": true}, 1, 2]}}"#, schema: .accepts, #"""
      todo.contract.json:18:60: error: $allOf never matches: no value is both the number 1 and the number 2
                "expect": {"success": {"$allOf": [{"$any": true}, 1, 2]}}
                                                                     ^
      """#),
    BrokenContract("$allOf of a literal and a type", #"{"success": {"id": 1}}"#, #"{"success": {"$allOf": ["a", {"$type": ["integer", "null"]}]}}"#, schema: .accepts, #"""
      todo.contract.json:18:46: error: $allOf never matches: no value is both a string and null or an integer
                "expect": {"success": {"$allOf": ["a", {"$type": ["integer", "null"]}]}}
                                                       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("$allOf of an array and an object", #"{"success": {"id": 1}}"#, #"{"success": {"$allOf": [{"$each": {"$any": true}}, {"$partial": {"a": 1}}]}}"#, schema: .accepts, #"""
      todo.contract.json:18:68: error: $allOf never matches: no value is both an array and an object
                "expect": {"success": {"$allOf": [{"$each": {"$any": true}}, {"$partial": {"a": 1}}]}}
                                                                             ^~~~~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("$allOf of text and a number that is not whole", #"{"success": {"id": 1}}"#, #"{"success": {"$allOf": [{"$type": "integer"}, {"$anyOf": [1.5, {"$regex": "a"}]}]}}"#, schema: .accepts, #"""
      todo.contract.json:18:63: error: $allOf never matches: no value is both an integer and a number that is not whole or a string
                "expect": {"success": {"$allOf": [{"$type": "integer"}, {"$anyOf": [1.5, {"$regex": "a"}]}]}}
                                                                        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("$allOf of two query values", #""timeout": 10"#, #""query": {"page": {"$allOf": [1, "2"]}}"#, schema: .accepts, #"""
      todo.contract.json:11:38: error: $allOf never matches: no value is both the string "1" and the string "2"
              "query": {"page": {"$allOf": [1, "2"]}},
                                               ^~~
      """#),
    BrokenContract("$allOf of two categories", #""decoding""#, #"{"$allOf": ["network", "status"]}"#, schema: .accepts, #"""
      todo.contract.json:23:52: error: $allOf never matches: a failure has one category
                "expect": {"failure": {"$allOf": ["network", "status"]}}
                                                             ^~~~~~~~
      """#),
    BrokenContract("$allOf of an unknown category", #""decoding""#, #"{"$allOf": ["netwrk", {"code": 1}]}"#, schema: .refuses, #"""
      todo.contract.json:23:41: error: unknown failure category 'netwrk'
                "expect": {"failure": {"$allOf": ["netwrk", {"code": 1}]}}
                                                  ^~~~~~~~
        note: did you mean "network"?
        note: allowed: network, status, decoding, invalidResponse, invalidRequest, cancelled, other
      """#),
    BrokenContract("$not of an unknown member of a failure", #""decoding""#, #"{"$not": {"cod": 1}}"#, schema: .refuses, #"""
      todo.contract.json:23:39: error: unknown member "cod" in a failure
                "expect": {"failure": {"$not": {"cod": 1}}}
                                                ^~~~~
        note: did you mean "code"?
        note: allowed: category, type, case, payload, domain, code, message, underlying
      """#),
    BrokenContract("$not of any failure", #""decoding""#, #"{"$not": {"$type": "object"}}"#, schema: .accepts, #"""
      todo.contract.json:23:38: error: $not never matches: a failure is an object
                "expect": {"failure": {"$not": {"$type": "object"}}}
                                               ^~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("$each of failures", #""decoding""#, #"{"$each": "network"}"#, schema: .refuses, #"""
      todo.contract.json:23:39: error: $each never matches: a failure is an object
                "expect": {"failure": {"$each": "network"}}
                                                ^~~~~~~~~
      """#),
    BrokenContract("a failure that is a format", #""decoding""#, #"{"$format": "uuid"}"#, schema: .refuses, #"""
      todo.contract.json:23:41: error: $format never matches: a failure is an object
                "expect": {"failure": {"$format": "uuid"}}
                                                  ^~~~~~
      """#),
    BrokenContract("a failure that is a number as it is", #""decoding""#, #"{"$literal": 1}"#, schema: .refuses, #"""
      todo.contract.json:23:42: error: $literal never matches: a failure is an object
                "expect": {"failure": {"$literal": 1}}
                                                   ^
      """#),
    BrokenContract("a $regex of a number with mistakes", #"{"success": {"id": 1}}"#, #"{"success": [{"$regex": {}}, {"$regex": {"nummer": "a"}}, {"$regex": {"number": 1}}, {"$regex": {"number": "("}}, {"$regex": 1}]}"#, schema: .refuses, #"""
      todo.contract.json:18:41: error: missing member "number" in the value of $regex
          … "expect": {"success": [{"$regex": {}}, {"$regex": {"nummer": "a"}}, {"$regex": {"number": 1}}, {"$regex": {…
                                              ^~
      todo.contract.json:18:57: error: missing member "number" in the value of $regex
          …cess": [{"$regex": {}}, {"$regex": {"nummer": "a"}}, {"$regex": {"number": 1}}, {"$regex": {"number": "("}},…
                                              ^~~~~~~~~~~~~~~
      todo.contract.json:18:58: error: unknown member "nummer" in the value of $regex
          …ess": [{"$regex": {}}, {"$regex": {"nummer": "a"}}, {"$regex": {"number": 1}}, {"$regex": {"number": "("}}, …
                                              ^~~~~~~~
        note: did you mean "number"?
        note: allowed: number
      todo.contract.json:18:97: error: "number" is the number 1, expected a string
          …x": {}}, {"$regex": {"nummer": "a"}}, {"$regex": {"number": 1}}, {"$regex": {"number": "("}}, {"$regex": 1}]}
                                                                       ^
      todo.contract.json:18:124: error: '(' is not a regular expression: a group has no closing )
          …x": {}}, {"$regex": {"nummer": "a"}}, {"$regex": {"number": 1}}, {"$regex": {"number": "("}}, {"$regex": 1}]}
                                                                                                  ^~~
        note: the syntax is that of ECMA-262; in JSON, write each backslash twice ("\\d+")
      todo.contract.json:18:142: error: $regex is the number 1, expected a regular expression in a string, or {"number": …} with one
          …x": {}}, {"$regex": {"nummer": "a"}}, {"$regex": {"number": 1}}, {"$regex": {"number": "("}}, {"$regex": 1}]}
                                                                                                                    ^
      """#),
    BrokenContract("a $regex of a number in places for text", #"{"Content-Type": "application/json"}"#, #"{"Content-Type": {"$regex": {"number": "a"}}}"#, schema: .refuses, #"""
      todo.contract.json:10:44: error: $regex is an object, expected a regular expression in a string
              "headers": {"Content-Type": {"$regex": {"number": "a"}}},
                                                     ^~~~~~~~~~~~~~~
      """#),
    BrokenContract("a $regex of a number that must be a string", #"{"success": {"id": 1}}"#, #"{"success": {"$allOf": [{"$type": "string"}, {"$regex": {"number": "a"}}]}}"#, schema: .accepts, #"""
      todo.contract.json:18:62: error: $allOf never matches: no value is both a string and a number
                "expect": {"success": {"$allOf": [{"$type": "string"}, {"$regex": {"number": "a"}}]}}
                                                                       ^~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
  ]
}
