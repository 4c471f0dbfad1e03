import Foundation

/// Reads events as the HTML standard describes them, except for a mistake.
struct Events {
  private let mistake: String
  private var rest: [UInt8] = []
  private var isAtStart = true
  private var name = ""
  private var data: [[UInt8]] = []

  init(_ mistake: String) { self.mistake = mistake }

  /// Takes the next bytes of the stream. Returns the events that they complete.
  mutating func read(_ piece: Data) throws -> [(name: String, data: [UInt8])] {
    rest += piece
    if isAtStart, rest.count >= 3 {
      if mistake != "keeps-mark", rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest.removeFirst(3) }
      isAtStart = false
    }
    var events: [(String, [UInt8])] = []
    while let line = nextLine() {
      if !line.isEmpty {
        try take(line)
        continue
      }
      if !data.isEmpty { events.append((name.isEmpty ? "message" : name, Array(data.joined(separator: [0x0A])))) }
      (name, data) = ("", [])
    }
    return events
  }

  /// Removes the next complete line. A CR at the end may be the first half of a line end, which the next bytes show; but
  /// it ends the line already.
  private mutating func nextLine() -> [UInt8]? {
    if hasEndedInCR, rest.first == 0x0A { rest.removeFirst() }
    if !rest.isEmpty { hasEndedInCR = false }
    let isEnd: (UInt8) -> Bool = { [mistake] in $0 == 0x0A || $0 == 0x0D && !["lf-only", "crlf-too"].contains(mistake) }
    guard let end = rest.firstIndex(where: isEnd) else { return nil }
    var line = Array(rest[..<end])
    hasEndedInCR = rest[end] == 0x0D
    rest.removeFirst(end + 1)
    if mistake == "crlf-too", line.last == 0x0D { line.removeLast() }
    return line
  }

  private var hasEndedInCR = false

  private mutating func take(_ line: [UInt8]) throws {
    let field = String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
    var value = line.dropFirst(field.utf8.count + 1)
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    switch field {
    case "data":
      if mistake == "needs-space", !line.starts(with: Array("data: ".utf8)) { return }
      data = (mistake == "last-data-line" ? [] : data) + [Array(value)]
    case "event": name = String(decoding: value, as: UTF8.self)
    default: if mistake == (field.isEmpty ? "reads-comments" : "strict-fields") { throw Malformed() }
    }
  }
}
