/// Everything that is wrong with files, as a compiler would list it, with the counts as its last line.
package struct DiagnosticListing: Sendable {
  private let diagnostics: [Diagnostic]
  private let style: ConsoleStyle
  private let width: Int?
  private let offersStrict: Bool

  /// Makes the listing of some diagnostics, in any order.
  ///
  /// - Parameters:
  ///   - isColored: Whether severities and places are in colour.
  ///   - width: The terminal's columns, which no source line is to exceed, so that carets stand under what they mean.
  ///   - offersStrict: Whether the last line says what makes errors of warnings.
  package init(_ diagnostics: [Diagnostic], isColored: Bool = false, width: Int? = nil, offersStrict: Bool = false) {
    self.width = width
    self.offersStrict = offersStrict
    self.diagnostics = diagnostics.inSourceOrder
    style = ConsoleStyle(isColored: isColored)
  }

  /// The list, in source order, without a line end at its end; "" where nothing is wrong.
  package var text: String {
    if diagnostics.isEmpty { return "" }
    var told: Set<String> = []
    return (diagnostics.map { entry($0, told: &told) } + [counts]).joined(separator: "\n")
  }

  /// - Parameter told: The notes of warnings so far: what they say of the next one of their kind is not said again.
  private func entry(_ diagnostic: Diagnostic, told: inout Set<String>) -> String {
    let severity = style.colored(
      "\(diagnostic.severity.rawValue):", as: diagnostic.severity == .error ? .failed : .errored)
    let place = style.bold("\(diagnostic.place.cleanedLine):")
    // The first line is made again with colours; what follows it is the excerpt and the notes.
    var rest = diagnostic.text(width: width).cleaned.split(separator: "\n", omittingEmptySubsequences: false)
      .dropFirst()
    if diagnostic.warning != nil {
      let notes = rest.suffix(diagnostic.notes.count).filter { told.insert(String($0)).inserted }
      rest = rest.dropLast(diagnostic.notes.count) + notes
    }
    return (["\(place) \(severity) \(diagnostic.message.cleanedLine)"] + rest.map(String.init)).joined(separator: "\n")
  }

  private var counts: String {
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count - errors
    var counts: [String] = []
    if errors > 0 { counts.append(style.red(Words.counted(errors, "error"))) }
    if warnings > 0 { counts.append(style.yellow(Words.counted(warnings, "warning"))) }
    let files = Set(diagnostics.map(\.range.source.path)).count
    let end = offersStrict && warnings > 0 ? "; --strict makes \(warnings == 1 ? "it an error" : "them errors")" : ""
    return "\(counts.joined(separator: " and ")) in \(Words.counted(files, "file"))\(end)"
  }
}
