// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

extension BrokenContract {
  /// Mistakes in the names in a path, and in multipart bodies.
  static let shape: [BrokenContract] = [
    BrokenContract("a name in a path that nothing describes", #""/todos""#, #""/todos/{id}""#, schema: .accepts, #"""
      todo.contract.json:9:13: error: nothing says what {id} in the path stands for
              "path": "/todos/{id}",
                      ^~~~~~~~~~~~~
        note: add it: "pathParameters": {"id": …}; literal braces are %7B and %7D
      """#),
    BrokenContract("names in a path, described by others' names", #""path": "/todos","#, #""path": "/todos/{list}/{id}", "pathParameters": {"lists": 1, "id": 2},"#, schema: .accepts, #"""
      todo.contract.json:9:13: error: nothing says what {list} in the path stands for
              "path": "/todos/{list}/{id}", "pathParameters": {"lists": 1, "id": 2},
                      ^~~~~~~~~~~~~~~~~~~~
        note: add it: "pathParameters": {"list": …}; literal braces are %7B and %7D
      todo.contract.json:9:54: error: the path "/todos/{list}/{id}" has no {lists}
              "path": "/todos/{list}/{id}", "pathParameters": {"lists": 1, "id": 2},
                                                               ^~~~~~~
        note: did you mean "list"?
        note: the path is at todo.contract.json:9:13
        note: where it is laid over another, "pathParameters": {"lists": null} takes the name away
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
        note: where it is laid over another, "pathParameters": {"id": null} takes the name away
      """#),
    BrokenContract("two names side by side in a path", #""/todos""#, #""/todos/{id}{version}""#, schema: .refuses, #"""
      todo.contract.json:9:13: error: nothing stands between {id} and {version}: where the one ends cannot be told
              "path": "/todos/{id}{version}",
                      ^~~~~~~~~~~~~~~~~~~~~~
        note: put some text between them, or make one name of them
      """#),
    BrokenContract("a name twice in a path", #""/todos""#, #""/todos/{id}/{id}""#, schema: .accepts, #"""
      todo.contract.json:9:13: error: {id} is in the path twice
              "path": "/todos/{id}/{id}",
                      ^~~~~~~~~~~~~~~~~~
        note: give one of them another name
      """#),
    BrokenContract("an empty name in a path", #""/todos""#, #""/todos/{}""#, schema: .refuses, #"""
      todo.contract.json:9:13: error: a brace in a path stands for no name
              "path": "/todos/{}",
                      ^~~~~~~~~~~
        note: a literal brace is %7B or %7D
      """#),
    BrokenContract("a name across two segments", #""/todos""#, #""/todos/{a/b}""#, schema: .refuses, #"""
      todo.contract.json:9:13: error: a brace in a path stands for no name
              "path": "/todos/{a/b}",
                      ^~~~~~~~~~~~~~
        note: a literal brace is %7B or %7D
      """#),
    BrokenContract("a broken escape beside a name", #""/todos""#, #""/todos/{id}%4""#, schema: .refuses, #"""
      todo.contract.json:9:13: error: '%4' cannot stand in a path
              "path": "/todos/{id}%4",
                      ^~~~~~~~~~~~~~~
        note: percent-encode it, as it is sent; a literal percent sign is %25
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
      todo.contract.json:11:24: error: $any would be a name in "pathParameters", which is a map by name and never a matcher itself
              "pathParameters": {"$any": true},
                                 ^~~~~~
        note: give each name a pattern of its own
      """#),
    BrokenContract("a list for a path parameter", #""path": "/todos","#, #""path": "/todos/{id}", "pathParameters": {"id": [1, 2]},"#, schema: .refuses, #"""
      todo.contract.json:9:53: error: a path parameter is an array, expected a string, a number, true, false or a matcher
              "path": "/todos/{id}", "pathParameters": {"id": [1, 2]},
                                                              ^~~~~~
      """#),
    BrokenContract("a path parameter that may be absent", #""path": "/todos","#, #""path": "/todos/{id}", "pathParameters": {"id": {"$optional": 1}},"#, schema: .refuses, #"""
      todo.contract.json:9:54: error: $optional cannot stand here
              "path": "/todos/{id}", "pathParameters": {"id": {"$optional": 1}},
                                                               ^~~~~~~~~~~
        note: it speaks of a member that may be missing: allowed as the value of an object's member, a header, a query name or a form field
      """#),
    BrokenContract("null for a path parameter", #""path": "/todos","#, #""path": "/todos/{id}", "pathParameters": {"id": null},"#, schema: .refuses, #"""
      todo.contract.json:9:13: error: nothing says what {id} in the path stands for
              "path": "/todos/{id}", "pathParameters": {"id": null},
                      ^~~~~~~~~~~~~
        note: add it: "pathParameters": {"id": …}; literal braces are %7B and %7D
      todo.contract.json:9:53: error: null takes a name away where a request is laid over another; there is none below this one
              "path": "/todos/{id}", "pathParameters": {"id": null},
                                                              ^~~~
        note: write a pattern for it
      """#),
    BrokenContract("null for a path parameter that is not there", #""name": "created""#, #""name": "created", "request": {"pathParameters": {"id": null}}"#, schema: .accepts, #"""
      todo.contract.json:16:57: error: null takes "id" away, and the request below has none in "pathParameters"
                "name": "created", "request": {"pathParameters": {"id": null}},
                                                                  ^~~~
        note: take the member out
      """#),
    BrokenContract("a form that is a list", #""body": {"json": {"title": "test"}}"#, #""body": {"form": ["a"]}"#, schema: .refuses, #"""
      todo.contract.json:12:22: error: "form" is an array, expected an object
              "body": {"form": ["a"]}
                               ^~~~~
      """#),
    BrokenContract("a matcher in place of a form", #""body": {"json": {"title": "test"}}"#, #""body": {"form": {"$partial": {"a": 1}}}"#, schema: .refuses, #"""
      todo.contract.json:12:23: error: $partial would be a name in "form", which is a map by name and never a matcher itself
              "body": {"form": {"$partial": {"a": 1}}}
                                ^~~~~~~~~~
        note: give each name a pattern of its own
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
        note: to forbid the name write {"$absent": true}
      """#),
    BrokenContract("an absent repetition of a form field", #""body": {"json": {"title": "test"}}"#, #""body": {"form": {"a": ["b", {"$absent": true}]}}"#, schema: .refuses, #"""
      todo.contract.json:12:35: error: $absent cannot stand here
              "body": {"form": {"a": ["b", {"$absent": true}]}}
                                            ^~~~~~~~~
        note: it speaks of a member that may be missing: allowed as the value of an object's member, a header, a query name or a form field
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
    BrokenContract("a misspelt member of a part", #""body": {"json": {"title": "test"}}"#, #""body": {"multipart": [{"name": "a", "fileName": "a.png"}]}"#, schema: .refuses, #"""
      todo.contract.json:12:42: error: a part has no member "fileName"
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
      todo.contract.json:12:57: error: a header's value has a line break
              "body": {"multipart": [{"name": "a", "contentType": "a/b\r\nc"}]}
                                                                  ^~~~~~~~~~
        note: RFC 9110, section 5.5
      """#),
    BrokenContract("a part's body in a form of a whole body", #""body": {"json": {"title": "test"}}"#, #""body": {"multipart": [{"name": "a", "body": {"form": {}}}]}"#, schema: .refuses, #"""
      todo.contract.json:12:51: error: a part's body has no member "form"
              "body": {"multipart": [{"name": "a", "body": {"form": {}}}]}
                                                            ^~~~~~
        note: allowed: json, text, base64, file
      """#),
    BrokenContract("a part's body that says nothing", #""body": {"json": {"title": "test"}}"#, #""body": {"multipart": [{"name": "a", "body": {}}]}"#, schema: .refuses, #"""
      todo.contract.json:12:50: error: a part's body says nothing
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
      todo.contract.json:12:29: error: $absent cannot stand here
              "body": {"jsonLines": [{"$absent": true}]}
                                      ^~~~~~~~~
        note: it speaks of a member that may be missing: allowed as the value of an object's member, a header, a query name or a form field
      """#),
  ]
}
