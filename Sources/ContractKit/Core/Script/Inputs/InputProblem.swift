/// What a client did wrong with another value in its input.
package struct InputProblem: Maskable {
  package enum Kind: Sendable {
    /// The request has nothing at a place where it must have the value.
    case leftOut(String, isInPath: Bool)
    /// The request has a word such as `None` at a place, and the input has nothing.
    case hollow(String, word: String)
    /// The request has something else at a place.
    case other(String, sent: String)
    /// The request differs somewhere else.
    case strayed(Mismatch)
  }

  var kind: Kind
  var change: InputChange
  /// The value of the input; nil if it has none.
  var new: JSON?
  /// The number of the request, from 1.
  var number: Int
  var request: CapturedRequest
  /// The request as the contract describes it.
  var described: CapturedRequest
  /// The kinds of values that the contract lets the client leave out.
  var omissible: Set<InputChange.Kind>
  package var range: SourceRange

  package var code: Reason.Code {
    switch kind {
    case .leftOut: .leftOut
    case .hollow: .hollow
    case .other: .mismatch
    case .strayed: .strayed
    }
  }

  /// The kind of the value, which has one cause in all of its places.
  package var kindName: String { change.kind.rawValue }

  /// What the client does with such a value, in a few words.
  package var meaning: String {
    switch kind {
    case .leftOut: "is left out"
    case .hollow(_, let word): "is sent as the text \(word)"
    case .other: "is sent as something else"
    case .strayed: "changes another part of the request"
    }
  }

  /// What `leftOut` of the contract would have to name to allow it.
  private var leftOut: [String] { omissible.union([change.kind]).sorted().map(\.rawValue) }

  /// Whether `leftOut` of the contract can allow it.
  package var mayBeDeclared: Bool {
    if case .leftOut(_, isInPath: false) = kind { InputChange.Kind.omissible.contains(change.kind) } else { false }
  }

  package static var secretParts: [SecretPart<Self>] {
    [.init(\.request), .init(\.described), .init(\.strayed), .init(\.sent)]
  }

  private var strayed: Mismatch? {
    get { if case .strayed(let mismatch) = kind { mismatch } else { nil } }
    set { if let newValue { kind = .strayed(newValue) } }
  }
  private var sent: String? {
    get { if case .other(_, let sent) = kind { sent } else { nil } }
    set { if let newValue, case .other(let place, _) = kind { kind = .other(place, sent: newValue) } }
  }

  /// Returns the first line of a request, and its body if that is a text.
  private static func text(_ request: CapturedRequest) -> String {
    let body = String(validating: request.body ?? [], as: UTF8.self) ?? ""
    if body.isEmpty { return request.line }
    let lines = body.replacing("\r\n", with: "\n")
    return "\(request.line)\n\(Excerpt.beginning(of: lines, limit: 400, keepsLines: true))"
  }

  private var value: String { new.map { Excerpt.beginning(of: $0.text, limit: 200) } ?? "nothing" }
  private var place: String { Excerpt.visible(Excerpt.place(of: change.pointer)) }

  var summary: String {
    switch kind {
    case .leftOut(let place, _): "request \(number): \(place) is left out, although the input has \(value)"
    case .hollow(let place, let word): "request \(number): \(place) has the text \(word), and the input has \(value)"
    case .other(let place, _): "request \(number): \(place) is not what the input has"
    case .strayed(let mismatch): "another part changed with the input: \(mismatch.firstSummary)"
    }
  }

  func add(to lines: inout LabeledLines) {
    lines.add("input", "\(value) at \(place)")
    switch kind {
    case .leftOut(_, let isInPath):
      lines.add("actual", request.line)
      lines.add(
        "next",
        isInPath
          ? "let the client refuse a value that leaves nothing of a part of the path, because it leads to another endpoint"
          : "let the client send each value that its caller gives, and leave out only what the caller has not given"
            + (mayBeDeclared
              ? "; if it is right to leave this out, write \"inputs\": {\"leftOut\": \(JSON.strings(leftOut).text)} into"
                + " \"variations\"" : ""))
    case .hollow:
      lines.add("actual", request.line)
      lines.add(
        "next",
        "let the client leave out what has no value, or refuse it, and not write it as text; if the server reads this"
          + " word, write \"inputs\": {\"except\": [\(JSON.string(change.ownName).text)]} into \"variations\"")
    case .other(_, let sent):
      lines.add("expected", value)
      lines.add("actual", sent)
      lines.add("next", advice)
    case .strayed(let mismatch):
      lines.add("expected", mismatch.expected)
      lines.add("actual", mismatch.actual ?? "nothing")
      lines.add("scenario", Self.text(described))
      lines.add("request", Self.text(request))
      lines.add(
        "next",
        "let only the part that carries the value depend on it; if more is right to change, write \"inputs\":"
          + " {\"except\": [\(JSON.string(change.ownName).text)]} into \"variations\"")
    }
  }

  private var advice: String {
    switch change.kind {
    case .aboveDouble: "keep integers as integers: a double, as all numbers of JavaScript are, has 53 bits"
    case .one: "send a list of one element as a list"
    case .prototype:
      "copy members with Object.entries or a spread, and not with `for … in` and assignments, which treat __proto__ as the"
        + " prototype"
    default:
      "send the value as it is; if the client is right to change it, write \"inputs\": {\"except\":"
        + " [\(JSON.string(change.ownName).text)]} into \"variations\""
    }
  }
}
