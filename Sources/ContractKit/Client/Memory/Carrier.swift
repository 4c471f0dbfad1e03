/// Carries one call's requests without a double of a session in between: what `call.transport` and `call.mock` stand on.
enum Carrier: Sendable {
  /// On `memory`: what answers.
  case responder(any Responder)
  /// On `loopback`: what leads to the server.
  case session(URLSession)

  /// Sends a request, whose body is in it, and waits for the answer.
  ///
  /// - Throws: What Foundation would: a `URLError`, -999 where the task is cancelled; or the contract's own error.
  @Sendable func send(_ request: URLRequest) async throws -> (Data, URLResponse) {
    switch self {
    case .session(let session): return try await session.data(for: request)
    case .responder(let responder):
      guard let url = request.url else { throw URLError(.badURL) }
      if Task.isCancelled { throw URLError(.cancelled) }
      let reply = await responder.respond(to: CapturedRequest(request))
      if reply.delay > 0 { try? await Task.sleep(for: .seconds(reply.delay)) }
      if Task.isCancelled { throw URLError(.cancelled) }
      if let error = reply.error(url: url) { throw error }
      guard let response = reply.response(url: url) else { throw URLError(.badServerResponse) }
      return (Data(reply.body ?? []), response)
    }
  }
}
