/// A string of the input with something in it that a URL must escape.
package struct HostileValue: Sendable, Hashable {
  /// What is put into the string.
  package enum Kind: String, Sendable, CaseIterable {
    case space, plus, ampersand, hash, percent, slash
    case questionMark = "question mark"
    case semicolon, quotes
    case nonASCII = "non-ASCII"
    case emoji
    /// Nothing is left of the string; only in queries.
    case empty

    static let names = allCases.map(\.rawValue)

    /// The text that is inserted; nil if the string is emptied.
    var inserted: String? {
      switch self {
      case .space: " "
      case .plus: "+"
      case .ampersand: "&"
      case .hash: "#"
      // A percent sign alone can arrive intact without an escape, because a receiver reads it as text.
      case .percent: "%41"
      case .slash: "/"
      case .questionMark: "?"
      case .semicolon: ";"
      case .quotes: "\"'"
      case .nonASCII: "\u{FC}"
      case .emoji: "\u{1F600}"
      case .empty: nil
      }
    }

    /// Returns a string with the insertion in its middle, where no client trims it. A single character is repeated
    /// after it.
    package func applied(to text: String) -> String {
      guard let inserted else { return "" }
      let (head, tail) = Self.halves(of: text)
      return head + inserted + tail
    }

    /// Returns what stands before and after the insertion.
    static func halves(of text: String) -> (head: Substring, tail: Substring) {
      let head = text.prefix(max(1, text.count / 2))
      return (head, head.count == text.count ? head : text.dropFirst(head.count))
    }
  }

  /// The place of the string in the input, as a JSON pointer (RFC 6901). If it occurs more than once, the first place.
  package let pointer: String
  package let kind: Kind

  package init(_ pointer: String, _ kind: Kind) { (self.pointer, self.kind) = (pointer, kind) }

  /// The place in words.
  private var place: String { Self.place(of: pointer) }

  /// Returns a pointer as ids show it, or the name of the whole value.
  static func place(of pointer: String, else whole: String = "input") -> String {
    pointer.isEmpty ? whole : Excerpt.visible(pointer)
  }

  /// The name, which is unique in its scenario: `/todo/title: space`.
  package var name: String { "\(place): \(kind.rawValue)" }

  /// Returns whether a text could be the name of a variation with a hostile value.
  static func isName(_ text: String) -> Bool {
    text.hasPrefix("hostile ") && Kind.names.contains { text.hasSuffix(": " + $0) }
  }

  /// The names by which a contract can leave the value out: its own, and that of all values of the string.
  package var exceptionNames: [String] { [name, place] }
}
