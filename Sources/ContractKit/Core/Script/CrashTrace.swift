/// What a process printed about its own crash: the message, and the first function outside the language and the system.
package struct CrashTrace: Maskable, Equatable {
  /// The message, such as `Fatal error: Index out of range`; nil if the process did not print one.
  package var message: String?
  /// The function, such as `TodoClient.deleteTodo(_:)`; nil if the backtrace names none.
  package var function: String?
  /// The place, such as `…/TodoClient.swift:12:42`; nil if the backtrace has no line, as in
  /// builds without debug information.
  package var location: String?

  package static var secretParts: [SecretPart<Self>] { [.init(\.message)] }

  /// Whether a cast failed, and nothing but its message says where. The message has the types.
  package var isCast: Bool { function == nil && isOfCast }
  /// Whether the message is that of a cast, which Swift's runtime prints.
  var isOfCast: Bool { message?.hasPrefix(Self.cast) == true }
  private static let cast = "Could not cast value of type "

  /// Looks for a crash in the output of a process; nil if there is no sign of one.
  ///
  /// It reads what Go, Node and Python print, and the last backtrace in the short format
  /// (`SWIFT_BACKTRACE=color=no,interactive=no,threads=crashed`) that Swift 6.3 prints. A message alone is enough if it
  /// names a file, or if no other output follows it: a client that writes about a fatal error in its log goes on.
  package init?(_ output: String) {
    // Whether the message is in the log if other output follows.
    var mayBeLog = false
    // The text is split at the byte, because CR LF is a single Character.
    for line in output.utf8.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self)
      if let crash = Message(text) {
        // Swift reports the same crash more than once, and an earlier line may come from a log. So the last message
        // wins, except that a weak message never replaces another one.
        if crash.isWeak, message != nil { continue }
        (message, function, location) = (crash.text, nil, crash.location)
        mayBeLog = crash.mayBeLog
      } else if let frame = Frame(text) {
        mayBeLog = false
        if function == nil, frame.isOwn {
          function = frame.function
          location = frame.location ?? location
        }
      } else if text.hasPrefix("*** ") || text.hasPrefix("swift-runtime: ") {
        // It comes before a backtrace: `*** Signal 4: Backtracing from 0x… done ***`.
        mayBeLog = false
      } else if mayBeLog, text.contains(where: { !$0.isWhitespace }) {
        (message, mayBeLog) = (nil, false)
      }
    }
    if message != nil || function != nil { return }
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    guard let other = CrashTrace(go: lines) ?? CrashTrace(node: lines) ?? CrashTrace(python: lines) else { return nil }
    self = other
  }

  private struct Message {
    var text: String
    /// The place, such as `main/Crash.swift:10`, if the line begins with a file of the user.
    var location: String?
    /// Whether the message adds nothing to the signal.
    var isWeak = false
    /// Whether a client can write the same into its log.
    var mayBeLog = false

    init?(_ line: String) {
      if let error = line.firstRange(of: "Fatal error") ?? Self.failedCheck(in: line) {
        text = String(line[error.lowerBound...])
        let file = line[..<error.lowerBound]
        mayBeLog = !file.contains(".swift:")
        if file.hasSuffix(": "), file.contains(".swift:"),
          !["Swift/", "_", "Foundation"].contains(where: file.hasPrefix)
        {
          location = String(file.dropLast(2))
        }
      } else if line.hasPrefix(CrashTrace.cast) {
        // Memory addresses differ from run to run.
        let words = line.split(separator: " ", omittingEmptySubsequences: false).filter { !$0.hasPrefix("(0x") }
        text = words.joined(separator: " ") + (line.hasSuffix(").") ? "." : "")
      } else if let failure = Self.between("*** Swift runtime failure: ", " ***", in: line) {
        text = failure
      } else if let crash = Self.between("*** Program crashed: ", " ***", in: line) {
        text = crash.firstRange(of: " at 0x").map { String(crash[..<$0.lowerBound]) } ?? crash
        isWeak = true
      } else {
        return nil
      }
    }

    /// Returns where the words of `precondition` and `assert` begin, if a file and a line stand before them.
    private static func failedCheck(in line: String) -> Range<String.Index>? {
      ["Precondition failed", "Assertion failed"].compactMap { line.firstRange(of: $0) }.first { range in
        line[..<range.lowerBound].hasSuffix(": ") && line[..<range.lowerBound].contains(".swift:")
      }
    }

    private static func between(_ prefix: String, _ suffix: String, in line: String) -> String? {
      guard line.hasPrefix(prefix), line.hasSuffix(suffix) else { return nil }
      return String(line.dropFirst(prefix.count).dropLast(suffix.count))
    }
  }

  /// One line of a backtrace: `  2 [ra] [inlined]  0x… function + 401 in image at path:line:column`.
  private struct Frame {
    var function: String
    var location: String?
    var image: String
    var marks: [Substring] = []

    init?(_ line: String) {
      var rest = Substring(line).drop { $0 == " " }
      let digits = rest.prefix(while: \.isNumber)
      if digits.isEmpty { return nil }
      rest = rest.dropFirst(digits.count).drop { $0 == " " }
      while rest.first == "[", let end = rest.firstIndex(of: "]") {
        marks.append(rest[rest.index(after: rest.startIndex)..<end])
        rest = rest[end...].dropFirst().drop { $0 == " " }
      }
      guard rest.hasPrefix("0x"), let space = rest.firstIndex(of: " ") else { return nil }
      rest = rest[space...].dropFirst()
      // " in " and " at " may occur in a function's name, but not in the parts after their last occurrence.
      if let at = rest.ranges(of: " at ").last {
        location = String(rest[at.upperBound...])
        rest = rest[..<at.lowerBound]
      }
      guard let image = rest.ranges(of: " in ").last else { return nil }
      self.image = String(rest[image.upperBound...])
      rest = rest[..<image.lowerBound]
      if let plus = rest.ranges(of: " + ").last, rest[plus.upperBound...].allSatisfy(\.isNumber) {
        rest = rest[..<plus.lowerBound]
      }
      function = String(rest)
      if location?.hasSuffix("<compiler-generated>") == true { location = nil }
    }

    /// Whether the frame belongs neither to the standard library nor to the system.
    var isOwn: Bool {
      if marks.contains("system") || marks.contains("thunk") { return false }
      let libraries = [
        "libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime", "libc.", "libc-", "libm.",
        "libpthread", "libstdc++", "libgcc", "libsystem", "ld-linux", "ld-musl", "libc++",
      ]
      if libraries.contains(where: image.hasPrefix) { return false }
      // In a statically linked program, the frames of the standard library have the program's image.
      return !["_assertionFailure", "_fatalErrorMessage", "swift_", "Swift runtime failure"].contains(
        where: function.contains)
    }
  }
}
