// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

extension BrokenContract {
  /// Mistakes in a response.
  static let response: [BrokenContract] = [
    BrokenContract("an unknown kind", #""kind": "valid""#, #""kind": "vaild""#, schema: .refuses, #"""
      todo.contract.json:17:28: error: 'vaild' is no kind of response
                "response": {"kind": "vaild", "status": 201, "body": {"json": {"id": 1}}},
                                     ^~~~~~~
        note: did you mean "valid"?
        note: allowed: valid, nonHTTP, statusError, corruptJSON, networkError
      """#),
    BrokenContract("no kind", #""kind": "valid", "#, #""#, schema: .refuses, #"""
      todo.contract.json:17:19: error: a response needs a member "kind"
                "response": {"status": 201, "body": {"json": {"id": 1}}},
                            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("a valid 404", #"201"#, #"404"#, schema: .refuses, #"""
      todo.contract.json:17:47: error: a valid response has a status of 200 to 299, not 404
                "response": {"kind": "valid", "status": 404, "body": {"json": {"id": 1}}},
                                                        ^~~
        note: for any other write "kind": "statusError"
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
      todo.contract.json:17:19: error: a statusError response needs a member "status"
                "response": {"kind": "statusError"},
                            ^~~~~~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("a statusError 200", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"kind": "statusError", "status": 200}"#, schema: .refuses, #"""
      todo.contract.json:17:53: error: a statusError response has a status outside 200 to 299, not 200
                "response": {"kind": "statusError", "status": 200},
                                                              ^~~
        note: for this one write "kind": "valid"
      """#),
    BrokenContract("a statusError 100", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"kind": "statusError", "status": 100}"#, schema: .refuses, #"""
      todo.contract.json:17:53: error: 100 is no final status
                "response": {"kind": "statusError", "status": 100},
                                                              ^~~
        note: a status of 100 to 199 announces another response; allowed: 200 to 999
      """#),
    BrokenContract("a status for what is not HTTP", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"kind": "nonHTTP", "status": 200}"#, schema: .refuses, #"""
      todo.contract.json:17:39: error: a nonHTTP response has no member "status"
                "response": {"kind": "nonHTTP", "status": 200},
                                                ^~~~~~~~
        note: allowed: kind, body, delay
      """#),
    BrokenContract("a body with 204", #"201"#, #"204"#, schema: .refuses, #"""
      todo.contract.json:17:52: error: no body goes out with status 204
                "response": {"kind": "valid", "status": 204, "body": {"json": {"id": 1}}},
                                                             ^~~~~~
        note: take "body" away (RFC 9110, section 6.4.1)
      """#),
    BrokenContract("a body with 304", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"kind": "statusError", "status": 304, "body": {"text": "x"}}"#, schema: .refuses, #"""
      todo.contract.json:17:58: error: no body goes out with status 304
                "response": {"kind": "statusError", "status": 304, "body": {"text": "x"}},
                                                                   ^~~~~~
        note: take "body" away (RFC 9110, section 6.4.1)
      """#),
    BrokenContract("a member name with a line break", #""kind": "valid""#, #""kind": "valid", "a\nb": 1"#, schema: .refuses, #"""
      todo.contract.json:17:37: error: a valid response has no member "a\u000Ab"
                "response": {"kind": "valid", "a\nb": 1, "status": 201, "body": {"json": {"id": 1}}},
                                              ^~~~~~
        note: allowed: kind, status, headers, body, delay
      """#),
    BrokenContract("a body in answer to HEAD", #""POST""#, #""HEAD""#, schema: .accepts, #"""
      todo.contract.json:17:52: error: no body goes out in answer to HEAD
                "response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}},
                                                             ^~~~~~
        note: take "body" away (RFC 9110, section 6.4.1)
      todo.contract.json:22:43: error: no body goes out in answer to HEAD
                "response": {"kind": "corruptJSON", "body": {"text": "{{}"}},
                                                    ^~~~~~
        note: take "body" away (RFC 9110, section 6.4.1)
      """#),
    BrokenContract("a corruptJSON without a body", #", "body": {"text": "{{}"}"#, #""#, schema: .refuses, #"""
      todo.contract.json:22:19: error: a corruptJSON response needs a member "body"
                "response": {"kind": "corruptJSON"},
                            ^~~~~~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("a corruptJSON that parses", #""{{}""#, #""{}""#, schema: .accepts, #"""
      todo.contract.json:22:51: error: this body is JSON, and a corruptJSON response's is not
                "response": {"kind": "corruptJSON", "body": {"text": "{}"}},
                                                            ^~~~~~~~~~~~~~
        note: break it, or write "kind": "valid"
      """#),
    BrokenContract("a corruptJSON that Foundation reads", #""{{}""#, #""[1,]""#, schema: .accepts, #"""
      todo.contract.json:22:51: warning: this is not JSON by RFC 8259, but Foundation reads it as such [lenient-json]
                "response": {"kind": "corruptJSON", "body": {"text": "[1,]"}},
                                                            ^~~~~~~~~~~~~~~~
        note: a client on JSONDecoder or JSONSerialization may well succeed; {"text": "{{}"} fails everywhere
        note: see ContractKit's docs/warnings.md#lenient-json
      """#),
    BrokenContract("a cut of a scenario that is not there", #"{"text": "{{}"}"#, #"{"from": "creatd", "truncate": 3}"#, schema: .accepts, #"""
      todo.contract.json:22:60: error: there is no scenario "creatd"
                "response": {"kind": "corruptJSON", "body": {"from": "creatd", "truncate": 3}},
                                                                     ^~~~~~~~
        note: did you mean "created"?
        note: allowed: created, server down
      """#),
    BrokenContract("a cut of itself", #"{"text": "{{}"}"#, #"{"from": "garbled", "truncate": 3}"#, schema: .accepts, #"""
      todo.contract.json:22:60: error: a body cannot be cut from itself
                "response": {"kind": "corruptJSON", "body": {"from": "garbled", "truncate": 3}},
                                                                     ^~~~~~~~~
        note: name another scenario, one with a whole body
      """#),
    BrokenContract("a cut of a scenario without a body", #"{"text": "{{}"}"#, #"{"from": "server down", "truncate": 3}"#, schema: .accepts, #"""
      todo.contract.json:22:60: error: the scenario "server down" has no body
                "response": {"kind": "corruptJSON", "body": {"from": "server down", "truncate": 3}},
                                                                     ^~~~~~~~~~~~~
        note: name a scenario whose response has one
      """#),
    BrokenContract("a cut that leaves all", #"{"text": "{{}"}"#, #"{"from": "created", "truncate": 9}"#, schema: .accepts, #"""
      todo.contract.json:22:83: error: nothing is cut off: the body of "created" has 9 bytes, and 9 are kept
                "response": {"kind": "corruptJSON", "body": {"from": "created", "truncate": 9}},
                                                                                            ^
        note: allowed: 0 to 8
      """#),
    BrokenContract("a cut without its length", #"{"text": "{{}"}"#, #"{"from": "created"}"#, schema: .refuses, #"""
      todo.contract.json:22:51: error: a truncated body needs a member "truncate"
                "response": {"kind": "corruptJSON", "body": {"from": "created"}},
                                                            ^~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("a cut in a valid response", #"{"json": {"id": 1}}"#, #"{"from": "garbled", "truncate": 1}"#, schema: .refuses, #"""
      todo.contract.json:17:60: error: a body cut from another scenario's is for "corruptJSON" only
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
      todo.contract.json:22:51: error: what is left of the body is JSON, and a corruptJSON response's is not
                "response": {"kind": "corruptJSON", "body": {"from": "created", "truncate": 1}},
                                                            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        note: cut it elsewhere
      """#),
    BrokenContract("an unknown network error", #""error": "cannotConnectToHost""#, #""error": "cannotConectToHost""#, schema: .refuses, #"""
      todo.contract.json:27:53: error: 'cannotConectToHost' is no URLError code
                "response": {"kind": "networkError", "error": "cannotConectToHost"},
                                                              ^~~~~~~~~~~~~~~~~~~~
        note: did you mean "cannotConnectToHost"?
        note: allowed: 48 names, of which these are nearest: cannotConnectToHost, cannotFindHost, cannotCreateFile, networkConnectionLost, cannotOpenFile, cannotCloseFile
      """#),
    BrokenContract("a network error by half of its name", #""error": "cannotConnectToHost""#, #""error": "cannotConnect""#, schema: .refuses, #"""
      todo.contract.json:27:53: error: 'cannotConnect' is no URLError code
                "response": {"kind": "networkError", "error": "cannotConnect"},
                                                              ^~~~~~~~~~~~~~~
        note: did you mean "cannotConnectToHost"?
        note: allowed: 48 names, of which these are nearest: cannotFindHost, cannotConnectToHost, cannotOpenFile, cannotCloseFile, cannotMoveFile, cancelled
      """#),
    BrokenContract("a network error by its number", #""error": "cannotConnectToHost""#, #""error": -1004"#, schema: .refuses, #"""
      todo.contract.json:27:53: error: an error of the network is named, not numbered
                "response": {"kind": "networkError", "error": -1004},
                                                              ^~~~~
        note: write "cannotConnectToHost"
      """#),
    BrokenContract("a network error by a number without a name", #""error": "cannotConnectToHost""#, #""error": -4242"#, schema: .refuses, #"""
      todo.contract.json:27:53: error: an error of the network is named, not numbered
                "response": {"kind": "networkError", "error": -4242},
                                                              ^~~~~
        note: write {"domain": "NSURLErrorDomain", "code": -4242}
      """#),
    BrokenContract("a network error without a code", #""error": "cannotConnectToHost""#, #""error": {"domain": "NSPOSIXErrorDomain"}"#, schema: .refuses, #"""
      todo.contract.json:27:53: error: an error of the network needs a member "code"
                "response": {"kind": "networkError", "error": {"domain": "NSPOSIXErrorDomain"}},
                                                              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
    BrokenContract("a body that is never sent", #""error": "cannotConnectToHost""#, #""error": "cannotConnectToHost", "body": {"text": "abc"}"#, schema: .refuses, #"""
      todo.contract.json:27:76: error: this body is never sent: the network fails before its first byte
                "response": {"kind": "networkError", "error": "cannotConnectToHost", "body": {"text": "abc"}},
                                                                                     ^~~~~~
        note: say with "after" how many bytes go out first
      """#),
    BrokenContract("headers that are never sent", #""error": "cannotConnectToHost""#, #""error": "cannotConnectToHost", "headers": {"A": "b"}"#, schema: .refuses, #"""
      todo.contract.json:27:76: error: these headers are never sent: the network fails before them
                "response": {"kind": "networkError", "error": "cannotConnectToHost", "headers": {"A": "b"}},
                                                                                     ^~~~~~~~~
        note: say with "body" and "after" what goes out first, or write "during": "headers"
      """#),
    BrokenContract("after without a body", #""error": "cannotConnectToHost""#, #""error": "cannotConnectToHost", "after": 3"#, schema: .refuses, #"""
      todo.contract.json:27:76: error: "after" counts bytes of a body, and there is none
                "response": {"kind": "networkError", "error": "cannotConnectToHost", "after": 3},
                                                                                     ^~~~~~~
        note: add "body"
      """#),
    BrokenContract("after beyond the body", #""error": "cannotConnectToHost""#, #""error": "cannotConnectToHost", "after": 4, "body": {"text": "abc"}"#, schema: .accepts, #"""
      todo.contract.json:27:85: error: "after" is 4, and the body has 3 bytes
          …   "response": {"kind": "networkError", "error": "cannotConnectToHost", "after": 4, "body": {"text": "abc"}},
                                                                                            ^
        note: allowed: 0 to 3
      """#),
    BrokenContract("a delay below zero", #"201"#, #"201, "delay": -0.5"#, schema: .refuses, #"""
      todo.contract.json:17:61: error: "delay" is the number -0.5, expected seconds, 0 or more
                "response": {"kind": "valid", "status": 201, "delay": -0.5, "body": {"json": {"id": 1}}},
                                                                      ^~~~
      """#),
    BrokenContract("a response header twice", #"201"#, #"201, "headers": {"X-A": "1", "x-a": "2"}"#, schema: .accepts, #"""
      todo.contract.json:17:76: error: the header "x-a" is there twice; case does not count
          …esponse": {"kind": "valid", "status": 201, "headers": {"X-A": "1", "x-a": "2"}, "body": {"json": {"id": 1}}},
                                                                              ^~~~~
        note: first written at todo.contract.json:17:64
        note: for several lines give it a list
      """#),
    BrokenContract("a response header that is a number", #"201"#, #"201, "headers": {"Retry-After": 1}"#, schema: .refuses, #"""
      todo.contract.json:17:79: error: a header's value is the number 1, expected a string, or a list of strings
          …    "response": {"kind": "valid", "status": 201, "headers": {"Retry-After": 1}, "body": {"json": {"id": 1}}},
                                                                                       ^
      """#),
  ]
}
