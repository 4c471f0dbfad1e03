extension CapturedRequest {
  /// The request in the usual form of HTTP: method and URL, headers, body. Secrets are hidden, and a long body is
  /// shortened.
  package var text: String {
    let shown = Secrets.standard.masked(self)
    var lines = [line]
    lines += shown.headers.sorted.lines.map { Excerpt.visible("\($0.name): \($0.value)") }
    if let body = shown.body, !body.isEmpty {
      lines.append("")
      if let text = String(validating: body, as: UTF8.self) {
        lines.append(Excerpt.beginning(of: text, limit: 1000, keepsLines: true))
      } else {
        lines.append(Excerpt.bytes(body))
      }
    } else if unobserved.contains("body") {
      lines += ["", "(a body that this injection point cannot observe)"]
    }
    return lines.joined(separator: "\n")
  }

  /// The method and the URL on one line.
  var line: String { Excerpt.beginning(of: "\(method) \(shownURL)") }
}
