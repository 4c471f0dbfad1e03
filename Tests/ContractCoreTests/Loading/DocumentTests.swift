import Foundation
import Testing

@testable import ContractCore
@testable import ContractProtocol
@testable import TestSupport

@Suite("docs/contract-format.md")
struct DocumentTests {
  /// One example.
  struct Example: Sendable, CustomTestStringConvertible {
    var fence: Page.Fence
    var text: String { fence.text }
    /// The part of the format that the fence names.
    var part: String { String(fence.info.dropFirst("json ".count)) }
    /// The path of a file that other examples name. Nil if this example is not such a file.
    var file: String? { part.hasPrefix("file ") ? String(part.dropFirst(5)) : nil }
    var testDescription: String { "line \(fence.line), \(part)" }
  }

  private static let page = Result { try Page("docs/contract-format.md") }

  /// The examples. Empty if the page cannot be read; the test `complete` reports that.
  static let examples = ((try? page.get())?.fences ?? []).filter { $0.info.hasPrefix("json") }
    .map { Example(fence: $0) }

  /// Returns the example as a complete contract.
  private func contract(_ example: Example) -> String? {
    let request = #""request": {"method": "POST", "path": "/", "headers": {"Authorization": "x"}}"#
    func whole(_ scenarios: String, _ request: String) -> String {
      "{\"contract\": 1, \"endpoint\": \"e\", \(request), \"scenarios\": \(scenarios)}"
    }
    func scenario(_ response: String, _ expect: String) -> String {
      "[{\"name\": \"s\", \"response\": \(response), \"expect\": \(expect)}]"
    }
    let (valid, any) = (#"{"kind": "valid"}"#, #"{"success": {"$any": true}}"#)
    switch example.part {
    case "contract": return example.text
    case "request": return whole(scenario(valid, any), "\"request\": \(example.text)")
    case "scenario": return whole("[\(example.text)]", request)
    case "scenarios": return whole(example.text, request)
    case "response": return whole(scenario(example.text, any), request)
    case "expect": return whole(scenario(valid, example.text), request)
    default: return nil
    }
  }

  @Test("every example loads", .slow, arguments: examples.filter { $0.file == nil })
  func loads(_ example: Example) throws {
    let text = try #require(contract(example), "the fence says what the example is: contract, request, scenario, …")
    // The files that some examples name are examples themselves.
    var files = ["example.contract.json": text]
    for example in Self.examples { if let file = example.file { files[file] = example.text } }
    let found = try ContractFolder(files).load().diagnostics
    #expect(found.map(\.text) == [])
  }

  @Test("the document lists the same reasons for a skip on loopback as reports")
  func skips() throws {
    let shown = [
      (#"{"kind": "networkError", "error": "notConnectedToInternet"}"#, "network"),
      (#"{"kind": "networkError", "error": "cannotConnectToHost", "during": "headers"}"#, "network"),
    ].map { response, failure in
      #""exchanges": [{"response": \#(response)}], "expect": {"failure": "\#(failure)"}"#
    }
    let valid = #"{"response": {"kind": "valid"}}"#
    let pairs = [
      #"{"response": {"kind": "networkError", "error": "cannotConnectToHost"}}, \#(valid)"#,
      #"\#(valid), {"response": {"kind": "networkError", "error": "cannotFindHost"}}"#,
      #"\#(valid), {"response": {"kind": "networkError", "error": "cannotConnectToHost"}}], "order": "any", "tags": ["#,
    ].map { #""exchanges": [\#($0)], "expect": {"failure": "network"}"# }
    let text = #"{"contract": 1, "endpoint": "e", "request": {"method": "GET", "path": "/"}, "scenarios": ["#
    let page = try Self.page.get()
    for scenario in shown + pairs + [
      #""transports": ["memory"], "response": {"kind": "valid"}, "expect": {"success": 1}"#,
      #""response": {"kind": "nonHTTP"}, "expect": {"success": 1}"#,
    ] {
      let contract = try Contract.read(text + #"{"name": "s", \#(scenario)}]}"#)
      let reason = try #require(contract.scenarios[0].whySkipped(on: .loopback))
      expectText(reason, isOn: page)
    }
  }

  @Test("the document names every member, category and network error")
  func complete() throws {
    let text = try Self.page.get().text
    let names =
      ContractReader.members + ContractReader.scenarioMembers
      + ContractReader.requestMembers
      + ContractReader.requestForms + ContractReader.partMembers
      + ContractReader.responseForms
      + ContractReader.expectationMembers + Failure.categories + Failure.members
      + Response.Kind.allCases.map(\.rawValue) + Reply.HeadPart.allCases.map(\.rawValue)
    for name in names { #expect(text.contains("`\(name)`"), "\(name)") }
    for (name, code) in NetworkError.codes { #expect(text.contains("\(name) (\(code))"), "\(name)") }
    #expect(Self.examples.count >= 10)
  }
}
