extension PhotosClient {
  /// Returns a stream of the changes to an album from now on.
  ///
  /// The stream ends if the service ends it between two events. It throws `PhotosError.cutOff` if the service ends it
  /// in the middle of an event. It also throws the errors of any other request.
  public func events(in album: String) -> AsyncThrowingStream<AlbumEvent, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          try await stream(album) { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { if case .cancelled = $0 { task.cancel() } }
    }
  }

  private func stream(_ album: String, _ yield: (AlbumEvent) -> Void) async throws {
    var request = try request("GET", ["albums", album, "events"])
    request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
    let token = await credentials.access
    do {
      try await stream(request.authorized(by: token), yield)
    } catch PhotosError.status(401) {
      let token = try await credentials.renewed(insteadOf: token, over: network)
      try await stream(request.authorized(by: token), yield)
    }
  }

  private func stream(_ request: URLRequest, _ yield: (AlbumEvent) -> Void) async throws {
    var parser = ServerSentEvents()
    for try await part in network.stream(request) {
      switch part {
      case .head(let response):
        guard let response = response as? HTTPURLResponse else { throw PhotosError.notHTTP }
        // Interim responses come before the answer (RFC 9110, section 15.2). On Linux, URLSession passes them on.
        if (100..<200).contains(response.statusCode) { continue }
        guard (200..<300).contains(response.statusCode) else { throw PhotosError.status(response.statusCode) }
      case .data(let data):
        for text in parser.events(in: data) {
          yield(try JSONDecoder().decode(AlbumEvent.self, from: Data(text.utf8)))
        }
      }
    }
    if parser.isWithinEvent { throw PhotosError.cutOff }
  }

  /// Reports measurements, with one line of JSON for each.
  public func report(_ metrics: [Metric]) async throws {
    if metrics.isEmpty { return }
    var request = try request("POST", ["metrics"])
    request.setValue("application/x-ndjson", forHTTPHeaderField: "Content-Type")
    let encoder = JSONEncoder()
    request.httpBody = try metrics.reduce(into: Data()) { $0 += try encoder.encode($1) + Data("\n".utf8) }
    _ = try await send(request)
  }
}
