/// Strings of the input that a request carries in its path, its query, its body or the name of a file, with characters that
/// it must escape.
struct HostileFamily: VariationFamily {
  static let name = "hostile"
  static let traits = Variation.Family.Traits(changesResponses: false)

  /// The values that are not played, by `HostileValue.exceptionNames`.
  var exceptions: Set<String> = []

  static func read(_ member: FamilyMember) -> Self? {
    if member.json.bool == true { return Self() }
    guard
      let own = member.object(allowed: ["except"], expected: #"true, false or an object with "except""#)
    else { return nil }
    let names = own.strings("except", required: true) ?? []
    // Each is the name of a hostile value, or of all values of a string.
    for name in names {
      if name.value != "input", !name.value.hasPrefix("/"), !name.value.hasPrefix("input: ") {
        own.note(
          .wrongValue(
            "an element of \"except\"", found: JSON.string(name.value).phrase,
            expected: "a pointer into the input, such as /title, or one value, such as /title: space"),
          at: name.range)
      } else if let colon = name.value.firstRange(of: ": ") {
        let kind = SourceLocated(String(name.value[colon.upperBound...]), at: name.range)
        _ = own.diagnostics.name(kind, of: HostileValue.Kind.names, what: "hostile value")
      }
    }
    return Self(exceptions: Set(member.reader.distinct(names, list: "except")))
  }

  static func undeclared(at range: SourceRange) -> Self? { Self() }

  func candidates(_ scenario: Scenario, _ rules: VariationRules) -> VariationCandidates {
    VariationCandidates(
      variations: scenario.hostileValues.filter { exceptions.isDisjoint(with: $0.exceptionNames) }.map { Variation($0) }
    )
  }

  func varied(
    _ scenario: Scenario, by change: HostileValue, _ rules: VariationRules
  ) throws(Variation.Obstacle) -> Scenario {
    try scenario.with(change)
  }

  func isName(_ text: String, of scenario: Scenario, _ rules: VariationRules) -> Bool {
    text.hasPrefix(HostileValue.prefix) && HostileValue.Kind.names.contains { text.hasSuffix(": " + $0) }
  }
}

/// A string of the input with something in it that a URL, a body or the name of a file must escape, in every request that
/// carries it.
package struct HostileValue: VariationChange, Hashable {
  package enum Kind: String, Sendable, CaseIterable {
    case space, plus, ampersand, hash, percent, slash
    case questionMark = "question mark"
    case semicolon, quotes
    case nonASCII = "non-ASCII"
    case emoji
    /// Nothing is left of the string; only in queries.
    case empty
    /// The separator of the list that has the string as an element; only in lists that are one text.
    case separator
    /// Not in a URL, where some libraries make a slash of it.
    case backslash
    /// Only in JSON: a form can change it, and for URLs, `security` has one.
    case lineBreak = "line break"
    /// Only in the name of a file.
    case long = "200 characters"

    /// Those that are played in a URL.
    fileprivate static let ofURLs = Set(allCases).subtracting([separator, backslash, lineBreak, long])
    /// Those that are played in JSON.
    fileprivate static let ofJSON: Set = [quotes, nonASCII, emoji, backslash, lineBreak]
    /// Those that are played in a part of a form.
    fileprivate static let ofParts: Set = [quotes, nonASCII, emoji, backslash]
    /// Those that are played in a field of a form.
    fileprivate static let ofFields = ofURLs.union(ofParts).subtracting([empty])
    /// Those that are played in the name of a file.
    fileprivate static let ofFiles: Set = [space, semicolon, quotes, nonASCII, emoji, backslash, long]

    static let names = allCases.map(\.rawValue)

    /// Returns the text that is inserted; nil if the string is emptied.
    ///
    /// - Parameter separator: The separator of the list that has the string as an element; nil if there is none.
    func inserted(in separator: ListSeparator?) -> String? {
      switch self {
      case .space: " "
      case .plus: "+"
      case .ampersand: "&"
      case .hash: "#"
      // A percent sign alone can arrive intact without an escape, because a receiver reads it as text.
      case .percent: "%41"
      case .slash: "/"
      case .questionMark: "?"
      case .semicolon: ";"
      case .quotes: "\"'"
      case .nonASCII: "\u{FC}"
      case .emoji: "\u{1F600}"
      case .backslash: "\\"
      case .lineBreak: "\n"
      case .long: String(repeating: "x", count: 200)
      case .separator: separator?.text
      case .empty: nil
      }
    }
  }

  /// The place of the string in the input, as a JSON pointer (RFC 6901). If it occurs more than once, the first place.
  package let pointer: String
  package let kind: Kind

  package init(_ pointer: String, _ kind: Kind) { (self.pointer, self.kind) = (pointer, kind) }

  static let family = Variation.Family.hostile
  fileprivate static let prefix = "hostile "

  private var place: String { Excerpt.place(of: pointer) }

  /// The name, which is unique in its scenario: `hostile /todo/title: space`.
  package var name: String { Self.prefix + ownName }
  /// The name by which `except` leaves it out: `/todo/title: space`.
  private var ownName: String { "\(place): \(kind.rawValue)" }

  /// The names by which a contract can leave the value out: its own, and that of all values of the string.
  package var exceptionNames: [String] { [ownName, place] }

  var traits: Variation.Traits { Variation.Traits(showsRules: true) }

  func changedExchange(of scenario: Scenario) -> Int? { nil }

  var refusal: String? {
    Self.refusal("this value", [ownName]) + ", or [\(JSON.string(pointer).text)] for all such values"
  }

  /// Returns the advice for a client that refuses values, which are named as `except` names them.
  static func refusal(_ what: String, _ names: some Sequence<String>) -> String {
    "if the client is right to refuse \(what), write \"hostile\": {\"except\": ["
      + names.map { JSON.string($0).text }.joined(separator: ", ") + "]} into \"variations\""
  }
}

extension Variation {
  /// The string of the input; nil if it is another one.
  package var hostile: HostileValue? { change as? HostileValue }
}

extension RequestShape {
  /// Returns the values that are played in place of a text which the body has, for each way in which it has that.
  fileprivate func hostileKinds(ofBody text: String) -> [Set<HostileValue.Kind>] {
    let own: Set<HostileValue.Kind>? =
      switch body?.value.whenSent {
      case .json: HostileValue.Kind.ofJSON
      case .form: HostileValue.Kind.ofFields
      case .multipart: HostileValue.Kind.ofParts
      default: nil
      }
    return (bodyHas(text) ? own.map { [$0] } ?? [] : []) + (namesFile(text) ? [HostileValue.Kind.ofFiles] : [])
  }
}

extension Scenario {
  /// The hostile values of the input, in the order in which they are played: every string once before any twice.
  var hostileValues: [HostileValue] {
    let shapes = exchanges.compactMap(\.request)
    let carried = inputTexts.map { pointer, text -> (pointer: String, kinds: Set<HostileValue.Kind>) in
      var kinds: Set<HostileValue.Kind> = []
      // Nothing instead of a segment is another path, and nobody knows what stays of a larger value.
      let isInside = shapes.contains { $0.pathHas(text) || $0.queryHas(text) }
      if isInside || shapes.contains(where: { $0.queryIs(text) }) {
        kinds = HostileValue.Kind.ofURLs.subtracting(isInside ? [.empty] : [])
      } else if !shapes.contains(where: { $0.headersHave(text) }) {
        // Headers cannot carry every text, and each of these must carry it.
        let each = shapes.flatMap { $0.hostileKinds(ofBody: text) }
        kinds = each.dropFirst().reduce(each.first ?? []) { $0.intersection($1) }
      }
      let own = separator(around: text)
      if own != nil { kinds.insert(.separator) }
      // No element can have a separator that separates in each spelling.
      let others = shapes.flatMap { $0.separators(around: text) }.filter { !$0.isEscapedWithin }
      return (pointer, kinds.filter { kind in !others.contains { kind.inserted(in: own)?.contains($0.text) == true } })
    }
    return HostileValue.Kind.allCases.flatMap { kind in
      carried.compactMap { $0.kinds.contains(kind) ? HostileValue($0.pointer, kind) : nil }
    }
  }

  /// Returns the separator that can be put into an element: that of a list of the requests which has a text.
  private func separator(around text: String) -> ListSeparator? {
    exchanges.compactMap(\.request).flatMap { $0.separators(around: text) }.first(where: \.isEscapedWithin)
  }

  /// Returns the scenario with a hostile value everywhere in the input where its string is, and in the requests that
  /// carry it. The responses stay the same.
  ///
  /// - Throws: `nothingToChange` if the input has no string at that place.
  func with(_ value: HostileValue) throws(Variation.Obstacle) -> Scenario {
    guard let old = input.strings().first(where: { $0.pointer == value.pointer })?.text else { throw .nothingToChange }
    let inserted = value.kind.inserted(in: separator(around: old))
    func replacement(mayStay: Bool) -> CarriedText { CarriedText(old: old, inserted: inserted, mayStay: mayStay) }
    let changed = exchanges.enumerated().map { index, exchange in
      // A client can take the text from a response that it got before.
      let before = order == .any ? exchanges.indices.filter { $0 != index } : Array(0..<index)
      let mayStay = before.contains { exchanges[$0].response.mentions(old) }
      return exchange.with(request: .some(exchange.request.map(replacement(mayStay: mayStay).request)))
    }
    // If no response has the text, the outcome has it from the input.
    let isAnswered = exchanges.contains { $0.response.mentions(old) }
    let new = replacement(mayStay: false).new
    return with(
      input: input.replacing(old, with: .string(new)), exchanges: changed,
      expect: isAnswered ? nil : .some(expect.map(replacement(mayStay: true).expectation)))
  }
}
