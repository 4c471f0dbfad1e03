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
}

extension SchemaProblem {
  /// The problem, and what to do about it.
  package var text: (message: String, help: [String]) {
    switch self {
    case .badPattern(let text, let why):
      (
        "'\(text)' is no regular expression: \(why)",
        ["ECMA-262's syntax; in JSON each of its backslashes is written twice (\"\\\\d+\")"]
      )
    case .noTarget(let reference, let near):
      (
        "\"\(reference)\" leads nowhere",
        [
          near.map { "did you mean \"\($0)\"?" }
            ?? "a reference is a file's name, a pointer such as #/$defs/name, or an anchor"
        ]
      )
    case .targetIsNoSchema(let reference, let found):
      ("\"\(reference)\" leads to \(found), which is no schema", ["a schema is an object, true or false"])
    case .remote(let uri):
      (
        "no schema here is \"\(uri)\", and none is ever fetched",
        ["save it as a file: refer to that by its path, or to its \"$id\" once some reference has led to it by path"]
      )
    case .unknownDialect(let uri):
      (
        "\"\(uri)\" is no dialect of JSON Schema that this contract-run knows",
        ["allowed: https://json-schema.org/draft/2020-12/schema, or a file with a meta-schema of 2020-12"]
      )
    case .unknownVocabulary(let uri):
      (
        "the vocabulary \"\(uri)\" is required and unknown",
        ["allowed: those of https://json-schema.org/draft/2020-12; one that may be ignored has the value false"]
      )
    case .sameIdentifier(let keyword, let name, let first):
      ("the \(keyword) \"\(name)\" is there twice", ["first written at \(first.description)"])
    case .badIdentifier(let keyword, let name):
      keyword == "$id"
        ? ("\"\(name)\" cannot be a schema's $id: it has a fragment", ["a name within a schema is an \"$anchor\""])
        : (
          "\"\(name)\" cannot be an anchor",
          ["a letter or _ first, then letters, digits, -, _ and . (JSON Schema 2020-12, Core, section 8.2.2)"]
        )
    case .endless(let reference):
      (
        "\"\(reference)\" leads back to itself without going into the value, and would never end",
        ["a schema refers to itself from within properties, items and the like"]
      )
    case .listOfItems:
      ("\"items\" has one schema for all elements, not a list", ["for one schema each write \"prefixItems\""])
    }
  }
}
