// swift-format-ignore-file
// Each edit is on one line, whatever its length.

extension GoodContract {
  /// Every feature of the format that can run. Each is an edit of the base.
  static let all: [GoodContract] = [
    GoodContract("the contract that the others are made of", #""#, #""#),
    GoodContract("no operation, and a description", #""operation": "createTodo""#, #""description": "", "tags": ["a"]"#),
    GoodContract("the version as 1.0", #""contract": 1"#, #""contract": 1.0"#),
    GoodContract("$schema", #""contract": 1"#, #""$schema": "x", "contract": 1"#),
    GoodContract("a base URL with a path prefix", #""http://localhost:8080""#, #""https://api.example.com/v1""#),
    GoodContract("an IPv6 base URL", #""http://localhost:8080""#, #""http://[::1]:8080/""#),
    GoodContract("base URLs by name", #""input""#, #"""
      "baseURLs": {"auth": "https://auth.localhost:8443/v2/", "up loads.ü": "http://[::1]"},
        "input"
      """#),
    GoodContract("no base URLs by name", #""input""#, #""baseURLs": {}, "input""#),
    GoodContract("a request to a named base URL", #"""
      "input": {"title": "test"},
        "request": {
      """#, #"""
      "baseURLs": {"auth": "http://auth.localhost"}, "request": { "base": "auth",
      """#),
    GoodContract("an empty path", #""/todos""#, #""""#),
    GoodContract("escapes in a path", #""/todos""#, #""/a%2Fb;c=1/%7Bid%7D""#),
    GoodContract("a query of all sorts", #""timeout""#, #"""
      "query": {"page": 2, "done": true, "tag": ["a", {"$regex": "^b"}], "q": {"$optional": "x"}, "no": {"$absent": true}, "a b": {"$anyOf": ["1", 2]}},
          "otherQuery": "allowed",
          "timeout"
      """#),
    GoodContract("headers of all sorts", #"{"Content-Type": "application/json"}"#, #"{"Accept": ["a/b", "c/d"], "X-Id": {"$regex": "^[0-9]+$"}, "X-No": {"$absent": true}, "X-T": {"$type": "string"}, "X-L": {"$literal": "$1"}}, "otherHeaders": "forbidden""#),
    GoodContract("cookies by name", #"{"Content-Type": "application/json"}"#, #"{"cookie": {"sid": "a", "n": {"$optional": {"$regex": "^[0-9]"}}, "no": {"$absent": true}, "": {"$any": true}}}"#),
    GoodContract("a timeout that is a pattern", #""timeout": 10"#, #""timeout": {"$anyOf": [10, {"$type": "integer"}]}"#),
    GoodContract("a schema in a body", #""body": {"json": {"title": "test"}}"#, #""body": {"json": {"$jsonSchema": {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {"title": {"type": "string", "minLength": 1}}, "x-own": 1}}}"#),
    GoodContract("schemas of a timeout and of query items", #""timeout": 10"#, #""timeout": {"$jsonSchema": {"exclusiveMinimum": 1}}, "query": {"page": {"$jsonSchema": true}, "q": {"$optional": {"$jsonSchema": {"pattern": "^a"}}}}"#),
    GoodContract("a schema of a failure", #"{"failure": "decoding"}"#, ##"{"failure": {"$jsonSchema": {"required": ["category"], "$ref": "#/$defs/any", "$defs": {"any": true}}}}"##),
    GoodContract("a body of text", #""body": {"json": {"title": "test"}}"#, #""body": {"text": {"$regex": "^a"}}"#),
    GoodContract("a body of bytes", #""body": {"json": {"title": "test"}}"#, #""body": {"base64": "AAEC/w=="}"#),
    GoodContract("any body", #""body": {"json": {"title": "test"}}"#, #""body": {"$any": true}"#),
    GoodContract("names in a path", #""path": "/todos","#, #""path": "/todos/{id}/v{a b}.{ext}%2F", "pathParameters": {"id": 1, "a b": {"$regex": "^x"}, "ext": {"$anyOf": ["a", true, 2.50]}},"#),
    GoodContract("a path with other names in a scenario", #"""
      "path": "/todos",
          "headers": {"Content-Type": "application/json"},
          "timeout": 10,
          "body": {"json": {"title": "test"}}
        },
        "scenarios": [
          {
            "name": "created",
      """#, #"""
      "path": "/todos/{id}", "pathParameters": {"id": {"$any": true}}},
        "scenarios": [
          {
            "name": "created", "request": {"path": "/lists/{list}", "pathParameters": {"id": null, "list": "x"}},
      """#),
    GoodContract("lists and texts as they are sent", #""timeout""#, #""query": {"a": {"separator": ",", "elements": ["1", 2, true, {"$regex": "^x"}]}, "b": {"separator": "|", "elements": {"$each": {"$regex": "^x"}}}, "c": {"$optional": {"separator": " ", "elements": []}}, "d": {"asSent": "a%20b"}, "e": {"$optional": {"asSent": {"$regex": "^[^+]*$"}}}}, "timeout""#),
    GoodContract("names of query items that look like matchers", #""timeout""#, #""query": {"$filter": "a", "$format": "json"}, "timeout""#),
    GoodContract("a form", #""body": {"json": {"title": "test"}}"#, #""body": {"form": {"a": "b", "n": 1, "list": ["x", {"$any": true}], "o": {"$optional": true}, "no": {"$absent": true}, "": ""}}"#),
    GoodContract("a form without fields", #""body": {"json": {"title": "test"}}"#, #""body": {"form": {}}"#),
    GoodContract("a multipart body", #""body": {"json": {"title": "test"}}"#, #""body": {"multipart": [{"name": "a", "body": {"text": {"$regex": "x"}}}, {"name": {"$any": true}, "filename": {"$optional": "a.png"}, "contentType": {"$anyOf": ["image/png", "image/jpeg"]}, "body": {"base64": "AAE="}}, {"contentType": {"$absent": true}, "body": {"json": {"a": 1}}}, {"name": "", "body": {"$any": true}}, {}]}"#),
    GoodContract("an optional body", #""body": {"json": {"title": "test"}}"#, #""body": {"$optional": {"json": {"title": {"$same": "t"}, "again": {"$same": "t"}}}}"#),
    GoodContract("an optional body that may be anything", #""body": {"json": {"title": "test"}}"#, #""body": {"$optional": {"$any": true}}"#),
    GoodContract("optional parts of an optional body", #""body": {"json": {"title": "test"}}"#, #""body": {"$optional": {"multipart": [{"$optional": {"name": "a", "body": {"$optional": {"text": "x"}}}}, {"$optional": {}}]}}"#),
    GoodContract("a multipart body without parts", #""body": {"json": {"title": "test"}}"#, #""body": {"multipart": []}"#),
    GoodContract("JSON lines", #""body": {"json": {"title": "test"}}"#, #""body": {"jsonLines": [{"a": 1}, {"$any": true}, null]}"#),
    GoodContract("no body", #"""
      ,
          "body": {"json": {"title": "test"}}
      """#, #""#),
    GoodContract("a request that is merged over another one", #""name": "created""#, #""name": "created", "request": {"path": "/x", "headers": {"content-type": null, "A": "b"}, "timeout": {"$any": true}}"#),
    GoodContract("one exchange", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""exchanges": [{"request": {"method": "PUT"}, "response": {"kind": "valid"}}]"#),
    GoodContract("multiple exchanges", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""exchanges": [{"response": {"kind": "statusError", "status": 503}}, {"request": {"path": "/b"}, "response": {"kind": "networkError", "error": "timedOut"}}, {"response": {"kind": "valid"}}]"#),
    GoodContract("multiple exchanges, by name and in any order", #"""
      "scenarios": [
          {
            "name": "created",
            "response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}},
      """#, #"""
      "requests": {"log in": {"method": "POST", "path": "/in", "body": {"$any": true}}, "list": {"method": "GET", "path": "/", "query": {"page": 1}}},
        "scenarios": [
          {
            "name": "created", "order": "any",
            "exchanges": [
              {"request": "log in", "notBefore": 0.5, "response": {"kind": "valid"}},
              {"request": "list", "response": {"kind": "valid", "body": {"json": []}}},
              {"request": {"path": "/x"}, "response": {"kind": "valid"}},
              {"notBefore": 86400, "response": {"kind": "valid"}}
            ],
      """#),
    GoodContract("no requests by name", #""input""#, #""requests": {}, "input""#),
    GoodContract("notBefore in sequence", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""exchanges": [{"response": {"kind": "statusError", "status": 503}}, {"notBefore": 1, "response": {"kind": "valid"}}]"#),
    GoodContract("exchanges that follow others", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""order": "any", "exchanges": [{"name": "create", "request": {"path": "/a"}, "response": {"kind": "valid"}}, {"name": "a part", "follows": ["create"], "notBefore": 1, "request": {"path": "/b"}, "response": {"kind": "valid"}}, {"follows": ["a part", "create"], "request": {"path": "/c"}, "response": {"kind": "valid"}}]"#),
    GoodContract("names of exchanges in sequence", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""exchanges": [{"name": "a", "request": {"path": "/a"}, "response": {"kind": "valid"}}, {"name": "b", "request": {"path": "/b"}, "response": {"kind": "valid"}}]"#),
    GoodContract("an expression for the text of a number", #"{"success": {"id": 1}}"#, #"{"success": {"price": {"$regex": {"number": "^[0-9]+\\.[0-9]{2}$"}}, "n": {"$optional": {"$allOf": [{"$type": "number"}, {"$regex": {"number": "0$"}}]}}}}"#),
    GoodContract("any order of one", #""name": "created""#, #""name": "created", "order": "any""#),
    GoodContract("base URLs in an input", #"""
      "input": {"title": "test"},
      """#, #"""
      "baseURLs": {"auth": "http://auth.localhost"},
        "input": {"login": "{{baseURL.auth}}/login", "self": "{{baseURL}}"},
      """#),
    GoodContract("nothing sent", #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #""exchanges": []"#),
    GoodContract("order sequence", #""name": "created""#, #""name": "created", "order": "sequence""#),
    GoodContract("all members that a scenario may have", #""name": "created""#, #""name": "created", "description": "d", "tags": ["t"], "skip": "later", "transports": ["memory", "loopback"], "input": null, "within": 0.5"#),
    GoodContract("nonHTTP", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"kind": "nonHTTP", "body": {"text": "hello"}, "delay": 0}"#),
    GoodContract("nonHTTP on loopback", #"""
      "response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}},
            "expect": {"success": {"id": 1}}
      """#, #"""
      "transports": ["loopback"],
            "response": {"kind": "nonHTTP"}, "expect": {"loopback": {"failure": "network"}}
      """#),
    GoodContract("a statusError with a body", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"kind": "statusError", "status": 500, "headers": {"Retry-After": "1", "Set-Cookie": ["a=b", "c=d"]}, "body": {"text": "no"}, "delay": 0.25}"#),
    GoodContract("304 without a body", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"kind": "statusError", "status": 304}"#),
    GoodContract("a cut body", #"{"text": "{{}"}"#, #"{"from": "created", "truncate": 4}"#),
    GoodContract("a corruptJSON of no bytes", #""{{}""#, #""""#),
    GoodContract("a network error in mid-body", #""error": "cannotConnectToHost""#, #""error": {"domain": "NSURLErrorDomain", "code": -1005, "message": "lost"}, "headers": {"A": "b"}, "body": {"text": "abc"}, "after": 2"#),
    GoodContract("a body in chunks", #"{"json": {"id": 1}}"#, #"{"chunks": [{"text": "data: 1\n\n"}, {"base64": "/wA=", "delay": 0.25}, {"text": "{{baseURL}}", "delay": 0}]}"#),
    GoodContract("corruptJSON in chunks", #"{"text": "{{}"}"#, #"{"chunks": [{"text": "{"}, {"text": "{}"}]}"#),
    GoodContract("chunks that are not HTTP", #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, #"{"kind": "nonHTTP", "body": {"chunks": [{"text": "SSH-"}, {"text": "2.0"}]}}"#),
    GoodContract("chunks up to an error", #""error": "cannotConnectToHost""#, #""error": "networkConnectionLost", "body": {"chunks": [{"text": "ab"}, {"text": "cd"}]}, "after": 3"#),
    GoodContract("a network error within a status line", #""error": "cannotConnectToHost""#, #""error": "badServerResponse", "during": "statusLine""#),
    GoodContract("a network error within the headers", #""error": "cannotConnectToHost""#, #""error": "timedOut", "during": "headers", "headers": {"A": ["b", "{{baseURL}}"]}"#),
    GoodContract("a network error within headers of the server's own", #""error": "cannotConnectToHost""#, #""error": "networkConnectionLost", "during": "headers", "delay": 0.5"#),
    GoodContract("base URLs in an expectation", #"{"success": {"id": 1}}"#, #"{"success": {"next": "{{baseURL}}/b", "last": {"$regex": "^{{baseURL}}/[0-9]{2}$"}, "all": {"$anyOf": [["{{baseURL}}"], {"$literal": {"a": "{{baseURL}}"}}]}}}"#),
    GoodContract("braces of a request, which are text", #"{"Content-Type": "application/json"}"#, #"{"Referer": "{{baseURL}}/a", "X": "{{baseURL.nobody}}"}"#),
    GoodContract("patterns of all sorts", #"{"success": {"id": 1}}"#, #"{"success": {"a": [1, null, true, "x"], "b": {"$type": ["integer", "null"]}, "c": {"$optional": {"$any": true}}, "d": {"$absent": true}, "e": {"$partial": {"f": [{"g": 1}]}}, "h": {"$anyOf": [{"$regex": "x"}, 1]}, "i": {"$literal": {"$any": 1, "b": 2}}, "j": {"$partial": [{"$any": true}]}}}"#),
    GoodContract("matchers in matchers", #"{"success": {"id": 1}}"#, #"{"success": {"a": {"$each": {"$contains": {"$not": {"$type": "null"}}}}, "b": {"$unordered": [{"$format": "date-time"}, {"$allOf": [{"$regex": "^a"}, {"$not": "ab"}]}, {"$any": true}]}, "c": {"$unordered": []}, "d": {"$optional": {"$not": {"$not": {"$each": {"x": {"$optional": 1}, "y": {"$absent": true}}}}}}, "e": {"$allOf": [{"$partial": {"f": {"$any": true}}}, {"$partial": {"g": {"$literal": {"$not": 1}}}}]}}}"#),
    GoodContract("values in any form", #"{"success": {"id": 1}}"#, #"{"success": [{"$format": {"uuid": "2eb8aa08-aa98-11ea-b4aa-73b441d16380"}}, {"$format": {"date-time": "2026-11-21T19:13:00Z"}}, {"$format": {"base64": "YQ=="}}, {"$format": {"boolean": true}}, {"$format": {"number": 1.5}}, {"$format": {"number": "1e3"}}]}"#),
    GoodContract("formats of all sorts", #"{"success": {"id": 1}}"#, #"{"success": [{"$format": "date-time"}, {"$format": "date"}, {"$format": "time"}, {"$format": "duration"}, {"$format": "email"}, {"$format": "hostname"}, {"$format": "ipv4"}, {"$format": "ipv6"}, {"$format": "uri"}, {"$format": "uri-reference"}, {"$format": "uuid"}, {"$format": "json-pointer"}, {"$format": "regex"}]}"#),
    GoodContract("a name in a header, a query value, a timeout, a body and a result", #"""
      "headers": {"Content-Type": "application/json"},
          "timeout": 10,
          "body": {"json": {"title": "test"}}
      """#, #"""
      "headers": {"Idempotency-Key": {"$allOf": [{"$format": "uuid"}, {"$same": "key"}]}},
          "query": {"key": {"$same": "key"}, "nonce": {"$not": {"$same": "key"}}},
          "timeout": {"$allOf": [{"$type": "number"}, {"$not": 0.5}]},
          "body": {"json": {"key": {"$same": "key"}}}
      """#),
    GoodContract("a name in a request that is sent twice", #"""
      "response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}},
            "expect": {"success": {"id": 1}}
      """#, #"""
      "request": {"headers": {"Idempotency-Key": {"$same": "key"}}},
            "exchanges": [{"response": {"kind": "statusError", "status": 503}}, {"response": {"kind": "valid"}}],
            "expect": {"success": {"id": 1}}
      """#),
    GoodContract("a failure of all sorts of matchers", #"{"code": -1004}"#, #"{"$allOf": [{"$not": "decoding"}, {"$anyOf": ["network", {"type": {"$allOf": ["APIError", "Todo.APIError"]}}]}, {"underlying": {"$not": {"code": {"$not": -1}}}}, {"$not": {"case": "x"}}]}"#),
    GoodContract("a category", #"{"code": -1004}"#, #""network""#),
    GoodContract("a failure of all sorts", #"{"code": -1004}"#, #"{"category": {"$anyOf": ["network", "other"]}, "type": "A.B", "case": {"$regex": "x"}, "payload": {"$any": true}, "domain": "d", "code": {"$anyOf": [-1, -1005]}, "underlying": {"type": "URLError", "underlying": {"$absent": true}}}"#),
    GoodContract("any failure", #"{"code": -1004}"#, #"{"$any": true}"#),
    GoodContract("one of two failures", #"{"code": -1004}"#, #"{"$anyOf": ["network", {"$partial": {"code": 3}}, {"$literal": {"category": "other"}}]}"#),
    GoodContract("a stream that fails", #""failure": "decoding""#, #""failure": "decoding", "values": [1, {"$any": true}]"#),
    GoodContract("an outcome for each transport", #"{"success": {"id": 1}}"#, #"{"memory": {"success": 1}, "loopback": {"failure": "network", "values": {"$any": true}}}"#),
    GoodContract("braces that are text", #"{"title": "test"},"#, #"{"a": "{{baseUrl}} {{x}} {{baseURL.}}", "b": {"$ref": "data"}},"#),
    GoodContract("all variations", #""input""#, #""variations": true, "input""#),
    GoodContract("no variations", #""input""#, #""variations": false, "input""#),
    GoodContract("variations of every family", #""input""#, #"""
      "variations": {
          "statusError": {"failure": {"case": "status", "payload": "{{status}}"}, "except": {"304": {"success": null}, "401": false, "status 503, HTML": {"memory": {"failure": "any"}, "loopback": {"success": 1}}}},
          "nonHTTP": {"memory": {"failure": "network"}, "loopback": {"failure": "any"}},
          "corruptJSON": {"failure": "decoding", "except": {"empty body": {"success": null}}},
          "networkError": {"failure": "any", "values": [], "except": {"timedOut": {"failure": {"code": -1001}}, "silence": {"success": 1}}},
          "equivalent": true, "attempts": 100,
          "hostile": {"except": ["/title", "/title: question mark", "input: space", "input", "/a/~1"]}
        },
        "input"
      """#),
    GoodContract("the usual variations, and others", #""input""#, #""variations": {"usual": true, "statusError": {"failure": "status"}, "stream": false, "hostile": true, "attempts": 3}, "input""#),
    GoodContract("equivalent responses by name", #""input""#, #""variations": {"equivalent": {"also": ["status 299", "103 before the answer"]}}, "input""#),
    GoodContract("no security", #""input""#, #""variations": {"security": false, "hostile": false}, "input""#),
    GoodContract("security", #""input""#, #""variations": {"security": true}, "input""#),
    GoodContract("members of security", #""input""#, #"""
        "variations": {"security": {
          "redirects": {"failure": "network", "loopback": {"failure": "any"}}, "links": true, "cursors": false,
          "lineBreaks": {"failure": {"case": "{{baseURL}}"}}, "body": true,
          "except": ["redirect 307 to another host", "link /next without scheme", "path traversal in input: .."]
        }},
        "input"
        """#),
    GoodContract("families that are not played", #""input""#, #""variations": {"statusError": false, "nonHTTP": false, "corruptJSON": false, "networkError": false, "equivalent": false, "hostile": true}, "input""#),
    GoodContract("scenarios to vary", #""name": "created""#, #""name": "created", "vary": true"#),
    GoodContract("a scenario not to vary", #""name": "garbled""#, #""name": "garbled", "vary": false"#),
  ]
}
