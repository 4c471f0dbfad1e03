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

  /// Returns the value of a body, or those of its lines: of JSON lines, or of the data of events.
  private static func values(in body: [UInt8]) -> [JSON] {
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
  /// Whether it has a text, as it is or percent-encoded, as in a link. In a query, a plus sign may stand for a space.
  func shows(_ text: String) -> Bool {
    if contains(text) { return true }
    if utf8.contains(UInt8(ascii: "%")), withoutPercentEncoding.contains(text) { return true }
    return text.utf8.contains(UInt8(ascii: " ")) && utf8.contains(UInt8(ascii: "+"))
      && replacingOccurrences(of: "+", with: " ").withoutPercentEncoding.contains(text)
  }
}
