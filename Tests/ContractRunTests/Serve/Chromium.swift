import ContractCore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import contract_run

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

  /// A browser that runs as long as the tests, with the end of a pipe that it reads its visits from.
  private struct Running: Sendable {
    var command: BuiltCommand
    var input: Int32
  }

  private static let running = Mutex<Running?>(nil)
  private static let gate = Gate(places: 1)

  /// Returns the browser that all visits share. Starts one if none is running.
  private static func browser() throws -> Running {
    try running.withLock { running in
      if let running, running.command.isRunning { return running }
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("contractkit-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let pipe = folder.appendingPathComponent("visits").path
      try #require(mkfifo(pipe, 0o600) == 0)
      // The browser ends when nothing can write to the pipe anymore, which is when this process ends.
      let input = open(pipe, O_RDWR | O_CLOEXEC)
      try #require(input >= 0)
      let script = TestFolder.package.appendingPathComponent("Tests/Fixtures/Browser/browser.py").path
      let programs = [try #require(Python.path), script, try #require(path)]
      let words = ["-c", #"exec "$0" -S "$@" <visits"#] + programs + [folder.path]
      let command = try BuiltCommand(words, program: "/bin/sh", in: folder)
      running = Running(command: command, input: input)
      return Running(command: command, input: input)
    }
  }

  /// Performs steps in a browser, in a window of their own. `browser.py` lists the possible steps.
  static func visit(_ steps: [Step], in folder: URL) async throws -> Visit {
    try await gate.pass {
      let (name, browser) = ("\(UUID().uuidString).json", try browser())
      try folder.write(JSON.array(steps.map(\.json)).text, to: name)
      Descriptor.write(Array("\(folder.appendingPathComponent(name).path)\n".utf8), to: browser.input)
      let file = folder.appendingPathComponent("\(name).visit").path
      let isOver = await condition { FileManager.default.fileExists(atPath: file) || !browser.command.isRunning }
      if !isOver { browser.command.send(SIGKILL) }
      let text = folder.text("\(name).visit") ?? ""
      let json = try #require(JSON.parse(text), "\(browser.command.output)\(browser.command.errors)")
      let values = try #require(json["values"]?.array, "\(json["error"]?.string ?? text)")
      return Visit(values: values, complaints: json["complaints"]?.array?.compactMap(\.string) ?? [])
    }
  }
}
