import ContractCore
import ContractLoopback
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Row {
  static let loopbackServer = Row(
    name: "loopback-server",
    lines: [
      Line(
        work: "the loopback server alone, 8 keep-alive connections: rate relative to a bare echo server",
        wanted: .atLeast(0.5))
    ]
  ) { scale in
    [try await LoopbackBenchmark.server(scale, requests: scale.count(40_000, small: 800), connections: 8)]
  }

  static let loopback1 = loopback(atATime: 1)
  static let loopback8 = loopback(atATime: 8)

  private static func loopback(atATime: Int) -> Row {
    Row(
      name: "loopback-\(atATime)",
      lines: [
        Line(
          work: "URLSession with the loopback server, \(atATime) at a time: rate relative to a minimal server",
          wanted: .atLeast(0.9))
      ]
    ) { scale in [try await LoopbackBenchmark.session(scale, requests: scale.count(4000, small: 80), atATime: atATime)]
    }
  }
}

/// The loopback server with its script, compared with servers that only answer.
enum LoopbackBenchmark {
  private static let body = #"{"id": 1, "title": "t"}"#
  private static let request = Array("GET /todos HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n\r\n".utf8)
  private static let answer = Array(
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)

  /// Opens a call whose script answers a number of requests.
  private static func open(_ server: LoopbackServer, requests: Int) throws -> (call: LoopbackCall, script: Script) {
    let exchange = #"{"response": {"kind": "valid", "body": {"json": \#(body)}}}"#
    let text = """
      {
        "contract": 1, "endpoint": "x", "baseURL": "http://localhost",
        "scenarios": [
          {
            "name": "x", "request": {"method": "GET", "path": "/todos"},
            "exchanges": [\(Array(repeating: exchange, count: requests).joined(separator: ", "))],
            "expect": {"success": {"$any": true}}
          }
        ]
      }
      """
    let folder = try Scratch.folder("specs-loopback")
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/x.contract.json"))
    guard let contract = ContractSet.load([folder]).contracts.first else { throw Wrong("no contract") }
    let call = try server.open(contract.scenarios[0], of: contract)
    let script = Script(contract.scenarios[0], of: contract, transport: .loopback, addresses: call.addresses)
    call.start(script)
    return (call, script)
  }

  /// Measures requests in a second over keep-alive connections, and compares them with a bare echo server's.
  static func server(_ scale: Scale, requests: Int, connections: Int) async throws -> Figure {
    let echo = try BareServer(answering: nil)
    let response = HTTPResponse(
      200, headers: Headers([.init("Content-Type", "application/json")]), body: Array(body.utf8))
    let listener = try Listener()
    try listener.start { connection in
      var reader = HTTPReader(connection)
      while let request = try? reader.next(), connection.send(response.bytes(for: request)) {}
    }
    let comparison = try await Comparison(
      scale, rounds: 21,
      ours: {
        try await BareSocket.load(
          port: listener.port, connections: connections, requests: requests, request: request,
          answerSize: answer.count)
      },
      theirs: {
        try await BareSocket.load(
          port: echo.port, connections: connections, requests: requests, request: request, answerSize: request.count)
      })
    listener.close()
    return comparison.figure(pieces: requests)
  }

  /// Measures requests in a second of a URLSession, and compares them with those of a minimal HTTP server.
  static func session(_ scale: Scale, requests: Int, atATime: Int) async throws -> Figure {
    let bare = try BareServer(answering: answer)
    let server = LoopbackServer()
    // A script keeps what it played, so each round needs a new one. For the same reason each round has new sessions.
    @Sendable func load(_ port: Int) async throws {
      let session = URLSession(configuration: .ephemeral)
      defer { session.finishTasksAndInvalidate() }
      guard let url = URL(string: "http://127.0.0.1:\(port)/todos") else { return }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<atATime {
          group.addTask {
            for _ in 0..<(requests / atATime) {
              let (data, _) = try await session.data(from: url)
              if data.count != body.utf8.count { throw Wrong("another answer") }
            }
          }
        }
        try await group.waitForAll()
      }
    }
    let comparison = try await Comparison(
      scale, rounds: 21,
      ours: {
        let (call, _) = try open(server, requests: requests)
        try await load(call.addresses.base.port)
        call.retire()
      }, theirs: { try await load(bare.port) })
    server.close()
    return comparison.figure(pieces: requests)
  }
}
