/// Everything that is wrong with files, as a compiler would list it, with the counts as its last line.
public struct DiagnosticListing: Sendable {
  private let diagnostics: [Diagnostic]
  private let style: ConsoleStyle
  private let width: Int?

  /// Makes the list.
  ///
  /// - Parameters:
  ///   - isColored: Whether severities and places are in colour.
  ///   - width: The terminal's columns, which no source line is to exceed, so that carets stand under what they mean.
  public init(_ diagnostics: [Diagnostic], isColored: Bool = false, width: Int? = nil) {
    self.width = width
    self.diagnostics = diagnostics.inSourceOrder
    style = ConsoleStyle(isColored: isColored)
  }

  /// The list, in source order, without a line end at its end; "" where nothing is wrong.
  public var text: String {
    if diagnostics.isEmpty { return "" }
    return (diagnostics.map(entry) + [counts]).joined(separator: "\n")
  }

  private func entry(_ diagnostic: Diagnostic) -> String {
    let severity = style.colored(
      "\(diagnostic.severity.rawValue):", as: diagnostic.severity == .error ? .failed : .errored)
    let place = style.bold("\(diagnostic.place.cleanedLine):")
    // The first line is made again with colours; what follows it is the excerpt and the notes.
    let rest = diagnostic.text(width: width).cleaned.split(separator: "\n", omittingEmptySubsequences: false)
      .dropFirst()
    return (["\(place) \(severity) \(diagnostic.message.cleanedLine)"] + rest.map(String.init)).joined(separator: "\n")
  }

  private var counts: String {
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count - errors
    var counts: [String] = []
    if errors > 0 { counts.append(style.red(ConsoleText.number(errors, "error"))) }
    if warnings > 0 { counts.append(style.yellow(ConsoleText.number(warnings, "warning"))) }
    let files = Set(diagnostics.map(\.range.source.path)).count
    return "\(counts.joined(separator: " and ")) in \(ConsoleText.number(files, "file"))"
  }
}
