import Foundation

/// A run of `contract-run` with a driver of this program, one call at a time.
struct CallsRun {
  private let command: [String]
  private let calls: Int

  /// - Parameters:
  ///   - specs: The folder of the contracts.
  ///   - options: The options of the run.
  ///   - driver: The role of this program that is the driver; `thing-driver` by default.
  init(_ specs: String, on transport: String, _ options: [String] = [], driver: String = "thing-driver") throws {
    let all = [try Built.product("contract-run"), specs, "--transport", transport] + options
    let driver = ["--", Built.benchmarks, "--as", driver]
    // Each id is printed on its own line.
    calls = try Child.output(of: all + ["--list"] + driver).split(separator: "\n").count
    command = all + ["--jobs", "1"] + driver
  }

  /// Returns the seconds of the run.
  ///
  /// - Parameter fails: Whether a call fails; false by default.
  func seconds(fails: Bool = false) throws -> Double { try Child.run(command, status: fails ? 1 : 0).wall }

  /// Returns the seconds for each scenario and variation.
  func secondsForEach(fails: Bool = false) throws -> Double { try seconds(fails: fails) / Double(calls) }
}
