import Foundation
import TestSupport

extension Python {
  /// The command of a driver that a test writes as `driver.py`.
  static let ownDriver = [path ?? "python3", "-S", "driver.py"]

  /// Returns the command of a misbehaving driver.
  static func driver(_ words: [String]) -> [String] {
    guard let path, let file = words.first else { return words }
    return [path, "-S", TestFolder.misbehavingDrivers.appendingPathComponent("\(file).py").path] + words.dropFirst()
  }
}
