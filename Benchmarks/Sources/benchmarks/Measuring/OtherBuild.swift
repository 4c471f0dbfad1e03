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
      var rounds: [(theirs: [String: String], ours: [String: String])] = []
      for _ in 0..<scale.rounds(5) {
        rounds.append((try measured(by: program, row, scale), try measured(by: Built.benchmarks, row, scale)))
      }
      for line in row.lines {
        let theirs = rounds.compactMap { $0.theirs[line.work].map(Self.numbers) }
        let ours = rounds.compactMap { $0.ours[line.work].map(Self.numbers) }
        let text = rounds.last?.ours[line.work] ?? "missing"
        guard theirs.count == rounds.count, ours.count == rounds.count, let count = ours.first?.count,
          count > 0, (theirs + ours).allSatisfy({ $0.count == count })
        else {
          Console.write(
            "| `\(row.name)` | \(line.work) | \(rounds.last?.theirs[line.work] ?? "missing") | \(text) | – |\n")
          isWhole = isWhole && ours.count == rounds.count && !text.hasPrefix("FAILED")
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

  /// Returns what a build measures in a round of a row, by the work of each line.
  private func measured(by program: String, _ row: Row, _ scale: Scale) throws -> [String: String] {
    let size = scale.isSmall ? ["--small"] : ["--rounds", "1"]
    let table = try Child.output(of: [program, "--only", row.name] + size)
    return table.split(separator: "\n").reduce(into: [:]) { measured, line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      if cells.count == 5, cells[0] == "`\(row.name)`" { measured[cells[1]] = cells[2] }
    }
  }

  /// Returns the numbers in a text.
  private static func numbers(_ text: String) -> [Double] {
    text.matches(of: /\d+(?:\.\d+)?/).compactMap { Double($0.output) }
  }
}
