extension Response {
  /// The body of a valid answer, if it is JSON by its type; otherwise nil.
  package var jsonAnswer: JSON? {
    guard kind == .valid, let body, MediaType.name(of: headers["Content-Type"] ?? "").contains("json") else {
      return nil
    }
    return JSON.parse(body.bytes)
  }
}
