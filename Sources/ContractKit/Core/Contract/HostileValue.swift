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
    /// The separator of the list that has the string as an element; only in lists that are one text.
    case separator

    static let names = allCases.map(\.rawValue)

    /// Returns the text that is inserted; nil if the string is emptied.
    ///
    /// - Parameter separator: The separator of the list that has the string as an element; nil if there is none.
    func inserted(in separator: ListSeparator?) -> String? {
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
      case .separator: separator?.text
      case .empty: nil
      }
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

  /// The advice for a client that refuses the value.
  var refusal: String {
    Self.refusal("this value", [name]) + ", or [\(JSON.string(pointer).text)] for all such values"
  }

  /// Returns the advice for a client that refuses values, which are named as `except` names them.
  static func refusal(_ what: String, _ names: some Sequence<String>) -> String {
    "if the client is right to refuse \(what), write \"hostile\": {\"except\": ["
      + names.map { JSON.string($0).text }.joined(separator: ", ") + "]} into \"variations\""
  }

  /// Returns whether a text could be the name of a variation with a hostile value.
  static func isName(_ text: String) -> Bool {
    text.hasPrefix("hostile ") && Kind.names.contains { text.hasSuffix(": " + $0) }
  }

  /// The names by which a contract can leave the value out: its own, and that of all values of the string.
  package var exceptionNames: [String] { [name, place] }
}
