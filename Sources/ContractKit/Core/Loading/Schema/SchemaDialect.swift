/// The vocabularies of 2020-12 that a dialect has, of those that ask for something.
struct SchemaDialect: OptionSet {
  var rawValue: Int

  static let applicator = SchemaDialect(rawValue: 1)
  static let unevaluated = SchemaDialect(rawValue: 2)
  static let validation = SchemaDialect(rawValue: 4)
  static let formatAssertion = SchemaDialect(rawValue: 8)
  /// That of the official meta-schema, where `format` is an annotation.
  static let standard: SchemaDialect = [.applicator, .unevaluated, .validation]
}
