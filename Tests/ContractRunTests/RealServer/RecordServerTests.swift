import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite(
  "Who may use a recording, and what passes through it", .slow, .enabled(if: Python.isThere, Python.absence),
  .enabled(if: CommandLineTool("curl") != nil))
struct RecordServerTests {
  // MARK: Who may use it

  @Test("only a client with the key of the base URL is passed on, and the key is nowhere else")
  func key() async throws {
    try await RealTodos.with("echo") { folder, server in
      let session = try await RecordSession(server.url, in: folder)
      let key = String(try #require(session.url.firstMatch(of: #/:[0-9]+\/([a-z0-9]{16})\/v1$/#)).1)
      let root = session.url.replacing("/\(key)/v1", with: "")
      // A page of another site sends such a request without an Origin.
      for path in ["/v1/todos", "/", "/\(key)x/v1/todos", "/\(key.dropLast())/v1/todos", "//\(key)/v1"] {
        let answer = try session.curl([root + path])
        #expect(answer.contains("contract-run: this request does not have the key of this recording"), "\(path)")
        #expect(!answer.contains(key))
      }
      #expect(server.requests.isEmpty)
      // A client may send what it knows about its base URL in many forms.
      let encoded = session.url.replacing(":", with: "%3A").replacing("/", with: "%2F")
      let small = "\(root)/\(key)".replacing(":", with: "%3a").replacing("/", with: "%2f")
      let answer = try session.curl([
        "--header", "Referer: \(session.url)/a", "--header", "X-Path: /\(key)/v1/a", "--json",
        #"{"one": "\#(session.url)", "two": "\#(root.replacing("/", with: "\\/"))\/\#(key)\/x", "three": "\/\#(key)\/v1\/a"}"#,
        "\(session.url)/todos?next=\(encoded)%2Fa&other=\(small)%2fb&path=%2F\(key)%2Fc",
      ])
      let echo = try #require(JSON.parse(answer))
      let headers = echo["headers"]?.elements.map { $0.elements.compactMap(\.string).joined(separator: ": ") } ?? []
      #expect(headers.contains("Referer: \(session.url)/a"), "the answer leads here again: \(answer)")
      #expect(headers.contains("X-Path: /v1/a"))
      let line = try #require(server.requests.first)
      #expect(!line.contains(key), "\(line)")
      let port = try #require(server.url.firstMatch(of: #/:([0-9]+)/#)).1
      #expect(
        line.hasPrefix(
          "POST /v1/todos?next=http%3A%2F%2F127.0.0.1%3A\(port)%2Fv1%2Fa&other=http%3a%2f%2f127.0.0.1%3a\(port)%2fb&path=%2Fc "
        ), "\(line)")
      #expect(line.contains(#""two": "http:\/\/127.0.0.1:\#(port)\/x", "three": "\/v1\/a""#), "\(line)")
      let ended = await session.end()
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      // The first one, and all.
      #expect(ended.errors.components(separatedBy: "not passed on: ").count == 3, "\(ended.errors)")
      #expect(ended.errors.contains("not passed on: 5 requests without the key\n"), "\(ended.errors)")
      #expect(session.contracts.count == 2)
      for (name, json) in session.contracts { #expect(!json.text.contains(key), "\(name)") }
    }
  }

  @Test("somebody can choose the key, and even none, and then a page of another site is still refused")
  func chosen() async throws {
    try await RealTodos.with { folder, server in
      let mine = try await RecordSession(server.url, ["--key", "mine"], in: folder)
      #expect(mine.url.hasSuffix("/mine/v1"))
      // Others may have the same word in their texts.
      try mine.send([["--data", "see /mine/x", mine.url + "/a"], [mine.url.replacing("/mine", with: "") + "/a"]])
      #expect(await mine.end().status == 0)
      #expect(server.requests == ["POST /v1/a None see /mine/x"])
      let none = try await RecordSession(server.url, ["--key", ""], in: folder)
      #expect(none.url.contains(#/:[0-9]+\/v1$/#))
      try none.send([
        ["--header", "Sec-Fetch-Site: cross-site", none.url + "/page"],
        ["--header", "Sec-Fetch-Site: cross-site", "--header", "Origin: http://localhost:3000", none.url + "/own"],
        ["--header", "Sec-Fetch-Site: none", none.url + "/typed"],
      ])
      let ended = await none.end()
      #expect(server.requests.dropFirst() == ["GET /v1/own None ", "GET /v1/typed None "])
      #expect(ended.errors.contains("not passed on: GET /v1/page: a page of another site sent it"), "\(ended.errors)")
      let wrong = try await contractRun(["record", "--upstream", server.url, "--key", "a/b"], in: folder)
      #expect(wrong.status == 2)
      expectText(
        wrong.errors,
        is: """
          contract-run: error: '--key' needs letters, digits, - or _, found 'a/b'
          contract-run: without --key, each recording has a random one; with --key '', any client may use it
          contract-run: run 'contract-run record --help' for usage

          """)
    }
  }

  @Test("a page of another site, and a proxy client, cannot use the server")
  func host() async throws {
    try await RealTodos.with { folder, server in
      let session = try await RecordSession(server.url, in: folder)
      let refused = "this request is not for the recording server"
      #expect(try session.curl(["--header", "Host: evil.example", session.url + "/todos"]).contains(refused))
      #expect(try session.curl(["--header", "Origin: https://evil.example", session.url]).contains(refused))
      // It is not a proxy for other hosts.
      let other = server.url.replacing("127.0.0.1", with: "127.0.0.2")
      #expect(try session.curl(["--proxy", session.url, other]).contains(refused))
      #expect(server.requests.isEmpty)
      let ended = await session.end()
      #expect(ended.status == 3)
      expectText(
        ended.errors.replacing(#/:[0-9]+\/[a-z0-9]{16}/#, with: ":PORT/KEY"),
        is: """
          contract-run: not passed on: GET /v1/todos: it is for evil.example; let the client use http://127.0.0.1:PORT/KEY/v1
          contract-run: not passed on: GET /v1: a page of another site sent it: https://evil.example
          contract-run: not passed on: 2 requests for another host
          contract-run: error: nothing was recorded, so nothing was written

          """)
    }
  }

  // MARK: What passes through it

  @Test("each byte passes as it is, in both directions, and what is not text is in no contract")
  func bytes() async throws {
    let latin = Array("caf".utf8) + [0xE9]
    let secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
    let text = latin + Array(#": {"token": "q7Zk7Rt9Xw2Lm4Pv6Hs8Jd", "key": "\#(secret)"}"#.utf8)
    let answers: JSON = [
      [
        "headers": [["Content-Type", "text/plain; charset=iso-8859-1"], ["X-Name", "café"]],
        "base64": .string(Data(text).base64EncodedString()),
      ]
    ]
    try await RealTodos.with("answers", answers: answers) { folder, server in
      let session = try await RecordSession(server.url, in: folder)
      let path = try #require(session.url.firstRange(of: "/v1")).lowerBound
      let key = session.url[..<path].split(separator: "/").last ?? ""
      let answer = try session.exchange("GET /\(key)/v1/a", Array("\r\n".utf8))
      #expect(answer.firstRange(of: Array("X-Name: ".utf8) + latin + Array("\r\n".utf8)) != nil)
      #expect(answer.suffix(text.count).elementsEqual(text))
      #expect(await session.end().status == 0)
      let body = session.contracts["getV1A.contract.json"]?["scenarios"]?.elements.first?["response"]?["body"]
      let written = try #require(body?["base64"]?.string.flatMap { Data(base64Encoded: $0) })
      #expect(written.starts(with: latin))
      #expect(written.range(of: Data(secret.utf8)) == nil && written.range(of: Data("q7Zk7".utf8)) == nil)
    }
    try await RealTodos.with("echo") { folder, server in
      let session = try await RecordSession(server.url, in: folder)
      let path = try #require(session.url.firstRange(of: "/v1")).lowerBound
      let key = session.url[..<path].split(separator: "/").last ?? ""
      let head = Array("X-Name: ".utf8) + latin + Array("\r\nX-Text: café\r\nContent-Length: 4\r\n\r\n".utf8)
      let answer = String(decoding: try session.exchange("POST /\(key)/v1/b", head + latin), as: UTF8.self)
      // Python reads each byte as a character.
      #expect(answer.contains(#"["X-Name", "caf\u00e9"], ["X-Text", "caf\u00c3\u00a9"]"#), "\(answer)")
      #expect(answer.hasSuffix(#""body": "caf\u00e9"}"#), "\(answer)")
      let ended = await session.end()
      #expect(ended.status == 0)
      #expect(
        ended.output.contains("note: the body of the request is not a text; any body is accepted\n"), "\(ended.output)")
      let request = session.contracts["postV1B.contract.json"]?["request"]
      #expect(request?["body"] == ["$any": true], "\(ended.output)")
    }
  }

  @Test(
    "an answer that has a body although it must not, and a HEAD with a body, are passed on and recorded",
    arguments: [
      ("HEAD", 200, ""), ("HEAD", 200, "Content-Length: 0\r\n"), ("HEAD", 200, "Content-Length: 1\r\n\r\nx"),
      ("HEAD", 404, ""), ("GET", 204, ""), ("GET", 304, ""), ("DELETE", 204, ""), ("GET", 205, ""),
    ])
  func bodies(_ method: String, _ status: Int, _ rest: String) async throws {
    let answers: JSON = [["headers": [["Content-Type", "text/plain"]], "body": "hello", "status": .number(status)]]
    try await RealTodos.with("answers", answers: answers) { folder, server in
      let session = try await RecordSession(server.url, ["--max-requests", "1", "--key", "k"], in: folder)
      let end = rest.contains("\r\n\r\n") ? rest : rest + "\r\n"
      let answer = String(decoding: try session.exchange("\(method) /k/v1/a", Array(end.utf8)), as: UTF8.self)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
      #expect(answer.hasSuffix(status == 205 ? "hello" : "\r\n\r\n"), "\(answer)")
      #expect(answer.contains("Content-Length: 5\r\n") == (method == "HEAD" || status == 205), "\(answer)")
      let ended = await session.command.end()
      // A 304 says nothing without the answer before it.
      #expect(ended.status == (status == 304 ? 1 : 0), "\(ended.output)\(ended.errors)")
      #expect(ended.output.contains("\(method) /v1/a → \(status)\n"), "\(ended.output)")
    }
  }

  // MARK: Limits

  @Test("connections on which nothing comes make room for others, and that is said once")
  func connections() async throws {
    try await RealTodos.with { folder, server in
      let session = try await RecordSession(server.url, ["--max-requests", "3"], limit: "-n 40", in: folder)
      let port = String(try #require(session.url.firstMatch(of: #/:([0-9]+)/#)).1)
      let script = """
        import socket, sys, time
        open = [socket.create_connection(("127.0.0.1", int(sys.argv[1]))) for _ in range(60)]
        print("open", flush=True)
        time.sleep(600)
        """
      let idle = try BuiltCommand(
        ["-S", "-c", script, port], program: try #require(Python.path), in: folder)
      defer { idle.send(SIGKILL) }
      #expect(await condition { idle.output == "open\n" })
      try session.send([[session.url + "/a"], [session.url + "/b"], [session.url + "/c"]])
      let ended = await session.command.end()
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      #expect(server.requests.count == 3)
      #expect(
        ended.errors.components(separatedBy: "note: new connections wait, because too many are open").count == 2,
        "\(ended.errors)")
    }
  }

  @Test("requests that come at the same time are all passed on, a few at a time")
  func crowd() async throws {
    try await RealTodos.with { folder, server in
      let session = try await RecordSession(server.url, ["--max-requests", "60"], limit: "-n 64", in: folder)
      let urls = (0..<60).map { "\(session.url)/todos?n=\($0)" }
      try session.curl(["--parallel", "--parallel-max", "60"] + urls)
      let ended = await session.command.end()
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      #expect(Set(server.requests.joined().matches(of: #/n=[0-9]+/#).map { String($0.output) }).count == 60)
      #expect(ended.output.components(separatedBy: " → 401\n").count == 61)
    }
  }

  @Test("more than an archive may have is passed on but not recorded, and what was recorded is kept")
  func full() async throws {
    // Each byte is more than one in JSON.
    let body = String(repeating: "\u{1}", count: 6 << 20)
    let answers: JSON = [
      ["headers": [["Content-Type", "application/octet-stream"]], "body": .string(body)],
      ["headers": [["Content-Type", "application/json"]], "body": "{}"],
    ]
    try await RealTodos.with("answers", answers: answers) { folder, server in
      let session = try await RecordSession(server.url, ["--max-requests", "5"], in: folder)
      for index in 0..<5 {
        let size = try session.curl([
          "--output", "/dev/null", "--write-out", "%{size_download}", "\(session.url)/\(index)x",
        ])
        #expect(size == (index % 2 == 0 ? "\(6 << 20)" : "2"))
      }
      let ended = await session.command.end()
      #expect(ended.status == 3)
      #expect(ended.errors.components(separatedBy: "note: the recording is full").count == 2, "\(ended.errors)")
      #expect(ended.errors.contains("not recorded: 3 requests after the recording was full\n"), "\(ended.errors)")
      #expect(session.contracts["getV11x.contract.json"] != nil)
    }
  }

  @Test("a client that asks again and again without an answer does not fill the memory")
  func lost() {
    let recording = Recording()
    for _ in 0..<1000 { recording.lose(recording.begin("GET /a"), why: "none") }
    #expect(recording.incomplete.count == 101)
    #expect(recording.incomplete.last == "900 more requests without an answer")
  }
}
