import ContractCore
import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A run's report, read scenario by scenario.
struct RunResult: Sendable {
  /// One scenario's verdict.
  struct Case: Sendable {
    var id: String
    var status: Status
    /// The code of the reason for the status, or nil if the scenario passed.
    var code: String?
    var summary = ""
    /// The full text of all reasons.
    var text = ""
    /// The command that runs the scenario alone; "" if it passed.
    var alone = ""
    /// What the client printed.
    var output = ""
  }

  /// The verdicts, in the report's order.
  var cases: [Case]
  /// The report's notices about the run as a whole.
  var notices: String

  /// The verdict of a scenario, by the last part of its id.
  subscript(scenario: String) -> Case? { cases.first { $0.id.hasSuffix("/\(scenario)") } }

  /// Reads a JUnit report, or returns nil if the data is not one.
  init?(junit data: Data) {
    let reader = Reader()
    let parser = XMLParser(data: data)
    parser.delegate = reader
    guard parser.parse() else { return nil }
    cases = reader.cases
    notices = reader.notices
  }

  init?(junit file: URL) {
    guard let data = try? Data(contentsOf: file), let result = RunResult(junit: data) else { return nil }
    self = result
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var cases: [Case] = []
    var notices = ""
    private var text = ""
    private var suite = ""
    /// The cases of the suite, by name.
    private var own: [String: Int] = [:]

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String] = [:]
    ) {
      text = ""
      switch name {
      case "testsuite": (suite, own) = (attributes["name"] ?? "", [:])
      case "testcase":
        let name = attributes["name"] ?? ""
        own[name] = cases.count
        cases.append(Case(id: "\(suite)/\(name)", status: .passed))
      case "failure", "error", "skipped":
        let status: [String: Status] = ["failure": .failed, "error": .errored, "skipped": .skipped]
        cases[cases.count - 1].status = status[name] ?? .errored
        cases[cases.count - 1].code = attributes["type"]
        cases[cases.count - 1].summary = attributes["message"] ?? ""
      default: break
      }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      switch name {
      case "failure", "error", "skipped":
        let parts = text.components(separatedBy: "\n\nrun it alone: ")
        cases[cases.count - 1].text = parts[0]
        cases[cases.count - 1].alone = parts.dropFirst().joined()
      case "system-out":
        var index: Int?
        for line in text.components(separatedBy: "\n") {
          if line.hasPrefix("== "), line.hasSuffix(" =="), let named = own[String(line.dropFirst(3).dropLast(3))] {
            index = named
          } else if let index {
            cases[index].output += (cases[index].output.isEmpty ? "" : "\n") + line
          }
        }
      case "system-err": notices += text
      default: break
      }
    }
  }
}
