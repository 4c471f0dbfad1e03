import Foundation
import TestSupport
import Testing

extension TestFolder {
  static let misbehavingDrivers = package.appendingPathComponent("Tests/Fixtures/MisbehavingDrivers")
}

extension URL {
  /// Writes a file below a folder, and creates the folders in between.
  func write(_ text: String, to path: String) throws {
    let file = appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Writes a driver in Python below a folder, `driver.py`, with the driver kit beside it.
  ///
  /// - Parameter operations: The driver's operations, which may use `json`, `sys` and `urllib.request`.
  func writePythonDriver(_ operations: String) throws {
    let text = """
      import json
      import sys
      import urllib.request

      from contract_driver import Driver

      driver = Driver("shop")


      \(operations)


      driver.run()

      """
    try write(text, to: "driver.py")
    try copyPythonKit()
  }

  /// Copies the driver kit for Python into a folder.
  func copyPythonKit() throws {
    let kit = "contract_driver.py"
    try write(try #require(TestFolder.package.text("Examples/python/\(kit)")), to: kit)
  }

  /// Returns a file's text, or nil if there is no such file.
  func text(_ path: String) -> String? {
    (try? Data(contentsOf: appendingPathComponent(path))).map { String(decoding: $0, as: UTF8.self) }
  }
}
