import Foundation

/// Measures, and prints a table: `swift run -c release --package-path Benchmarks benchmarks`.
///
/// It leaves with 1 where a row did not do its work, and with 0 whether or not what is wanted was reached: nothing here
/// is a test of time.
@main struct Benchmarks {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      if let role = try Role(words) { try await role.play() }
      let arguments = try Arguments(words)
      switch arguments.task {
      case .help: print(Arguments.help)
      case .list: for row in Row.all { Table.list(row) }
      case .measure(let rows):
        if try await !Table.print(rows, arguments.scale) { exit(1) }
      }
    } catch {
      Console.note("benchmarks: \(error)")
      exit(2)
    }
  }
}
