import Testing

extension RefusalTests {
  /// Words that earlier versions had.
  static let formerWords: [Refusal] = [
    Refusal(
      ["--junit", "out.xml"],
      """
      contract-run: error: unknown option '--junit'
      contract-run: write --report junit=PATH
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["--report", "junit-rich=out.xml"],
      """
      contract-run: error: '--report' cannot be 'junit-rich=out.xml'
      contract-run: did you mean 'junit'? write FORMAT=PATH; formats: junit, json, html, markdown, gitlab, problems
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["watch", "--client", "x"],
      """
      contract-run: error: 'watch' is neither a command nor a file
      contract-run: did you mean 'run --watch'?
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["prove"],
      """
      contract-run: error: 'prove' is neither a command nor a file
      contract-run: did you mean 'run --prove'?
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["smoke", "--client", "x"],
      """
      contract-run: error: 'smoke' is neither a command nor a file
      contract-run: did you mean 'check --drivers'?
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["smoke", "--", "./driver", "x"],
      """
      contract-run: error: 'smoke' is neither a command nor a file
      contract-run: did you mean 'check -- ./driver x'?
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["help", "watch"],
      """
      contract-run: error: unknown command 'watch'
      contract-run: did you mean 'run --watch'?
      contract-run: run 'contract-run --help' for usage

      """),
    Refusal(
      ["import", "openapi", "api.json", "--prune", "--write"],
      """
      contract-run: error: unknown option '--prune'
      contract-run: write --delete, which deletes, or --delete --dry-run, which only lists
      contract-run: run 'contract-run import --help' for usage

      """),
    Refusal(
      ["import", "openapi", "api.json", "--write"],
      """
      contract-run: error: unknown option '--write'
      contract-run: write --delete, which deletes, or --delete --dry-run, which only lists
      contract-run: run 'contract-run import --help' for usage

      """),
    Refusal(
      ["import", "accepted", "known.json", "--delete"],
      """
      contract-run: error: '--delete' is not an option of 'contract-run import accepted'
      contract-run: it only prints the entries
      contract-run: run 'contract-run import --help' for usage

      """),
  ]
}
