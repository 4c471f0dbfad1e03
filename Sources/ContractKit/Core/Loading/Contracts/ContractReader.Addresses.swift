// `{{baseURL}}` and `{{baseURL.NAME}}`, which stand for the base URLs of the run.
extension ContractReader {
  /// The names in the contract's `baseURLs`, valid or not.
  var addressNames: [String] { root.value("baseURLs")?.object?.members.map(\.name) ?? [] }

  /// Notes placeholders in a value's strings whose name `baseURLs` does not have.
  func checkAddresses(_ json: JSON) {
    if let text = json.string {
      for name in Addresses.placeholders(in: text.utf8).compactMap(\.name) {
        checkAddress(SourceLocated(name, at: json.range ?? root.range))
      }
    }
    for element in json.array ?? [] { checkAddresses(element) }
    // In an expectation, a schema has its own language, in which a placeholder is plain text.
    for member in json.members where !(fillsExpressions && member.name == "$jsonSchema") {
      checkAddresses(member.value)
    }
  }

  /// Returns the name of a base URL; nil if `baseURLs` does not have it, which is noted.
  @discardableResult
  func checkAddress(_ name: SourceLocated<String>) -> SourceLocated<String>? {
    if addressNames.isEmpty { return diagnostics.mistake(.noAddresses(name.value), at: name.range) }
    return diagnostics.name(name, of: addressNames, what: "base URL")
  }

  /// Returns the placeholders in a body that is sent byte for byte as the file writes a value. It looks into strings,
  /// but not into member names.
  func placeholders(inStringsOf json: JSON, written range: SourceRange) -> [Addresses.Placeholder] {
    guard json.string != nil else { return json.values.flatMap { placeholders(inStringsOf: $0, written: range) } }
    guard let own = json.range else { return [] }
    let offset = own.start - range.start
    return Addresses.placeholders(in: range.source.bytes[own.start..<own.end]).map { placeholder in
      Addresses.Placeholder(
        bytes: (placeholder.bytes.lowerBound + offset)..<(placeholder.bytes.upperBound + offset),
        name: placeholder.name)
    }
  }

  /// Compiles an expression. If it contains placeholders, they are replaced by a URL first.
  func regex(_ text: String) throws(ECMAExpression.SyntaxError) -> Pattern.Regex {
    guard fillsExpressions, !Addresses.placeholders(in: text.utf8).isEmpty else {
      return try files.documents.expression(text)
    }
    // Any URL is good enough to check whether the rest is a valid expression.
    let address = BaseURL.localhost.text.expression
    let known = Addresses.placeholders(in: text.utf8).reversed().reduce(into: Array(text.utf8)) { bytes, placeholder in
      bytes.replaceSubrange(placeholder.bytes, with: address.utf8)
    }
    return try Pattern.Regex(String(decoding: known, as: UTF8.self), writtenAs: text)
  }
}
