// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

import Testing

extension BrokenContract {
  /// Mistakes in a response.
  static let response: [BrokenContract] = [
    BrokenContract("an unknown kind", #""kind": "valid""#, #""kind": "vaild""#, schema: .refuses, #"""
      todo.contract.json:17:28: error: unknown response kind 'vaild'
                "response": {"kind": "vaild", "status": 201, "body": {"json": {"id": 1}}},
                                     ^~~~~~~
        note: did you mean "valid"?
        note: allowed: valid, nonHTTP, statusError, corruptJSON, networkError
      """#),
    BrokenContract("no kind", #""kind": "valid", "#, #""#, schema: .refuses, #"""
      todo.contract.json:17:19: error: missing member "kind" in a response
                "response": {"status": 201, "body": {"json": {"id": 1}}},
                            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("a valid 404", #"201"#, #"404"#, schema: .refuses, #"""
      todo.contract.json:17:47: error: a valid response needs a status from 200 to 299, found 404
                "response": {"kind": "valid", "status": 404, "body": {"json": {"id": 1}}},
                                                        ^~~
        note: for any other status, write "kind": "statusError"
      """#),
    BrokenContract("a status that is a string", #"201"#, #""201""#, schema: .refuses, #"""
      todo.contract.json:17:47: error: "status" is the string "201", expected a whole number, 100 to 999
                "response": {"kind": "valid", "status": "201", "body": {"json": {"id": 1}}},
                                                        ^~~~~
      """#),
    BrokenContract("a status of four digits", #"201"#, #"2010"#, schema: .refuses, #"""
      todo.contract.json:17:47: error: "status" is the number 2010, expected a whole number, 100 to 999
                "response": {"kind": "valid", "status": 2010, "body": {"json": {"id": 1}}},
                                                        ^~~~
      """#),
    BrokenContract("a statusError without a status", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"kind": "statusError"}"#, schema: .refuses, #"""
      todo.contract.json:17:19: error: missing member "status" in a statusError response
                "response": {"kind": "statusError"},
                            ^~~~~~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("a statusError 200", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"kind": "statusError", "status": 200}"#, schema: .refuses, #"""
      todo.contract.json:17:53: error: a statusError response needs a status outside 200 to 299, found 200
                "response": {"kind": "statusError", "status": 200},
                                                              ^~~
        note: for this status, write "kind": "valid"
      """#),
    BrokenContract("a statusError 100", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"kind": "statusError", "status": 100}"#, schema: .refuses, #"""
      todo.contract.json:17:53: error: 100 is not a final status
                "response": {"kind": "statusError", "status": 100},
                                                              ^~~
        note: after a status from 100 to 199 another response follows; allowed: 200 to 999
      """#),
    BrokenContract("a status for a response that is not HTTP", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"kind": "nonHTTP", "status": 200}"#, schema: .refuses, #"""
      todo.contract.json:17:39: error: unknown member "status" in a nonHTTP response
                "response": {"kind": "nonHTTP", "status": 200},
                                                ^~~~~~~~
        note: allowed: kind, body, delay
      """#),
    BrokenContract("a body with 204", #"201"#, #"204"#, schema: .refuses, #"""
      todo.contract.json:17:52: error: a response with status 204 cannot have a body
                "response": {"kind": "valid", "status": 204, "body": {"json": {"id": 1}}},
                                                             ^~~~~~
        note: remove "body" (RFC 9110, section 6.4.1)
      """#),
    BrokenContract("a body with 304", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"kind": "statusError", "status": 304, "body": {"text": "x"}}"#, schema: .refuses, #"""
      todo.contract.json:17:58: error: a response with status 304 cannot have a body
                "response": {"kind": "statusError", "status": 304, "body": {"text": "x"}},
                                                                   ^~~~~~
        note: remove "body" (RFC 9110, section 6.4.1)
      """#),
    BrokenContract("a member name with a line break", #""kind": "valid""#, #""kind": "valid", "a\nb": 1"#, schema: .refuses, #"""
      todo.contract.json:17:37: error: unknown member "a\u000Ab" in a valid response
                "response": {"kind": "valid", "a\nb": 1, "status": 201, "body": {"json": {"id": 1}}},
                                              ^~~~~~
        note: allowed: kind, status, headers, body, delay, early
      """#),
    BrokenContract("a body in answer to HEAD", #""POST""#, #""HEAD""#, schema: .accepts, #"""
      todo.contract.json:17:52: error: a response to HEAD cannot have a body
                "response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}},
                                                             ^~~~~~
        note: remove "body" (RFC 9110, section 6.4.1)
      todo.contract.json:22:43: error: a response to HEAD cannot have a body
                "response": {"kind": "corruptJSON", "body": {"text": "{{}"}},
                                                    ^~~~~~
        note: remove "body" (RFC 9110, section 6.4.1)
      """#),
    BrokenContract("a corruptJSON without a body", #", "body": {"text": "{{}"}"#, #""#, schema: .refuses, #"""
      todo.contract.json:22:19: error: missing member "body" in a corruptJSON response
                "response": {"kind": "corruptJSON"},
                            ^~~~~~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("a corruptJSON that parses", #""{{}""#, #""{}""#, schema: .accepts, #"""
      todo.contract.json:22:51: error: the body of a corruptJSON response must be invalid JSON, found valid JSON
                "response": {"kind": "corruptJSON", "body": {"text": "{}"}},
                                                            ^~~~~~~~~~~~~~
        note: make the body invalid, or write "kind": "valid"
      """#),
    BrokenContract("a corruptJSON that Foundation reads", #""{{}""#, #""[1,]""#, schema: .accepts, #"""
      todo.contract.json:22:51: warning: this body is not valid JSON (RFC 8259), but Foundation accepts it [lenient-json]
                "response": {"kind": "corruptJSON", "body": {"text": "[1,]"}},
                                                            ^~~~~~~~~~~~~~~~
        note: a client with JSONDecoder or JSONSerialization may succeed; use {"text": "{{}"}, which no client accepts
        note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#lenient-json
      """#),
    BrokenContract("a cut of a scenario that is not there", #"{"text": "{{}"}"#, #"{"from": "creatd", "truncate": 3}"#, schema: .accepts, #"""
      todo.contract.json:22:60: error: unknown scenario "creatd"
                "response": {"kind": "corruptJSON", "body": {"from": "creatd", "truncate": 3}},
                                                                     ^~~~~~~~
        note: did you mean "created"?
        note: allowed: created, server down
      """#),
    BrokenContract("a cut of itself", #"{"text": "{{}"}"#, #"{"from": "garbled", "truncate": 3}"#, schema: .accepts, #"""
      todo.contract.json:22:60: error: a scenario cannot truncate its own body
                "response": {"kind": "corruptJSON", "body": {"from": "garbled", "truncate": 3}},
                                                                     ^~~~~~~~~
        note: name another scenario that has a whole body
      """#),
    BrokenContract("a cut of a scenario without a body", #"{"text": "{{}"}"#, #"{"from": "server down", "truncate": 3}"#, schema: .accepts, #"""
      todo.contract.json:22:60: error: the scenario "server down" has no body
                "response": {"kind": "corruptJSON", "body": {"from": "server down", "truncate": 3}},
                                                                     ^~~~~~~~~~~~~
        note: name a scenario whose response has one
      """#),
    BrokenContract("a cut that leaves all", #"{"text": "{{}"}"#, #"{"from": "created", "truncate": 9}"#, schema: .accepts, #"""
      todo.contract.json:22:83: error: nothing is truncated: the body of "created" has 9 bytes, and "truncate" keeps 9
                "response": {"kind": "corruptJSON", "body": {"from": "created", "truncate": 9}},
                                                                                            ^
        note: allowed: 0 to 8
      """#),
    BrokenContract("a cut without its length", #"{"text": "{{}"}"#, #"{"from": "created"}"#, schema: .refuses, #"""
      todo.contract.json:22:51: error: missing member "truncate" in a truncated body
                "response": {"kind": "corruptJSON", "body": {"from": "created"}},
                                                            ^~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("a cut in a valid response", #"{"json": {"id": 1}}"#, #"{"from": "garbled", "truncate": 1}"#, schema: .refuses, #"""
      todo.contract.json:17:60: error: only a "corruptJSON" response can use the truncated body of another scenario
                "response": {"kind": "valid", "status": 201, "body": {"from": "garbled", "truncate": 1}},
                                                                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        note: write the body itself, or change "kind"
      """#),
    BrokenContract("a cut that leaves JSON", #"""
      {"json": {"id": 1}}},
            "expect": {"success": {"id": 1}}
          },
          {
            "name": "garbled",
            "response": {"kind": "corruptJSON", "body": {"text": "{{}"}
      """#, #"""
      {"json": 12}},
            "expect": {"success": {"id": 1}}
          },
          {
            "name": "garbled",
            "response": {"kind": "corruptJSON", "body": {"from": "created", "truncate": 1}
      """#, schema: .accepts, #"""
      todo.contract.json:22:51: error: the truncated body of a corruptJSON response must be invalid JSON, found valid JSON
                "response": {"kind": "corruptJSON", "body": {"from": "created", "truncate": 1}},
                                                            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        note: change the number of bytes in "truncate"
      """#),
    BrokenContract("an unknown network error", #""error": "cannotConnectToHost""#, #""error": "cannotConectToHost""#, schema: .refuses, #"""
      todo.contract.json:27:53: error: unknown URLError code 'cannotConectToHost'
                "response": {"kind": "networkError", "error": "cannotConectToHost"},
                                                              ^~~~~~~~~~~~~~~~~~~~
        note: did you mean "cannotConnectToHost"?
        note: allowed: 49 names; the nearest are cannotConnectToHost, cannotFindHost, cannotCreateFile, networkConnectionLost, cannotOpenFile, cannotCloseFile
      """#),
    BrokenContract("a network error by half of its name", #""error": "cannotConnectToHost""#, #""error": "cannotConnect""#, schema: .refuses, #"""
      todo.contract.json:27:53: error: unknown URLError code 'cannotConnect'
                "response": {"kind": "networkError", "error": "cannotConnect"},
                                                              ^~~~~~~~~~~~~~~
        note: did you mean "cannotConnectToHost"?
        note: allowed: 49 names; the nearest are cannotFindHost, cannotConnectToHost, cannotOpenFile, cannotCloseFile, cannotMoveFile, cancelled
      """#),
    BrokenContract("a network error by its number", #""error": "cannotConnectToHost""#, #""error": -1004"#, schema: .refuses, #"""
      todo.contract.json:27:53: error: a network error needs a name, found the number -1004
                "response": {"kind": "networkError", "error": -1004},
                                                              ^~~~~
        note: write "cannotConnectToHost"
      """#),
    BrokenContract("a network error by a number without a name", #""error": "cannotConnectToHost""#, #""error": -4242"#, schema: .refuses, #"""
      todo.contract.json:27:53: error: a network error needs a name, found the number -4242
                "response": {"kind": "networkError", "error": -4242},
                                                              ^~~~~
        note: write {"domain": "NSURLErrorDomain", "code": -4242}
      """#),
    BrokenContract("a network error without a code", #""error": "cannotConnectToHost""#, #""error": {"domain": "NSPOSIXErrorDomain"}"#, schema: .refuses, #"""
      todo.contract.json:27:53: error: missing member "code" in a network error
                "response": {"kind": "networkError", "error": {"domain": "NSPOSIXErrorDomain"}},
                                                              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("a body that is never sent", #""error": "cannotConnectToHost""#, #""error": "cannotConnectToHost", "body": {"text": "abc"}"#, schema: .refuses, #"""
      todo.contract.json:27:76: error: this body is never sent: the network fails before its first byte
                "response": {"kind": "networkError", "error": "cannotConnectToHost", "body": {"text": "abc"}},
                                                                                     ^~~~~~
        note: write the number of bytes to send first in "after"
      """#),
    BrokenContract("headers that are never sent", #""error": "cannotConnectToHost""#, #""error": "cannotConnectToHost", "headers": {"A": "b"}"#, schema: .refuses, #"""
      todo.contract.json:27:76: error: these headers are never sent: the network fails before them
                "response": {"kind": "networkError", "error": "cannotConnectToHost", "headers": {"A": "b"}},
                                                                                     ^~~~~~~~~
        note: use "body" and "after" to describe what is sent first, or write "during": "headers"
      """#),
    BrokenContract("after without a body", #""error": "cannotConnectToHost""#, #""error": "cannotConnectToHost", "after": 3"#, schema: .refuses, #"""
      todo.contract.json:27:76: error: "after" counts the bytes of a body, but this response has no body
                "response": {"kind": "networkError", "error": "cannotConnectToHost", "after": 3},
                                                                                     ^~~~~~~
        note: add "body"
      """#),
    BrokenContract("after beyond the body", #""error": "cannotConnectToHost""#, #""error": "cannotConnectToHost", "after": 4, "body": {"text": "abc"}"#, schema: .accepts, #"""
      todo.contract.json:27:85: error: "after" is 4, but the body has only 3 bytes
          …   "response": {"kind": "networkError", "error": "cannotConnectToHost", "after": 4, "body": {"text": "abc"}},
                                                                                            ^
        note: allowed: 0 to 3
      """#),
    BrokenContract("a delay below zero", #"201"#, #"201, "delay": -0.5"#, schema: .refuses, #"""
      todo.contract.json:17:61: error: "delay" is the number -0.5, expected a number of seconds, 0 or more
                "response": {"kind": "valid", "status": 201, "delay": -0.5, "body": {"json": {"id": 1}}},
                                                                      ^~~~
      """#),
    BrokenContract("a response header twice", #"201"#, #"201, "headers": {"X-A": "1", "x-a": "2"}"#, schema: .accepts, #"""
      todo.contract.json:17:76: error: duplicate header "x-a"; header names are case-insensitive
          …esponse": {"kind": "valid", "status": 201, "headers": {"X-A": "1", "x-a": "2"}, "body": {"json": {"id": 1}}},
                                                                              ^~~~~
        note: first written at todo.contract.json:17:64
        note: for multiple lines, write a list of values
      """#),
    BrokenContract("a response header that is a number", #"201"#, #"201, "headers": {"Retry-After": 1}"#, schema: .refuses, #"""
      todo.contract.json:17:79: error: a header's value is the number 1, expected a string, or a list of strings
          …    "response": {"kind": "valid", "status": 201, "headers": {"Retry-After": 1}, "body": {"json": {"id": 1}}},
                                                                                       ^
      """#),
  ]
}
