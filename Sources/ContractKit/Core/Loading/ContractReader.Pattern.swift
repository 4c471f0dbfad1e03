/// Where a pattern stands, which decides what it can match.
enum PatternPlace {
  /// Any JSON.
  case json
  /// A body's text, or a failure's words.
  case text
  case header
  /// A number or boolean means its text.
  case query
  /// A time.
  case seconds
  /// An error's code.
  case code

  /// The types that a value here can have; nil where it can have any.
  var types: Set<Pattern.TypeName>? {
    switch self {
    case .json: nil
    case .text, .header, .query: [.string]
    case .seconds, .code: [.number, .integer]
    }
  }

  var isNumber: Bool { types?.contains(.number) ?? false }
}

extension ContractReader {
  static let matchers = [
    "$any", "$type", "$regex", "$partial", "$anyOf", "$optional", "$absent", "$literal", "$jsonSchema",
  ]
  static let laterMatchers = ["$format", "$contains", "$each", "$unordered", "$allOf", "$not", "$same"]

  /// Reads a pattern. One that is wrong is noted, and then stands for anything.
  ///
  /// - Parameters:
  ///   - mayBeAbsent: Whether it is a member's or name's value, where `$optional` and `$absent` make sense.
  ///   - what: How messages call the value.
  func pattern(_ json: JSON, in place: PatternPlace, mayBeAbsent: Bool = false, called what: String) -> Pattern {
    let range = json.range ?? root.range
    switch form(json) {
    case .literal: return literal(json, in: place, called: what)
    case .broken: return Pattern(.any, at: range)
    case .matcher(let matcher):
      let argument = matcher.value
      switch matcher.name {
      case "$anyOf":
        return anyOf(matcher, at: range) { pattern($0, in: place, called: what) }
      case "$optional", "$absent":
        return absence(matcher, mayBeAbsent: mayBeAbsent, at: range) { pattern($0, in: place, called: what) }
      case "$partial":
        return Pattern(.partial(partial(argument, in: place)), at: range)
      case "$literal":
        if place.types != nil { return literal(argument, in: place, called: what) }
        return Pattern(.literal(argument), at: range)
      case "$jsonSchema": return schema(argument, in: place, at: range)
      default: return simple(matcher, in: place, at: range)
      }
    }
  }

  /// What an object that may be a matcher is.
  enum Form {
    case literal
    case matcher(JSONObject.Member)
    /// Neither; that is noted.
    case broken
  }

  /// An object one of whose names starts with `$` must have exactly that name, and is a matcher.
  func form(_ json: JSON) -> Form {
    guard let members = json.object?.members else { return .literal }
    let marked = members.filter { $0.name.hasPrefix("$") }
    guard let first = marked.first else { return .literal }
    let range = first.nameRange ?? json.range ?? root.range
    if first.name == "$ref" {
      diagnostics.note(.broken(.referenceInData), at: range)
    } else if marked.count > 1 {
      diagnostics.note(.broken(.severalMatchers(marked.map(\.name))), at: marked[1].nameRange ?? range)
    } else if members.count > 1 {
      diagnostics.note(.broken(.matcherWithMembers(first.name)), at: range)
    } else if Self.laterMatchers.contains(first.name) {
      diagnostics.note(.notAvailable("the matcher \(first.name)"), at: range)
    } else if !Self.matchers.contains(first.name) {
      diagnostics.note(.unknownName(first.name, what: "matcher", allowed: Self.matchers), at: range)
    } else {
      return .matcher(first)
    }
    return .broken
  }

  // MARK: Literals

  private func literal(_ json: JSON, in place: PatternPlace, called what: String) -> Pattern {
    let range = json.range ?? root.range
    let anything = Pattern(.any, at: range)
    func wrong(_ expected: String) -> Pattern {
      diagnostics.note(.wrongValue(what, found: json.phrase, expected: expected), at: range)
      return anything
    }
    switch place {
    case .json: return jsonLiteral(json, at: range)
    case .text: if json.string == nil { return wrong("a string or a matcher") }
    case .header:
      guard let text = json.string else { return wrong("a string or a matcher") }
      if let fault = HTTPText.faultOfValue(text) { diagnostics.note(.broken(.headerValue(fault)), at: range) }
    case .query:
      if let number = json.number { return Pattern(.literal(JSON(.string(number.literal), range: range)), at: range) }
      if let bool = json.bool {
        return Pattern(.literal(JSON(.string(bool ? "true" : "false"), range: range)), at: range)
      }
      if json.string == nil { return wrong("a string, a number, true, false or a matcher") }
    case .seconds:
      guard let number = json.number, number.double > 0 else { return wrong("seconds, more than 0, or a matcher") }
    case .code:
      guard let number = json.number, number.isInteger else { return wrong("a whole number or a matcher") }
    }
    return Pattern(.literal(json), at: range)
  }

  private func jsonLiteral(_ json: JSON, at range: SourceRange) -> Pattern {
    switch json.kind {
    case .null, .bool, .number, .string: return Pattern(.literal(json), at: range)
    case .array(let elements):
      return Pattern(.array(elements.map { pattern($0, in: .json, called: "an element") }), at: range)
    case .object(let object):
      let members = object.members.map {
        Pattern.Member(
          name: $0.name, range: $0.nameRange ?? range,
          pattern: pattern($0.value, in: .json, mayBeAbsent: true, called: "\"\($0.name)\""))
      }
      return Pattern(.object(members), at: range)
    }
  }

  // MARK: Matchers

  /// `$anyOf`, whose elements are read by a function of the place's own.
  func anyOf(_ matcher: JSONObject.Member, at range: SourceRange, _ read: (JSON) -> Pattern) -> Pattern {
    guard let elements = matcher.value.array, !elements.isEmpty else {
      let found = matcher.value.array == nil ? matcher.value.phrase : "empty"
      diagnostics.note(
        .wrongValue("$anyOf", found: found, expected: "a list of patterns, at least one"),
        at: matcher.value.range ?? range)
      return Pattern(.any, at: range)
    }
    return Pattern(.anyOf(elements.map(read)), at: range)
  }

  /// `$optional` and `$absent`.
  func absence(
    _ matcher: JSONObject.Member, mayBeAbsent: Bool, at range: SourceRange, _ read: (JSON) -> Pattern
  ) -> Pattern {
    if !mayBeAbsent { diagnostics.note(.broken(.notHere(matcher.name)), at: matcher.nameRange ?? range) }
    if matcher.name == "$absent" {
      checkTrue(matcher)
      return Pattern(.absent, at: range)
    }
    if let inside = matcher.value.object?.members.first, inside.name == "$optional" || inside.name == "$absent" {
      diagnostics.note(.broken(.absentInside(inside.name)), at: inside.nameRange ?? range)
      return Pattern(.any, at: range)
    }
    return Pattern(.optional(read(matcher.value)), at: range)
  }

  func checkTrue(_ matcher: JSONObject.Member) {
    if matcher.value.bool != true {
      diagnostics.note(.broken(.onlyTrue(matcher.name)), at: matcher.value.range ?? root.range)
    }
  }

  /// `$any`, `$type` and `$regex`.
  func simple(_ matcher: JSONObject.Member, in place: PatternPlace, at range: SourceRange) -> Pattern {
    switch matcher.name {
    case "$type": return type(matcher.value, in: place, at: range)
    case "$regex": return regex(matcher.value, in: place, at: range)
    default:
      checkTrue(matcher)
      return Pattern(.any, at: range)
    }
  }

  private func type(_ argument: JSON, in place: PatternPlace, at range: SourceRange) -> Pattern {
    let list = argument.array ?? [argument]
    let names = list.compactMap { element -> Located<String>? in
      guard let name = element.string else {
        diagnostics.note(
          .wrongValue("$type", found: element.phrase, expected: "the name of a type, or a list of names"),
          at: element.range ?? range)
        return nil
      }
      return Located(name, at: element.range ?? range)
    }
    if list.isEmpty {
      diagnostics.note(
        .wrongValue("$type", found: "empty", expected: "the name of a type, or a list of names"),
        at: argument.range ?? range)
    }
    let allowed = Pattern.TypeName.allCases.map(\.rawValue)
    let known = distinct(names.compactMap { diagnostics.name($0, of: allowed, what: "type") }, list: "$type")
    let types = known.compactMap(Pattern.TypeName.init(rawValue:))
    if let possible = place.types, !types.isEmpty, possible.isDisjoint(with: types) {
      never("$type", in: place, at: argument.range ?? range)
    }
    return types.isEmpty ? Pattern(.any, at: range) : Pattern(.type(types), at: range)
  }

  private func regex(_ argument: JSON, in place: PatternPlace, at range: SourceRange) -> Pattern {
    guard let text = argument.string else {
      diagnostics.note(
        .wrongValue("$regex", found: argument.phrase, expected: "a regular expression in a string"),
        at: argument.range ?? range)
      return Pattern(.any, at: range)
    }
    if place.isNumber { never("$regex", in: place, at: argument.range ?? range) }
    do {
      return Pattern(.regex(try regex(text)), at: range)
    } catch {
      diagnostics.note(.broken(.badRegex(text)), at: argument.range ?? range)
      return Pattern(.any, at: range)
    }
  }

  private func partial(_ argument: JSON, in place: PatternPlace) -> Pattern {
    let range = argument.range ?? root.range
    if place.types != nil { never("$partial", in: place, at: range) }
    switch argument.kind {
    case .object(let object) where !object.members.contains { $0.name.hasPrefix("$") }: break
    case .array: break
    default:
      let found = argument.object == nil ? argument.phrase : "a matcher"
      diagnostics.note(.wrongValue("$partial", found: found, expected: "an object or an array"), at: range)
      return Pattern(.any, at: range)
    }
    return jsonLiteral(argument, at: range)
  }

  func never(_ matcher: String, in place: PatternPlace, at range: SourceRange) {
    let why = place.isNumber ? "the value here is a number" : "the value here is text"
    diagnostics.note(.broken(.neverMatches(matcher, why: why)), at: range)
  }
}
