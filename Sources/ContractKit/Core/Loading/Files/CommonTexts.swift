/// What is made of texts that many contracts of a run share, such as their base URL: each made once; belongs to one thread.
final class CommonTexts {
  /// How many of each kind are kept.
  private static let limit = 1000

  private var addresses: [ExactString: BaseURL] = [:]
  private var expressions: [ExactString: Pattern.Regex] = [:]

  /// Reads an address; nil where it is none.
  func baseURL(_ text: String, range: SourceRange) -> BaseURL? {
    if var known = addresses[ExactString(text)] {
      known.range = range
      return known
    }
    guard let made = BaseURL(text, range: range) else { return nil }
    if addresses.count < Self.limit { addresses[ExactString(text)] = made }
    return made
  }

  /// Compiles an expression; throws the system's error where it is none.
  func expression(_ text: String) throws -> Pattern.Regex {
    if let known = expressions[ExactString(text)] { return known }
    let made = try Pattern.Regex(text)
    if expressions.count < Self.limit { expressions[ExactString(text)] = made }
    return made
  }
}
