import ContractCore

/// The writer of an XML 1.0 document, element by element. It cleans and escapes texts, so that the document is valid
/// with any text. Attributes are on one line.
///
/// To write an element, begin it with its attributes, and then open or end it.
struct XMLWriter {
  private(set) var utf8: [UInt8] = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
  private var names: [StaticString] = []

  /// Returns what is written so far, and forgets it.
  mutating func drain() -> [UInt8] {
    defer { utf8.removeAll(keepingCapacity: true) }
    return utf8
  }

  /// Begins an element's start tag, with the attributes that have a value.
  mutating func begin(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:]) {
    indent()
    append("<")
    append(name)
    names.append(name)
    for (name, value) in attributes {
      guard let value else { continue }
      append(" ")
      append(name)
      append("=\"")
      Self.append(value, isAttribute: true, to: &utf8)
      append("\"")
    }
  }

  /// Writes an element that contains only text or nothing.
  ///
  /// - Parameter text: The text; nil for an element without an end tag. Some readers of JUnit take a `skipped` or
  ///   `failure` without an end tag for a test that passed.
  mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], text: String? = nil
  ) {
    begin(name, attributes)
    end(text: text)
  }

  /// Ends the start tag. The element contains everything that is written until `close`.
  mutating func open() {
    utf8.append(UInt8(ascii: ">"))
    utf8.append(0x0A)
  }

  /// Ends the innermost open element.
  mutating func close() {
    guard let name = names.popLast() else { return }
    indent()
    append("</")
    append(name)
    open()
  }

  /// Ends the start tag and the element, which contains only text; nil for nothing.
  mutating func end(text: String? = nil) {
    guard let name = names.popLast() else { return }
    guard let text else {
      utf8.append(UInt8(ascii: "/"))
      return open()
    }
    utf8.append(UInt8(ascii: ">"))
    Self.append(text, isAttribute: false, to: &utf8)
    append("</")
    append(name)
    open()
  }

  private mutating func indent() { for _ in 0..<names.count * 2 { utf8.append(0x20) } }

  private mutating func append(_ text: StaticString) { text.withUTF8Buffer { utf8.append(contentsOf: $0) } }

  /// Returns a text as the content of an element, in XML or HTML.
  static func content(_ text: String) -> String {
    var utf8: [UInt8] = []
    append(text, isAttribute: false, to: &utf8)
    return String(decoding: utf8, as: UTF8.self)
  }

  private static func append(_ text: String, isAttribute: Bool, to utf8: inout [UInt8]) {
    var text = isAttribute ? text.cleanedLine : text.cleaned
    text.withUTF8 { text in
      var start = 0
      for (index, byte) in text.enumerated() {
        guard let reference = reference(to: byte, isAttribute: isAttribute) else { continue }
        utf8.append(contentsOf: text[start..<index])
        reference.withUTF8Buffer { utf8.append(contentsOf: $0) }
        start = index + 1
      }
      utf8.append(contentsOf: text[start...])
    }
  }

  /// The reference that stands for a character; nil if it stands for itself.
  private static func reference(to byte: UInt8, isAttribute: Bool) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    // Text must not contain `]]>` (XML 1.0, section 2.4). Elsewhere the escape is not needed, but it is valid.
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\"") where isAttribute: "&quot;"
    default: nil
    }
  }
}
