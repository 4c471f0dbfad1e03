import ContractCore
import ContractReporting

/// One of the parts into which machines divide a run.
struct Shard: Equatable {
  /// Which part, from 1.
  var index: Int
  var count: Int

  static let limit = RunReport.Part.limit

  /// Returns the part that the option `--shard` or Bazel's variables name; nil if there is neither.
  static func named(by arguments: Arguments, _ environment: [String: String]) throws(Exit) -> Shard? {
    // Newer versions fail a test that does not say so that it knows shards.
    if let file = environment["TEST_SHARD_STATUS_FILE"], !file.isEmpty { try? ReportFile.write([], to: file) }
    let bazel = try variables(bazelVariables, environment)
    guard let text = arguments.last(.shard) else { return bazel }
    let shard = text == "ci" ? try ofService(environment) : try Shard(text)
    if let bazel, bazel != shard {
      throw .usage(
        "'--shard \(text)' is not the shard of Bazel's variables, \(bazel.text)",
        "leave out the option, or unset TEST_TOTAL_SHARDS and TEST_SHARD_INDEX")
    }
    return shard
  }

  init(index: Int, count: Int) { (self.index, self.count) = (index, count) }

  var text: String { "\(index)/\(count)" }

  private init(_ text: String) throws(Exit) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
    guard parts.count == 2, numbers.count == 2, (1...Self.limit).contains(numbers[1]) else {
      throw .usage(
        "'--shard' needs I/N, such as 2/5, or ci, found '\(text)'", "N is at most \(English.grouped(Self.limit))")
    }
    (index, count) = (numbers[0], numbers[1])
    if index == 0 {
      throw .usage(
        "'--shard \(text)': shards are counted from 1",
        "strategy.job-index of GitHub is counted from 0; list the numbers in the matrix: shard: [1, 2, 3]")
    }
    if index > count {
      throw .usage("'--shard \(text)': there are only \(count) shards", "write 1/\(count) to \(count)/\(count)")
    }
  }

  // MARK: Services

  /// The variables in which a service says which part a machine plays, and the number of the first part.
  private typealias Variables = (service: String, index: String, count: String, first: Int)

  private static let bazelVariables: Variables = ("Bazel", "TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", 0)
  private static let services: [Variables] = [
    ("GitLab", "CI_NODE_INDEX", "CI_NODE_TOTAL", 1), ("CircleCI", "CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0),
    ("Buildkite", "BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0),
  ]

  private static func ofService(_ environment: [String: String]) throws(Exit) -> Shard {
    for service in services {
      if let shard = try variables(service, environment) { return shard }
    }
    throw .usage(
      "'--shard ci' finds no variables of GitLab, CircleCI or Buildkite",
      "on GitHub, write --shard ${{ matrix.shard }}/N; with Slurm, --shard $SLURM_ARRAY_TASK_ID/N")
  }

  /// Returns the part that variables name; nil if they are not set.
  private static func variables(_ names: Variables, _ environment: [String: String]) throws(Exit) -> Shard? {
    guard let total = environment[names.count], !total.isEmpty else { return nil }
    // GitLab sets only the total, which is 1, for jobs that do not run in parallel.
    let index = environment[names.index] ?? (total == "1" ? String(names.first) : "")
    guard let count = Int(total), let number = Int(index), (1...limit).contains(count),
      (0..<count).contains(number - names.first)
    else {
      throw .usage(
        "\(names.service)'s variables are not a shard: \(names.index) is '\(index)', and \(names.count) is '\(total)'",
        "\(names.index) is a number from \(names.first); \(names.count) is the number of shards")
    }
    return Shard(index: number - names.first + 1, count: count)
  }
}

extension Option {
  static let shard = Option(
    "shard", .text("I/N"),
    "run one of N parts that take about as long: I/N, such as 2/5; ci: what GitLab, CircleCI or Buildkite says",
    page: "scale.md#shards")
}
