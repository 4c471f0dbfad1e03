import ContractCore

/// What the texts of a request mean by a schema: a parameter, a header or a form field is a text, whatever its type.
struct OpenAPIText {
  /// What a text means if a schema allows multiple types.
  enum Reading: CaseIterable { case text, json, list }

  let samples: SchemaSample
  let reading: Reading

  /// Returns the patterns for what texts can mean, one for each reading.
  static func readings(_ files: OpenAPIFiles, _ make: (OpenAPIText) -> Pattern) -> [Pattern] {
    Reading.allCases.map { make(OpenAPIText(samples: SchemaSample(files, .request), reading: $0)) }
  }

  /// Returns the pattern for the value of a name.
  ///
  /// - Parameters:
  ///   - patterns: The patterns for its texts: at least one.
  ///   - separator: What is between the elements of a list that is one text; nil if each element has its own text.
  func value(_ patterns: [Pattern], _ schemas: [ImportValue], separator: Character? = nil) -> Pattern {
    let merged = samples.merged(schemas)
    let types = merged.flatMap(SchemaSample.types)
    let range = patterns[0].range
    let isList = types?.contains("array") ?? (reading == .list)
    guard patterns.count > 1 || isList else { return single(patterns[0], types) }
    let itemTypes = isList ? merged?.items.flatMap(samples.types) : types
    if patterns.count > 1 { return Pattern(.array(patterns.map { single($0, itemTypes) }), at: range) }
    switch patterns[0].kind {
    case .literal(let json):
      let texts = separator.map { json.asText.split(separator: $0).map(String.init) } ?? [json.asText]
      return Pattern(.array(texts.map { Pattern(.literal(typed($0, itemTypes)), at: range) }), at: range)
    case .array(let elements): return Pattern(.array(elements.map { single($0, itemTypes) }), at: range)
    case .optional(let inner): return Pattern(.optional(value([inner], schemas, separator: separator)), at: range)
    case .absent: return patterns[0]
    default: return Pattern(.any, at: range)
    }
  }

  /// Returns the pattern for an object whose members have names of their own.
  func object(
    _ members: [(name: String, patterns: [Pattern])], _ schema: ImportValue, at range: SourceRange
  ) -> Pattern {
    let all = members.map { member in
      Pattern.Member(
        name: member.name, range: range,
        pattern: value(member.patterns, samples.property(member.name, of: [schema]) ?? []))
    }
    return Pattern(.object(all), at: range)
  }

  private func single(_ pattern: Pattern, _ types: [String]?) -> Pattern {
    let kind: Pattern.Kind =
      switch pattern.kind {
      case .literal(let json): .literal(typed(json.asText, types))
      case .anyOf(let patterns): .anyOf(patterns.map { single($0, types) })
      case .optional(let inner): .optional(single(inner, types))
      case .absent: .absent
      // All others are about the text.
      default: .any
      }
    return Pattern(kind, at: pattern.range)
  }

  private func typed(_ text: String, _ types: [String]?) -> JSON {
    let isText = types?.contains("string") ?? true
    let isOnlyText = isText && types?.allSatisfy { ["string", "null"].contains($0) } == true
    if isOnlyText || isText && reading == .text { return .string(text) }
    if text.isEmpty, types?.contains("null") == true { return .null }
    // White space around a number is not a part of it in JSON, but it is one in a parameter.
    return text.first?.isWhitespace == true || text.last?.isWhitespace == true
      ? .string(text) : JSON.parse(text) ?? .string(text)
  }
}
