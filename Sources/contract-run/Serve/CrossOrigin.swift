import ContractCore

/// What lets a screen that is served from another port, as every development server's is, read the mock's answers
/// (Fetch, "CORS protocol"). Never for the control page.
enum CrossOrigin {
  /// The answer to a preflight; nil where the request is none, or where a contract describes OPTIONS there.
  static func preflight(_ request: CapturedRequest, describes: (_ method: String, _ path: String) -> Bool) -> Reply? {
    guard request.method == "OPTIONS", let origin = request.headers["Origin"],
      let method = request.headers["Access-Control-Request-Method"], !describes("OPTIONS", request.path ?? "")
    else { return nil }
    var lines = allowed(origin)
    // Whatever is asked for: a method that no contract describes is then refused with words that the screen can read.
    lines.append(.init("Access-Control-Allow-Methods", method))
    if let headers = request.headers["Access-Control-Request-Headers"] {
      lines.append(.init("Access-Control-Allow-Headers", headers))
    }
    if request.headers["Access-Control-Request-Private-Network"] == "true" {
      lines.append(.init("Access-Control-Allow-Private-Network", "true"))
    }
    return Reply(.status(204), headers: Headers(lines))
  }

  /// An answer with what lets the asking origin read it; as it is where no origin asks, or where its contract says that.
  static func opened(_ reply: Reply, to request: CapturedRequest) -> Reply {
    guard let origin = request.headers["Origin"], reply.headers["Access-Control-Allow-Origin"] == nil else {
      return reply
    }
    var reply = reply
    var names: [String] = []
    for line in reply.headers.lines where !names.contains(line.name) { names.append(line.name) }
    reply.headers.lines += allowed(origin)
    if !names.isEmpty {
      reply.headers.lines.append(.init("Access-Control-Expose-Headers", names.joined(separator: ", ")))
    }
    return reply
  }

  private static func allowed(_ origin: String) -> [Headers.Line] {
    [
      .init("Access-Control-Allow-Origin", origin), .init("Access-Control-Allow-Credentials", "true"),
      .init("Vary", "Origin"),
    ]
  }
}
