import Foundation

/// Another build of the benchmarks, with the runner and the drivers beside it. Each row is measured by both builds in
/// turns, so that other load on the machine affects both.
struct OtherBuild {
  /// The path of its `benchmarks`.
  let program: String

  /// Measures rows and prints, for each number of both builds, the median of the other build, that of this one, and the
  /// median of the ratios. Returns whether each row was measured.
  func compare(_ rows: [Row], _ scale: Scale) throws -> Bool {
    try Scratch.enter()
    defer { Scratch.remove() }
    Console.write(try Machine.description() + "\n\n")
    Console.write(
      "| row | work | other build | this build | ratios of the numbers |\n| --- | --- | --- | --- | --- |\n")
    var isWhole = true
    for row in rows {
      Console.note("… \(row.name)")
      var rounds: [(theirs: [String], ours: [String])] = []
      for _ in 0..<scale.rounds(5) {
        rounds.append((try measured(by: program, row, scale), try measured(by: Built.benchmarks, row, scale)))
      }
      for (index, line) in row.lines.enumerated() {
        let texts = rounds.map { (theirs: $0.theirs.element(at: index), ours: $0.ours.element(at: index)) }
        let (theirs, ours) = (texts.map { Self.numbers($0.theirs) }, texts.map { Self.numbers($0.ours) })
        let text = texts.last?.ours ?? ""
        guard let count = ours.first?.count, count > 0, (theirs + ours).allSatisfy({ $0.count == count }) else {
          Console.write("| `\(row.name)` | \(line.work) | \(texts.last?.theirs ?? "") | \(text) | – |\n")
          if text.isEmpty || text.hasPrefix("FAILED") { isWhole = false }
          continue
        }
        let columns = (0..<count).map { column in
          (
            theirs: theirs.map { $0[column] }.median, ours: ours.map { $0[column] }.median,
            ratio: zip(theirs, ours).map { $1[column] / $0[column] }.median
          )
        }
        let cells = [
          columns.map(\.theirs.short).joined(separator: ", "), columns.map(\.ours.short).joined(separator: ", "),
          columns.map { $0.ratio.text(2) }.joined(separator: ", "),
        ]
        Console.write("| `\(row.name)` | \(line.work) | \(cells.joined(separator: " | ")) |\n")
      }
    }
    return isWhole
  }

  /// Returns what a build measures in a round of a row, for each of its lines.
  private func measured(by program: String, _ row: Row, _ scale: Scale) throws -> [String] {
    let size = scale.isSmall ? ["--small"] : ["--rounds", "1"]
    let table = try Child.output(of: [program, "--only", row.name] + size)
    return table.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return cells.count == 5 && cells[0] == "`\(row.name)`" ? cells[2] : nil
    }
  }

  /// Returns the numbers in a text.
  private static func numbers(_ text: String) -> [Double] {
    text.matches(of: /\d+(?:\.\d+)?/).compactMap { Double($0.output) }
  }
}

extension [String] {
  /// Returns an element, or an empty text if there is none.
  fileprivate func element(at index: Int) -> String { indices.contains(index) ? self[index] : "" }
}
