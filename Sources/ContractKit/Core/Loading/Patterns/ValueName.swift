/// How messages call a value: words for it are made only where something is wrong.
enum ValueName: ExpressibleByStringLiteral {
  case words(String)
  /// By the member's name, in quotes.
  case member(String)

  init(stringLiteral words: String) { self = .words(words) }

  var text: String {
    switch self {
    case .words(let words): words
    case .member(let name): "\"\(name)\""
    }
  }
}
