/// The names and values of an `application/x-www-form-urlencoded` text (WHATWG URL, section 5.1): a query, or a form.
///
/// `+` is a space. An item without `=` has an empty value. `;` is not a separator. A percent sign that does not begin
/// an escape is an ordinary character.
package struct Form {
  package struct Value {
    package var text: String
    package var sent: [UInt8]
    /// The item as it was sent, if its name or value is not UTF-8.
    package var broken: String?
  }

  /// Whether there are too many values to compare. The form is empty then.
  package let isTooLarge: Bool
  /// Every decoded name, once, in order of its first occurrence.
  package private(set) var names: [String] = []
  private var values: [ExactString: [Value]] = [:]

  package init(_ text: some Collection<UInt8>) {
    isTooLarge = text.count(where: { $0 == UInt8(ascii: "&") }) >= RequestJudge.partLimit
    if isTooLarge { return }
    for item in text.split(separator: UInt8(ascii: "&")) {
      let equals = item.firstIndex(of: UInt8(ascii: "="))
      let name = Self.decoded(item[..<(equals ?? item.endIndex)])
      let sent = equals.map { Array(item[$0...].dropFirst()) } ?? []
      let value = Self.decoded(sent)
      let broken = name.isUTF8 && value.isUTF8 ? nil : String(decoding: item, as: UTF8.self)
      let key = ExactString(name.text)
      if values[key] == nil { names.append(name.text) }
      values[key, default: []].append(Value(text: value.text, sent: sent, broken: broken))
    }
  }

  package subscript(name: String) -> [Value] { values[ExactString(name)] ?? [] }

  /// Returns the text that a name or a value means.
  package static func decoded(_ text: some Collection<UInt8>) -> (text: String, isUTF8: Bool) {
    let bytes = text.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
    let decoded = bytes.contains(UInt8(ascii: "%")) ? PercentText.bytes(PercentText(bytes).units[...]) : bytes
    if let text = String(validating: decoded, as: UTF8.self) { return (text, true) }
    return (String(decoding: decoded, as: UTF8.self), false)
  }

  /// Returns a note if the client encoded a value in a wrong way: with a `+` that it did not escape, or twice.
  ///
  /// - Parameter text: The whole form as it was sent.
  static func encodingNote(_ named: RequestShape.Named, _ text: [UInt8]) -> String? {
    let meant = named.patterns.compactMap(\.soleText)
    for item in text.split(separator: UInt8(ascii: "&")) {
      guard let equals = item.firstIndex(of: UInt8(ascii: "=")), decoded(item[..<equals]).text.isExactly(named.name)
      else { continue }
      let (raw, value) = (item[equals...].dropFirst(), decoded(item[equals...].dropFirst()).text)
      let sent = Excerpt.beginning(of: String(decoding: item, as: UTF8.self), limit: 80)
      let isPlus = raw.contains(UInt8(ascii: "+")) && meant.contains { $0.contains("+") }
      if isPlus { return "sent as \(sent): in a form or a query, + means a space; encode it as %2B" }
      if let note = PercentText.doubleNote(value, meant: meant) { return "sent as \(sent): \(note)" }
    }
    return nil
  }
}

extension PercentText {
  /// Returns a note if a decoded text is still percent-encoded, because the client encoded it twice.
  static func doubleNote(_ text: String, meant: [String]) -> String? {
    guard let again = JSONPointer.percentDecoded(text), again != text, meant.isEmpty || meant.contains(again) else {
      return nil
    }
    return "still percent-encoded after decoding; the client encoded it twice"
  }
}
