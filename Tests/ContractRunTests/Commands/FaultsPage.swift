import ContractCore
import Foundation
import TestSupport

/// The page docs/what-it-catches.md. Most sections have a client's code, and what a run prints. The first one also has
/// the contract.
struct FaultsPage {
  /// The content of a fence.
  enum Part: String {
    case client = "swift"
    case contract = "json"
    case output = "text"
  }

  /// A section of the page, about one mistake.
  struct Section {
    var heading: String
    /// The name of the section's file in Tests/Fixtures/Faults, without the extension.
    var fault: String
    var parts: [(part: Part, fence: Page.Fence)]
  }

  let page: Page
  let sections: [Section]

  init() throws {
    let page = try Page("docs/what-it-catches.md")
    let texts = page.text.components(separatedBy: "\n## ").dropFirst()
    sections = zip(page.sections, texts).compactMap { heading, text in
      guard let link = text.firstMatch(of: #/\(\.\./Tests/Fixtures/Faults/(\w+)\.swift\)/#) else { return nil }
      let fences = page.fences.filter { $0.section == heading }
      let parts = fences.compactMap { fence in Part(rawValue: fence.info).map { ($0, fence) } }
      return parts.isEmpty ? nil : Section(heading: heading, fault: String(link.1), parts: parts)
    }
    self.page = page
  }
}

/// A run of the built command in Tests/Fixtures/Faults.
struct FaultsRun: Sendable {
  /// The clients as they were found, and as they were fixed.
  static let wrong = Task { try await FaultsRun(arguments: []) }
  static let right = Task { try await FaultsRun(arguments: ["right"]) }

  static let folder = TestFolder.package.appendingPathComponent("Tests/Fixtures/Faults")

  /// After a crash the driver writes a backtrace, which can take longer than the default timeout on a busy machine.
  private static let patience = ["--timeout", "600"]

  var status: Int32?
  var output: String
  var results: [JSONResult.Scenario]

  private init(arguments: [String]) async throws {
    self = try await TestFolder.temporary { folder in
      let driver = [TestFolder.products.appendingPathComponent("faults-driver").path] + arguments
      let words = driver.map { "\"\($0)\"" }.joined(separator: ", ")
      let home = "Tests/Fixtures/Faults"
      try folder.write(
        #"{ "specs": ["specs"], "clients": [{ "name": "faults", "driver": [\#(words)] }] }"#,
        to: "\(home)/contract-run.json")
      try FileManager.default.copyItem(
        at: Self.folder.appendingPathComponent("specs"), to: folder.appendingPathComponent("\(home)/specs"))
      let ended = try await contractRun(
        ["--config", "\(home)/contract-run.json"] + Self.patience + ["--report", "json=report.json"], in: folder)
      let report = try JSONResult(folder.appendingPathComponent("report.json"))
      return FaultsRun(status: ended.status, output: ended.output, results: report.results)
    }
  }

  private init(status: Int32?, output: String, results: [JSONResult.Scenario]) {
    (self.status, self.output, self.results) = (status, output, results)
  }

  /// Returns what the run printed about the scenarios of one contract that did not pass, without what differs between
  /// machines.
  func reported(_ contract: String) -> String {
    output.components(separatedBy: "\n\n").filter { $0.hasPrefix("✗ faults/\(contract)/") }
      .map(Self.portable).joined(separator: "\n\n")
  }

  private static func portable(_ block: String) -> String {
    var lines: [String] = []
    for line in block.components(separatedBy: "\n") {
      // Every line of a backtrace differs between machines.
      let isPrinted = line.hasPrefix("  │ ")
      if isPrinted, lines.last == "  │ …" { continue }
      lines.append(isPrinted && lines.last?.hasPrefix("  │ ") == true ? "  │ …" : line)
    }
    return lines.joined(separator: "\n")
      .replacing(#/0x[0-9a-f]+/#, with: "0x…")
      .replacing(TerminationStatus.signal(SIGTRAP).text, with: TerminationStatus.signal(SIGILL).text)
      .replacing(#/ \/.*(\/Tests\/Fixtures\/Faults\/)/#) { " …\($0.1)" }
      .replacing(#/"debugDescription":"(\\.|[^"\\])*"/#) { _ in #""debugDescription":"…""# }
      .replacing(#/\S*contract-run --config/#, with: "swift run contract-run --config")
      .replacing(" " + patience.joined(separator: " "), with: "")
  }
}
