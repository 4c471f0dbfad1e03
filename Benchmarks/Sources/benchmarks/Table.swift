import ContractAuthoring
import Foundation

/// The rows of docs/maintainers/performance.md, printed as soon as they are measured.
enum Table {
  /// Measures and prints the rows. Returns whether every row did its work.
  static func print(_ rows: [Row], _ scale: Scale) async throws -> Bool {
    try Scratch.enter()
    defer { Scratch.remove() }
    Console.write(try Machine.description() + (scale.isSmall ? "\n\nSmall: the numbers say nothing." : "") + "\n\n")
    Console.write("| row | work | measured | wanted | reached |\n| --- | --- | --- | --- | --- |\n")
    var isWhole = true
    for row in rows {
      Console.note("… \(row.name)")
      do {
        let figures = try await row.measure(scale)
        if figures.count != row.lines.count { throw Wrong("\(figures.count) figures for \(row.lines.count) lines") }
        for (line, figure) in zip(row.lines, figures) {
          let reached = scale.isSmall ? nil : line.wanted.isReached(figure.value)
          write(row, line, figure.text ?? line.wanted.text(figure.value), reached: reached)
        }
      } catch let missing as Missing {
        for line in row.lines { write(row, line, "skipped: \(missing)") }
      } catch {
        for line in row.lines { write(row, line, "FAILED: \(error)") }
        isWhole = false
      }
    }
    return isWhole
  }

  /// Prints a row's name and its lines.
  static func list(_ row: Row) {
    Console.write(row.name + row.lines.map { "\n    \($0.work): \($0.wanted.text)\n" }.joined())
  }

  /// - Parameter reached: Nil if there is no answer.
  private static func write(_ row: Row, _ line: Row.Line, _ measured: String, reached: Bool? = nil) {
    let cells = ["`\(row.name)`", line.work, measured, line.wanted.text, reached.map { $0 ? "yes" : "no" } ?? "–"]
    // A message may have multiple lines, but a cell of a table has only one.
    let text = cells.map { $0.replacingOccurrences(of: "\n", with: " ") }.joined(separator: " | ")
    Console.write("| \(text) |\n")
  }
}

/// The standard streams, without buffers, so that rows appear as soon as they are measured, even in a log.
enum Console {
  static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
  static func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}

extension Double {
  /// Returns the number with the given count of decimals.
  func text(_ decimals: Int) -> String {
    formatted(
      .number.precision(.fractionLength(decimals)).grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
  }

  /// The number with a useful count of decimals.
  var short: String {
    if self == rounded() { return text(0) }
    return text(abs(self) < 10 ? 2 : abs(self) < 100 ? 1 : 0)
  }
}
