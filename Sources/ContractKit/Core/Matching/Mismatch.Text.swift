extension Mismatch {
  /// The part on one line: which request, what of it, and where inside.
  var subject: String {
    let about = request.map { "request \($0): " } ?? ""
    return switch part {
    case .method: about + "the method"
    case .origin, .namedOrigin, .pathPrefix: about + "the address"
    case .path: about + "the path"
    case .timeout: about + "the time-out"
    case .query(let name): about + "the query item \(Excerpt.visible(JSON.string(name).text))"
    case .header(let name): about + "the header \(Excerpt.visible(name))"
    case .body: about + "the body" + at
    case .outcome: "the outcome" + at
    case .missingRequest, .notBefore: request.map { "request \($0)" } ?? "a request"
    case .pathParameter(let name): about + "the path parameter \(Excerpt.visible(JSON.string(name).text))"
    case .formField(let name): about + "the form field \(Excerpt.beginning(of: JSON.string(name).text))"
    case .multipart(let number, let name, let what): about + what.text + Self.part(number, name: name) + at
    case .line(let number): about + "line \(number) of the body" + at
    }
  }

  private static func part(_ number: Int, name: String?) -> String {
    "part \(number)" + (name.map { " (name \(Excerpt.beginning(of: JSON.string($0).text, limit: 80)))" } ?? "")
  }

  private var at: String { pointer.isEmpty ? "" : " at \(Excerpt.visible(pointer))" }

  /// What differs, on one line.
  var summary: String {
    if part == .missingRequest { return "\(subject) never came: expected \(expected)" }
    if part == .notBefore { return "\(subject): it came \(actual ?? "too soon"), expected \(expected)" }
    return "\(subject): expected \(Self.short(expected)), got \(Self.short(actual ?? "nothing"))"
  }

  /// What differs, where the contract says so, expected over actual.
  var text: String {
    var lines = LabelledLines("\(subject) \(what)")
    lines.add("contract", range.map(LabelledLines.place))
    lines.add("expected", expected)
    lines.add("actual", actual ?? "nothing")
    lines.add("nearest", part == .missingRequest ? nearest?.requestText : nearest?.exchangeText)
    lines.add("note", note)
    switch part {
    case .origin:
      lines.add("next", "let the driver give its client `call.baseURL`, or correct the contract's `baseURL`")
    case .namedOrigin(let name):
      let name = JSON.string(name).text
      lines.add("next", "let the driver give its client `call.baseURLs[\(name)]`, or correct the contract's `base`")
    case .pathPrefix:
      lines.add("note", "the base URL's own path is not at the beginning of the request's")
      lines.add("next", "let the client append to the base URL: a relative URL with a leading slash replaces its path")
    case .notBefore:
      lines.add("next", "let the client wait before it sends this request, or correct `notBefore`")
    default: break
    }
    return lines.text
  }

  /// What is wrong, after the subject.
  private var what: String {
    switch part {
    case .missingRequest: "never came"
    case .notBefore: "came too soon"
    default: "is not as described"
    }
  }

  private static func short(_ text: String) -> String {
    let line = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? ""
    return line.count > 100 ? line.prefix(100) + "…" : line
  }
}

extension Mismatch.PartOf {
  /// What of the part, before the part's own name.
  fileprivate var text: String {
    switch self {
    case .whole: ""
    case .name: "the name of "
    case .filename: "the file name of "
    case .contentType: "the Content-Type of "
    case .body: "the body of "
    }
  }
}
