import Foundation

/// The request on the command line.
struct Arguments {
  enum Task {
    case measure([Row])
    case list
    case help
  }

  var task: Task
  var scale = Scale()
  /// The build to compare with; nil if the rows are only measured.
  var other: OtherBuild?

  /// Reads the command line, without the program's name.
  ///
  /// - Throws: `Wrong`, which describes the mistake and what is allowed.
  init(_ words: [String], rows: [Row] = Row.all) throws {
    var names: [String] = []
    var words = words[...]
    task = .measure(rows)
    while let word = words.popFirst() {
      switch word {
      case "--small": scale.isSmall = true
      case "--list": task = .list
      case "--help", "-h": task = .help
      case "--rounds":
        guard let text = words.popFirst(), let rounds = Int(text), rounds > 0 else {
          throw Wrong("--rounds needs a number of 1 or more")
        }
        scale.rounds = rounds
      case "--base":
        guard let path = words.popFirst(), FileManager.default.isExecutableFile(atPath: path) else {
          throw Wrong("--base needs the benchmarks program of another build")
        }
        other = OtherBuild(program: URL(fileURLWithPath: path).path)
      case "--only":
        guard let name = words.popFirst(), !name.hasPrefix("-") else {
          throw Wrong("--only needs the name of a row; --list names them")
        }
        // Multiple names are possible: `--only a b`, `--only a,b` or `--only a --only b`.
        names += name.split(separator: ",").map(String.init)
        while let next = words.first, !next.hasPrefix("-") {
          names += next.split(separator: ",").map(String.init)
          words.removeFirst()
        }
      default: throw Wrong("unknown argument '\(word)'; --help says what there is")
      }
    }
    for name in names where !rows.contains(where: { $0.name == name }) {
      throw Wrong("no row '\(name)'; there are: \(rows.map(\.name).joined(separator: ", "))")
    }
    if case .measure = task, !names.isEmpty { task = .measure(rows.filter { names.contains($0.name) }) }
  }

  static let help = """
    Measures ContractKit against its like, side by side, and prints a table: see docs/maintainers/performance.md.

    swift run -c release --package-path Benchmarks benchmarks [OPTION...]

      --only NAME...  these rows only
      --small         each once and small, to see that it still runs
      --rounds N      so many rounds of each, in place of each row's own number
      --base PROGRAM  compares with the benchmarks program of another build, both in turns, in 5 rounds
      --list          the names of the rows, and what they measure
      --help          this text
    """
}
