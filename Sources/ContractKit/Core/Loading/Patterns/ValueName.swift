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
