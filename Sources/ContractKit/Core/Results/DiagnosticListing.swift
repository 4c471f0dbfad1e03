/// The diagnostics of files in the form of a compiler's list, with the counts in the last line.
package struct DiagnosticListing: Sendable {
  private let diagnostics: [Diagnostic]
  private let style: ConsoleStyle
  private let width: Int?
  private let offersStrict: Bool

  /// Creates the listing of diagnostics, which may be in any order.
  ///
  /// - Parameters:
  ///   - isColored: Whether severities and places are in color.
  ///   - width: The terminal's columns. No source line is longer, so that carets stand under the right characters.
  ///   - offersStrict: Whether the last line mentions the option with which warnings fail.
  package init(_ diagnostics: [Diagnostic], isColored: Bool = false, width: Int? = nil, offersStrict: Bool = false) {
    self.width = width
    self.offersStrict = offersStrict
    self.diagnostics = diagnostics.inSourceOrder
    style = ConsoleStyle(isColored: isColored)
  }

  /// The list, in source order, without a line feed at its end; "" if there are no diagnostics.
  package var text: CleanText {
    diagnostics.isEmpty ? "" : (entries + [counts]).joined(separator: "\n")
  }

  /// The diagnostics, in source order.
  package var entries: [CleanText] {
    // The notes of the previous warnings. A note that is in it is not printed again.
    var printed: Set<CleanText> = []
    return diagnostics.map { diagnostic in
      let status = diagnostic.severity == .error ? Status.failed : .errored
      let severity = style.colored("\(diagnostic.severity.rawValue):", as: status)
      // The first line is built again with color. The lines after it are the excerpt and the notes.
      var rest = CleanText(lines: diagnostic.text(width: width)).lines.dropFirst()
      if diagnostic.warning != nil {
        let notes = rest.suffix(diagnostic.notes.count).filter { printed.insert($0).inserted }
        rest = rest.dropLast(diagnostic.notes.count) + notes
      }
      let first: CleanText = "\(style.bold("\(diagnostic.place):")) \(severity) \(diagnostic.message)"
      let notes = diagnostic.notes.count
      let last = rest.suffix(notes).map { $0.wrapped(to: width) }
      return ([first.wrapped(to: width)] + rest.dropLast(notes) + last).joined(separator: "\n")
    }
  }

  private var counts: CleanText {
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count - errors
    var counts: [CleanText] = []
    if errors > 0 { counts.append(style.red("\(English.counted(errors, "error"))")) }
    if warnings > 0 { counts.append(style.yellow("\(English.counted(warnings, "warning"))")) }
    let files = Set(diagnostics.map(\.range.source.path)).count
    let end: CleanText = offersStrict && warnings > 0 ? "; with --strict, the exit status is 1" : ""
    return "\(counts.joined(separator: " and ")) in \(English.counted(files, "file"))\(end)"
  }
}
