// Values of queries and forms that are described as they are sent, and not decoded.
extension ContractReader {
  /// Reads a value that is an object without matchers, perhaps in `$optional`: a list with a separator, or a text as it
  /// is sent. Nil for any other value.
  func written(_ member: JSON.Object.Member, at range: SourceRange, called what: ValueName) -> RequestShape.Named? {
    let json = member.value.withoutOptional
    let isOptional = member.value.onlyMember?.name == "$optional"
    guard let object = json.object, !object.members.contains(where: \.isMarked) else { return nil }
    guard json.isAsSent else {
      // A nested value, as a client would send it.
      let nested = object.members.first.map { ", or a name for each member, such as \"\(member.name)[\($0.name)]\"" }
      let expected = Self.queryValue + (nested ?? "")
      diagnostics.note(.wrongValue(what.text, found: json.phrase, expected: expected), at: json.range ?? range)
      return RequestShape.Named(name: member.name, range: range, patterns: [Pattern(.any, at: range)])
    }
    let owner = "a value as it is sent"
    let reader = ObjectReader(object, at: json.range ?? range, as: owner, diagnostics)
    let isText = reader.value("asSent") != nil
    reader.checkNames(isText ? ["asSent"] : ["separator", "elements", "asSent"])
    var named = RequestShape.Named(name: member.name, range: range, patterns: [])
    let value: Pattern?
    if isText {
      named.notation = .asSent
      value = reader.value("asSent").map { pattern($0, in: .text, called: "\"asSent\"").withUpperCaseEscapes }
    } else {
      named.notation = separator(reader).map(RequestShape.Named.Notation.list) ?? .decoded
      value = reader.value("elements", required: true).map { pattern($0, in: .list, called: "\"elements\"") }
      if reader.value("elements") == [""] {
        reader.noteWrong("elements", expected: "[] for an empty text, which is an empty list")
      }
    }
    let read = value ?? Pattern(.any, at: reader.range)
    named.patterns = [isOptional ? Pattern(.optional(read), at: member.value.range ?? range) : read]
    return named
  }

  /// What a value in a query or a form can be, in messages.
  static let queryValue = "a string, a number, true, false or a matcher"

  /// Returns nil for one of multiple values of a name, unless it is a value as it is sent, which is noted.
  func writtenAmongOthers(_ json: JSON, called what: ValueName) -> Pattern? {
    guard json.isAsSent else { return nil }
    let expected = Self.queryValue + ", because a value as it is sent must be the only one of its name"
    return diagnostics.wrong(json, called: what.text, expected: expected, at: root.range)
      ?? Pattern(.any, at: json.range ?? root.range)
  }

  private func separator(_ reader: ObjectReader) -> ListSeparator? {
    guard let text = reader.string("separator", required: true) else { return nil }
    if let separator = ListSeparator(text.value) { return separator }
    reader.noteWrong(
      "separator", expected: "one character of ASCII that is not a letter, a digit or one of & = + % #, such as \",\"")
    return nil
  }
}

extension Pattern {
  /// The pattern with the hexadecimal digits of escapes in upper case, as a text is compared.
  fileprivate var withUpperCaseEscapes: Pattern {
    replacing { pattern in
      switch pattern.kind {
      case .literal(let json):
        return json.string.map {
          Pattern(.literal(.string(RequestURL.withUpperCaseEscapes($0))), at: pattern.range)
        }
      case .regex(let regex):
        let text = RequestURL.withUpperCaseEscapes(regex.text)
        // An expression with a base URL is not compiled from its own text.
        guard !text.isExactly(regex.text), !text.contains("{{"),
          let upper = try? Pattern.Regex(text)
        else { return nil }
        return Pattern(.regex(upper), at: pattern.range)
      default: return nil
      }
    }
  }
}

extension JSON {
  /// Whether it is an object with a member that describes a value as it is sent.
  fileprivate var isAsSent: Bool {
    object?.members.contains { ["asSent", "separator", "elements"].contains($0.name) } == true
  }
}
