/// A rule of JSON Schema 2020-12 that a schema breaks, with the facts that its message needs.
package enum SchemaProblem: Diagnostic.Problem {
  /// An invalid expression, with the mistake in it.
  case badPattern(String, why: String)
  /// A reference that leads nowhere, with a similar one that leads somewhere.
  case noTarget(String, near: String?)
  /// A reference that leads to a value that is not a schema, with a description of that value.
  case targetIsNoSchema(String, found: String)
  /// A document that no local file has.
  case remote(String)
  case unknownDialect(String)
  case unknownVocabulary(String)
  /// An `$id`, `$anchor` or `$dynamicAnchor` that another schema already has.
  case sameIdentifier(keyword: String, String, first: SourceRange)
  case badIdentifier(keyword: String, String)
  /// A reference that leads back to itself without going deeper into the value.
  case endless(String)
  /// `items` with a list, as in drafts before 2020-12.
  case listOfItems

  package var text: (message: String, help: [String]) {
    switch self {
    case .badPattern(let text, let why):
      words(
        "'\(text)' is not a regular expression: \(why)",
        "the syntax is that of ECMA-262; in JSON, write each backslash twice (\"\\\\d+\")")
    case .noTarget(let reference, let near):
      words(
        "\"\(reference)\" does not lead to a schema",
        near.map { "did you mean \"\($0)\"?" }
          ?? "a reference is a file name, a pointer such as #/$defs/name, or an anchor")
    case .targetIsNoSchema(let reference, let found):
      words("\"\(reference)\" leads to \(found), which is not a schema", "a schema is an object, true or false")
    case .remote(let uri):
      words(
        "unknown schema \"\(uri)\"; schemas are never downloaded",
        "save the schema as a file and refer to its path; other references can then use its \"$id\"")
    case .unknownDialect(let uri):
      words(
        "\"\(uri)\" is not a JSON Schema dialect that this contract-run supports",
        "allowed: https://json-schema.org/draft/2020-12/schema, or a file with a meta-schema of 2020-12")
    case .unknownVocabulary(let uri):
      words(
        "the vocabulary \"\(uri)\" is required but unknown",
        "allowed: those of https://json-schema.org/draft/2020-12; to let contract-run ignore it, write false")
    case .sameIdentifier(let keyword, let name, let first):
      words("duplicate \(keyword) \"\(name)\"", "first written at \(first.description)")
    case .badIdentifier(let keyword, let name):
      keyword == "$id"
        ? words("\"\(name)\" cannot be the $id of a schema: it has a fragment", "to name a part, use \"$anchor\"")
        : words(
          "\"\(name)\" cannot be an anchor",
          "allowed: a letter or _ first, then letters, digits, -, _ and . (JSON Schema 2020-12, Core, section 8.2.2)")
    case .endless(let reference):
      words(
        "\"\(reference)\" leads back to itself without going deeper into the value, so it would never end",
        "a schema can refer to itself only from inside keywords such as properties and items")
    case .listOfItems:
      words("\"items\" has one schema for all elements, not a list", "for one schema each, use \"prefixItems\"")
    }
  }
}
