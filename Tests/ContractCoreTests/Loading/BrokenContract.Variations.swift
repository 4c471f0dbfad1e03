// swift-format-ignore-file
// Messages for users are recorded as they are, whatever their length.

import Testing

@testable import ContractCore

extension BrokenContract {
  /// Mistakes in variations and hostile values.
  static let variations: [BrokenContract] = [
    BrokenContract("variations that are text", #""input""#, #""variations": "x", "input""#, schema: .refuses, #"""
      todo.contract.json:6:17: error: "variations" is the string "x", expected true, false or an object
            "variations": "x", "input": {"title": "test"},
                          ^~~
      """#),
    BrokenContract("an unknown family", #""input""#, #""variations": {"statusEror": {"failure": "any"}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:18: error: unknown member "statusEror" in "variations"
            "variations": {"statusEror": {"failure": "any"}}, "input": {"title": "test"},
                           ^~~~~~~~~~~~
        note: did you mean "statusError"?
        note: allowed: 22 names; the nearest are statusError, networkError, stream, steps, usual, hostile
      """#),
    BrokenContract("waits of a client that tries once", #""input""#, #""variations": {"waits": true}, "input""#, schema: .accepts, #"""
      todo.contract.json:6:27: error: "waits" needs "attempts" of 2 or more, because a client that sends a request once never waits
            "variations": {"waits": true}, "input": {"title": "test"},
                                    ^~~~
        note: write "attempts": 2, or more, beside it
      """#),
    BrokenContract("a group of one call", #""input""#, #""variations": {"group": {"atOnce": 1}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:38: error: "atOnce" is the number 1, expected a whole number, 2 to 20
            "variations": {"group": {"atOnce": 1}}, "input": {"title": "test"},
                                               ^
      """#),
    BrokenContract("a group with an unknown exchange", #""input""#, #""variations": {"group": {"once": ["renew"]}}, "input""#, schema: .accepts, #"""
      todo.contract.json:6:37: error: unknown exchange 'renew'
            "variations": {"group": {"once": ["renew"]}}, "input": {"title": "test"},
                                              ^~~~~~~
      """#),
    BrokenContract("a group that is text", #""input""#, #""variations": {"group": "x"}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:27: error: "group" is the string "x", expected true, false or an object with "atOnce" or "again"
            "variations": {"group": "x"}, "input": {"title": "test"},
                                    ^~~
      """#),
    BrokenContract("a cancel that is text", #""input""#, #""variations": {"cancel": "x"}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:28: error: "cancel" is the string "x", expected true, false or an expectation, such as {"failure": {"category": "other"}}
            "variations": {"cancel": "x"}, "input": {"title": "test"},
                                     ^~~
      """#),
    BrokenContract("a family that is true", #""input""#, #""variations": {"nonHTTP": true}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:29: error: "nonHTTP" is true, expected an expectation, such as {"failure": "any"}, or false
            "variations": {"nonHTTP": true}, "input": {"title": "test"},
                                      ^~~~
      """#),
    BrokenContract("a family without an outcome", #""input""#, #""variations": {"corruptJSON": {"except": {}}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:33: error: missing member "success" or "failure"
            "variations": {"corruptJSON": {"except": {}}}, "input": {"title": "test"},
                                          ^~~~~~~~~~~~~~
        note: if the value does not matter, write "success": {"$any": true}
      """#),
    BrokenContract("a family with an unknown member", #""input""#, #""variations": {"corruptJSON": {"failure": "any", "excep": {}}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:52: error: unknown member "excep" in "corruptJSON"
            "variations": {"corruptJSON": {"failure": "any", "excep": {}}}, "input": {"title": "test"},
                                                             ^~~~~~~
        note: did you mean "except"?
        note: allowed: success, failure, values, memory, loopback, except, also
      """#),
    BrokenContract("a family with an unknown category", #""input""#, #""variations": {"corruptJSON": {"failure": "decodin"}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:45: error: unknown failure category 'decodin'
            "variations": {"corruptJSON": {"failure": "decodin"}}, "input": {"title": "test"},
                                                      ^~~~~~~~~
        note: did you mean "decoding"?
        note: allowed: network, status, decoding, invalidResponse, invalidRequest, cancelled, other
      """#),
    BrokenContract("exceptions in a list", #""input""#, #""variations": {"corruptJSON": {"failure": "any", "except": []}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:62: error: "except" is an array, expected an object
            "variations": {"corruptJSON": {"failure": "any", "except": []}}, "input": {"title": "test"},
                                                                       ^~
      """#),
    BrokenContract("an unknown exception", #""input""#, #""variations": {"corruptJSON": {"failure": "any", "except": {"cut in halves": {"success": 1}}}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:63: error: unknown corruptJSON variation 'cut in halves'
          …{"corruptJSON": {"failure": "any", "except": {"cut in halves": {"success": 1}}}}, "input": {"title": "test"},
                                                         ^~~~~~~~~~~~~~~
        note: did you mean "cut in half"?
        note: allowed: cut by one byte, cut in half, empty body, HTML, invalid UTF-8, trailing garbage
      """#),
    BrokenContract("an exception for a status that is not played", #""input""#, #""variations": {"statusError": {"failure": "any", "except": {"501": {"success": 1}}}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:63: error: unknown statusError variation '501'
          …iations": {"statusError": {"failure": "any", "except": {"501": {"success": 1}}}}, "input": {"title": "test"},
                                                                   ^~~~~
        note: did you mean "401"?
        note: allowed: 58 names; the nearest are 401, 500, 502, 503, 300, 304
      """#),
    BrokenContract("an exception of another family", #""input""#, #""variations": {"nonHTTP": {"failure": "any", "except": {"503": {"success": 1}}}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:59: error: unknown nonHTTP variation '503'
          …"variations": {"nonHTTP": {"failure": "any", "except": {"503": {"success": 1}}}}, "input": {"title": "test"},
                                                                   ^~~~~
        note: allowed: not HTTP, not HTTP, valid body
      """#),
    BrokenContract("an exception that is text", #""input""#, #""variations": {"statusError": {"failure": "any", "except": {"304": "any"}}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:70: error: "304" is the string "any", expected an expectation, such as {"failure": "any"}, or false
            "variations": {"statusError": {"failure": "any", "except": {"304": "any"}}}, "input": {"title": "test"},
                                                                               ^~~~~
      """#),
    BrokenContract("an exception without an outcome", #""input""#, #""variations": {"statusError": {"failure": "any", "except": {"304": {}}}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:70: error: missing member "success" or "failure"
            "variations": {"statusError": {"failure": "any", "except": {"304": {}}}}, "input": {"title": "test"},
                                                                               ^~
        note: if the value does not matter, write "success": {"$any": true}
      """#),
    BrokenContract("equivalent responses that are not a boolean", #""input""#, #""variations": {"equivalent": "yes"}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:32: error: "equivalent" is the string "yes", expected true, false or an object with "also"
            "variations": {"equivalent": "yes"}, "input": {"title": "test"},
                                         ^~~~~
      """#),
    BrokenContract("equivalent responses without a name", #""input""#, #""variations": {"equivalent": {"also": []}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:41: error: "also" is empty, expected a list of strings, at least one
            "variations": {"equivalent": {"also": []}}, "input": {"title": "test"},
                                                  ^~
      """#),
    BrokenContract("an equivalent response that is played anyway", #""input""#, #""variations": {"equivalent": {"also": ["chunked"]}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:42: error: unknown optional variation 'chunked'
            "variations": {"equivalent": {"also": ["chunked"]}}, "input": {"title": "test"},
                                                   ^~~~~~~~~
        note: allowed: chunk extensions, trailers, header values without white space, Link with a title, Link with REL, Link with two relation types, data in two lines, no last line feed, byte order mark in events, empty lines, line separators in events, line separators in JSON lines, 103 before the answer, status 299, base URL with a path, base URL with a trailing slash
      """#),
    BrokenContract("equivalent responses with an unknown member", #""input""#, #""variations": {"equivalent": {"also": ["status 299"], "except": []}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:57: error: unknown member "except" in "equivalent"
            "variations": {"equivalent": {"also": ["status 299"], "except": []}}, "input": {"title": "test"},
                                                                  ^~~~~~~~
        note: allowed: also
      """#),
    BrokenContract("no attempts", #""input""#, #""variations": {"attempts": 0}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:30: error: "attempts" is the number 0, expected a whole number, 1 to 100
            "variations": {"attempts": 0}, "input": {"title": "test"},
                                       ^
      """#),
    BrokenContract("too many attempts", #""input""#, #""variations": {"attempts": 101}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:30: error: "attempts" is the number 101, expected a whole number, 1 to 100
            "variations": {"attempts": 101}, "input": {"title": "test"},
                                       ^~~
      """#),
    BrokenContract("an unknown base URL in variations", #""input""#, #""variations": {"nonHTTP": {"success": "{{baseURL.x}}"}}, "input""#, schema: .accepts, #"""
      todo.contract.json:6:41: error: unknown base URL "x": the contract has no "baseURLs"
            "variations": {"nonHTTP": {"success": "{{baseURL.x}}"}}, "input": {"title": "test"},
                                                  ^~~~~~~~~~~~~~~
        note: add it: "baseURLs": {"x": "http://…"}
      """#),
    BrokenContract("$ref to variations that are not there", #""input""#, ##""variations": {"$ref": "#/x"}, "input""##, schema: .accepts, #"""
      todo.contract.json:6:26: error: "#/x" does not lead to a value: the file has no "x"
            "variations": {"$ref": "#/x"}, "input": {"title": "test"},
                                   ^~~~~
        note: it has: contract, endpoint, operation, baseURL, variations, input, request, scenarios
        note: the last part that exists is at todo.contract.json:1:1
      """#),
    BrokenContract("vary without a valid response", #""name": "garbled""#, #""name": "garbled", "vary": true"#, schema: .accepts, #"""
      todo.contract.json:21:34: error: the scenario has no valid response at its end, so there are no variations of it
                "name": "garbled", "vary": true,
                                           ^~~~
        note: variations change a valid response; remove "vary"
      """#),
    BrokenContract("vary of a scenario that sends nothing", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""vary": true, "exchanges": []"#, schema: .accepts, #"""
      todo.contract.json:17:15: error: the scenario has no valid response at its end, so there are no variations of it
                "vary": true, "exchanges": [],
                        ^~~~
        note: variations change a valid response; remove "vary"
      """#),
    BrokenContract("vary that is not a boolean", #""name": "created""#, #""name": "created", "vary": 1"#, schema: .refuses, #"""
      todo.contract.json:16:34: error: "vary" is the number 1, expected true or false
                "name": "created", "vary": 1,
                                           ^
      """#),
    BrokenContract("hostile beside variations", #""input""#, #""variations": true, "hostile": {"except": ["/title"]}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:23: error: "hostile" is a member of "variations"
            "variations": true, "hostile": {"except": ["/title"]}, "input": {"title": "test"},
                                ^~~~~~~~~
        note: write "variations": {"usual": true, "hostile": {"except":["/title"]}}
      """#),
    BrokenContract("security and hostile beside variations that have members", #""input""#, #""variations": {"equivalent": true}, "hostile": true, "security": true, "input""#, schema: .refuses, #"""
      todo.contract.json:6:39: error: "hostile" is a member of "variations"
            "variations": {"equivalent": true}, "hostile": true, "security": true, "input": {"title": "test"},
                                                ^~~~~~~~~
        note: write "hostile": true, "security": true into "variations"
      todo.contract.json:6:56: error: "security" is a member of "variations"
            "variations": {"equivalent": true}, "hostile": true, "security": true, "input": {"title": "test"},
                                                                 ^~~~~~~~~~
        note: write "hostile": true, "security": true into "variations"
      """#),
    BrokenContract("security without variations", #""input""#, #""security": true, "input""#, schema: .refuses, #"""
      todo.contract.json:6:3: error: "security" is a member of "variations"
            "security": true, "input": {"title": "test"},
            ^~~~~~~~~~
        note: write "variations": {"security": true}
      """#),
    BrokenContract("hostile that was turned off", #""input""#, #""hostile": false, "input""#, schema: .refuses, #"""
      todo.contract.json:6:3: error: "hostile" is a member of "variations"
            "hostile": false, "input": {"title": "test"},
            ^~~~~~~~~
        note: remove it
      """#),
    BrokenContract("hostile that is text", #""input""#, #""variations": {"hostile": "yes"}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:29: error: "hostile" is the string "yes", expected true, false or an object with "except"
            "variations": {"hostile": "yes"}, "input": {"title": "test"},
                                      ^~~~~
      """#),
    BrokenContract("hostile without exceptions", #""input""#, #""variations": {"hostile": {}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:29: error: missing member "except" in "hostile"
            "variations": {"hostile": {}}, "input": {"title": "test"},
                                      ^~
      """#),
    BrokenContract("hostile with an unknown member", #""input""#, #""variations": {"hostile": {"except": [], "only": []}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:44: error: unknown member "only" in "hostile"
            "variations": {"hostile": {"except": [], "only": []}}, "input": {"title": "test"},
                                                     ^~~~~~
        note: allowed: except
      """#),
    BrokenContract("security that is text", #""input""#, #""variations": {"security": "yes"}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:30: error: "security" is the string "yes", expected true, false or an object
            "variations": {"security": "yes"}, "input": {"title": "test"},
                                       ^~~~~
      """#),
    BrokenContract("an unknown member of security", #""input""#, #""variations": {"security": {"redirect": true}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:31: error: unknown member "redirect" in "security"
            "variations": {"security": {"redirect": true}}, "input": {"title": "test"},
                                        ^~~~~~~~~~
        note: did you mean "redirects"?
        note: allowed: redirects, links, cursors, cookies, lineBreaks, pathTraversal, certificates, limits, printed, body, except
      """#),
    BrokenContract("a member of security that is text", #""input""#, #""variations": {"security": {"redirects": "yes"}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:44: error: "redirects" is the string "yes", expected true, false or an expectation, such as {"failure": "any"}
            "variations": {"security": {"redirects": "yes"}}, "input": {"title": "test"},
                                                     ^~~~~
      """#),
    BrokenContract("an exception of security that is not a name", #""input""#, #""variations": {"security": {"redirects": true, "except": ["redirect 304"]}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:61: error: an element of "except" is the string "redirect 304", expected the name of a variation, as in the brackets of its id, such as "redirect 301 to another host"
            "variations": {"security": {"redirects": true, "except": ["redirect 304"]}}, "input": {"title": "test"},
                                                                      ^~~~~~~~~~~~~~
      """#),
    BrokenContract("an exception of security twice", #""input""#, #""variations": {"security": {"except": ["redirect to itself", "redirect to itself"]}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:64: error: duplicate "redirect to itself" in "except"
          …iations": {"security": {"except": ["redirect to itself", "redirect to itself"]}}, "input": {"title": "test"},
                                                                    ^~~~~~~~~~~~~~~~~~~~
        note: remove one of them
      """#),
    BrokenContract("an expectation of security with a member that it does not have", #""input""#, #""variations": {"security": {"links": {"fails": "any"}}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:40: error: missing member "success" or "failure"
            "variations": {"security": {"links": {"fails": "any"}}}, "input": {"title": "test"},
                                                 ^~~~~~~~~~~~~~~~
        note: if the value does not matter, write "success": {"$any": true}
      todo.contract.json:6:41: error: unknown member "fails" in "links"
            "variations": {"security": {"links": {"fails": "any"}}}, "input": {"title": "test"},
                                                  ^~~~~~~
        note: allowed: success, failure, values, memory, loopback
      """#),
    BrokenContract("a hostile exception that is not a pointer", #""input""#, #""variations": {"hostile": {"except": ["title"]}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:41: error: an element of "except" is the string "title", expected a pointer into the input, such as /title, or one value, such as /title: space
            "variations": {"hostile": {"except": ["title"]}}, "input": {"title": "test"},
                                                  ^~~~~~~
      """#),
    BrokenContract("a hostile exception of an unknown value", #""input""#, #""variations": {"hostile": {"except": ["/title: slsh"]}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:41: error: unknown hostile value 'slsh'
            "variations": {"hostile": {"except": ["/title: slsh"]}}, "input": {"title": "test"},
                                                  ^~~~~~~~~~~~~~
        note: did you mean "slash"?
        note: allowed: space, plus, ampersand, hash, percent, slash, question mark, semicolon, quotes, non-ASCII, emoji, empty, separator, backslash, line break, 200 characters
      """#),
    BrokenContract("an exception of inputs that is not a pointer", #""input""#, #""variations": {"inputs": {"except": ["title"]}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:40: error: an element of "except" is the string "title", expected a pointer into the input, such as /limit, or one value, such as /limit: zero
            "variations": {"inputs": {"except": ["title"]}}, "input": {"title": "test"},
                                                 ^~~~~~~
      """#),
    BrokenContract("an exception of inputs of an unknown value", #""input""#, #""variations": {"inputs": {"except": ["/title: nil"]}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:40: error: unknown value of inputs 'nil'
            "variations": {"inputs": {"except": ["/title: nil"]}}, "input": {"title": "test"},
                                                 ^~~~~~~~~~~~~
        note: allowed: missing, null, empty string, zero, false, true, -1, 2^53 + 1, 0.1 + 0.2, 1e21, empty list, list of one, list of three, white space around, member __proto__
      """#),
    BrokenContract("a locale by its name", #""input""#, #""variations": {"locale": "tr"}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:28: error: "locale" is the string "tr", expected true or false
            "variations": {"locale": "tr"}, "input": {"title": "test"},
                                     ^~~~
      """#),
    BrokenContract("a value of inputs that nobody may leave out", #""input""#, #""variations": {"inputs": {"leftOut": ["-1"]}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:41: error: unknown value that can be left out '-1'
            "variations": {"inputs": {"leftOut": ["-1"]}}, "input": {"title": "test"},
                                                  ^~~~
        note: allowed: null, empty string, zero, false, empty list
      """#),
    BrokenContract("an exception of pages that is not a name", #""input""#, #""variations": {"pages": {"except": ["empty pages"]}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:39: error: an element of "except" is the string "empty pages", expected one of "empty page", "cursor is empty", "cursor is null", "cursor is missing" and "one page more", or one page, such as "empty page 1"
            "variations": {"pages": {"except": ["empty pages"]}}, "input": {"title": "test"},
                                                ^~~~~~~~~~~~~
      """#),
    BrokenContract("an end of a stream that is empty", #""input""#, #""variations": {"stream": {"failure": "any", "end": ""}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:54: error: "end" is empty, expected some text
            "variations": {"stream": {"failure": "any", "end": ""}}, "input": {"title": "test"},
                                                               ^~
      """#),
    BrokenContract("an end of what is not a stream", #""input""#, #""variations": {"networkError": {"failure": "any", "end": "x"}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:53: error: unknown member "end" in "networkError"
            "variations": {"networkError": {"failure": "any", "end": "x"}}, "input": {"title": "test"},
                                                              ^~~~~
        note: allowed: success, failure, values, memory, loopback, except, also
      """#),
    BrokenContract("a hostile exception twice", #""input""#, #""variations": {"hostile": {"except": ["/title", "/title"]}}, "input""#, schema: .refuses, #"""
      todo.contract.json:6:51: error: duplicate "/title" in "except"
            "variations": {"hostile": {"except": ["/title", "/title"]}}, "input": {"title": "test"},
                                                            ^~~~~~~~
        note: remove one of them
      """#),
  ]
}
