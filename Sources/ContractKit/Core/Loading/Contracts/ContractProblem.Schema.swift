// The rules of JSON Schema 2020-12 that a schema can break.
extension ContractProblem {
  /// A reference that leads nowhere, with a similar one that leads somewhere.
  static func noTarget(_ reference: String, near: String?) -> Self {
    Self(
      "\"\(reference)\" does not lead to a schema",
      near.map { "did you mean \"\($0)\"?" }
        ?? "a reference is a file name, a pointer such as #/$defs/name, or an anchor")
  }
  /// A reference that leads to a value that is not a schema, with a description of that value.
  static func targetIsNoSchema(_ reference: String, found: String) -> Self {
    Self("\"\(reference)\" leads to \(found), which is not a schema", "a schema is an object, true or false")
  }
  /// A document that no local file has.
  static func remote(_ uri: String) -> Self {
    Self(
      "unknown schema \"\(uri)\"; schemas are never downloaded",
      "save the schema as a file and refer to its path; other references can then use its \"$id\"")
  }
  static func unknownDialect(_ uri: String) -> Self {
    Self(
      "\"\(uri)\" is not a JSON Schema dialect that this contract-run supports",
      "allowed: https://json-schema.org/draft/2020-12/schema, or a file with a meta-schema of 2020-12")
  }
  static func unknownVocabulary(_ uri: String) -> Self {
    Self(
      "the vocabulary \"\(uri)\" is required but unknown",
      "allowed: those of https://json-schema.org/draft/2020-12; to let contract-run ignore it, write false")
  }
  static func badIdentifier(keyword: String, _ name: String) -> Self {
    keyword == "$id"
      ? Self("\"\(name)\" cannot be the $id of a schema: it has a fragment", "to name a part, use \"$anchor\"")
      : Self(
        "\"\(name)\" cannot be an anchor",
        "allowed: a letter or _ first, then letters, digits, -, _ and . (JSON Schema 2020-12, Core, section 8.2.2)")
  }
  /// A reference that leads back to itself without going deeper into the value.
  static func endless(_ reference: String) -> Self {
    Self(
      "\"\(reference)\" leads back to itself without going deeper into the value, so it would never end",
      "a schema can refer to itself only from inside keywords such as properties and items")
  }
  /// `items` with a list, as in drafts before 2020-12.
  static let listOfItems = Self(
    "\"items\" has one schema for all elements, not a list", "for one schema each, use \"prefixItems\"")
}
