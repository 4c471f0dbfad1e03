import ContractCore

/// What stands before every path of a recording's base URL, so that only clients with the base URL can use it. A page in a
/// browser, and other users of the machine, reach the port, but cannot guess the key.
struct RecordingKey: Sendable {
  /// The path before the server's own: a slash and the key, or "" if any client may use the recording.
  let path: String
  /// Whether nothing else contains the key by chance.
  let isRandom: Bool

  /// Without letters and digits that people confuse, because some type the URL into a phone.
  private static let alphabet = Array("abcdefghjkmnpqrstuvwxyz23456789")
  /// 79 bits.
  private static let length = 16

  /// Makes a key that nobody can guess.
  init() {
    var generator = SystemRandomNumberGenerator()
    let letters = (0..<Self.length).compactMap { _ in Self.alphabet.randomElement(using: &generator) }
    (path, isRandom) = ("/" + letters, true)
  }

  /// Makes the key that somebody chose; nil if it cannot be a part of a path.
  ///
  /// - Parameter text: The key; "" for none.
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "-_".utf8.contains($0) }) else { return nil }
    (path, isRandom) = (text.isEmpty ? "" : "/" + text, false)
  }

  func begins(_ target: String) -> Bool {
    target.hasPrefix(path) && target.dropFirst(path.count).first.map { "/?".contains($0) } ?? true
  }
}
