// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

import Testing

extension BrokenContract {
  /// Mistakes in the schema under `$jsonSchema`.
  static let schemas: [BrokenContract] = [
    BrokenContract("a schema that is a number", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": 1}}"#, schema: .refuses, #"""
      todo.contract.json:18:45: error: $jsonSchema is the number 1, expected a schema, or the name of a file that holds one
                "expect": {"success": {"$jsonSchema": 1}}
                                                      ^
      """#),
    BrokenContract("a keyword's schema that is not a schema", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"properties": {"a": 1}}}}"#, schema: .refuses, #"""
      todo.contract.json:18:66: error: a schema is the number 1, expected an object, true or false
                "expect": {"success": {"$jsonSchema": {"properties": {"a": 1}}}}
                                                                           ^
      """#),
    BrokenContract("a list of schemas that is empty", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"anyOf": []}}}"#, schema: .refuses, #"""
      todo.contract.json:18:55: error: "anyOf" is empty, expected a list of schemas, at least one
                "expect": {"success": {"$jsonSchema": {"anyOf": []}}}
                                                                ^~
      """#),
    BrokenContract("a count below 0", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"minLength": -1}}}"#, schema: .refuses, #"""
      todo.contract.json:18:59: error: "minLength" is the number -1, expected a whole number, 0 or more
                "expect": {"success": {"$jsonSchema": {"minLength": -1}}}
                                                                    ^~
      """#),
    BrokenContract("a count that is not whole", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"maxItems": 1.5}}}"#, schema: .refuses, #"""
      todo.contract.json:18:58: error: "maxItems" is the number 1.5, expected a whole number, 0 or more
                "expect": {"success": {"$jsonSchema": {"maxItems": 1.5}}}
                                                                   ^~~
      """#),
    BrokenContract("a bound that is a string", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"minimum": "1"}}}"#, schema: .refuses, #"""
      todo.contract.json:18:57: error: "minimum" is the string "1", expected a number
                "expect": {"success": {"$jsonSchema": {"minimum": "1"}}}
                                                                  ^~~
      """#),
    BrokenContract("a multiple of 0", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"multipleOf": 0}}}"#, schema: .refuses, #"""
      todo.contract.json:18:60: error: "multipleOf" is the number 0, expected a number greater than 0
                "expect": {"success": {"$jsonSchema": {"multipleOf": 0}}}
                                                                     ^
      """#),
    BrokenContract("an unknown type in a schema", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"type": "strin"}}}"#, schema: .refuses, #"""
      todo.contract.json:18:54: error: unknown type 'strin'
                "expect": {"success": {"$jsonSchema": {"type": "strin"}}}
                                                               ^~~~~~~
        note: did you mean "string"?
        note: allowed: null, boolean, number, integer, string, array, object
      """#),
    BrokenContract("a type twice in a schema", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"type": ["null", "null"]}}}"#, schema: .refuses, #"""
      todo.contract.json:18:63: error: duplicate "null" in "type"
                "expect": {"success": {"$jsonSchema": {"type": ["null", "null"]}}}
                                                                        ^~~~~~
        note: remove one of them
      """#),
    BrokenContract("enum that is not a list", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"enum": "a"}}}"#, schema: .refuses, #"""
      todo.contract.json:18:54: error: "enum" is the string "a", expected a list of values
                "expect": {"success": {"$jsonSchema": {"enum": "a"}}}
                                                               ^~~
      """#),
    BrokenContract("required that is not a list", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"required": "a"}}}"#, schema: .refuses, #"""
      todo.contract.json:18:58: error: "required" is the string "a", expected a list of names
                "expect": {"success": {"$jsonSchema": {"required": "a"}}}
                                                                   ^~~
      """#),
    BrokenContract("a required name twice", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"required": ["a", "a"]}}}"#, schema: .refuses, #"""
      todo.contract.json:18:64: error: duplicate "a" in "required"
                "expect": {"success": {"$jsonSchema": {"required": ["a", "a"]}}}
                                                                         ^~~
        note: remove one of them
      """#),
    BrokenContract("a name that is required and none", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"required": [1]}}}"#, schema: .refuses, #"""
      todo.contract.json:18:59: error: an element of "required" is the number 1, expected a name
                "expect": {"success": {"$jsonSchema": {"required": [1]}}}
                                                                    ^
      """#),
    BrokenContract("properties that are a list", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"properties": []}}}"#, schema: .refuses, #"""
      todo.contract.json:18:60: error: "properties" is an array, expected an object that maps each name to a schema
                "expect": {"success": {"$jsonSchema": {"properties": []}}}
                                                                     ^~
      """#),
    BrokenContract("uniqueItems that is not a boolean", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"uniqueItems": 1}}}"#, schema: .refuses, #"""
      todo.contract.json:18:61: error: "uniqueItems" is the number 1, expected true or false
                "expect": {"success": {"$jsonSchema": {"uniqueItems": 1}}}
                                                                      ^
      """#),
    BrokenContract("a title that is a number", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"title": 1}}}"#, schema: .refuses, #"""
      todo.contract.json:18:55: error: "title" is the number 1, expected a string
                "expect": {"success": {"$jsonSchema": {"title": 1}}}
                                                                ^
      """#),
    BrokenContract("items as a list", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"items": [{"type": "string"}]}}}"#, schema: .refuses, #"""
      todo.contract.json:18:55: error: "items" has one schema for all elements, not a list
                "expect": {"success": {"$jsonSchema": {"items": [{"type": "string"}]}}}
                                                                ^~~~~~~~~~~~~~~~~~~~
        note: for one schema each, use "prefixItems"
      """#),
    BrokenContract("a pattern that is not an expression", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"pattern": "(a"}}}"#, schema: .accepts, #"""
      todo.contract.json:18:57: error: '(a' is not a regular expression: a group has no closing )
                "expect": {"success": {"$jsonSchema": {"pattern": "(a"}}}
                                                                  ^~~~
        note: the syntax is that of ECMA-262; in JSON, write each backslash twice ("\\d+")
      """#),
    BrokenContract("a pattern that only ICU has", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"patternProperties": {"a++": true}}}}"#, schema: .accepts, #"""
      todo.contract.json:18:68: error: 'a++' is not a regular expression: + has nothing to repeat
                "expect": {"success": {"$jsonSchema": {"patternProperties": {"a++": true}}}}
                                                                             ^~~~~
        note: the syntax is that of ECMA-262; in JSON, write each backslash twice ("\\d+")
      """#),
    BrokenContract("a pattern that ICU does not take", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"pattern": "(?<=a+)b"}}}"#, schema: .accepts, #"""
      todo.contract.json:18:57: error: '(?<=a+)b' is not a regular expression: ICU does not accept it
                "expect": {"success": {"$jsonSchema": {"pattern": "(?<=a+)b"}}}
                                                                  ^~~~~~~~~~
        note: the syntax is that of ECMA-262; in JSON, write each backslash twice ("\\d+")
      """#),
    BrokenContract("a reference to nothing", #"{"success": {"id": 1}}"#, ##"{"success": {"$jsonSchema": {"$defs": {"todo": true}, "$ref": "#/$defs/tod"}}}"##, schema: .accepts, #"""
      todo.contract.json:18:79: error: "#/$defs/tod" does not lead to a schema
                "expect": {"success": {"$jsonSchema": {"$defs": {"todo": true}, "$ref": "#/$defs/tod"}}}
                                                                                        ^~~~~~~~~~~~~
        note: did you mean "#/$defs/todo"?
      """#),
    BrokenContract("a reference to an anchor that is not there", #"{"success": {"id": 1}}"#, ##"{"success": {"$jsonSchema": {"$defs": {"a": {"$anchor": "todo"}}, "$ref": "#toda"}}}"##, schema: .accepts, #"""
      todo.contract.json:18:91: error: "#toda" does not lead to a schema
                "expect": {"success": {"$jsonSchema": {"$defs": {"a": {"$anchor": "todo"}}, "$ref": "#toda"}}}
                                                                                                    ^~~~~~~
        note: did you mean "#todo"?
      """#),
    BrokenContract("a dynamic reference to nothing", #"{"success": {"id": 1}}"#, ##"{"success": {"$jsonSchema": {"$dynamicRef": "#item"}}}"##, schema: .accepts, #"""
      todo.contract.json:18:61: error: "#item" does not lead to a schema
                "expect": {"success": {"$jsonSchema": {"$dynamicRef": "#item"}}}
                                                                      ^~~~~~~
        note: a reference is a file name, a pointer such as #/$defs/name, or an anchor
      """#),
    BrokenContract("a reference to a value that is not a schema", #"{"success": {"id": 1}}"#, ##"{"success": {"$jsonSchema": {"$ref": "#/title", "title": "a"}}}"##, schema: .accepts, #"""
      todo.contract.json:18:54: error: "#/title" leads to the string "a", which is not a schema
                "expect": {"success": {"$jsonSchema": {"$ref": "#/title", "title": "a"}}}
                                                               ^~~~~~~~~
        note: a schema is an object, true or false
      """#),
    BrokenContract("a reference to a server", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"$ref": "https://example.com/todo.json"}}}"#, schema: .accepts, #"""
      todo.contract.json:18:54: error: unknown schema "https://example.com/todo.json"; schemas are never downloaded
                "expect": {"success": {"$jsonSchema": {"$ref": "https://example.com/todo.json"}}}
                                                               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        note: save the schema as a file and refer to its path; other references can then use its "$id"
      """#),
    BrokenContract("a reference that leads to itself", #"{"success": {"id": 1}}"#, ##"{"success": {"$jsonSchema": {"$ref": "#"}}}"##, schema: .accepts, #"""
      todo.contract.json:18:54: error: "#" leads back to itself without going deeper into the value, so it would never end
                "expect": {"success": {"$jsonSchema": {"$ref": "#"}}}
                                                               ^~~
        note: a schema can refer to itself only from inside keywords such as properties and items
      """#),
    BrokenContract("two references in a ring", #"{"success": {"id": 1}}"#, ##"{"success": {"$jsonSchema": {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"allOf": [{"$ref": "#/$defs/a"}]}}}}}"##, schema: .accepts, #"""
      todo.contract.json:18:109: error: "#/$defs/a" leads back to itself without going deeper into the value, so it would never end
          …"success": {"$jsonSchema": {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"allOf": [{"$ref": "#/$defs/a"}]}}}}}
                                                                                                      ^~~~~~~~~~~
        note: a schema can refer to itself only from inside keywords such as properties and items
      """#),
    BrokenContract("an older draft", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"$schema": "http://json-schema.org/draft-07/schema#"}}}"#, schema: .accepts, #"""
      todo.contract.json:18:57: error: "http://json-schema.org/draft-07/schema#" is not a JSON Schema dialect that this contract-run supports
                "expect": {"success": {"$jsonSchema": {"$schema": "http://json-schema.org/draft-07/schema#"}}}
                                                                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        note: allowed: https://json-schema.org/draft/2020-12/schema, or a file with a meta-schema of 2020-12
      """#),
    BrokenContract("a dialect of a server's", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"$schema": "https://example.com/meta"}}}"#, schema: .accepts, #"""
      todo.contract.json:18:57: error: "https://example.com/meta" is not a JSON Schema dialect that this contract-run supports
                "expect": {"success": {"$jsonSchema": {"$schema": "https://example.com/meta"}}}
                                                                  ^~~~~~~~~~~~~~~~~~~~~~~~~~
        note: allowed: https://json-schema.org/draft/2020-12/schema, or a file with a meta-schema of 2020-12
      """#),
    BrokenContract("an $id with a fragment", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"$id": "a#b"}}}"#, schema: .refuses, #"""
      todo.contract.json:18:53: error: "a#b" cannot be the $id of a schema: it has a fragment
                "expect": {"success": {"$jsonSchema": {"$id": "a#b"}}}
                                                              ^~~~~
        note: to name a part, use "$anchor"
      """#),
    BrokenContract("an invalid anchor", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"$anchor": "1a"}}}"#, schema: .refuses, #"""
      todo.contract.json:18:57: error: "1a" cannot be an anchor
                "expect": {"success": {"$jsonSchema": {"$anchor": "1a"}}}
                                                                  ^~~~
        note: allowed: a letter or _ first, then letters, digits, -, _ and . (JSON Schema 2020-12, Core, section 8.2.2)
      """#),
    BrokenContract("an $id twice", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"$defs": {"a": {"$id": "x"}, "b": {"$id": "x"}}}}}"#, schema: .accepts, #"""
      todo.contract.json:18:88: error: duplicate $id "x"
                "expect": {"success": {"$jsonSchema": {"$defs": {"a": {"$id": "x"}, "b": {"$id": "x"}}}}}
                                                                                                 ^~~
        note: first written at todo.contract.json:18:69
      """#),
    BrokenContract("an anchor twice", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"$defs": {"a": {"$anchor": "x"}, "b": {"$dynamicAnchor": "x"}}}}}"#, schema: .accepts, #"""
      todo.contract.json:18:103: error: duplicate $dynamicAnchor "x"
                "expect": {"success": {"$jsonSchema": {"$defs": {"a": {"$anchor": "x"}, "b": {"$dynamicAnchor": "x"}}}}}
                                                                                                                ^~~
        note: first written at todo.contract.json:18:73
      """#),
    BrokenContract("a keyword that is nearly one", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"requried": ["a"]}}}"#, schema: .accepts, #"""
      todo.contract.json:18:46: warning: unknown JSON Schema keyword "requried": it has no effect [misspelled-keyword]
                "expect": {"success": {"$jsonSchema": {"requried": ["a"]}}}
                                                       ^~~~~~~~~~
        note: did you mean "required"?
        note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#misspelled-keyword
      """#),
    BrokenContract("a keyword of an older draft", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"dependencies": {"a": ["b"]}}}}"#, schema: .accepts, #"""
      todo.contract.json:18:46: warning: "dependencies" is a keyword of an older draft: it has no effect in 2020-12 [old-keyword]
                "expect": {"success": {"$jsonSchema": {"dependencies": {"a": ["b"]}}}}
                                                       ^~~~~~~~~~~~~~
        note: write "dependentRequired" or "dependentSchemas"
        note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#old-keyword
      """#),
    BrokenContract("multiple mistakes in a schema", #"{"success": {"id": 1}}"#, #"{"success": {"$jsonSchema": {"type": "x", "minLength": "a", "properties": {"a": {"maximum": true}}}}}"#, schema: .refuses, #"""
      todo.contract.json:18:54: error: unknown type 'x'
          …xpect": {"success": {"$jsonSchema": {"type": "x", "minLength": "a", "properties": {"a": {"maximum": true}}}}}
                                                        ^~~
        note: allowed: null, boolean, number, integer, string, array, object
      todo.contract.json:18:72: error: "minLength" is the string "a", expected a whole number, 0 or more
          …xpect": {"success": {"$jsonSchema": {"type": "x", "minLength": "a", "properties": {"a": {"maximum": true}}}}}
                                                                          ^~~
      todo.contract.json:18:109: error: "maximum" is true, expected a number
          …xpect": {"success": {"$jsonSchema": {"type": "x", "minLength": "a", "properties": {"a": {"maximum": true}}}}}
                                                                                                               ^~~~
      """#),
  ]
}
