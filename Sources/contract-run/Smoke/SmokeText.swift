import ContractCore
import ContractReporting

/// The output of the check of a driver: the checks with every line that was sent and received, and the summary.
struct SmokeText {
  /// The maximum numbers for one check: lines of output, lines in total, and failures; and for one line, reasons. The
  /// others are only counted.
  private static let (outputLimit, lineLimit, failureLimit, reasonLimit) = (10, 40, 40, 20)

  private let secrets: Secrets
  let style: ConsoleStyle
  /// The columns of the terminal; nil if lines may have any length.
  let width: Int?

  /// The driver's name and command.
  private var title = ""
  /// What is printed only if something is wrong; nil if everything is printed at once.
  private var held: [CleanText]?
  private var checks = 0
  private var failedChecks = 0
  private(set) var failures = 0
  private var hasFailed = false
  private var messages = 0
  private var brokenMessages = 0
  private var outputs = 0
  /// The remarks so far. Each is printed once, because the second process mostly causes the same ones as the first.
  private var remarks: Set<String> = []
  /// For the current check, the numbers of what was printed, and of what was only counted.
  private var printed = (lines: 0, outputs: 0, failures: 0)
  private var unreported = (lines: 0, bytes: 0, failures: 0)

  /// - Parameters:
  ///   - secrets: What is hidden in every text.
  ///   - isBrief: Whether a driver that follows the protocol gets only one line.
  init(_ settings: ConsoleSettings, _ secrets: Secrets, isBrief: Bool) {
    self.secrets = secrets
    held = isBrief ? [] : nil
    style = ConsoleStyle(isColored: settings.isColored)
    width = settings.width
  }

  var isSound: Bool { failedChecks == 0 }

  /// Prints the name of the driver that is checked.
  mutating func client(_ name: String, isFirst: Bool) {
    title = name
    if !isFirst { write(0, "") }
    write(0, name, color: style.bold)
    write(0, "")
  }

  // MARK: A check

  mutating func begin(_ title: String) {
    printRest()
    checks += 1
    hasFailed = false
    printed = (0, 0, 0)
    write(0, title, color: style.bold)
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

  /// Prints a remark about something that is allowed but may be a mistake.
  mutating func remark(_ text: String) {
    guard remarks.insert(text).inserted else { return }
    printHeld()
    if remarks.count <= Self.lineLimit { write(2, text, sign: style.yellow("!")) }
  }

  /// Prints how many checks were skipped because they need a driver that answers.
  mutating func notTried(_ count: Int) {
    printRest()
    write(2, "\(English.counted(count, "check")) skipped because the driver does not answer", sign: style.dim("·"))
  }

  mutating func sent(_ line: JSON) {
    printRest()
    write(4, "→ \(excerpt(line.text, line.utf8.count, rows: 1))", color: style.dim)
  }

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
      printHeld()
      outputs += 1
      (sign, color) = (style.yellow("!"), style.yellow)
    case .output: outputs += 1
    }
    defer { if line.endsInReturn { remark("its lines end with a carriage return and a line feed, which is allowed") } }
    let isOutput = if case .output = line.verdict { true } else { false }
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

  /// Prints what was held, and everything after it at once.
  mutating func printHeld() {
    for line in held ?? [] { StandardOutput.print(line) }
    held = nil
  }

  private mutating func noteFailure() {
    printHeld()
    failures += 1
    if !hasFailed { failedChecks += 1 }
    hasFailed = true
  }

  /// Prints the numbers of lines and failures that were only counted.
  private mutating func printRest() {
    var rest: [String] = []
    if unreported.lines > 0 {
      rest.append("\(English.counted(unreported.lines, "more line")), \(unreported.bytes) bytes")
    }
    if unreported.failures > 0 { rest.append(English.counted(unreported.failures, "more failure")) }
    if !rest.isEmpty { write(2, "… \(rest.joined(separator: "; "))", sign: style.dim("·"), color: style.dim) }
    unreported = (0, 0, 0)
  }

  // MARK: The end

  static let printedTitle = "output on standard error"

  mutating func printed(_ text: String) {
    printRest()
    write(0, Self.printedTitle, color: style.bold)
    // A secret may have multiple lines.
    let lines = shown(text).split(separator: "\n").map(String.init)
    let isLong = lines.count > 20
    for line in isLong ? lines.prefix(8) + ["… \(lines.count - 18) lines omitted …"] + lines.suffix(10) : lines[...] {
      write(4, line, color: style.dim)
    }
  }

  mutating func summary() {
    printRest()
    let output = outputs == 0 ? "" : ", and \(English.counted(outputs, "line")) of output"
    let broken = brokenMessages == 0 ? "" : ", \(brokenMessages) of them invalid"
    let wrote = "it wrote \(English.counted(messages, "message"))\(broken)\(output)"
    if held != nil {
      held = nil
      write(0, "\(title) follows the protocol: \(English.counted(checks, "check")) passed", sign: style.green("✓"))
    } else if isSound {
      let remarked = remarks.isEmpty ? "" : "; \(English.counted(remarks.count, "remark")) (!)"
      let passed = "\(English.counted(checks, "check")) passed"
      write(0, "the driver follows the protocol: \(passed); \(wrote)\(remarked)", sign: style.green("✓"))
    } else {
      let failed = "\(failedChecks) of \(English.counted(checks, "check")) failed"
      write(0, "the driver does not follow the protocol: \(failed); \(wrote)", sign: style.red("✗"))
      write(2, "fix the first ✗ or !, and run the same command again")
      write(2, "the protocol: \(Documentation.page("driver-protocol.md"))")
    }
  }

  // MARK: Lines

  private func shown(_ text: String) -> String { secrets.masked(text) }

  /// Returns the printable beginning of a line, with the length of the line if that is not all of it.
  private func excerpt(_ text: String, _ count: Int, rows: Int) -> String {
    let room = width.map { ($0 - 6) * rows } ?? 240
    // More than fits, so that a long message is not measured as a whole.
    let beginning = text.prefix(4 * room)
    // Before it is cut, because names and forms of secrets cannot be recognized later.
    let line = CleanText(shown(String(beginning))).string
    let isWhole = text.utf8.count >= count && beginning.endIndex == text.endIndex
    if isWhole, line.columns <= room { return line }
    let length = " (\(count) bytes)"
    return (line + "…").cut(to: max(10, room - length.count)) + length
  }

  /// Writes a text, in lines that fit the terminal if there is one.
  private mutating func write(
    _ indent: Int, _ text: String, sign: CleanText? = nil, color: (CleanText) -> CleanText = { $0 }
  ) {
    let hang = indent + (sign == nil ? 0 : 2)
    var lead = CleanText.empty.padded(to: indent) + (sign.map { "\($0) " } ?? "")
    for line in lines(CleanText(shown(text)).string, of: width.map { max(20, $0 - hang) }) {
      let whole = lead + color("\(line)")
      if held == nil { StandardOutput.print(whole) } else { held?.append(whole) }
      lead = CleanText.empty.padded(to: hang)
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
