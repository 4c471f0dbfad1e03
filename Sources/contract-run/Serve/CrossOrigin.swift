import ContractCore

/// The headers that allow a page from another port, such as that of a development server, to read the mock's replies
/// (Fetch, "CORS protocol"). They are never used for the control page.
enum CrossOrigin {
  /// Returns the reply to a preflight request, or nil if the request is not one or if a contract describes OPTIONS
  /// there.
  static func preflight(_ request: CapturedRequest, describes: (_ method: String, _ path: String) -> Bool) -> Reply? {
    guard request.method == "OPTIONS", let origin = request.headers["Origin"],
      let method = request.headers["Access-Control-Request-Method"], !describes("OPTIONS", request.path ?? "")
    else { return nil }
    var lines = allowed(origin)
    // Any method is allowed here. If no contract describes it, the refusal that follows has a text that the page can
    // read.
    lines.append(.init("Access-Control-Allow-Methods", method))
    if let headers = request.headers["Access-Control-Request-Headers"] {
      lines.append(.init("Access-Control-Allow-Headers", headers))
    }
    if request.headers["Access-Control-Request-Private-Network"] == "true" {
      lines.append(.init("Access-Control-Allow-Private-Network", "true"))
    }
    return Reply(.status(204), headers: Headers(lines))
  }

  /// Returns a reply with the headers that allow the requesting origin to read it. Returns it unchanged if the request
  /// has no origin, or if the contract sets these headers itself.
  static func opened(_ reply: Reply, to request: CapturedRequest) -> Reply {
    guard let origin = request.headers["Origin"], reply.headers["Access-Control-Allow-Origin"] == nil else {
      return reply
    }
    var reply = reply
    let names = reply.headers.lines.map(\.name).uniqued()
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
