import ContractAuthoring
import Foundation

/// Measures, and prints a table: `swift run -c release --package-path Benchmarks benchmarks`.
///
/// The exit status is 1 if a row does not do its work. A wanted value that is not reached does not change it, because
/// no test may depend on time.
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
        if let other = arguments.other {
          if try !other.compare(rows, arguments.scale) { exit(1) }
        } else if try await !Table.print(rows, arguments.scale) {
          exit(1)
        }
      }
    } catch {
      Console.note("benchmarks: \(error)")
      exit(2)
    }
  }
}
