/// One part of a request or an outcome that differs from its description.
package struct Mismatch: Sendable {
  package enum Part: Sendable, Equatable {
    case method, origin, path, timeout, body, outcome
    /// A base URL with a name in the contract's `baseURLs`.
    case namedOrigin(String)
    /// The path of the base URL, which begins every request path.
    case pathPrefix
    case query(String)
    case header(String)
    /// A cookie in the header Cookie, by its name.
    case cookie(String)
    case missingRequest
    /// The text in the path for a name in braces.
    case pathParameter(String)
    /// A field of a form, by its name.
    case formField(String)
    /// A part of a multipart body, or something in it: by its number from 1, and the name that was sent.
    case multipart(Int, name: String?, of: PartOf)
    /// A line of a body of JSON lines, by its number from 1.
    case line(Int)
    /// A request that came too soon after the previous one.
    case notBefore
    /// A request that came before the answers that its exchange follows.
    case follows
  }

  /// The property of a multipart body's part that was compared.
  package enum PartOf: String, Sendable, Equatable { case whole, name, filename, contentType, body }

  /// The part that differs. If multiple headers, query items, form fields, lines or parts of a body differ, the first.
  package var part: Part
  /// The number of the request, from 1; nil if the mismatch is not about a request.
  package var request: Int?
  /// The pointer of the first difference inside the body or the outcome (RFC 6901); "" for the whole.
  package var pointer: String
  /// The description in the contract, as text on one or more lines.
  package var expected: String
  /// The received value; nil if there was none.
  package var actual: String?
  /// Further help, such as the category of an error or the bytes around the difference. With multiple differences, it
  /// applies to all of them.
  var ownNotes: [OwnNote] = []
  /// The first line of the contract that was broken.
  package var range: SourceRange?
  /// The nearest match of the request, or of the missing request, if requests and exchanges do not fit together.
  package var nearest: NearestRequest?
  /// The place in the contract that describes everything that was compared; nil if it is not larger than `range`.
  package var whole: SourceRange?
  /// How the client ended, if it succeeded and must fail, or failed and must succeed; otherwise nil.
  package var mixUp: MixUp?
  /// Whether it is a missing request to which an answer leads, as to the next page of a list.
  package var isEarlyEnd = false
  /// All differences, reported or counted.
  var collected: Differences

  struct OwnNote: Sendable {
    var text: String
    /// Whether the text has the value as it was sent.
    var hasValue = false
  }

  /// The differences, at most 100: first the first ones, then the first few at each further place.
  package var differences: [Difference] { collected.reported }
  /// The number of all differences, reported or not; at least 1.
  package var differenceCount: Int { collected.count }

  /// Makes a mismatch of one difference.
  ///
  /// - Parameter kind: The way in which the values differ. By default, missing if nothing came, and changed otherwise.
  package init(
    _ part: Part, kind: Difference.Kind? = nil, request: Int? = nil, pointer: String = "", expected: String,
    actual: String?, note: String? = nil, range: SourceRange?
  ) {
    var difference = Difference(
      kind: kind ?? (actual == nil ? .missing : .changed), name: part.detail, pointer: pointer, expected: expected,
      actual: actual, note: note, range: range)
    difference.part = part
    self.init(part, request: request, difference)
  }

  /// Makes a mismatch of multiple differences; nil if there are none.
  ///
  /// - Parameter whole: The place of the pattern that all of the differences are about.
  init?(_ part: Part, request: Int?, _ differences: Differences, whole: SourceRange?) {
    guard let first = differences.reported.first else { return nil }
    self.init(part, request: request, first, of: differences, whole: whole)
  }

  private init(
    _ part: Part, request: Int?, _ first: Difference, of differences: Differences? = nil, whole: SourceRange? = nil
  ) {
    self.part = part
    self.request = request
    pointer = first.pointer
    expected = first.expected
    actual = first.actual
    range = first.range
    self.whole = whole
    collected = differences ?? Differences(first)
  }

  /// How a client ended, if it must end otherwise.
  package enum MixUp: Sendable, Equatable {
    /// With a success of this form.
    case success(Form)
    case failure
  }

  /// The form of a value.
  package enum Form: String, Sendable {
    /// Null, or a value without contents.
    case nothing
    case object = "{"
    case array = "["
    case string = "\""
    case other

    init(_ json: JSON) {
      switch json.unfolded.kind {
      case .null: self = .nothing
      case .object(let object): self = object.members.isEmpty ? .nothing : .object
      case .array(let elements): self = elements.isEmpty ? .nothing : .array
      case .string(let text): self = text.isEmpty ? .nothing : .string
      case .number, .bool: self = .other
      }
    }
  }

  /// The differences, each as a separate mismatch.
  package var parts: [Mismatch] { differences.map { Mismatch($0.part ?? part, request: request, $0) } }

  /// Returns whether another mismatch is about the same part, so that both are reported as one.
  func isMerged(with other: Mismatch) -> Bool {
    guard request == other.request, let whole = part.whole else { return false }
    return whole == other.part.whole
  }

  /// Adds what another mismatch reports about the same part.
  mutating func merge(_ other: Mismatch, whole: SourceRange?) {
    collected.append(other.collected)
    ownNotes += other.ownNotes
    self.whole = whole
  }

  /// Further help: about its only difference, and about all of it.
  package var note: String? {
    let notes = [differenceCount == 1 ? differences.first?.note : nil].compactMap(\.self) + ownNotes.map(\.text)
    return notes.isEmpty ? nil : notes.joined(separator: "\n")
  }

  /// Adds to the note about all of it.
  mutating func add(note: String?, hasValue: Bool = false) {
    if let note { ownNotes.append(OwnNote(text: note, hasValue: hasValue)) }
  }
}

extension Mismatch.Part {
  /// The kind of a part, by the name that reports have for it.
  package enum Kind: String, Sendable, CaseIterable {
    case method, origin, pathPrefix, path, query, header, cookie, timeout, body, outcome, missingRequest, notBefore
    case follows, pathParameter, formField, multipart, line
  }

  package var kind: Kind {
    switch self {
    case .method: .method
    case .origin, .namedOrigin: .origin
    case .pathPrefix: .pathPrefix
    case .path: .path
    case .timeout: .timeout
    case .body: .body
    case .outcome: .outcome
    case .query: .query
    case .header: .header
    case .cookie: .cookie
    case .missingRequest: .missingRequest
    case .pathParameter: .pathParameter
    case .formField: .formField
    case .multipart: .multipart
    case .line: .line
    case .notBefore: .notBefore
    case .follows: .follows
    }
  }

  /// Its name in reports.
  package var name: String { kind.rawValue }

  /// The whole that multiple mismatches are merged into.
  enum Whole { case headers, query, body, outcome }

  /// The whole that the part belongs to; nil if the part stands alone.
  var whole: Whole? {
    switch self {
    case .header, .cookie: .headers
    case .query: .query
    case .body, .formField, .multipart, .line: .body
    case .outcome: .outcome
    default: nil
    }
  }

  /// Whether multiple parts of this kind form a table of names and texts.
  var isTabular: Bool { plural != nil }

  /// The name of the header, cookie, query item, path parameter or form field; the number and the property of a multipart
  /// body's part; the number of the line; nil for other parts.
  package var detail: String? {
    switch self {
    case .query(let name), .header(let name), .cookie(let name), .pathParameter(let name), .formField(let name): name
    case .multipart(let number, _, .whole): "\(number)"
    case .multipart(let number, _, let what): "\(number)/\(what.rawValue)"
    case .line(let number): "\(number)"
    default: nil
    }
  }
}

extension Mismatch {
  /// A step from a value into one of its parts.
  package enum Step {
    case name(String)
    case index(Int)

    /// The step in the syntax of a JSON pointer.
    package var text: String {
      switch self {
      case .name(let name): JSONPointer.step(name)
      case .index(let index): "/\(index)"
      }
    }
  }
}

/// The request and the exchange that are nearest to each other, if one of them has no counterpart.
///
/// `NearestRequest.Text.swift` turns it into words.
package struct NearestRequest: Sendable {
  /// The number of the request, from 1.
  package var request: Int
  /// The number of the exchange in the scenario, from 1; nil if it is a request of the contract's `requests`.
  package var exchange: Int?
  /// The name in `requests`; nil if it is an exchange.
  package var name: String?
  /// The sent method and URL on one line; only the path below the base URL if the request went there.
  package var sent: String
  /// The described method and URL, in the same form.
  package var described: String
  /// The parts of the request that differ, in words; empty if it matches the exchange.
  package var differs: [String]
  /// The differences, if the request has no exchange of its own and this one has answered none; otherwise empty.
  package var mismatches: [Mismatch] = []
  /// The number of the request that the exchange has answered, from 1; nil if it has answered none.
  package var answered: Int?
  /// Whether only the order differs: each request that does not match its own exchange
  /// matches another request's exchange.
  package var isOtherOrder: Bool = false
  /// The place of the exchange in the contract.
  package var range: SourceRange
}
