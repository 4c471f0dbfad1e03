import ContractCore

extension JSON {
  /// The value as the text of a parameter or a header.
  var asText: String { string ?? (isNull ? "" : text) }
}
