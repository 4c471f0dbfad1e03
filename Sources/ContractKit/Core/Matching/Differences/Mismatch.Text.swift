extension Mismatch {
  /// The part on one line: what of the request or the outcome, and where inside.
  var noun: String {
    switch part {
    case .method: "method"
    case .origin, .namedOrigin, .pathPrefix: "base URL"
    case .path: "path"
    case .timeout: "timeout"
    case .query(let name): "query item \(Excerpt.visible(JSON.string(name).text))"
    case .header(let name): "header \(Excerpt.visible(name))"
    case .body: "body" + at
    case .outcome: "outcome" + at
    case .missingRequest, .notBefore: "request" + (request.map { " \($0)" } ?? "")
    case .pathParameter(let name): "path parameter \(Excerpt.visible(JSON.string(name).text))"
    case .formField(let name): "form field \(Excerpt.beginning(of: JSON.string(name).text))"
    case .multipart(let number, let name, let what): what.text + Self.part(number, name: name) + at
    case .line(let number): "line \(number) of the body" + at
    }
  }

  /// What is wrong, on one line: `request 1: missing header Accept`.
  var headline: String { about + problem }

  /// What is wrong: `missing header Accept`, `unexpected path`.
  private var problem: String {
    switch part {
    case .missingRequest: return "missing \(noun)"
    case .notBefore: return "\(noun) came too early"
    case .header, .query, .formField, .pathParameter:
      switch differences.first?.kind {
      case .missing?: return "missing \(noun)"
      case .unexpected?: return "unexpected \(noun)"
      default: return "unexpected value of \(noun)"
      }
    case .body where actual == nil && pointer.isEmpty: return "missing body"
    default: return "unexpected \(noun)"
    }
  }

  fileprivate static func part(_ number: Int, name: String?) -> String {
    "part \(number)" + (name.map { " (name \(Excerpt.beginning(of: JSON.string($0).text, limit: 80)))" } ?? "")
  }

  private var about: String {
    if part == .missingRequest || part == .notBefore { return "" }
    return request.map { "request \($0): " } ?? ""
  }

  private var at: String { pointer.isEmpty ? "" : " at \(Excerpt.visible(pointer))" }

  /// What differs, on one line: the first difference, and how many more there are.
  var summary: String {
    differenceCount > 1 ? "\(firstSummary), and \(differenceCount - 1) more" : firstSummary
  }

  /// The first difference, on one line.
  var firstSummary: String {
    if part == .missingRequest { return "\(problem): expected \(expected)" }
    if part == .notBefore { return "\(problem): \(actual ?? "unknown time"), expected \(expected)" }
    let (expected, actual) = Excerpt.window(Self.firstLine(expected), Self.firstLine(actual ?? "nothing"), 100)
    return "\(about)\(noun): expected \(expected), got \(actual)"
  }

  /// What differs, where the contract says so, expected over actual; several differences line by line.
  var text: String { differenceCount > 1 ? severalText : singleText }

  // MARK: One difference

  private var singleText: String {
    var lines = LabelledLines(headline)
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
      lines.add("next", "let the driver pass `call.baseURL` to its client, or correct the contract's `baseURL`")
    case .namedOrigin(let name):
      let name = JSON.string(name).text
      lines.add("next", "let the driver pass `call.baseURLs[\(name)]` to its client, or correct the contract's `base`")
    case .pathPrefix:
      lines.add("next", "let the client append its paths to the path of the base URL")
    case .notBefore:
      lines.add("next", "let the client wait before it sends this request, or correct `notBefore`")
    default: break
    }
    return lines.text
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
      return "\(about)\(names.count) \(plural) differ"
    }
    var whole = self
    whole.pointer = ""
    // Several lines, or parts, are the body.
    if part.whole == .body, names.count != 1 || differences.contains(where: { $0.name == nil }) { whole.part = .body }
    return "\(whole.about)unexpected \(whole.noun): \(differenceCount) differences"
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
    case .name: "name of "
    case .filename: "file name of "
    case .contentType: "Content-Type of "
    case .body: "body of "
    }
  }
}
