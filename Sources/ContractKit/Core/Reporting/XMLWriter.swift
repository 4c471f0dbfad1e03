/// Writes an XML 1.0 document, element by element; text is cleaned and escaped, so that any text makes a valid one.
struct XMLWriter {
  private(set) var utf8: [UInt8] = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
  private var names: [String] = []

  /// Writes an element's start tag; what follows stands in it until `close`.
  mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
    tag(name, attributes)
    append(">\n")
    names.append(name)
  }

  /// Ends the innermost open element.
  mutating func close() {
    guard let name = names.popLast() else { return }
    indent()
    append("</\(name)>\n")
  }

  /// Writes an element that holds text, or nothing.
  mutating func element(_ name: String, _ attributes: [(String, String)] = [], text: String = "") {
    tag(name, attributes)
    if text.isEmpty { return append("/>\n") }
    append(">")
    escape(text.cleaned, isAttribute: false)
    append("</\(name)>\n")
  }

  private mutating func tag(_ name: String, _ attributes: [(String, String)]) {
    indent()
    utf8.append(UInt8(ascii: "<"))
    append(name)
    for (name, value) in attributes {
      utf8.append(UInt8(ascii: " "))
      append(name)
      utf8.append(UInt8(ascii: "="))
      utf8.append(UInt8(ascii: "\""))
      escape(value.cleaned, isAttribute: true)
      utf8.append(UInt8(ascii: "\""))
    }
  }

  private mutating func indent() { utf8.append(contentsOf: repeatElement(0x20, count: names.count * 2)) }

  private mutating func append(_ text: String) { utf8.append(contentsOf: text.utf8) }

  private mutating func escape(_ text: String, isAttribute: Bool) {
    // Most texts go out as they are.
    if !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) {
      return append(text)
    }
    for byte in text.utf8 {
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
