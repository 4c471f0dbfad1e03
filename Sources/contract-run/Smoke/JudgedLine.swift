import ContractCore

/// A line of a driver's standard output, judged in the same way as during a run, with the reasons.
struct JudgedLine {
  enum Verdict {
    /// The message is valid by the schema.
    case message(DriverMessage)
    /// A message that breaks the schema. `id` is the call that it names.
    case malformed(name: String, id: Int?)
    /// Output that its author most likely meant as a message.
    case nearly
    case output
  }

  /// How many bytes of a line are printed.
  static let limit = 1000

  var verdict: Verdict
  var beginning: String
  var count: Int
  /// What is wrong with a message, or why a line is not a message.
  var reasons: [String] = []
  /// What the runner ignores.
  var remarks: [String] = []
  var endsInReturn = false

  /// Judges a whole line that begins with `{`. The line has no line feed.
  init(_ line: [UInt8]) {
    endsInReturn = line.last == UInt8(ascii: "\r")
    count = line.count - (endsInReturn ? 1 : 0)
    beginning = String(decoding: line.prefix(min(count, Self.limit)), as: UTF8.self)
    var diagnostics: [Diagnostic] = []
    let json = JSON.parse(Source(path: "", bytes: line), diagnostics: &diagnostics)
    switch DriverMessage.Line(line) {
    case .message(let message, let json):
      verdict = .message(message)
      remarks = Self.unknown(json)
    case .malformed(let errors, let id):
      verdict = .malformed(name: json?.object?.members.first?.name ?? "", id: id)
      reasons = errors.map(\.description)
      remarks = json.map(Self.unknown) ?? []
    case .output:
      if let json, diagnostics.isEmpty {
        (verdict, reasons) = Self.noMessage(json)
      } else {
        (verdict, reasons) = Self.noJSON(diagnostics, in: line)
      }
    }
  }

  /// Judges a line that does not begin with `{`. Only its beginning was kept.
  init(output beginning: [UInt8], count: Int) {
    self.beginning = String(decoding: beginning, as: UTF8.self)
    self.count = count
    if Self.isWide(beginning) {
      reasons = [Self.wide]
    } else if beginning.starts(with: [0xEF, 0xBB, 0xBF]), Self.namesMessage(beginning) {
      reasons = ["it begins with a byte order mark, so it is not a message; write UTF-8 without one"]
    } else if beginning.first == UInt8(ascii: "["), Self.namesMessage(beginning) {
      reasons = ["an array is not a message; a message is an object with one member, on its own line"]
    } else if Self.holdsMessage(beginning) {
      reasons = ["text before a message makes the line output; write each message on its own line"]
    }
    verdict = reasons.isEmpty ? .output : .nearly
  }

  /// Judges the last output of a driver, which has no line feed.
  init(unfinished line: [UInt8]) {
    self.init(output: Array(line.prefix(Self.limit)), count: line.count)
    let isWhole = JSON.parse(line) != nil
    verdict = Self.namesMessage(line) ? .nearly : .output
    reasons = [
      isWhole
        ? "it does not end with a line feed, so it never arrives; end each message with one"
        : "the line is not terminated"
    ]
  }

  // MARK: Why a line is not a message

  private static func unknown(_ line: JSON) -> [String] {
    DriverMessage.unknownMembers(in: line).map { member in
      let near = member.near.map { "; did you mean \($0)?" } ?? ""
      return "unknown member \(member.path); the runner ignores it\(near)"
    }
  }

  /// Returns the verdict for a whole object that is not a message.
  private static func noMessage(_ json: JSON) -> (Verdict, [String]) {
    let names = json.object?.members.map(\.name) ?? []
    if names.isEmpty { return (.output, ["not a message: an object without members"]) }
    if names.count == 1 {
      if ["call", "response", "bye"].contains(names[0]) {
        return (.nearly, ["not a message of a driver: only the runner writes \(names[0])"])
      }
      let near = Suggestion.of(names[0], in: DriverMessage.names)
      let hint = near.map { "; did you mean \($0)?" } ?? ""
      return (near == nil ? .output : .nearly, ["not a message: unknown name \"\(names[0])\"\(hint)"])
    }
    let why = "not a message: an object with \(names.count) members; a message has one, which contains the others"
    // The message's members stand beside its name, or without the name around them.
    let meant =
      names.first(where: DriverMessage.names.contains) ?? (names.contains("protocol") ? "hello" : nil)
      ?? (names.contains("outcome") ? "result" : names.contains("method") ? "request" : nil)
    return meant.map { (.nearly, ["\(why): {\"\($0)\": {…}}"]) } ?? (.output, [why])
  }

  private static func noJSON(_ diagnostics: [Diagnostic], in line: [UInt8]) -> (Verdict, [String]) {
    let verdict: Verdict = namesMessage(line) || line == [UInt8(ascii: "{")] ? .nearly : .output
    if isWide(line) { return (.nearly, [wide]) }
    guard let first = diagnostics.first else { return (verdict, ["not JSON"]) }
    let column = first.range.position.column
    let why =
      switch first.problem {
      case FileProblem.unexpectedEnd(let expected):
        "the line ends where \(expected) was expected; write a message on one line"
      case FileProblem.textAfterValue(let found):
        "column \(column): \(found) after the end of the object; write "
          + (found.hasPrefix("{") ? "each message on its own line" : "nothing else on the line of a message")
      case FileProblem.unexpected("'", _): "column \(column): use double quotes for strings"
      default: "column \(column): \(first.message)"
      }
    return (verdict, ["not JSON: \(why)"])
  }

  private static let wide = "it appears to be UTF-16; write messages in UTF-8"

  /// Returns whether every other byte is zero, as in ASCII text encoded as UTF-16.
  private static func isWide(_ bytes: [UInt8]) -> Bool {
    bytes.count > 5 && (bytes[1] == 0 && bytes[3] == 0 || bytes[2] == 0 && bytes[4] == 0)
  }

  /// Returns whether a text contains the name of a message in quotes.
  private static func namesMessage(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes.prefix(limit), as: UTF8.self)
    return DriverMessage.names.contains { text.contains("\"\($0)\"") || text.contains("'\($0)'") }
  }

  private static func holdsMessage(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return DriverMessage.names.contains { text.contains("{\"\($0)\"") || text.contains("{ \"\($0)\"") }
  }
}
