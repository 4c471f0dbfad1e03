// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

import Testing

extension BrokenContract {
  /// Mistakes in chunks, and in the place inside a head at which the network fails.
  static let faults: [BrokenContract] = [
    BrokenContract("no chunks", #"{"json": {"id": 1}}"#, #"{"chunks": []}"#, schema: .refuses, #"""
      todo.contract.json:17:71: error: "chunks" is empty, expected a list of chunks, at least one
                "response": {"kind": "valid", "status": 201, "body": {"chunks": []}},
                                                                                ^~
      """#),
    BrokenContract("chunks that are not a list", #"{"json": {"id": 1}}"#, #"{"chunks": {"text": "a"}}"#, schema: .refuses, #"""
      todo.contract.json:17:71: error: "chunks" is an object, expected a list of chunks, at least one
                "response": {"kind": "valid", "status": 201, "body": {"chunks": {"text": "a"}}},
                                                                                ^~~~~~~~~~~~~
      """#),
    BrokenContract("a chunk that is a string", #"{"json": {"id": 1}}"#, #"{"chunks": ["a"]}"#, schema: .refuses, #"""
      todo.contract.json:17:72: error: an element of "chunks" is the string "a", expected an object
                "response": {"kind": "valid", "status": 201, "body": {"chunks": ["a"]}},
                                                                                 ^~~
      """#),
    BrokenContract("a chunk of JSON", #"{"json": {"id": 1}}"#, #"{"chunks": [{"json": 1}]}"#, schema: .refuses, #"""
      todo.contract.json:17:73: error: unknown member "json" in a chunk
                "response": {"kind": "valid", "status": 201, "body": {"chunks": [{"json": 1}]}},
                                                                                  ^~~~~~
        note: allowed: text, base64, delay
      """#),
    BrokenContract("a chunk in two forms", #"{"json": {"id": 1}}"#, #"{"chunks": [{"text": "a", "base64": "YQ=="}]}"#, schema: .refuses, #"""
      todo.contract.json:17:86: error: a chunk has "text" and "base64", expected only one
                "response": {"kind": "valid", "status": 201, "body": {"chunks": [{"text": "a", "base64": "YQ=="}]}},
                                                                                               ^~~~~~~~
        note: allowed: exactly one of text, base64
      """#),
    BrokenContract("a chunk of nothing but a pause", #"{"json": {"id": 1}}"#, #"{"chunks": [{"text": "a"}, {"delay": 1}]}"#, schema: .refuses, #"""
      todo.contract.json:17:87: error: a chunk has no content
                "response": {"kind": "valid", "status": 201, "body": {"chunks": [{"text": "a"}, {"delay": 1}]}},
                                                                                                ^~~~~~~~~~~~
        note: allowed: exactly one of text, base64
      """#),
    BrokenContract("a chunk without bytes", #"{"json": {"id": 1}}"#, #"{"chunks": [{"text": "a"}, {"text": "", "delay": 1}]}"#, schema: .refuses, #"""
      todo.contract.json:17:96: error: an empty chunk would end the body
          … "response": {"kind": "valid", "status": 201, "body": {"chunks": [{"text": "a"}, {"text": "", "delay": 1}]}},
                                                                                                     ^~
        note: remove it; to pause, write "delay" in the chunk after the pause
      """#),
    BrokenContract("a chunk that is not base64", #"{"json": {"id": 1}}"#, #"{"chunks": [{"base64": "a"}]}"#, schema: .refuses, #"""
      todo.contract.json:17:83: error: invalid base64
                "response": {"kind": "valid", "status": 201, "body": {"chunks": [{"base64": "a"}]}},
                                                                                            ^~~
        note: allowed: A to Z, a to z, 0 to 9, + and /, padded with = to a multiple of 4 (RFC 4648)
      """#),
    BrokenContract("a chunk's delay below zero", #"{"json": {"id": 1}}"#, #"{"chunks": [{"text": "a", "delay": -1}]}"#, schema: .refuses, #"""
      todo.contract.json:17:95: error: "delay" is the number -1, expected a number of seconds, 0 or more
                "response": {"kind": "valid", "status": 201, "body": {"chunks": [{"text": "a", "delay": -1}]}},
                                                                                                        ^~
      """#),
    BrokenContract("chunks beside another form", #"{"json": {"id": 1}}"#, #"{"text": "a", "chunks": [{"text": "a"}]}"#, schema: .refuses, #"""
      todo.contract.json:17:74: error: a response's body has "text" and "chunks", expected only one
                "response": {"kind": "valid", "status": 201, "body": {"text": "a", "chunks": [{"text": "a"}]}},
                                                                                   ^~~~~~~~
        note: allowed: exactly one of json, text, base64, file, chunks
      """#),
    BrokenContract("chunks of a request", #""body": {"json": {"title": "test"}}"#, #""body": {"chunks": [{"text": "a"}]}"#, schema: .refuses, #"""
      todo.contract.json:12:14: error: unknown member "chunks" in a request's body
              "body": {"chunks": [{"text": "a"}]}
                       ^~~~~~~~
        note: allowed: json, text, base64, file, form, multipart, jsonLines
      """#),
    BrokenContract("an unknown part of a head", #""error": "cannotConnectToHost""#, #""error": "networkConnectionLost", "during": "header""#, schema: .refuses, #"""
      todo.contract.json:27:88: error: unknown part of the head 'header'
                "response": {"kind": "networkError", "error": "networkConnectionLost", "during": "header"},
                                                                                                 ^~~~~~~~
        note: did you mean "headers"?
        note: allowed: statusLine, headers
      """#),
    BrokenContract("during in a response without an error", #""status": 201"#, #""status": 201, "during": "headers""#, schema: .refuses, #"""
      todo.contract.json:17:52: error: unknown member "during" in a valid response
                "response": {"kind": "valid", "status": 201, "during": "headers", "body": {"json": {"id": 1}}},
                                                             ^~~~~~~~
        note: allowed: kind, status, headers, body, delay, early
      """#),
    BrokenContract("during with a body", #""error": "cannotConnectToHost""#, #""error": "timedOut", "during": "headers", "body": {"text": "abc"}"#, schema: .refuses, #"""
      todo.contract.json:27:86: error: the network fails within the head, before any byte of the body is sent
                "response": {"kind": "networkError", "error": "timedOut", "during": "headers", "body": {"text": "abc"}},
                                                                                               ^~~~~~
        note: remove "body", or remove "during"
      """#),
    BrokenContract("during with a body and after", #""error": "cannotConnectToHost""#, #""error": "timedOut", "during": "headers", "body": {"text": "abc"}, "after": 1"#, schema: .refuses, #"""
      todo.contract.json:27:86: error: the network fails within the head, before any byte of the body is sent
          …se": {"kind": "networkError", "error": "timedOut", "during": "headers", "body": {"text": "abc"}, "after": 1},
                                                                                   ^~~~~~
        note: remove "body" and "after", or remove "during"
      """#),
    BrokenContract("during with after", #""error": "cannotConnectToHost""#, #""error": "timedOut", "during": "headers", "after": 1"#, schema: .refuses, #"""
      todo.contract.json:27:86: error: the network fails within the head, before any byte of the body is sent
                "response": {"kind": "networkError", "error": "timedOut", "during": "headers", "after": 1},
                                                                                               ^~~~~~~
        note: remove "after", or remove "during"
      """#),
    BrokenContract("headers of a broken status line", #""error": "cannotConnectToHost""#, #""error": "timedOut", "during": "statusLine", "headers": {"A": "b"}"#, schema: .refuses, #"""
      todo.contract.json:27:89: error: these headers are never sent: the network fails before them
          …    "response": {"kind": "networkError", "error": "timedOut", "during": "statusLine", "headers": {"A": "b"}},
                                                                                                 ^~~~~~~~~
        note: use "body" and "after" to describe what is sent first, or write "during": "headers"
      """#),
    BrokenContract("a status before the head", #""error": "cannotConnectToHost""#, #""error": "timedOut", "status": 500"#, schema: .refuses, #"""
      todo.contract.json:27:65: error: this status is never sent: the network fails before the end of the head
                "response": {"kind": "networkError", "error": "timedOut", "status": 500},
                                                                          ^~~~~~~~
        note: use "body" and "after" to describe what is sent first, or remove "status"
      """#),
    BrokenContract("a status of half a head", #""error": "cannotConnectToHost""#, #""error": "timedOut", "during": "headers", "status": 500"#, schema: .refuses, #"""
      todo.contract.json:27:86: error: this status is never sent: the network fails before the end of the head
                "response": {"kind": "networkError", "error": "timedOut", "during": "headers", "status": 500},
                                                                                               ^~~~~~~~
        note: use "body" and "after" to describe what is sent first, or remove "status"
      """#),
    BrokenContract("an early answer in any order", #""response": {"kind": "valid", "status": 201,"#, #""order": "any", "response": {"kind": "valid", "status": 201, "early": true,"#, schema: .accepts, #"""
      todo.contract.json:17:16: error: with "order": "any", the whole request chooses the exchange that answers, so it cannot be answered early
                "order": "any", "response": {"kind": "valid", "status": 201, "early": true, "body": {"json": {"id": 1}}…
                         ^~~~~
        note: remove "early" or "order"
      """#),
    BrokenContract("a time of a response that is not one", #""status": 201"#, #""status": 201, "headers": {"Expires": "{{httpDate 2}}"}"#, schema: .accepts, #"""
      todo.contract.json:17:75: error: this is not the time of the response
          …se": {"kind": "valid", "status": 201, "headers": {"Expires": "{{httpDate 2}}"}, "body": {"json": {"id": 1}}},
                                                                        ^~~~~~~~~~~~~~~~
        note: write {{httpDate}}, or {{httpDate +2}} for 2 s later; at most a day (86400) earlier or later
      """#),
  ]
}
