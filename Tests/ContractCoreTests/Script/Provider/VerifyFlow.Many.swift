@testable import ContractCore

// Clients that send more or fewer requests than the contract has, or other ones than it names.
extension VerifyFlow {
  static let cursor = VerifyFlow(
    name: "pages by a cursor",
    contract: contract(
      exchange(
        #""method": "GET", "path": "/todos", "query": { "limit": 2 }, "headers": { "Authorization": "Bearer t-1" }"#,
        #"{ "items": [{ "id": 1 }], "next": "c-2" }"#),
      exchange(
        #""method": "GET", "path": "/todos", "query": { "limit": 2, "cursor": "c-2" }, "headers": { "Authorization": "Bearer t-1" }"#,
        #"{ "items": [], "next": null }"#)),
    server: { request in
      let page = (request.url.last?.wholeNumberValue).flatMap { request.url.contains("cursor") ? $0 : nil } ?? 1
      return .json(["items": [["id": 31]], "next": page < 4 ? .string("real-\(page + 1)") : .null])
    },
    client: { send in
      var cursor: String?
      for _ in 0..<6 {
        var request = SentRequest("GET", "/todos", query: ["limit": "2"], headers: ["Authorization": "Bearer t-1"])
        if let cursor { request.query.append(("cursor", cursor)) }
        guard let next = send(request).json["next"]?.string else { return }
        cursor = next
      }
    })

  static let offset = VerifyFlow(
    name: "pages by an offset",
    contract: contract(
      exchange(
        #""method": "GET", "path": "/todos", "query": { "offset": 0, "sort": "title" }"#, #"[{ "id": 1 }, { "id": 2 }]"#
      ),
      exchange(#""method": "GET", "path": "/todos", "query": { "offset": 2, "sort": "title" }"#, "[]")),
    server: { request in
      let offset = RequestURL(request.url).map { Form(($0.query ?? "").utf8)["offset"].first?.text ?? "" }
      let count = max(0, min(3, 7 - (Int(offset ?? "") ?? 0)))
      return .json(.array(Array(repeating: ["id": 600], count: count)))
    },
    client: { send in
      var offset = 0
      for _ in 0..<6 {
        let page = send(SentRequest("GET", "/todos", query: ["offset": String(offset), "sort": "title"]))
        if page.json.elements.isEmpty { return }
        offset += page.json.elements.count
      }
    })

  static let link = VerifyFlow(
    name: "pages by a link",
    contract: contract(exchange(#""method": "GET", "path": "/todos""#, #"{ "items": [], "next": null }"#)),
    server: { request in
      if request.url.hasSuffix("page=3") { return .json(["items": [], "next": .null]) }
      if request.url.hasSuffix("page=2") {
        return .json(["items": [], "next": .null], [("Link", "</v1/todos?after=z&page=3>; rel=\"next\"")])
      }
      return .json(["items": [], "next": "http://127.0.0.1:9/v1/todos?after=y&page=2"])
    },
    client: { send in
      let first = send(SentRequest("GET", "/todos"))
      let second = send(SentRequest("GET", url: first.text("next")))
      let link = second.headers["Link"]?.split(separator: ">").first?.dropFirst() ?? ""
      _ = send(SentRequest("GET", url: "http://127.0.0.1:9" + link))
    })

  static let polling = VerifyFlow(
    name: "a client that waits for a job",
    contract: contract(
      exchange(
        #""method": "POST", "path": "/jobs", "headers": { "Content-Type": "application/json" }, "body": { "json": {} }"#,
        #"{ "url": "{{baseURL}}/jobs/j-1" }"#),
      exchange(#""method": "GET", "path": "/jobs/j-1""#, #"{ "isDone": false }"#),
      exchange(#""method": "GET", "path": "/jobs/j-1""#, #"{ "isDone": true }"#),
      exchange(#""method": "DELETE", "path": "/jobs/j-1""#, "{}")),
    // It may wait as long as it takes. A GET in place of the DELETE is waiting too.
    allowed: [.again, .later, .method],
    server: { request in
      request.method == "POST" ? .json(["url": "http://127.0.0.1:9/v1/parts/of/r-7"]) : .json([:])
    },
    client: { send in
      let job = send(
        SentRequest("POST", "/jobs", headers: ["Content-Type": "application/json"], body: .json([:])))
      for _ in 0..<4 { _ = send(SentRequest("GET", url: job.text("url"))) }
      _ = send(SentRequest("DELETE", url: job.text("url")))
    })

  static let fewer = VerifyFlow(
    name: "a list with fewer pages than the contract has",
    contract: contract(
      exchange(#""method": "GET", "path": "/todos", "query": { "page": 1 }"#, #"[{ "id": 21 }]"#),
      exchange(#""method": "GET", "path": "/todos", "query": { "page": 2 }"#, #"[{ "id": 22 }]"#),
      exchange(#""method": "DELETE", "path": "/todos/21""#, "{}")),
    server: { _ in .json([["id": 5021]]) },
    client: { send in
      let list = send(SentRequest("GET", "/todos", query: ["page": "1"]))
      _ = send(SentRequest("DELETE", "/todos/\(list.text("0", "id"))"))
    })

  static let batch = VerifyFlow(
    name: "lists of the ids of a list",
    contract: contract(
      exchange(#""method": "GET", "path": "/todos""#, #"[{ "id": 21 }, { "id": 22 }]"#),
      exchange(#""method": "GET", "path": "/details", "query": { "ids": "21,22", "id": ["21", "22"] }"#, "[]"),
      exchange(
        #""method": "POST", "path": "/delete", "headers": { "Content-Type": "application/json" }, "body": { "json": { "ids": [21, 22], "mode": "soft" } }"#,
        "{}")),
    server: { request in
      request.url.hasSuffix("todos") ? .json([["id": 5021], ["id": 5022], ["id": 5023]]) : .json([:])
    },
    client: { send in
      let ids = send(SentRequest("GET", "/todos")).json.elements.compactMap { $0["id"] }
      var details = SentRequest("GET", "/details", query: ["ids": ids.map(\.text).joined(separator: ",")])
      details.query += ids.map { ("id", $0.text) }
      _ = send(details)
      _ = send(
        SentRequest(
          "POST", "/delete", headers: ["Content-Type": "application/json"],
          body: .json(["ids": .array(ids), "mode": "soft"])))
    })

  static let parallel = VerifyFlow(
    name: "requests in any order",
    contract: contract(
      exchange(
        #""method": "GET", "path": "/user", "query": { "full": true }"#, #"{ "id": 7001 }"#, more: #""name": "u","#),
      exchange(#""method": "GET", "path": "/settings""#, #"{ "theme": "th-1" }"#, more: #""name": "t","#),
      exchange(
        #""method": "DELETE", "path": "/users/7001/themes/th-1""#, "{}", more: #""follows": ["u", "t"],"#),
      scenario: #""order": "any","#),
    allowed: [.later],
    server: { request in
      request.url.hasSuffix("settings") ? .json(["theme": "th-real"]) : .json(["id": 9001])
    },
    client: { send in
      let theme = send(SentRequest("GET", "/settings")).text("theme")
      let user = send(SentRequest("GET", "/user", query: ["full": "true"])).text("id")
      _ = send(SentRequest("DELETE", "/users/\(user)/themes/\(theme)"))
    })

  static let otherHost = VerifyFlow(
    name: "an upload to another base URL",
    contract: contract(
      exchange(
        #""method": "POST", "path": "/files", "headers": { "Content-Type": "application/json" }, "body": { "json": { "name": "a" } }"#,
        #"{ "id": "f-1", "upload": "{{baseURL.storage}}/up/f-1?sign=abc" }"#),
      exchange(
        #""method": "PUT", "base": "storage", "path": "/up/f-1", "query": { "sign": "abc" }, "headers": { "Content-Type": "text/plain" }, "body": { "text": "data" }"#,
        "{}"),
      members: #""baseURLs": { "storage": "http://127.0.0.2:9/s" },"#),
    server: { request in
      request.method == "POST"
        ? .json(["id": "f-9", "upload": "http://127.0.0.2:9/s/bucket/7/f-9?Expires=60&Signature=x%2Fy"]) : .json([:])
    },
    client: { send in
      let file = send(
        SentRequest("POST", "/files", headers: ["Content-Type": "application/json"], body: .json(["name": "a"])))
      var upload = SentRequest(
        "PUT", url: file.text("upload"), headers: ["Content-Type": "text/plain"], body: .text("data"))
      upload.query = upload.query.map { ($0.name, Form.decoded($0.value.utf8).text) }
      _ = send(upload)
    })

  static let redirect = VerifyFlow(
    name: "a redirect of the real server",
    contract: contract(
      exchange(
        #""method": "POST", "path": "/old", "headers": { "Authorization": "Bearer t-1", "Content-Type": "application/json" }, "body": { "json": { "a": 1 } }"#,
        #"{ "id": 1 }"#),
      exchange(#""method": "GET", "path": "/done", "headers": { "Authorization": "Bearer t-1" }"#, "{}")),
    // Clients send fewer headers to where a redirect leads.
    allowed: [.headerMissing, .later],
    server: { request in
      request.url.hasSuffix("old") || request.url.hasSuffix("done")
        ? Reply(.status(307), headers: Headers([.init("Location", "/v2/new?from=1")])) : .json(["id": 2])
    },
    client: { send in
      for (method, path) in [("POST", "/old"), ("GET", "/done")] {
        var request = SentRequest(method, path, headers: ["Authorization": "Bearer t-1"])
        if method == "POST" {
          request.headers.append(("Content-Type", "application/json"))
          request.body = .json(["a": 1])
        }
        let reply = send(request)
        guard let location = reply.headers["Location"] else { continue }
        let target = SentRequest("GET", url: "http://127.0.0.1:9" + location)
        (request.base, request.path, request.query) = (target.base, target.path, target.query)
        _ = send(request)
      }
    })

  static let session = VerifyFlow(
    name: "a value in the middle of another one, and one that must differ",
    contract: contract(
      exchange(#""method": "GET", "path": "/start""#, #"{ "session": "abc", "shard": 3, "paths": ["docs/a"] }"#),
      exchange(
        #""method": "GET", "path": "/s/session-abc.json", "query": { "filter": "session eq 'abc' and shard eq 3", "other": { "$not": "abc" } }"#,
        "{}"),
      exchange(#""method": "GET", "path": "/files/docs/a/raw""#, "{}")),
    // Any other value is right.
    allowed: [.queryChanged],
    server: { _ in .json(["session": "x(y)", "shard": 4, "paths": ["notes/2/b c"]]) },
    client: { send in
      let start = send(SentRequest("GET", "/start"))
      let session = start.text("session")
      _ = send(
        SentRequest(
          "GET", "/s/session-\(session.encodedItem).json",
          query: ["filter": "session eq '\(session)' and shard eq 3", "other": "new"]))
      let path = start.text("paths", "0").split(separator: "/").map { String($0).encodedItem }
      _ = send(SentRequest("GET", "/files/\(path.joined(separator: "/"))/raw"))
    })

  static let token = VerifyFlow(
    name: "a credential that the client makes from an answer",
    contract: contract(
      exchange(#""method": "GET", "path": "/nonce", "headers": { "X-Api-Key": "k-1" }"#, #"{ "nonce": "n-1" }"#),
      exchange(
        #""method": "POST", "path": "/run", "headers": { "X-Api-Key": "k-1", "Authorization": "Digest 5d41402a" }, "body": { "$any": true }"#,
        "{}")),
    // Nobody knows what it is for another answer.
    allowed: [.authorization, .bodyMissing, .bodyAdded, .memberMissing, .memberAdded, .memberChanged],
    server: { _ in .json(["nonce": "real"]) },
    client: { send in
      let nonce = send(SentRequest("GET", "/nonce", headers: ["X-Api-Key": "k-1"])).text("nonce")
      _ = send(
        SentRequest("POST", "/run", headers: ["X-Api-Key": "k-1", "Authorization": "Digest \(nonce.hashValue)"]))
    })
}
