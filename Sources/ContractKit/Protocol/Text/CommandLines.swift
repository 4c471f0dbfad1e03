/// The command lines that texts propose as the next step.
///
/// A text knows what helps, but not how contract-run was started: with which program, configuration, client and driver.
/// The command makes these lines. In a test framework, they are those of an installed `contract-run`.
package struct CommandLines: Sendable {
  /// A command line up to the place of filters, and from there.
  package typealias Parts = (begin: String, end: String)

  /// Runs the same again.
  package var again = "contract-run"
  /// Runs what failed in the last run; nil if no such results are kept.
  package var lastFailed: String?
  /// Runs one scenario or variation of the same run. Its id stands between the parts.
  package var alone: Parts = ("contract-run --filter ", "")
  /// Completes contracts. Filters may stand between the parts.
  package var learn: Parts = ("contract-run learn --write", "")
  /// Lists what scenarios depend on, and what they do not check.
  package var prove = "contract-run --prove"
  /// Also plays the variations that contracts do not declare.
  package var all = "contract-run --variations all"
  /// Checks contracts, and the files that the configuration names.
  package var check = "contract-run check"
  /// Checks the driver, too.
  package var smoke = "contract-run check -- DRIVER"

  /// Makes the lines of an installed `contract-run` in a folder with a configuration.
  package init() {}

  /// Returns the command that runs one scenario or variation.
  package func run(alone id: String) -> String { alone.begin + id.inShellQuotes + alone.end }

  /// Returns the command that learns what some filters choose; everything if there is none.
  ///
  /// - Parameters:
  ///   - accepts: Whether what the client does is accepted. The person writes the reason.
  ///   - replaces: Whether what differs in the contract is replaced.
  package func learn(_ filters: [String], accepts: Bool = false, replaces: Bool = false) -> String {
    let more = (accepts ? " --accept \("REASON".inShellQuotes)" : "") + (replaces ? " --update" : "")
    return learn.begin + more + filters.map { " --filter \($0.inShellQuotes)" }.joined() + learn.end
  }
}

/// The pages of the documentation, by URL: a user's machine does not have the folder docs/.
package enum Documentation {
  private static let base = "https://github.com/contractkit/ContractKit/blob/main/docs/"

  /// Returns the URL of a page, such as `serve.md`.
  package static func page(_ name: String) -> String { base + name }
}
