import Foundation
import TestSupport

extension Python {
  /// Returns the command of a misbehaving driver.
  static func driver(_ words: [String]) -> [String] {
    guard let path, let file = words.first else { return words }
    return [path, "-S", TestFolder.misbehavingDrivers.appendingPathComponent("\(file).py").path] + words.dropFirst()
  }
}
