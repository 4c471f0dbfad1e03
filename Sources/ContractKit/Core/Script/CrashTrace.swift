/// What a Swift process printed of its own crash: the message, and the first function that is not Swift's or the system's.
package struct CrashTrace: Sendable, Equatable {
  /// `Fatal error: Index out of range`; nil where the process said nothing.
  package var message: String?
  /// `TodoClient.deleteTodo(_:)`; nil where the backtrace names none.
  package var function: String?
  /// `…/TodoClient.swift:12:42`; nil where the backtrace has no line, as in builds without debug information.
  package var place: String?

  /// Looks for a crash in what a process printed; nil where there is no sign of one.
  ///
  /// Reads the last backtrace of the short format (`SWIFT_BACKTRACE=color=no,interactive=no,threads=crashed`) that
  /// Swift 6.3 prints; a message alone is enough.
  package init?(_ output: String) {
    // Splitting at the byte, as CR LF is one Character.
    for line in output.utf8.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self)
      if let crash = Message(text) {
        // Swift names the same crash several times, and what came before it may be a log's: the weak one names least.
        if crash.isWeak, message != nil { continue }
        (message, function, place) = (crash.text, nil, crash.place)
      } else if function == nil, let frame = Frame(text), frame.isOwn {
        function = frame.function
        place = frame.place ?? place
      }
    }
    if message == nil, function == nil { return nil }
  }

  /// One line that names a crash.
  private struct Message {
    var text: String
    /// `main/Crash.swift:10`, where the line begins with the user's own file.
    var place: String?
    /// Says no more than the signal does.
    var isWeak = false

    init?(_ line: String) {
      if let error = line.firstRange(of: "Fatal error") {
        text = String(line[error.lowerBound...])
        let file = line[..<error.lowerBound]
        if file.hasSuffix(": "), file.contains(".swift:"),
          !["Swift/", "_", "Foundation"].contains(where: file.hasPrefix)
        {
          place = String(file.dropLast(2))
        }
      } else if line.hasPrefix("Could not cast value of type ") {
        text = CrashTrace.withoutAddresses(line)
      } else if let failure = Self.between("*** Swift runtime failure: ", " ***", in: line) {
        text = failure
      } else if let crash = Self.between("*** Program crashed: ", " ***", in: line) {
        text = crash.firstRange(of: " at 0x").map { String(crash[..<$0.lowerBound]) } ?? crash
        isWeak = true
      } else {
        return nil
      }
    }

    private static func between(_ prefix: String, _ suffix: String, in line: String) -> String? {
      guard line.hasPrefix(prefix), line.hasSuffix(suffix) else { return nil }
      return String(line.dropFirst(prefix.count).dropLast(suffix.count))
    }
  }

  /// A message without the addresses in it, which differ from run to run.
  fileprivate static func withoutAddresses(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).filter { !$0.hasPrefix("(0x") }.joined(separator: " ")
      + (text.hasSuffix(").") ? "." : "")
  }

  /// One line of a backtrace: `  2 [ra] [inlined]  0x… function + 401 in image at path:line:column`.
  private struct Frame {
    var function: String
    var place: String?
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
      // " in " and " at " may stand in a function's name, but not in the parts after the last of them.
      if let at = rest.ranges(of: " at ").last {
        place = String(rest[at.upperBound...])
        rest = rest[..<at.lowerBound]
      }
      guard let image = rest.ranges(of: " in ").last else { return nil }
      self.image = String(rest[image.upperBound...])
      rest = rest[..<image.lowerBound]
      if let plus = rest.ranges(of: " + ").last, rest[plus.upperBound...].allSatisfy(\.isNumber) {
        rest = rest[..<plus.lowerBound]
      }
      function = String(rest)
      if place?.hasSuffix("<compiler-generated>") == true { place = nil }
    }

    /// Whether the frame is neither the standard library's nor the system's.
    var isOwn: Bool {
      if marks.contains("system") || marks.contains("thunk") { return false }
      let libraries = [
        "libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime", "libc.", "libc-", "libm.",
        "libpthread", "libstdc++", "libgcc", "libsystem", "ld-linux", "ld-musl", "libc++",
      ]
      if libraries.contains(where: image.hasPrefix) { return false }
      // In a statically linked program the standard library's frames have the program's image.
      return !["_assertionFailure", "_fatalErrorMessage", "swift_", "Swift runtime failure"].contains(
        where: function.contains)
    }
  }
}
