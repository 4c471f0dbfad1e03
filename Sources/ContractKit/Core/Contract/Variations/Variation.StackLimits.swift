extension Variation {
  /// What HTTP stacks cannot do, of that which few others fail: a part of the User-Agent that each of them sends, and the
  /// names of the variations. The page docs/stacks.md has the versions.
  private static let stackLimits: [(product: String, names: Set<String>)] = [
    // A body without a length is empty for it.
    ("aiosonic/", ["no length", "HTTP/1.0"]),
    // It accepts the coding, and then reads another format.
    (" Tcl/", ["deflate"]),
    // Bytes without a head are HTTP/0.9 for them.
    ("libwww-perl/", ["not HTTP, valid body"]), ("LuaSocket ", ["not HTTP, valid body"]),
    ("Wget/", ["not HTTP, valid body"]),
  ]

  /// Returns whether the HTTP stack of a client that is right fails the variation, because of what the stack is.
  func isBeyondStack(of request: CapturedRequest) -> Bool {
    let change = (change as? StepFault)?.fault.name ?? name
    return request.headers.values("User-Agent").contains { agent in
      Self.stackLimits.contains { agent.contains($0.product) && $0.names.contains(change) }
    }
  }
}
