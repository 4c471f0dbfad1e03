extension Mismatch {
  /// The part on one line: which request, what of it, and where inside.
  var subject: String {
    switch part {
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

  fileprivate static func part(_ number: Int, name: String?) -> String {
    "part \(number)" + (name.map { " (name \(Excerpt.beginning(of: JSON.string($0).text, limit: 80)))" } ?? "")
  }
  private var about: String { request.map { "request \($0): " } ?? "" }

  private var at: String { pointer.isEmpty ? "" : " at \(Excerpt.visible(pointer))" }

  /// What differs, on one line: the first difference, and how many more there are.
  var summary: String {
    differenceCount > 1 ? "\(firstSummary), and \(differenceCount - 1) more" : firstSummary
  }

  /// The first difference, on one line.
  var firstSummary: String {
    if part == .missingRequest { return "\(subject) never came: expected \(expected)" }
    if part == .notBefore { return "\(subject): it came \(actual ?? "too soon"), expected \(expected)" }
    let (expected, actual) = Excerpt.window(Self.firstLine(expected), Self.firstLine(actual ?? "nothing"), 100)
    return "\(subject): expected \(expected), got \(actual)"
  }

  /// What differs, where the contract says so, expected over actual; several differences line by line.
  var text: String { differenceCount > 1 ? severalText : singleText }

  // MARK: One difference

  private var singleText: String {
    var lines = LabelledLines("\(subject) \(what)")
    lines.add("contract", range.map(LabelledLines.place))
    let difference = differences.first
    if let diff = difference?.lines {
      lines.add("lines", diff)
    } else {
      lines.add("expected", expected)
      lines.add("actual", actual ?? "nothing")
    }
    lines.add("type", difference?.typeNote)
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

  private static func firstLine(_ text: String) -> String {
    text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? ""
  }

  // MARK: Several

  private var severalText: String {
    var lines = LabelledLines(title, width: 12)
    lines.add("contract", (whole ?? range).map(LabelledLines.place))
    let file = (whole ?? range)?.source.path
    let isTable = differences.allSatisfy { ($0.part ?? part).isTabular }
    for (label, text) in isTable ? collected.table(in: file) : collected.rows(in: file) { lines.add(label, text) }
    lines.add("nearest", nearest?.exchangeText)
    lines.add("note", note)
    return lines.text
  }

  private var title: String {
    let names = Set(differences.compactMap { $0.name.map(ExactString.init) })
    if differences.count == differenceCount, names.count > 1, let plural = part.plural {
      return "\(about)\(names.count) \(plural) are not as described"
    }
    var whole = self
    whole.pointer = ""
    // Several lines, or parts, are the body.
    if part.whole == .body, names.count != 1 || differences.contains(where: { $0.name == nil }) { whole.part = .body }
    return "\(whole.subject) is not as described: \(differenceCount) differences"
  }
}

extension Mismatch.Part {
  /// What several of them are called that make a table.
  fileprivate var plural: String? {
    switch self {
    case .header: "headers"
    case .query: "query items"
    case .formField: "form fields"
    default: nil
    }
  }

  /// Which of several it is, on a line of its own.
  var item: String? {
    switch self {
    case .line(let number): "line \(number)"
    case .multipart(let number, let name, let what): what.text + Mismatch.part(number, name: name)
    default: detail
    }
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
