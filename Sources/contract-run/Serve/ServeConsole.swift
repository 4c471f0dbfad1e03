import ContractCore
import Foundation
import Synchronization

/// What `serve` says on the terminal: where it is, each request with its verdict, what is wrong with files.
final class ServeConsole: Sendable {
  private let isColored: Bool
  private let isQuiet: Bool
  private let diagnostics: @Sendable ([Diagnostic]) -> Void
  /// Held while a line is written, so that lines of several connections do not mix.
  private let writing = Mutex(())

  /// - Parameter diagnostics: Tells what is wrong with files.
  init(isColored: Bool, isQuiet: Bool, diagnostics: @escaping @Sendable ([Diagnostic]) -> Void) {
    self.isColored = isColored
    self.isQuiet = isQuiet
    self.diagnostics = diagnostics
  }

  /// Tells a request; a quiet console only one that is not as described.
  func tell(_ request: ServedRequest) {
    if isQuiet, request.isAsDescribed { return }
    say(isColored ? Self.colored(request.line, isGood: request.isAsDescribed) : request.line)
  }

  /// Tells that files were read again.
  func tell(_ change: ContractFiles.Change, at time: String) {
    writing.withLock { _ in diagnostics(change.diagnostics) }
    if change.diagnostics.hasErrors {
      say("\(time) files changed: those with errors answer as before")
    } else if !isQuiet {
      say("\(time) files changed: \(Self.count(change.contracts))")
    }
  }

  func say(_ line: String) {
    writing.withLock { _ in _ = Descriptor.write(Array((line + "\n").utf8), to: 1) }
  }

  /// How much there is: `2 contracts, 8 scenarios`.
  static func count(_ contracts: [Contract]) -> String {
    let scenarios = contracts.reduce(0) { $0 + $1.scenarios.count }
    return "\(Words.counted(contracts.count, "contract")), \(Words.counted(scenarios, "scenario"))"
  }

  private static func colored(_ line: String, isGood: Bool) -> String {
    let sign = isGood ? "✓" : "✗"
    guard let place = line.range(of: sign) else { return line }
    return line.replacingCharacters(in: place, with: "\u{1B}[\(isGood ? 32 : 31)m\(sign)\u{1B}[0m")
  }

  /// The hour, minute and second of this place.
  static func time() -> String {
    var now = time_t(Date().timeIntervalSince1970)
    var parts = tm()
    localtime_r(&now, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
