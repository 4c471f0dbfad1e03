import ContractCore
import Foundation
import TestSupport
import Testing

/// A headless Chromium, which `Tests/Fixtures/Browser/browser.py` controls.
enum Chromium {
  /// The path of the program, or nil if there is none.
  static let path: String? = {
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return names.lazy.flatMap { name in folders.lazy.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  static var isThere: Bool { path != nil && Python.isThere }
  static let absence: Comment = "tests in a browser need chromium and python3 on PATH"

  /// A step of a visit.
  struct Step: Sendable {
    var json: JSON

    static func go(_ address: String) -> Step { Step(json: ["go": .string(address)]) }
    /// Waits until a JavaScript expression is true.
    static func wait(_ expression: String) -> Step { Step(json: ["wait": .string(expression)]) }
    static func evaluate(_ expression: String) -> Step { Step(json: ["evaluate": .string(expression)]) }
    static func click(_ selector: String) -> Step { Step(json: ["click": .string(selector)]) }
    static func screen(_ width: Int, _ scheme: String) -> Step {
      Step(json: ["screen": ["width": .number(width), "height": 800, "scheme": .string(scheme)]])
    }
    static func type(_ text: String) -> Step { Step(json: ["type": .string(text)]) }
    static func key(_ character: String) -> Step { Step(json: ["key": .string(character)]) }
    /// Returns the URLs that were requested so far.
    static let requests = Step(json: ["requests": .null])
    /// Reads the visible text of an element.
    static func text(_ selector: String) -> Step {
      .evaluate("document.querySelector(\(JSON.string(selector).text)).innerText")
    }
  }

  /// The results of a visit.
  struct Visit: Sendable {
    /// One value for each step.
    var values: [JSON]
    /// Errors and warnings on the console, uncaught exceptions, and violations of the page's policy.
    var complaints: [String]
  }

  /// Performs steps in a browser. `browser.py` lists the possible steps.
  static func visit(_ steps: [Step], in folder: URL) async throws -> Visit {
    let script = TestFolder.package.appendingPathComponent("Tests/Fixtures/Browser/browser.py").path
    let name = UUID().uuidString
    try folder.write(JSON.array(steps.map(\.json)).text, to: "\(name).json")
    let line = #"exec "$0" "$1" "$2" < "$3""#
    let words = ["-c", line, try #require(Python.path), script, try #require(path), "\(name).json"]
    let ended = try await BuiltCommand(words, program: "/bin/sh", in: folder).end()
    let json = try #require(JSON.parse(ended.output), "\(ended.output)\(ended.errors)")
    return Visit(
      values: json["values"]?.array ?? [], complaints: json["complaints"]?.array?.compactMap(\.string) ?? [])
  }
}
