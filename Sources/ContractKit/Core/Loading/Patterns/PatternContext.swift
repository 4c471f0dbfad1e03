/// The place of a pattern, which decides what it can match.
enum PatternContext {
  case json
  /// The text of a body, or a text in a failure.
  case text
  case header
  /// A query value, where a number or boolean stands for its text.
  case query
  case list
  case seconds
  case code
  case failure

  /// The types that a value in this place can have; nil if it can have any.
  var types: Set<Pattern.TypeName>? {
    switch self {
    case .json: nil
    case .text, .header, .query: [.string]
    case .list: [.array]
    case .seconds, .code: [.number, .integer]
    case .failure: [.object]
    }
  }

  /// A description of the values in this place, for messages.
  var text: String {
    switch self {
    case .json: "the value here can have any type"
    case .text, .header, .query: "the value here is text"
    case .list: "the value here is a list of texts"
    case .seconds, .code: "the value here is a number"
    case .failure: "a failure is an object"
    }
  }

  var takesText: Bool { types?.contains(.string) ?? true }
}

/// The words for a value in messages. They are put together only if something is wrong.
enum ValueName: ExpressibleByStringLiteral {
  case words(String)
  /// The member's name, in quotes.
  case member(String)

  init(stringLiteral words: String) { self = .words(words) }

  var text: String {
    switch self {
    case .words(let words): words
    case .member(let name): "\"\(name)\""
    }
  }
}
