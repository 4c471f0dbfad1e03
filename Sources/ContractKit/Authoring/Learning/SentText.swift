import ContractCore
import Foundation

/// What requests say in any spelling, to look for the texts of an input in it.
///
/// A client may spell a text in its own way: escaped, in other case, as another form of the same number, as a list with
/// other commas. So only letters and digits are compared, word by word, without case and accents.
struct SentText {
  /// Runs of letters, runs of digits, and runs of both.
  private var words: Set<String> = []
  /// All spellings, each on lines of its own, without case and accents.
  private var text = ""
  /// The same without what is not a letter or a digit.
  private var letters = ""
  private var numbers: Set<Double> = []
  /// Bytes that were not texts before they were sent.
  private let data: [[UInt8]]

  /// The fewest characters of what counts anywhere in a longer word: "de" is not in "order".
  private static let longEnough = 3
  /// How many times a text may be encoded: JSON in base64 in a query, for example.
  private static let depth = 3

  init(_ texts: [String], data: [[UInt8]] = []) {
    self.data = data
    var all = Set(texts)
    var latest = all
    for _ in 0..<Self.depth {
      let decoded = latest.flatMap { Self.unescaped($0, "%") + Self.unescaped($0, "=") + Self.base64Texts(in: $0) }
      latest = Set(decoded).subtracting(all)
      all.formUnion(latest)
    }
    for spelling in all {
      let folded = Self.folded(spelling)
      text += folded + "\n"
      let all = Self.words(of: folded)
      letters += all.joined() + "\n"
      words.formUnion(all.map(String.init))
      let withDigits = all.filter { $0.contains(where: Self.isNumber) }
      if withDigits.isEmpty { continue }
      for word in withDigits where word.contains(where: Self.isLetter) {
        words.formUnion(word.split { !Self.isLetter($0) }.map(String.init))
        words.formUnion(word.split { !Self.isNumber($0) }.map(String.init))
      }
      numbers.formUnion(folded.split { !(Self.isNumber($0) || $0 == ".") }.compactMap { Double($0) })
    }
  }

  /// Returns whether a text is there in some spelling. Texts whose spelling can be any are taken as sent: dates and truth
  /// values.
  func has(_ value: String) -> Bool {
    // A pattern is compiled for each text, which takes longer than all else.
    let isPlain = !value.utf8.contains(UInt8(ascii: "{"))
    let plain = Self.folded(isPlain ? value : value.replacing(#/\{\{[^}]*\}\}/#, with: " "))
    if Self.truths.contains(plain) || Self.beginsWithDate(plain) { return true }
    let parts = Self.words(of: plain)
    if parts.allSatisfy({ words.contains(String($0)) || $0.count >= Self.longEnough && text.contains($0) }) {
      return true
    }
    let together = parts.joined().drop { $0 == "0" }
    if together.count >= Self.longEnough, letters.contains(together) { return true }
    if let number = Double(plain), numbers.contains(abs(number)) { return true }
    let encoded = value.split(separator: ",").last.flatMap { Data(base64Encoded: String($0)) } ?? Data()
    return encoded.count >= Self.longEnough && data.contains { $0.contains(Array(encoded)) }
  }

  /// Returns whether a text begins with a month or a day: `2026-12`, `2026-12-24T`.
  private static func beginsWithDate(_ text: String) -> Bool {
    guard text.utf8.first?.isDigit == true, text.utf8.dropFirst(4).first == UInt8(ascii: "-") else { return false }
    return text.starts(with: #/\d{4}-\d\d(-\d\d)?(t|\s|$)/#)
  }

  private static let truths: Set<String> = ["true", "false", "yes", "no", "on", "off"]

  /// Returns a text without case, accents and widths. Most texts are ASCII, which has only case.
  static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    return text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }

  private static func isInWord(_ character: Character) -> Bool { isLetter(character) || isNumber(character) }

  // To look up what Unicode knows about a character takes longer than all else that is done with it.

  private static func isLetter(_ character: Character) -> Bool { character.asciiValue?.isLetter ?? character.isLetter }

  private static func isNumber(_ character: Character) -> Bool { character.asciiValue?.isDigit ?? character.isNumber }

  private static func words(of text: String) -> [Substring] { text.split { !isInWord($0) } }

  /// Returns a text with the characters that its escapes mean: `%C3%BC`, `\u00FC`, `&#252;`.
  ///
  /// - Parameter mark: What stands before the digits of a byte: `%`, or `=` in quoted-printable texts. A text has one of
  ///   them, because `=Ca` does not mean a byte in `city=Caf%C3%A9`.
  private static func unescaped(_ text: String, _ mark: Unicode.Scalar) -> [String] {
    // Most texts have no escapes.
    if !text.utf8.contains(where: { $0 == UInt8(ascii: mark) || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "&") }) {
      return [text]
    }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: mark), let value = number(rest.prefix(2), length: 2) {
        bytes.append(UInt8(value))
        rest = rest.dropFirst(2)
      } else if byte == UInt8(ascii: "\\"), let next = rest.first {
        rest.removeFirst()
        if next == UInt8(ascii: "u"), let value = number(rest.prefix(4), length: 4) {
          bytes += Unicode.Scalar(value).map { Array(String($0).utf8) } ?? [UInt8(ascii: " ")]
          rest = rest.dropFirst(4)
        } else {
          bytes.append("nrtbf".utf8.contains(next) ? UInt8(ascii: " ") : next)
        }
      } else if byte == UInt8(ascii: "&"), rest.first == UInt8(ascii: "#"),
        let end = rest.prefix(9).firstIndex(of: UInt8(ascii: ";"))
      {
        let digits = Substring(decoding: rest[..<end].dropFirst(), as: UTF8.self)
        let value = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        bytes += value.flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) } ?? [UInt8(ascii: " ")]
        rest = rest[end...].dropFirst()
      } else {
        bytes.append(byte)
      }
    }
    return texts(bytes)
  }

  private static func number(_ digits: ArraySlice<UInt8>, length: Int) -> UInt32? {
    let values = digits.compactMap(Hexadecimal.value)
    return values.count == length ? values.reduce(0) { $0 << 4 | UInt32($1) } : nil
  }

  /// Returns the text of bytes: in UTF-8, and in Latin-1 if not all of them are UTF-8.
  static func texts(_ bytes: [UInt8]) -> [String] {
    String(validating: bytes, as: UTF8.self).map { [$0] }
      ?? [String(decoding: bytes, as: UTF8.self), String(latin: bytes)]
  }

  /// Returns the texts that words of a text encode.
  private static func base64Texts(in text: String) -> [String] {
    let words = text.utf8.split { !($0.isLetter || $0.isDigit || "+/-_".utf8.contains($0)) }
    let slash = UInt8(ascii: "/")
    let segments = words.filter { $0.contains(slash) }.flatMap { $0.split(separator: slash) }
    return (words + segments).filter { $0.count >= longEnough }.compactMap { word in
      var digits = word.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? slash : $0 }
      digits += repeatElement(UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
      return Data(base64Encoded: Data(digits)).flatMap { String(validating: $0, as: UTF8.self) }
    }
  }
}
