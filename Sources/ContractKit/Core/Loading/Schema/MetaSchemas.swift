import ContractMetaSchemas

/// The meta-schemas of JSON Schema 2020-12. A schema may refer to them without fetching anything.
enum MetaSchemas {
  /// The dialect of schemas that do not name another one.
  static let dialect = "https://json-schema.org/draft/2020-12/schema"

  private static let base = "https://json-schema.org/draft/2020-12/"

  /// Returns the text of the meta-schema at a URI without fragment; nil if there is none.
  static func text(at uri: String) -> String? {
    guard uri.hasPrefix(base) else { return nil }
    let text: UnsafePointer<CChar>? =
      switch uri.dropFirst(base.count) {
      case "schema": contractMetaSchema
      case "meta/core": contractMetaSchemaCore
      case "meta/applicator": contractMetaSchemaApplicator
      case "meta/unevaluated": contractMetaSchemaUnevaluated
      case "meta/validation": contractMetaSchemaValidation
      case "meta/meta-data": contractMetaSchemaMetaData
      case "meta/format-annotation": contractMetaSchemaFormatAnnotation
      case "meta/format-assertion": contractMetaSchemaFormatAssertion
      case "meta/content": contractMetaSchemaContent
      default: nil
      }
    return text.map { String(cString: $0) }
  }
}
