import Foundation

/// What a client can read in an answer.
struct AnswerText {
  /// The values of the headers, and the body as it is written.
  private let written: [String]
  /// The JSON values of the body, in one notation for all of their characters.
  private let values: [String]

  init(_ headers: Headers, _ body: [UInt8]?) {
    let body = body ?? []
    written = headers.lines.map(\.value) + [String(decoding: body, as: UTF8.self)]
    // JSON may write any character as an escape.
    values = body.contains(UInt8(ascii: "\\")) ? Self.values(in: body).map(\.text) : []
  }

  /// Returns the values of a body, and those that are texts in them, as in the messages of a queue.
  private static func values(in body: [UInt8]) -> [JSON] {
    let all = outerValues(in: body)
    return all + all.flatMap { $0.strings() }.compactMap { JSON.parse(Array($0.text.utf8)) }
  }

  /// Returns the value of a body, or those of its lines: of JSON lines, or of the data of events.
  private static func outerValues(in body: [UInt8]) -> [JSON] {
    if let json = JSON.parse(body) { return [json] }
    let data = Array("data:".utf8)
    return body.split { $0 == 0x0A || $0 == 0x0D }.compactMap { line in
      JSON.parse(Array(line.starts(with: data) ? line.dropFirst(data.count) : line))
    }
  }

  /// Returns whether a text is in a header or in the body.
  func has(_ text: String) -> Bool {
    if written.contains(where: { $0.shows(text) }) { return true }
    let inJSON = String(JSON.string(text).text.dropFirst().dropLast())
    return values.contains { $0.shows(text) || $0.shows(inJSON) }
  }
}

extension String {
  /// Whether it has a text: as it is, with references, as in XML, or percent-encoded, as in a link. In a query, a plus sign
  /// may stand for a space.
  func shows(_ text: String) -> Bool {
    if contains(text) { return true }
    if utf8.contains(UInt8(ascii: "&")), withoutReferences.contains(text) { return true }
    if utf8.contains(UInt8(ascii: "%")), withoutPercentEncoding.contains(text) { return true }
    return text.utf8.contains(UInt8(ascii: " ")) && utf8.contains(UInt8(ascii: "+"))
      && replacingOccurrences(of: "+", with: " ").withoutPercentEncoding.contains(text)
  }

  private static let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

  /// The text with the characters that its references stand for (XML 1.0, section 4.1).
  private var withoutReferences: String {
    let parts = split(separator: "&", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts.first ?? "")) { result, part in
      let name = part.prefix { $0 != ";" }
      if name.count < part.count, let character = Self.named[String(name)] ?? Self.numbered(name) {
        result += character + part.dropFirst(name.count + 1)
      } else {
        result += "&" + part
      }
    }
  }

  private static func numbered(_ name: Substring) -> String? {
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map(String.init)
  }
}
