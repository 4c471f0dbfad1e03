import ContractCore
import ContractReporting
import Foundation
import Synchronization

/// The terminal output of `serve`: the server's URL, each request with its verdict, and the diagnostics of the files.
final class ServeConsole: Sendable {
  private let invocation: Invocation
  private let isColored: Bool
  private let isQuiet: Bool
  /// Locked while a line is written, so that lines of multiple connections do not mix.
  private let writing = Mutex(())

  init(_ invocation: Invocation) {
    self.invocation = invocation
    isColored = invocation.consoleSettings(descriptor: 1).isColored
    isQuiet = invocation.arguments.has(.quiet)
  }

  /// Prints a request. A quiet console prints it only if it does not match the contract.
  func report(_ request: ServedRequest) {
    if isQuiet, request.isAsDescribed { return }
    let line = CleanText(request.line)
    say(isColored ? line.map { Self.colored($0, isGood: request.isAsDescribed) } : line)
  }

  func report(_ change: ContractFiles.Change, at time: String) {
    writing.withLock { _ in _ = invocation.report(change.diagnostics) }
    if change.diagnostics.hasErrors {
      say("\(time) files changed: contracts with errors keep their previous answers")
    } else if !isQuiet {
      say("\(time) files changed: \(Self.count(change.contracts))")
    }
  }

  func say(_ line: CleanText) {
    writing.withLock { _ in StandardOutput.print(line) }
  }

  /// Returns the numbers of contracts and scenarios: `2 contracts, 8 scenarios`.
  static func count(_ contracts: [Contract]) -> String {
    let scenarios = contracts.reduce(0) { $0 + $1.scenarios.count }
    return "\(English.counted(contracts.count, "contract")), \(English.counted(scenarios, "scenario"))"
  }

  private static func colored(_ line: String, isGood: Bool) -> String {
    let sign = isGood ? "✓" : "✗"
    guard let range = line.range(of: sign) else { return line }
    return line.replacingCharacters(in: range, with: "\u{1B}[\(isGood ? 32 : 31)m\(sign)\u{1B}[0m")
  }

  /// Returns the local time in hours, minutes and seconds.
  static func time() -> String {
    var now = time_t(Date().timeIntervalSince1970)
    var parts = tm()
    localtime_r(&now, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
