extension Operations {
  /// Adds an operation of a client that returns its values one after another, as an `AsyncSequence`.
  ///
  /// The result is the array of the values. If the sequence fails after some values, the failure has them as its
  /// `values`. A `Result` stands for the value or the error that it holds.
  ///
  /// ```swift
  /// operations.on("events") { call in
  ///   try PhotosClient(session: call.session, baseURL: call.baseURL).events(in: call.input(at: "album"))
  /// }
  /// ```
  ///
  /// If the sequence never ends, the call times out. Use `prefix` in the driver to end it.
  ///
  /// - Parameters:
  ///   - name: The name that contracts use.
  ///   - values: Uses the call to run the client. An error that the closure or the sequence throws is the call's
  ///     failure.
  public mutating func on<Values: AsyncSequence & SendableMetatype>(
    _ name: String, values: @escaping @Sendable (Call) async throws -> sending Values
  ) {
    on(name, client: { $0 }) { call, _, done in
      var received: [Values.Element] = []
      do {
        for try await value in try await values(call) { received.append(value) }
        done(values: received)
      } catch {
        done(failure: error, after: received)
      }
    }
  }
}
