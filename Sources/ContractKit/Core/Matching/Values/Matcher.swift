/// A comparison of values with patterns. It collects every difference with its place in both.
///
/// A match produces no text: texts are made only for differences.
struct Matcher {
  /// The meaning of a pattern's strings and numbers, by the place of the pattern.
  enum Reading {
    /// JSON.
    case value
    /// A query item: a number or boolean stands for its text.
    case text
    /// A header: white space around `,` and `;` outside quotes is ignored.
    case header
    /// The header Content-Type: like `header`, but type, subtype and charset are case-insensitive, and
    /// other parameters are allowed.
    case contentType
    /// The header Accept: like `header`, but its media types are compared as in Content-Type, each with the same
    /// parameters.
    case accept
    /// The header Cookie: like `header`, but its pairs may come in any order.
    case cookie
    /// A failure: a string is its category, and an object is partial.
    case failure
    /// The type of a failure: the pattern is the whole type, or its end after a dot.
    case typeName

    /// The reading of a header's value.
    static func of(header name: String) -> Reading {
      if name.isSameName("Content-Type") { return .contentType }
      if name.isSameName("Accept") { return .accept }
      return name.isSameName("Cookie") ? .cookie : .header
    }

    /// Whether every value is a text: that of a header or of a query item, for example.
    fileprivate var isText: Bool {
      switch self {
      case .text, .header, .contentType, .accept, .cookie: true
      case .value, .failure, .typeName: false
      }
    }
  }

  var collected = Mismatch.Differences()
  var doubts = Doubts()
  /// Whether only the answer matters, not the differences.
  let isQuiet: Bool
  var arrays = Arrays()
  var path: [Mismatch.Step] = []
  var bindings: Bindings
  /// Whether all differences are counted although they are not reported. The first one then
  /// does not end the comparison.
  let countsAll: Bool
  /// Whether the patterns are inside `$not`, where nothing is bound.
  let isNegated: Bool
  /// The results of all expression searches, including those of probes.
  let searches: Pattern.Regex.Searches

  init(
    isQuiet: Bool = false, bindings: Bindings = Bindings(), countsAll: Bool = false, isNegated: Bool = false,
    searches: Pattern.Regex.Searches = .init()
  ) {
    (self.isQuiet, self.bindings, self.countsAll, self.isNegated) = (isQuiet, bindings, countsAll, isNegated)
    self.searches = searches
  }

  /// The comparisons that were stopped, so that their results are not known.
  var stopped: [Finding.Stopped] { doubts.stopped }

  mutating func match(_ pattern: Pattern, _ value: JSON, as reading: Reading = .value, isPartial: Bool = false) {
    if isQuiet, count > 0, !countsAll { return }
    switch pattern.kind {
    case .any: break
    case .absent: differ(pattern, value, expected: "nothing")
    case .optional(let inner): match(inner, value, as: reading, isPartial: isPartial)
    case .partial(let inner): match(inner, value, as: reading, isPartial: true)
    case .type(let names):
      if !names.contains(where: { $0.includes(value) }) { differ(pattern, value, expected: pattern.text) }
    case .regex(let regex): match(regex, pattern, value)
    case .literal(let literal): match(literal, pattern, value, as: reading)
    case .anyOf(let alternatives): match(anyOf: alternatives, pattern, value, as: reading, isPartial: isPartial)
    case .array(let patterns): match(patterns, pattern, value, isPartial: isPartial)
    case .object(let members): match(members, pattern, value, as: reading, isPartial: isPartial)
    case .schema(let schema): match(schema, pattern, value)
    case .format(let format):
      if let text = value.string, format.includes(text) { break }
      differ(pattern, value, expected: pattern.text)
    case .contains(let inner): match(contains: inner, pattern, value, isPartial: isPartial)
    case .each(let inner): match(each: inner, pattern, value, isPartial: isPartial)
    case .unordered(let patterns): match(unordered: patterns, pattern, value, isPartial: isPartial)
    case .allOf(let patterns):
      // Each is compared separately, so what one of them requires is reported where it is missing.
      for pattern in patterns { match(pattern, value, as: reading, isPartial: isPartial) }
    case .not(let inner): match(not: inner, pattern, value, as: reading, isPartial: isPartial)
    case .same(let name): match(same: name, pattern, value)
    }
  }

  private mutating func match(_ regex: Pattern.Regex, _ pattern: Pattern, _ value: JSON) {
    guard let text = regex.text(of: value) else { return differ(pattern, value, expected: pattern.text) }
    switch searches.find(regex, in: text) {
    case .found: break
    case .notFound: differ(pattern, value, expected: pattern.text)
    case .stopped: doubts.add(Finding.Stopped(cause: .expression(regex.text), range: pattern.range))
    }
  }

  // MARK: Literals

  private mutating func match(_ literal: JSON, _ pattern: Pattern, _ value: JSON, as reading: Reading) {
    switch (literal.kind, value.kind) {
    case (.array, .array), (.object, .object):
      // This happens only under `$literal`. The value is taken apart so that each difference is reported at its place.
      match(Pattern(taking: literal, range: pattern.range), value)
    case (.null, .null): break
    case (.bool(let a), .bool(let b)) where a == b: break
    case (.number(let a), .number(let b)) where a == b: break
    case (.string(let text), .object) where reading == .failure:
      // The string is a failure's category.
      let category = value["category"]
      if let string = category?.string, string.isExactly(text) { return }
      differ(pattern, category, at: .name("category"), expected: literal.text)
    case (.string(let text), .string(let actual)) where pattern.valueType?.isSame(text, actual) == true: break
    case (_, .string(let actual)) where Self.isSame(literal, actual, as: reading): break
    default:
      differ(
        pattern, value,
        expected: pattern.valueType != nil
          ? pattern.text : reading.isText ? JSON.string(literal.string ?? literal.text).text : literal.text,
        kind: reading.isText ? .changed : nil)
    }
  }

  private static func isSame(_ literal: JSON, _ actual: String, as reading: Reading) -> Bool {
    switch (literal.kind, reading) {
    case (.string(let expected), .header): HeaderValue.isSame(expected, actual)
    case (.string(let expected), .contentType): HeaderValue.isSameContentType(expected, actual)
    case (.string(let expected), .accept): HeaderValue.isSameAccept(expected, actual)
    case (.string(let expected), .cookie): HeaderValue.isSameCookie(expected, actual)
    case (.string(let expected), .typeName):
      expected.isExactly(actual)
        || !expected.isEmpty && actual.utf8.reversed().starts(with: ("." + expected).utf8.reversed())
    case (.string(let expected), _): expected.isExactly(actual)
    case (.number, .text), (.bool, .text), (.number, .header), (.bool, .header): literal.text.isExactly(actual)
    default: false
    }
  }
}

extension Pattern {
  /// Makes a pattern that matches exactly one JSON value. Only the top level of the value is taken apart.
  init(taking json: JSON, range: SourceRange) {
    let range = json.range ?? range
    switch json.kind {
    case .array(let elements):
      self.init(.array(elements.map { Pattern(.literal($0), at: $0.range ?? range) }), at: range)
    case .object(let object):
      self.init(
        .object(
          object.members.map {
            Member(
              name: $0.name, range: $0.nameRange ?? range,
              pattern: Pattern(.literal($0.value), at: $0.value.range ?? range))
          }), at: range)
    default: self.init(.literal(json), at: range)
    }
  }
}
