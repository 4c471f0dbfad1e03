/// The links of a response, by their relation (RFC 8288).
struct LinkHeader {
  private var targets: [String: String] = [:]

  init(_ response: HTTPURLResponse) {
    self.init(response.value(forHTTPHeaderField: "Link") ?? "")
  }

  init(_ text: String) {
    var rest = text[...]
    // `<target>; name="value"; …, <target>; …`: a comma within the brackets or the quotes separates nothing.
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let target = String(rest[rest.index(after: open)..<close])
      rest = rest[rest.index(after: close)...]
      var parameters = ""
      var isQuoted = false
      while let character = rest.first, isQuoted || character != "," {
        if character == "\"" { isQuoted.toggle() }
        parameters.append(character)
        rest = rest.dropFirst()
      }
      for relation in Self.relations(parameters) where targets[relation] == nil { targets[relation] = target }
    }
  }

  /// Where the link of a relation leads; nil where there is none.
  subscript(relation: String) -> String? { targets[relation] }

  /// The relations of one link; `rel` may name several.
  private static func relations(_ parameters: String) -> [String] {
    for parameter in parameters.split(separator: ";") {
      let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 2, parts[0].lowercased() == "rel" else { continue }
      return parts[1].trimmingCharacters(in: ["\""]).lowercased().split(separator: " ").map(String.init)
    }
    return []
  }
}
