extension Operations {
  /// Adds an operation of a client that gives its values one after another, as an `AsyncSequence`: the result is their
  /// array, and a failure after values has them as its `values`.
  ///
  /// ```swift
  /// operations.on("events") { call in
  ///   try PhotosClient(session: call.session, baseURL: call.baseURL).events(in: call.input(at: "album"))
  /// }
  /// ```
  ///
  /// A sequence that never ends runs into the call's deadline: let the driver take a `prefix` of it.
  ///
  /// - Parameters:
  ///   - name: What contracts call it.
  ///   - values: Calls the client with what the call was handed; what it throws, or the sequence, is the call's failure.
  public mutating func on<Values: AsyncSequence & SendableMetatype>(
    _ name: String, values: @escaping @Sendable (Call) async throws -> sending Values
  ) {
    on(name, client: { $0 }) { call, _, done in
      var told: [Values.Element] = []
      do {
        for try await value in try await values(call) { told.append(value) }
        done(told)
      } catch {
        done(failure: error, after: told)
      }
    }
  }
}
