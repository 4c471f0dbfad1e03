// How programs in other languages than Swift print that they crashed.

extension CrashTrace {
  /// Looks for the end of a Go program: `panic: …` or `fatal error: …`, and then the calls of the goroutine, each with its
  /// place in the next line.
  init?(go lines: [Substring]) {
    let starts = ["panic: ", "fatal error: "]
    guard let first = lines.lastIndex(where: { line in starts.contains(where: line.hasPrefix) }),
      let goroutine = lines[first...].firstIndex(where: { $0.hasPrefix("goroutine ") && $0.hasSuffix("]:") })
    else { return nil }
    message = String(lines[first])
    let calls = lines[(goroutine + 1)...].prefix { !$0.isEmpty && !$0.hasPrefix("created by ") }
    for (call, place) in zip(calls, calls.dropFirst()) where place.hasPrefix("\t") && Self.isOwn(goFunction: call) {
      function = call.lastIndex(of: "(").map { String(call[..<$0]) }
      location = place.dropFirst().split(separator: " ").first.map(String.init)
      return
    }
  }

  /// Returns whether a function is the client's or the driver's. A package of Go itself has no dot in the first part of its
  /// path.
  private static func isOwn(goFunction call: Substring) -> Bool {
    let path = call.prefix { $0 != "(" }
    if path.contains("/contractdriver.") { return false }
    return path.hasPrefix("main.")
      || path.split(separator: "/").first.map { $0.contains(".") && path.contains("/") } == true
  }

  /// Looks for the end of a Node program: an error and its stack, above the line with Node's version.
  init?(node lines: [Substring]) {
    func isFrame(_ index: Int) -> Bool { lines[index].hasPrefix("    at ") }
    guard let version = lines.lastIndex(where: { $0.hasPrefix("Node.js v") }),
      let stack = (1..<max(version, 1)).last(where: { isFrame($0) && !isFrame($0 - 1) })
    else { return nil }
    // A message may have more than one line. Above it is an empty line.
    message = lines[..<stack].reversed().prefix { !$0.isEmpty }.reversed().joined(separator: "\n")
    for frame in lines[stack...].prefix(while: { $0.hasPrefix("    at ") }).map({ $0.dropFirst(7) }) {
      let isNamed = frame.hasSuffix(")")
      guard let place = isNamed ? frame.split(separator: "(").last?.dropLast() : frame, place.contains("/"),
        !place.contains("node:"), !place.contains("/node_modules/contract-run/")
      else { continue }
      function = isNamed ? frame.ranges(of: " (").last.map { String(frame[..<$0.lowerBound]) } : nil
      location = String(place.hasPrefix("file://") ? place.dropFirst(7) : place)
      return
    }
  }

  /// Looks for the end of a Python program: its calls, the innermost last, each with its place above its line of source, and
  /// then the error. A client that prints this into its log goes on.
  init?(python lines: [Substring]) {
    guard let start = lines.lastIndex(where: { $0.hasPrefix("Traceback (most recent call last):") }),
      let error = lines[(start + 1)...].firstIndex(where: { !$0.hasPrefix(" ") }), !lines[error].isEmpty,
      lines[(error + 1)...].allSatisfy(\.isEmpty)
    else { return nil }
    message = String(lines[error])
    for line in lines[start..<error].reversed() where line.hasPrefix("  File \"") {
      let parts = line.dropFirst(8).split(separator: "\"", maxSplits: 1)
      let words = parts.last?.split(separator: ", ").map { $0.split(separator: " ") } ?? []
      guard parts.count == 2, words.count == 2, let number = words[0].last, let name = words[1].last,
        !parts[0].hasPrefix("<"), !parts[0].hasSuffix("/contract_driver.py"), !parts[0].contains("/lib/python")
      else { continue }
      (function, location) = (String(name), "\(parts[0]):\(number)")
      return
    }
  }
}
