// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

import Testing

extension BrokenContract {
  /// Mistakes in the names in a path, and in multipart bodies.
  static let shape: [BrokenContract] = [
    BrokenContract("a name in a path without a description", #""/todos""#, #""/todos/{id}""#, schema: .accepts, #"""
      todo.contract.json:9:13: error: missing pattern for {id} in the path
              "path": "/todos/{id}",
                      ^~~~~~~~~~~~~
        note: add it: "pathParameters": {"id": …}; literal braces are %7B and %7D
      """#),
    BrokenContract("names in a path, described by others' names", #""path": "/todos","#, #""path": "/todos/{list}/{id}", "pathParameters": {"lists": 1, "id": 2},"#, schema: .accepts, #"""
      todo.contract.json:9:13: error: missing pattern for {list} in the path
              "path": "/todos/{list}/{id}", "pathParameters": {"lists": 1, "id": 2},
                      ^~~~~~~~~~~~~~~~~~~~
        note: add it: "pathParameters": {"list": …}; literal braces are %7B and %7D
      todo.contract.json:9:54: error: the path "/todos/{list}/{id}" has no {lists}
              "path": "/todos/{list}/{id}", "pathParameters": {"lists": 1, "id": 2},
                                                               ^~~~~~~
        note: did you mean "list"?
        note: the path is at todo.contract.json:9:13
        note: if this request is merged over another, "pathParameters": {"lists": null} removes the name
      """#),
    BrokenContract("a description of a name that a scenario's path does not have", #"""
      "path": "/todos",
          "headers": {"Content-Type": "application/json"},
          "timeout": 10,
          "body": {"json": {"title": "test"}}
        },
        "scenarios": [
          {
            "name": "created"
      """#, #"""
      "path": "/todos/{id}", "pathParameters": {"id": 1},
          "headers": {"Content-Type": "application/json"},
          "timeout": 10,
          "body": {"json": {"title": "test"}}
        },
        "scenarios": [
          {
            "name": "created", "request": {"path": "/spare"}
      """#, schema: .accepts, #"""
      todo.contract.json:9:47: error: the path "/spare" has no {id}
              "path": "/todos/{id}", "pathParameters": {"id": 1},
                                                        ^~~~
        note: the path is at todo.contract.json:16:46
        note: if this request is merged over another, "pathParameters": {"id": null} removes the name
      """#),
    BrokenContract("two names side by side in a path", #""/todos""#, #""/todos/{id}{version}""#, schema: .refuses, #"""
      todo.contract.json:9:13: error: no text between {id} and {version}: the end of {id} is ambiguous
              "path": "/todos/{id}{version}",
                      ^~~~~~~~~~~~~~~~~~~~~~
        note: put text between them, or combine them into one name
      """#),
    BrokenContract("a name twice in a path", #""/todos""#, #""/todos/{id}/{id}""#, schema: .accepts, #"""
      todo.contract.json:9:13: error: duplicate {id} in the path
              "path": "/todos/{id}/{id}",
                      ^~~~~~~~~~~~~~~~~~
        note: rename one of them
      """#),
    BrokenContract("an empty name in a path", #""/todos""#, #""/todos/{}""#, schema: .refuses, #"""
      todo.contract.json:9:13: error: this brace does not enclose a name
              "path": "/todos/{}",
                      ^~~~~~~~~~~
        note: write a name as {name}; write a literal brace as %7B or %7D
      """#),
    BrokenContract("a name across two segments", #""/todos""#, #""/todos/{a/b}""#, schema: .refuses, #"""
      todo.contract.json:9:13: error: this brace does not enclose a name
              "path": "/todos/{a/b}",
                      ^~~~~~~~~~~~~~
        note: write a name as {name}; write a literal brace as %7B or %7D
      """#),
    BrokenContract("a broken escape beside a name", #""/todos""#, #""/todos/{id}%4""#, schema: .refuses, #"""
      todo.contract.json:9:13: error: '%4' is not allowed in a path
              "path": "/todos/{id}%4",
                      ^~~~~~~~~~~~~~~
        note: percent-encode it, as the client sends it; a literal percent sign is %25
      """#),
    BrokenContract("path parameters that are a list", #""timeout""#, #"""
      "pathParameters": ["id"],
          "timeout"
      """#, schema: .refuses, #"""
      todo.contract.json:11:23: error: "pathParameters" is an array, expected an object
              "pathParameters": ["id"],
                                ^~~~~~
      """#),
    BrokenContract("a matcher in place of the path parameters", #""timeout""#, #"""
      "pathParameters": {"$any": true},
          "timeout"
      """#, schema: .refuses, #"""
      todo.contract.json:11:24: error: "pathParameters" maps names to patterns; $any would be a name here, not a matcher
              "pathParameters": {"$any": true},
                                 ^~~~~~
        note: write a pattern for each name
      """#),
    BrokenContract("a list for a path parameter", #""path": "/todos","#, #""path": "/todos/{id}", "pathParameters": {"id": [1, 2]},"#, schema: .refuses, #"""
      todo.contract.json:9:53: error: a path parameter is an array, expected a string, a number, true, false or a matcher
              "path": "/todos/{id}", "pathParameters": {"id": [1, 2]},
                                                              ^~~~~~
      """#),
    BrokenContract("a path parameter that may be absent", #""path": "/todos","#, #""path": "/todos/{id}", "pathParameters": {"id": {"$optional": 1}},"#, schema: .refuses, #"""
      todo.contract.json:9:54: error: $optional is not allowed here
              "path": "/todos/{id}", "pathParameters": {"id": {"$optional": 1}},
                                                               ^~~~~~~~~~~
        note: allowed for what may be missing: an object's member, a header, a query item, a form field, a part or a body
      """#),
    BrokenContract("null for a path parameter", #""path": "/todos","#, #""path": "/todos/{id}", "pathParameters": {"id": null},"#, schema: .refuses, #"""
      todo.contract.json:9:13: error: missing pattern for {id} in the path
              "path": "/todos/{id}", "pathParameters": {"id": null},
                      ^~~~~~~~~~~~~
        note: add it: "pathParameters": {"id": …}; literal braces are %7B and %7D
      todo.contract.json:9:53: error: null removes an inherited name, but this request is not merged over another one
              "path": "/todos/{id}", "pathParameters": {"id": null},
                                                              ^~~~
        note: write a pattern for it
      """#),
    BrokenContract("null for a path parameter that is not there", #""name": "created""#, #""name": "created", "request": {"pathParameters": {"id": null}}"#, schema: .accepts, #"""
      todo.contract.json:16:57: error: null cannot remove "id": the request that this one is merged over has no "id" in "pathParameters"
                "name": "created", "request": {"pathParameters": {"id": null}},
                                                                  ^~~~
        note: remove this member
      """#),
    BrokenContract("a form that is a list", #""body": {"json": {"title": "test"}}"#, #""body": {"form": ["a"]}"#, schema: .refuses, #"""
      todo.contract.json:12:22: error: "form" is an array, expected an object
              "body": {"form": ["a"]}
                               ^~~~~
      """#),
    BrokenContract("a matcher in place of a form", #""body": {"json": {"title": "test"}}"#, #""body": {"form": {"$partial": {"a": 1}}}"#, schema: .refuses, #"""
      todo.contract.json:12:23: error: "form" maps names to patterns; $partial would be a name here, not a matcher
              "body": {"form": {"$partial": {"a": 1}}}
                                ^~~~~~~~~~
        note: write a pattern for each name
      """#),
    BrokenContract("null for a form field", #""body": {"json": {"title": "test"}}"#, #""body": {"form": {"a": null}}"#, schema: .refuses, #"""
      todo.contract.json:12:28: error: a form field is null, expected a string, a number, true, false or a matcher
              "body": {"form": {"a": null}}
                                     ^~~~
      """#),
    BrokenContract("no value for a form field", #""body": {"json": {"title": "test"}}"#, #""body": {"form": {"a": []}}"#, schema: .refuses, #"""
      todo.contract.json:12:28: error: "a" has an empty list of values
              "body": {"form": {"a": []}}
                                     ^~
        note: to forbid the name, write {"$absent": true}
      """#),
    BrokenContract("an absent repetition of a form field", #""body": {"json": {"title": "test"}}"#, #""body": {"form": {"a": ["b", {"$absent": true}]}}"#, schema: .refuses, #"""
      todo.contract.json:12:35: error: $absent is not allowed here
              "body": {"form": {"a": ["b", {"$absent": true}]}}
                                            ^~~~~~~~~
        note: allowed for what may be missing: an object's member, a header, a query item, a form field, a part or a body
      """#),
    BrokenContract("a multipart body that is an object", #""body": {"json": {"title": "test"}}"#, #""body": {"multipart": {"name": "a"}}"#, schema: .refuses, #"""
      todo.contract.json:12:27: error: "multipart" is an object, expected a list of parts
              "body": {"multipart": {"name": "a"}}
                                    ^~~~~~~~~~~~~
      """#),
    BrokenContract("a part that is a string", #""body": {"json": {"title": "test"}}"#, #""body": {"multipart": ["a"]}"#, schema: .refuses, #"""
      todo.contract.json:12:28: error: an element of "multipart" is the string "a", expected an object
              "body": {"multipart": ["a"]}
                                     ^~~
      """#),
    BrokenContract("a misspelled member of a part", #""body": {"json": {"title": "test"}}"#, #""body": {"multipart": [{"name": "a", "fileName": "a.png"}]}"#, schema: .refuses, #"""
      todo.contract.json:12:42: error: unknown member "fileName" in a part
              "body": {"multipart": [{"name": "a", "fileName": "a.png"}]}
                                                   ^~~~~~~~~~
        note: did you mean "filename"?
        note: allowed: name, filename, contentType, body
      """#),
    BrokenContract("a number for a part's name", #""body": {"json": {"title": "test"}}"#, #""body": {"multipart": [{"name": 1}]}"#, schema: .refuses, #"""
      todo.contract.json:12:37: error: "name" is the number 1, expected a string or a matcher
              "body": {"multipart": [{"name": 1}]}
                                              ^
      """#),
    BrokenContract("a part's Content-Type with a line break", #""body": {"json": {"title": "test"}}"#, #""body": {"multipart": [{"name": "a", "contentType": "a/b\r\nc"}]}"#, schema: .refuses, #"""
      todo.contract.json:12:57: error: the header value contains a line break
              "body": {"multipart": [{"name": "a", "contentType": "a/b\r\nc"}]}
                                                                  ^~~~~~~~~~
        note: see RFC 9110, section 5.5
      """#),
    BrokenContract("an optional part with a member beside it", #""body": {"json": {"title": "test"}}"#, #""body": {"multipart": [{"$optional": {"name": "a"}, "body": {"text": "x"}}]}"#, schema: .refuses, #"""
      todo.contract.json:12:29: error: unknown member "$optional" in a part
              "body": {"multipart": [{"$optional": {"name": "a"}, "body": {"text": "x"}}]}
                                      ^~~~~~~~~~~
        note: allowed: name, filename, contentType, body
      """#),
    BrokenContract("an optional part in an optional part", #""body": {"json": {"title": "test"}}"#, #""body": {"multipart": [{"$optional": {"$optional": {"name": "a"}}}]}"#, schema: .refuses, #"""
      todo.contract.json:12:43: error: unknown member "$optional" in a part
              "body": {"multipart": [{"$optional": {"$optional": {"name": "a"}}}]}
                                                    ^~~~~~~~~~~
        note: allowed: name, filename, contentType, body
      """#),
    BrokenContract("an optional body in an optional body", #""body": {"json": {"title": "test"}}"#, #""body": {"$optional": {"$optional": {"json": 1}}}"#, schema: .refuses, #"""
      todo.contract.json:12:28: error: $optional is not allowed inside $optional, which already allows absence
              "body": {"$optional": {"$optional": {"json": 1}}}
                                     ^~~~~~~~~~~
        note: remove one of them
      """#),
    BrokenContract("an optional body without content", #""body": {"json": {"title": "test"}}"#, #""body": {"$optional": {}}"#, schema: .refuses, #"""
      todo.contract.json:12:27: error: a request's body has no content
              "body": {"$optional": {}}
                                    ^~
        note: allowed: exactly one of json, text, base64, file, form, multipart, jsonLines
      """#),
    BrokenContract("an optional pattern as a whole body", #""body": {"json": {"title": "test"}}"#, #""body": {"json": {"$optional": {"title": "test"}}}"#, schema: .refuses, #"""
      todo.contract.json:12:23: error: $optional is not allowed here
              "body": {"json": {"$optional": {"title": "test"}}}
                                ^~~~~~~~~~~
        note: allowed for what may be missing: an object's member, a header, a query item, a form field, a part or a body
      """#),
    BrokenContract("a part's body in a form of a whole body", #""body": {"json": {"title": "test"}}"#, #""body": {"multipart": [{"name": "a", "body": {"form": {}}}]}"#, schema: .refuses, #"""
      todo.contract.json:12:51: error: unknown member "form" in a part's body
              "body": {"multipart": [{"name": "a", "body": {"form": {}}}]}
                                                            ^~~~~~
        note: allowed: json, text, base64, file
      """#),
    BrokenContract("a part's body without members", #""body": {"json": {"title": "test"}}"#, #""body": {"multipart": [{"name": "a", "body": {}}]}"#, schema: .refuses, #"""
      todo.contract.json:12:50: error: a part's body has no content
              "body": {"multipart": [{"name": "a", "body": {}}]}
                                                           ^~
        note: allowed: exactly one of json, text, base64, file
      """#),
    BrokenContract("a part's body that is a matcher", #""body": {"json": {"title": "test"}}"#, #""body": {"multipart": [{"name": "a", "body": {"$type": "string"}}]}"#, schema: .refuses, #"""
      todo.contract.json:12:51: error: "body" is the matcher $type, expected {"json": …} around it, or {"$any": true}
              "body": {"multipart": [{"name": "a", "body": {"$type": "string"}}]}
                                                            ^~~~~~~
      """#),
    BrokenContract("JSON lines that are an object", #""body": {"json": {"title": "test"}}"#, #""body": {"jsonLines": {"a": 1}}"#, schema: .refuses, #"""
      todo.contract.json:12:27: error: "jsonLines" is an object, expected a list of patterns, one for each line
              "body": {"jsonLines": {"a": 1}}
                                    ^~~~~~~~
      """#),
    BrokenContract("a line of JSON that may be absent", #""body": {"json": {"title": "test"}}"#, #""body": {"jsonLines": [{"$absent": true}]}"#, schema: .refuses, #"""
      todo.contract.json:12:29: error: $absent is not allowed here
              "body": {"jsonLines": [{"$absent": true}]}
                                      ^~~~~~~~~
        note: allowed for what may be missing: an object's member, a header, a query item, a form field, a part or a body
      """#),
  ]
}
