extension Mismatch {
  /// The name of the part on one line: the part of the request or the outcome, and the place inside it.
  var noun: String {
    switch part {
    case .body, .outcome, .line: part.words + at
    case .missingRequest, .notBefore, .follows: "request" + (request.map { " \($0)" } ?? "")
    case .formField: part.words { Excerpt.beginning(of: $0) }
    case .multipart(let number, let name, let what): what.text + Self.part(number, name: name) + at
    default: part.words { Excerpt.visible($0) }
    }
  }

  /// The problem on one line, with its request: `request 1: missing header Accept`.
  var headline: String { about + problem }

  /// The problem: `missing header Accept`, `unexpected path`.
  private var problem: String {
    switch part {
    case .missingRequest: return "missing \(noun)"
    case .notBefore, .follows: return "\(noun) came too early"
    case _ where hasOnlyElements:
      let index = differenceCount == 1 ? differences.first?.elementIndex : nil
      return "unexpected \(index.map { "element [\($0)]" } ?? "elements") of \(noun)"
    case .header, .cookie, .query, .formField, .pathParameter:
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
    if [.missingRequest, .notBefore, .follows].contains(part) { return "" }
    return request.map { "request \($0): " } ?? ""
  }

  private var at: String { pointer.isEmpty ? "" : " at \(Excerpt.visible(pointer))" }

  /// The differences on one line: the first one, and the number of the others.
  var summary: String { firstSummary + English.andMore(differenceCount - 1) }

  var firstSummary: String {
    if part == .missingRequest { return "\(problem): expected \(expected)" }
    if part == .notBefore || part == .follows { return "\(problem): \(actual ?? "unknown time"), expected \(expected)" }
    let (expected, actual) = Excerpt.window(Self.firstLine(expected), Self.firstLine(actual ?? "nothing"), 100)
    return "\(about)\(noun): expected \(expected), got \(actual)"
  }

  /// The mismatch on multiple lines: the place in the contract, then the expected value above the actual one. Multiple
  /// differences have one line each.
  var text: String { differenceCount > 1 ? multipleText : singleText }

  // MARK: One difference

  private var singleText: String {
    var lines = LabeledLines(headline)
    lines.add("contract", range.map(LabeledLines.location))
    let difference = differences.first
    if let diff = difference?.lines {
      lines.add("lines", diff)
    } else {
      lines.add("expected", expected)
      lines.add("actual", actual ?? "nothing")
    }
    lines.add("instead", difference?.insteadText)
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
    case .follows:
      lines.add("next", "let the client wait for those answers before it sends this request, or correct `follows`")
    default: break
    }
    return lines.text
  }

  private static func firstLine(_ text: String) -> String {
    text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? ""
  }

  // MARK: Multiple differences

  private var multipleText: String {
    var lines = LabeledLines(title, width: 12)
    lines.add("contract", (whole ?? range).map(LabeledLines.location))
    let file = (whole ?? range)?.source.path
    let isTable = differences.allSatisfy { ($0.part ?? part).isTabular }
    for (label, text) in isTable ? collected.table(in: file) : collected.rows(in: file) { lines.add(label, text) }
    lines.add("nearest", nearest?.exchangeText)
    lines.add("note", note)
    return lines.text
  }

  private var title: String {
    let names = Set(differences.compactMap { $0.name.map(ExactString.init) })
    let plurals = differences.compactMap { ($0.part ?? part).plural }.uniqued()
    if differences.count == differenceCount, names.count > 1, !plurals.isEmpty {
      return "\(about)\(names.count) \(plurals.joined(separator: " and ")) differ"
    }
    var whole = self
    whole.pointer = ""
    // Differences in multiple lines or parts belong to the whole body.
    if part.whole == .body, names.count != 1 || differences.contains(where: { $0.name == nil }) { whole.part = .body }
    let elements = hasOnlyElements ? "elements of " : ""
    return "\(whole.about)unexpected \(elements)\(whole.noun): \(differenceCount) differences"
  }

  /// Whether it is about elements of one list that is one text of a query or a form.
  private var hasOnlyElements: Bool {
    switch part {
    case .query, .formField:
      !differences.isEmpty && differences.allSatisfy { $0.elementIndex != nil && ($0.part ?? part) == part }
    default: false
    }
  }
}

extension Mismatch.Part {
  /// The plural, for a part whose differences are shown as a table.
  var plural: String? {
    switch self {
    case .header: "headers"
    case .cookie: "cookies"
    case .query: "query items"
    case .formField: "form fields"
    default: nil
    }
  }

  /// The name of one of multiple parts, on its own line.
  var item: String? {
    switch self {
    case .line(let number): "line \(number)"
    case .cookie(let name): "cookie \(name)"
    case .multipart(let number, let name, let what): what.text + Mismatch.part(number, name: name)
    default: detail
    }
  }
}

extension Mismatch.PartOf {
  /// The words before the name of the part of a multipart body.
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
