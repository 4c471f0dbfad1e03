/// One measurement: a row of the table, or multiple rows that are measured together. It has a description, the wanted
/// values and the code.
struct Row: Sendable {
  /// The name for `--only`.
  var name: String
  /// The descriptions of what is measured, each with the wanted value.
  var lines: [Line]
  /// Measures, and returns a figure for each line.
  ///
  /// - Throws: `Missing` if the machine lacks a tool, and `Wrong` if the measured code does not do its work.
  var measure: @Sendable (Scale) async throws -> [Figure]

  struct Line: Sendable {
    var work: String
    var wanted: Wanted
  }

  /// All rows, in the order of the table.
  static let all: [Row] = [
    todo, todoVariations, scenarios, sizes, merge, compare, variations, steps, pages, streams, groups, strength, learn,
    session1,
    session8, check, linear, importing, json, schema, causes, html, version, python, pytestPlugin, inProcess, loopback,
    loopbackServer, loopback1, loopback8, tls, security, watch, networkGuard, forwarder, large,
  ]
}

/// A measured value.
struct Figure: Sendable {
  /// The value, in the unit of the wanted value.
  var value: Double
  /// The text in the table, if it has more than the value.
  var text: String?
}

/// The wanted value of a figure.
enum Wanted: Sendable {
  case atMost(Double, String)
  case atLeast(Double)
  case between(Double, Double)
  /// No wanted value. The text explains the figure.
  case noted(String)

  /// Returns whether a figure reaches the wanted value. Nil if there is no wanted value, or if the figure is not a
  /// number because it could not be measured on this machine.
  func isReached(_ value: Double) -> Bool? {
    switch self {
    case _ where value.isNaN: nil
    case .atMost(let most, _): value <= most
    case .atLeast(let least): value >= least
    case .between(let least, let most): value >= least && value <= most
    case .noted: nil
    }
  }

  var text: String {
    switch self {
    case .atMost(let most, let unit): "at most \(most.short) \(unit)"
    case .atLeast(let least): "at least \(least.short)"
    case .between(let least, let most): "\(least.short) to \(most.short)"
    case .noted(let why): why
    }
  }

  /// Returns the text of a figure without its own text.
  func text(_ value: Double) -> String {
    switch self {
    case .atMost(_, let unit): "\(value.short) \(unit)"
    case .atLeast, .between, .noted: value.short
    }
  }
}

/// The amount of work.
struct Scale: Sendable {
  /// Whether each piece of work runs only once and on little data, to check that it still works.
  var isSmall = false
  /// The number of rounds, or nil for each row's own number.
  var rounds: Int?

  /// Returns the number of rounds of a row.
  func rounds(_ count: Int) -> Int { rounds ?? (isSmall ? 1 : count) }

  /// Returns the number of pieces of work in a round.
  func count(_ count: Int, small: Int) -> Int { isSmall ? small : count }

  /// Runs the rounds of a row one after another, and returns their results. A first round does not count; after it, the
  /// files are in memory. Both sides of a comparison run within one round, so that other load on the machine affects
  /// both.
  func measure<Result>(_ count: Int, _ round: () async throws -> Result) async rethrows -> [Result] {
    if !isSmall { _ = try await round() }
    var results: [Result] = []
    for _ in 0..<rounds(count) { results.append(try await round()) }
    return results
  }
}

/// An error of a benchmark that does not do its work.
struct Wrong: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// A tool that a row needs and that the machine does not have. The row is skipped, and its text names what to install.
struct Missing: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
