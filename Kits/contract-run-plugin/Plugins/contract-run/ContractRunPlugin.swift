import Foundation
import PackagePlugin

/// `swift package contract-run …`: builds the drivers of the configuration, and then runs contract-run.
///
/// SwiftPM holds a lock on `.build` while a plugin runs, so a `swift build` of contract-run would wait for ever. The
/// plugin builds through SwiftPM instead, and contract-run does not build.
@main
struct ContractRunPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let program = try context.tool(named: "contract-run").url
    let words = arguments.prefix { $0 != "--" }
    if words.first == "init" {
      // It asks SwiftPM about the package, and SwiftPM waits for this plugin.
      return Diagnostics.error("init does not work in a plugin: see the README of contract-run-plugin")
    }
    let command = words.first.flatMap { Self.all.contains($0) ? $0 : nil } ?? "run"
    var arguments = arguments
    if Self.building.contains(command) || words.contains("--drivers"), !words.contains("--help"), !words.contains("-h")
    {
      let executables = Set(context.package.products.compactMap { ($0 as? ExecutableProduct)?.name })
      for driver in try drivers(words, context.package.directoryURL) where executables.contains(driver) {
        try build(driver)
      }
      if !words.contains("--no-build") { arguments.insert("--no-build", at: words.first == command ? 1 : 0) }
    }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // SwiftPM has one exit status for all failures of a plugin, so the status is printed.
    if process.terminationStatus != 0 {
      Diagnostics.error("contract-run ended with exit status \(process.terminationStatus)")
    }
  }

  /// The commands that start drivers; `check` does with `--drivers`.
  private static let building: Set = ["run", "learn", "verify", "compare"]
  private static let all = building.union([
    "check", "completion", "help", "import", "merge", "record", "schema", "serve",
  ])

  /// Returns the names of the programs that the configuration starts as drivers, as far as it can be read. contract-run
  /// says what is wrong with it otherwise.
  private func drivers(_ words: ArraySlice<String>, _ folder: URL) throws -> [String] {
    // contract-run also looks in the folders above.
    var above = folder
    while !FileManager.default.fileExists(atPath: above.appending(path: "contract-run.json").path), above.path != "/" {
      above.deleteLastPathComponent()
    }
    var path = above.appending(path: "contract-run.json")
    for (index, word) in zip(words.indices, words) {
      if word.hasPrefix("--config=") { path = folder.appending(path: String(word.dropFirst(9))) }
      if word == "--config", words.indices.contains(index + 1) { path = folder.appending(path: words[index + 1]) }
    }
    guard let data = try? Data(contentsOf: path),
      let configuration = try? JSONDecoder().decode(Configuration.self, from: data)
    else { return [] }
    return configuration.clients.compactMap { $0.driver?.first?.split(separator: "/").last.map(String.init) }
  }

  private struct Configuration: Decodable {
    struct Client: Decodable { var driver: [String]? }
    var clients: [Client]
  }

  private func build(_ driver: String) throws {
    print("building \(driver)")
    let result = try packageManager.build(.product(driver), parameters: .init(configuration: .debug))
    if !result.succeeded {
      print(result.logText)
      throw Failure(description: "\(driver) was not built; its output is above")
    }
  }

  private struct Failure: Error, CustomStringConvertible { var description: String }
}
