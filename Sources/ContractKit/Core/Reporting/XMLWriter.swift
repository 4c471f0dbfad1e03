/// Writes an XML 1.0 document, element by element; text is cleaned and escaped, so that any text makes a valid one.
///
/// An element is begun, has its attributes added, and is then opened or closed.
struct XMLWriter {
  private(set) var utf8: [UInt8] = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
  private var names: [StaticString] = []

  /// Begins an element's start tag.
  mutating func begin(_ name: StaticString) {
    indent()
    utf8.append(UInt8(ascii: "<"))
    append(name)
    names.append(name)
  }

  /// Adds an attribute to the start tag.
  mutating func add(_ name: StaticString, _ value: String) {
    utf8.append(UInt8(ascii: " "))
    append(name)
    utf8.append(UInt8(ascii: "="))
    utf8.append(UInt8(ascii: "\""))
    append(value, isAttribute: true)
    utf8.append(UInt8(ascii: "\""))
  }

  /// Ends the start tag; what follows stands in the element until `close`.
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

  /// Ends the start tag, and with it the element, which holds text or nothing.
  mutating func end(text: String = "") {
    guard let name = names.popLast() else { return }
    if text.isEmpty {
      utf8.append(UInt8(ascii: "/"))
      return open()
    }
    utf8.append(UInt8(ascii: ">"))
    append(text, isAttribute: false)
    append("</")
    append(name)
    open()
  }

  private mutating func indent() { for _ in 0..<names.count * 2 { utf8.append(0x20) } }

  private mutating func append(_ text: StaticString) { text.withUTF8Buffer { utf8.append(contentsOf: $0) } }

  private mutating func append(_ text: String, isAttribute: Bool) {
    for byte in text.cleaned.utf8 {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      // Not needed everywhere, but `]]>` must not stand in text (XML 1.0, section 2.4).
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "\"") where isAttribute: append("&quot;")
      // A reader turns a raw line end or tab in an attribute into a space.
      case 0x0A where isAttribute: append("&#10;")
      case 0x09 where isAttribute: append("&#9;")
      default: utf8.append(byte)
      }
    }
  }
}
