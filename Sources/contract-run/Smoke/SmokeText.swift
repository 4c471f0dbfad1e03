import ContractCore

/// What `contract-run smoke` writes: the checks, with every line that went in and came out, and the summary.
struct SmokeText {
  /// How many lines of output, how many lines in all, and how many failures are told in one check, and how many reasons
  /// of a line; the rest is counted.
  private static let outputLimit = 10
  private static let lineLimit = 40
  private static let failureLimit = 40
  private static let reasonLimit = 20

  let style: ConsoleStyle
  /// The terminal's columns; nil where lines may be as long as they are.
  let width: Int?

  private var checks = 0
  private var failedChecks = 0
  /// How much went wrong so far.
  private(set) var failures = 0
  private var hasFailed = false
  private var messages = 0
  private var brokenMessages = 0
  private var outputs = 0
  /// Each is told once: what the second process writes is mostly what the first one wrote.
  private var remarks: Set<String> = []
  private var hasReportedReturn = false
  /// Of the check that runs: what was told of it, and what was only counted.
  private var printed = (lines: 0, outputs: 0, failures: 0)
  private var unreported = (lines: 0, bytes: 0, failures: 0)

  init(_ settings: ConsoleSettings) {
    style = ConsoleStyle(isColored: settings.isColored)
    width = settings.width
  }

  var isSound: Bool { failedChecks == 0 }

  /// The driver that is tried.
  func client(_ name: String, isFirst: Bool) {
    if !isFirst { write(0, "") }
    write(0, name, color: style.bold)
    write(0, "")
  }

  // MARK: A check

  mutating func begin(_ check: SmokeTest.Check) {
    printRest()
    checks += 1
    hasFailed = false
    printed = (0, 0, 0)
    write(0, check.title, color: style.bold)
  }

  mutating func pass(_ text: String) {
    printRest()
    write(2, text, sign: style.green("✓"))
  }

  mutating func fail(_ text: String) {
    noteFailure()
    guard printed.failures < Self.failureLimit else {
      unreported.failures += 1
      return
    }
    printRest()
    printed.failures += 1
    write(2, text, sign: style.red("✗"))
  }

  /// What breaks nothing, and may still be meant otherwise.
  mutating func remark(_ text: String) {
    guard remarks.insert(text).inserted else { return }
    if remarks.count <= Self.lineLimit { write(2, text, sign: style.yellow("!")) }
  }

  /// Checks that need a driver that answers.
  mutating func notTried(_ count: Int) {
    printRest()
    write(2, "\(Self.count(count, "check")) skipped, because the driver does not answer", sign: style.dim("·"))
  }

  /// A line that the driver was sent.
  mutating func sent(_ line: JSON) {
    printRest()
    write(4, "→ \(excerpt(line.text, line.utf8.count, rows: 1))", color: style.dim)
  }

  /// A line that the driver wrote.
  mutating func wrote(_ line: JudgedLine) {
    var (sign, color) = (style.dim("·"), style.dim)
    switch line.verdict {
    case .message:
      messages += 1
      sign = style.green("✓")
    case .malformed:
      messages += 1
      brokenMessages += 1
      noteFailure()
      (sign, color) = (style.red("✗"), style.red)
    case .nearly:
      outputs += 1
      (sign, color) = (style.yellow("!"), style.yellow)
    case .output: outputs += 1
    }
    defer {
      if line.endsInReturn, !hasReportedReturn {
        hasReportedReturn = true
        remark("its lines end with a carriage return and a line feed, which is allowed")
      }
    }
    var isOutput = false
    if case .output = line.verdict { isOutput = true }
    guard printed.lines < Self.lineLimit, !isOutput || printed.outputs < Self.outputLimit else {
      unreported.lines += 1
      unreported.bytes += line.count
      return
    }
    printRest()
    printed.lines += 1
    if isOutput { printed.outputs += 1 }
    write(2, "← \(excerpt(line.beginning, line.count, rows: 3))", sign: sign)
    for reason in line.reasons.prefix(Self.reasonLimit) { write(6, reason, color: color) }
    let more = line.reasons.count - Self.reasonLimit
    if more > 0 { write(6, "… and \(more) more", color: color) }
    for remark in line.remarks { self.remark(remark) }
  }

  private mutating func noteFailure() {
    failures += 1
    if !hasFailed { failedChecks += 1 }
    hasFailed = true
  }

  /// Tells how many lines and failures there were that are not told.
  private mutating func printRest() {
    var rest: [String] = []
    if unreported.lines > 0 { rest.append("\(Self.count(unreported.lines, "more line")), \(unreported.bytes) bytes") }
    if unreported.failures > 0 { rest.append(Self.count(unreported.failures, "more failure")) }
    if !rest.isEmpty {
      write(2, "… \(rest.joined(separator: "; "))", sign: style.dim("·"), color: style.dim)
    }
    unreported = (0, 0, 0)
  }

  // MARK: The end

  static let printedTitle = "output on standard error"

  mutating func printed(_ text: String) {
    printRest()
    write(0, Self.printedTitle, color: style.bold)
    let lines = text.split(separator: "\n").map(String.init)
    let isLong = lines.count > 20
    for line in isLong ? lines.prefix(8) + ["… \(lines.count - 18) lines omitted …"] + lines.suffix(10) : lines[...] {
      write(4, line, color: style.dim)
    }
  }

  mutating func summary() {
    printRest()
    let output = outputs == 0 ? "" : ", and \(Self.count(outputs, "line")) of output"
    let broken = brokenMessages == 0 ? "" : ", \(brokenMessages) of them invalid"
    let wrote = "it wrote \(Self.count(messages, "message"))\(broken)\(output)"
    if isSound {
      let remarked = remarks.isEmpty ? "" : "; \(Self.count(remarks.count, "remark")) (!)"
      let passed = "\(Self.count(checks, "check")) passed"
      write(0, "it speaks the protocol: \(passed); \(wrote)\(remarked)", sign: style.green("✓"))
    } else {
      let failed = "\(failedChecks) of \(Self.count(checks, "check")) failed"
      write(0, "it does not speak the protocol: \(failed); \(wrote)", sign: style.red("✗"))
      write(2, "fix the first ✗ or !, and run this again")
      write(2, "the protocol: \(Documentation.page("driver-protocol.md"))")
    }
  }

  /// The name of a number of things.
  static func count(_ number: Int, _ name: String) -> String { "\(number) \(name)\(number == 1 ? "" : "s")" }

  // MARK: Lines

  /// A line's beginning, made fit to be shown, with its length where there is more.
  ///
  /// - Parameter rows: How many of a terminal's rows it may take.
  private func excerpt(_ text: String, _ count: Int, rows: Int) -> String {
    let room = width.map { ($0 - 6) * rows } ?? 240
    let line = text.cleanedLine
    if text.utf8.count >= count, line.columns <= room { return line }
    let length = " (\(count) bytes)"
    return (line + "…").cut(to: max(10, room - length.count)) + length
  }

  /// Writes a text, on a terminal in lines that fit it.
  private func write(
    _ indent: Int, _ text: String, sign: String? = nil, color: (String) -> String = { $0 }
  ) {
    let hang = indent + (sign == nil ? 0 : 2)
    var lead = String(repeating: " ", count: indent) + (sign.map { "\($0) " } ?? "")
    for line in lines(text.cleanedLine, of: width.map { max(20, $0 - hang) }) {
      Descriptor.write(Array("\(lead)\(color(line))\n".utf8), to: 1)
      lead = String(repeating: " ", count: hang)
    }
  }

  private func lines(_ text: String, of width: Int?) -> [String] {
    guard let width, text.columns > width else { return [text] }
    var lines: [String] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if let last = lines.last, last.columns + 1 + word.description.columns <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
      while let last = lines.last, last.columns > width {
        lines[lines.count - 1] = String(last.prefix(width))
        lines.append(String(last.dropFirst(width)))
      }
    }
    return lines
  }
}
