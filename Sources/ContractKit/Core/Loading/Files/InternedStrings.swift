/// The values made from texts that many contracts of a run share, such as their base URL. Each is made once. They
/// belong to one thread.
final class InternedStrings {
  /// The number of values of each kind that are kept.
  private static let limit = 1000

  private var addresses: [ExactString: BaseURL] = [:]
  private var expressions: [ExactString: Pattern.Regex] = [:]

  /// Parses a base URL; nil if the text is not one.
  func baseURL(_ text: String, range: SourceRange) -> BaseURL? {
    if var known = addresses[ExactString(text)] {
      known.range = range
      return known
    }
    guard let made = BaseURL(text, range: range) else { return nil }
    if addresses.count < Self.limit { addresses[ExactString(text)] = made }
    return made
  }

  /// Compiles an expression.
  ///
  /// - Throws: A `SyntaxError` if the text is not a valid expression.
  func expression(_ text: String) throws(ECMAExpression.SyntaxError) -> Pattern.Regex {
    if let known = expressions[ExactString(text)] { return known }
    let made = try Pattern.Regex(text)
    if expressions.count < Self.limit { expressions[ExactString(text)] = made }
    return made
  }
}
