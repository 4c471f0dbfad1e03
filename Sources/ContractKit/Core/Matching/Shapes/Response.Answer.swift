extension Response {
  /// The body, if it is JSON; otherwise nil.
  package var json: JSON? { body.flatMap { JSON.parse($0.bytes) } }

  /// The body of a valid answer, if it is JSON by its type; otherwise nil.
  package var jsonAnswer: JSON? {
    guard kind == .valid, MediaType.name(of: headers["Content-Type"] ?? "").contains("json") else { return nil }
    return json
  }
}
