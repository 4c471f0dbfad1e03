/// One row of the table, or a few that one measurement gives: what is done, what is wanted of it, and how it is
/// measured.
struct Row: Sendable {
  /// What `--only` calls it.
  var name: String
  /// What is measured, in words, with what is wanted of it.
  var lines: [Line]
  /// Measures, and gives a figure for each line.
  ///
  /// - Throws: `Missing` where the machine lacks a tool, `Wrong` where what is measured does not do its work.
  var measure: @Sendable (Scale) async throws -> [Figure]

  struct Line: Sendable {
    var work: String
    var wanted: Wanted
  }

  /// All rows, in the order of the table.
  static let all: [Row] = [
    todo, scenarios, sizes, session1, session8, check, json, schema, version, python, inProcess, loopback,
    loopbackServer,
    loopback1,
    loopback8, large,
  ]
}

/// What was measured.
struct Figure: Sendable {
  /// In the unit of what is wanted.
  var value: Double
  /// Its text in the table, where it says more than the number.
  var text: String?
}

/// What is wanted of a figure.
enum Wanted: Sendable {
  case atMost(Double, String)
  case atLeast(Double)
  case between(Double, Double)
  /// Nothing; why the figure is there.
  case noted(String)

  /// Whether a figure is what is wanted; nil where nothing is, and of no number, which is what could not be measured
  /// here.
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

  /// A figure's text where the row gives none.
  func text(_ value: Double) -> String {
    switch self {
    case .atMost(_, let unit): "\(value.short) \(unit)"
    case .atLeast, .between, .noted: value.short
    }
  }
}

/// How much is measured.
struct Scale: Sendable {
  /// Whether each piece of work is done once, small, only to see that it still runs.
  var isSmall = false
  /// How many rounds there are; nil for as many as each row says.
  var rounds: Int?

  /// How many rounds a row has.
  func rounds(_ count: Int) -> Int { rounds ?? (isSmall ? 1 : count) }

  /// How many pieces of work there are in a round.
  func count(_ count: Int, small: Int) -> Int { isSmall ? small : count }

  /// Does the rounds of a row one after another, and gives what each one gave, but for a first one that does not count:
  /// files are then in memory. What is compared is done within one round, so that what else the machine does falls on
  /// both.
  func measure<Result>(_ count: Int, _ round: () async throws -> Result) async rethrows -> [Result] {
    if !isSmall { _ = try await round() }
    var results: [Result] = []
    for _ in 0..<rounds(count) { results.append(try await round()) }
    return results
  }
}

/// A benchmark that does not do what it is to measure.
struct Wrong: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// A tool that a row needs and the machine does not have: the row is skipped, and says what to install.
struct Missing: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
