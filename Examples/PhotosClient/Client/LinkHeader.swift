/// The links of a response, by relation (RFC 8288).
struct LinkHeader {
  private var targets: [String: String] = [:]

  init(_ response: HTTPURLResponse) {
    self.init(response.value(forHTTPHeaderField: "Link") ?? "")
  }

  init(_ text: String) {
    var rest = text[...]
    // The form is `<target>; name="value"; …, <target>; …`. A comma inside the brackets or the quotes is not a
    // separator.
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

  /// Returns the target of the link with a relation; nil if there is no such link.
  subscript(relation: String) -> String? { targets[relation] }

  /// Returns the relations of one link. Its `rel` may have more than one.
  private static func relations(_ parameters: String) -> [String] {
    for parameter in parameters.split(separator: ";") {
      let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 2, parts[0].lowercased() == "rel" else { continue }
      return parts[1].trimmingCharacters(in: ["\""]).lowercased().split(separator: " ").map(String.init)
    }
    return []
  }
}
