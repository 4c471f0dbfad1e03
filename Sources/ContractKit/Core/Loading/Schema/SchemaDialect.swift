/// The vocabularies of 2020-12 that a dialect uses. Vocabularies that assert nothing are left out.
struct SchemaDialect: OptionSet {
  var rawValue: Int

  static let applicator = SchemaDialect(rawValue: 1)
  static let unevaluated = SchemaDialect(rawValue: 2)
  static let validation = SchemaDialect(rawValue: 4)
  static let formatAssertion = SchemaDialect(rawValue: 8)
  /// The dialect of the official meta-schema, in which `format` is an annotation.
  static let standard: SchemaDialect = [.applicator, .unevaluated, .validation]
}
