/// Where a pattern stands, which decides what it can match.
enum PatternPlace {
  /// Any JSON.
  case json
  /// A body's text, or a failure's words.
  case text
  case header
  /// A number or boolean means its text.
  case query
  /// A time.
  case seconds
  /// An error's code.
  case code
  /// A failure as a whole.
  case failure

  /// The types that a value here can have; nil where it can have any.
  var types: Set<Pattern.TypeName>? {
    switch self {
    case .json: nil
    case .text, .header, .query: [.string]
    case .seconds, .code: [.number, .integer]
    case .failure: [.object]
    }
  }

  /// What a value here is, in words.
  var text: String {
    switch self {
    case .json: "the value here is of any type"
    case .text, .header, .query: "the value here is text"
    case .seconds, .code: "the value here is a number"
    case .failure: "a failure is an object"
    }
  }

  /// Whether a value here can be text.
  var takesText: Bool {
    switch self {
    case .json, .text, .header, .query: true
    case .seconds, .code, .failure: false
    }
  }
}
