import Foundation
import TestSupport

extension Python {
  /// The command of a driver that a test writes as `driver.py`.
  static let ownDriver = [path ?? "python3", "-S", "driver.py"]

  /// Returns a driver on the kit with one operation.
  ///
  /// - Parameters:
  ///   - body: The lines of the operation, which has the parameter `call`.
  ///   - start: Lines before the operation; by default none.
  static func kitDriver(_ operation: String, _ body: String, start: String = "") -> String {
    """
    import os, sys
    sys.path.insert(0, "\(TestFolder.package.appendingPathComponent("Kits/python").path)")
    from contract_run.driver import Driver
    driver = Driver("\(operation)")
    \(start)

    @driver.operation("\(operation)")
    def operation(call):
        \(body.replacing("\n", with: "\n    "))

    driver.run()
    """
  }

  /// Returns the command of a misbehaving driver.
  static func driver(_ words: [String]) -> [String] {
    guard let path, let file = words.first else { return words }
    return [path, "-S", TestFolder.misbehavingDrivers.appendingPathComponent("\(file).py").path] + words.dropFirst()
  }
}
