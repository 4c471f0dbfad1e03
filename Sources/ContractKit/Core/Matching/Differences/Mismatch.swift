/// One part of a request or an outcome that is not as described.
package struct Mismatch: Sendable {
  /// What was compared.
  package enum Part: Sendable, Equatable {
    case method, origin, path, timeout, body, outcome
    /// The address of that name in the contract's `baseURLs`.
    case namedOrigin(String)
    /// The base URL's own path, which every request path follows.
    case pathPrefix
    case query(String)
    case header(String)
    /// A described request that never came.
    case missingRequest
    /// What stands in the path for a name in braces.
    case pathParameter(String)
    /// A field of a form, by its name.
    case formField(String)
    /// A part of a multipart body, by its number from 1 and the name that was sent, or something of it.
    case multipart(Int, name: String?, of: PartOf)
    /// A line of a body of JSON lines, from 1.
    case line(Int)
    /// A request that came too soon after the one before.
    case notBefore
  }

  /// What of a part of a multipart body was compared.
  package enum PartOf: String, Sendable, Equatable { case whole, name, filename, contentType, body }

  /// What is not as described; of several headers, query items, form fields, lines or parts of a body the first.
  package var part: Part
  /// Which request, from 1; nil where the mismatch is not about one.
  package var request: Int?
  /// The pointer of the first difference inside the body or the outcome (RFC 6901); "" is the whole.
  package var pointer: String
  /// What the contract describes there, as text on one or several lines.
  package var expected: String
  /// What came there; nil where nothing did.
  package var actual: String?
  /// What else helps: the category an error belongs to, the bytes around the difference. Of several differences, what is
  /// to say of all of them.
  package var note: String?
  /// The line of the contract that was broken first.
  package var range: SourceRange?
  /// Where requests and exchanges do not go together: what the request, or the missing one, is nearest to.
  package var nearest: NearestRequest?
  /// Where the whole of what was compared stands in the contract; nil where nothing larger than `range` does.
  package var whole: SourceRange?
  /// Every difference, told or counted.
  var collected: Differences

  /// The differences, at most 100 of them: the first ones, then the first few of each further place.
  package var differences: [Difference] { collected.told }
  /// How many differences there are, told or not; at least 1.
  package var differenceCount: Int { collected.count }

  /// Makes a mismatch of one difference.
  ///
  /// - Parameter kind: In what way they differ; missing where nothing came, else changed, where left out.
  package init(
    _ part: Part, kind: Difference.Kind? = nil, request: Int? = nil, pointer: String = "", expected: String,
    actual: String?, note: String? = nil, range: SourceRange?
  ) {
    var difference = Difference(
      kind ?? (actual == nil ? .missing : .changed), name: part.detail, pointer: pointer, expected: expected,
      actual: actual, note: note, range: range)
    difference.part = part
    self.init(part, request: request, difference)
  }

  /// Makes a mismatch of one difference.
  init(_ part: Part, request: Int?, _ difference: Difference) {
    self.init(part, request: request, difference, of: Differences(difference), whole: nil)
  }

  /// Makes a mismatch of several differences; nil where there are none.
  ///
  /// - Parameter whole: Where the pattern stands that all of them are about.
  init?(_ part: Part, request: Int?, _ differences: Differences, whole: SourceRange?) {
    guard let first = differences.told.first else { return nil }
    self.init(part, request: request, first, of: differences, whole: whole)
  }

  private init(
    _ part: Part, request: Int?, _ first: Difference, of differences: Differences, whole: SourceRange?
  ) {
    self.part = part
    self.request = request
    pointer = first.pointer
    expected = first.expected
    actual = first.actual
    note = differences.count == 1 ? first.note : nil
    range = first.range
    self.whole = whole
    collected = differences
  }
}

extension Mismatch {
  /// Each difference as a mismatch of its own.
  var parts: [Mismatch] { differences.map { Mismatch($0.part ?? part, request: request, $0) } }

  /// Whether another mismatch is about the same part, so that both are told as one.
  func isMerged(with other: Mismatch) -> Bool {
    guard request == other.request, let whole = part.whole else { return false }
    return whole == other.part.whole
  }

  /// Takes in what another mismatch says of the same part.
  mutating func merge(_ other: Mismatch, whole: SourceRange?) {
    let notes = [ownNote, other.ownNote].compactMap(\.self)
    collected.append(other.collected)
    note = notes.isEmpty ? nil : notes.joined(separator: "\n")
    self.whole = whole
  }

  /// What is said of the mismatch beyond what its one difference says.
  private var ownNote: String? {
    guard differenceCount == 1, let said = differences.first?.note, let note, note.hasPrefix(said) else { return note }
    let rest = note.dropFirst(said.count + 1)
    return rest.isEmpty ? nil : String(rest)
  }
}

extension Mismatch.Part {
  /// What several mismatches are told as one of.
  enum Whole { case headers, query, body, outcome }

  /// What the part is a part of; nil where it stands for itself.
  var whole: Whole? {
    switch self {
    case .header: .headers
    case .query: .query
    case .body, .formField, .multipart, .line: .body
    case .outcome: .outcome
    default: nil
    }
  }

  /// Whether several of them are a table of names and texts.
  var isTabular: Bool {
    switch self {
    case .header, .query, .formField: true
    default: false
    }
  }

  /// The name of the header, query item, path parameter or form field; which part of a multipart body, and what of it;
  /// the number of the line; nil for other parts.
  var detail: String? {
    switch self {
    case .query(let name), .header(let name), .pathParameter(let name), .formField(let name): name
    case .multipart(let number, _, .whole): "\(number)"
    case .multipart(let number, _, let what): "\(number)/\(what.rawValue)"
    case .line(let number): "\(number)"
    default: nil
    }
  }
}
