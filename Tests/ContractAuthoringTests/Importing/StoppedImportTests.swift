import Foundation
import Testing

@testable import ContractAuthoring
@testable import ContractCore

@Suite("An import that was stopped, and another one after it")
struct StoppedImportTests {
  /// A description with operations, of which each answers a value.
  private static func document(_ values: [String: Int]) -> String {
    let paths = values.sorted { $0.key < $1.key }.map { name, value -> (String, JSON) in
      let content: JSON = ["application/json": ["example": ["n": .number(value)]]]
      let answer: JSON = ["200": ["description": "", "content": content]]
      return ("/\(name)", ["get": ["operationId": .string(name), "responses": answer]])
    }
    return (["openapi": "3.1.0", "info": ["title": "", "version": "1"], "paths": .object(paths)] as JSON).text
  }

  /// Imports a description, and stops after some parts of what is written; nil for all of them.
  private static func run(_ values: [String: Int], in sample: ImportSample, steps count: Int? = nil) throws -> Int {
    try sample.write(document(values), to: "api.json")
    var settings = ImportSettings(format: .openapi, files: [sample.folder + "/api.json"], folder: sample.specs)
    settings.prunes = true
    let result = try Import(settings)
    let steps = result.steps
    for step in steps.prefix(count ?? steps.count) { try result.perform(step) }
    return steps.count
  }

  /// The files of the contracts and of the history, by name.
  private static func files(_ sample: ImportSample) -> [String: String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: sample.specs)) ?? []
    return Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, FileSystem.bytes("\(sample.specs)/\(name)").map { String(decoding: $0, as: UTF8.self) } ?? "")
      })
  }

  @Test("wherever it stops, the next one writes what it would have written without that")
  func anywhere() throws {
    /// Imports three descriptions, with what a person changes after the first one.
    func sample(stopping index: Int?, after count: Int?) throws -> (files: [String: String], counts: [Int]) {
      let sample = try ImportSample()
      let documents = [["a": 1, "b": 1, "c": 1], ["a": 2, "b": 2, "d": 2], ["a": 3, "b": 2, "d": 3]]
      var counts: [Int] = []
      for (number, values) in documents.enumerated() {
        counts.append(try Self.run(values, in: sample, steps: number == index ? count : nil))
        guard number == 0, let text = try? sample.text("a") else { continue }
        try sample.write(
          text.replacing(#""name": "200""#, with: #""name": "200", "tags": ["mine"]"#), to: "specs/a.contract.json")
      }
      return (Self.files(sample), counts)
    }
    let whole = try sample(stopping: nil, after: nil)
    #expect(whole.counts.dropLast().allSatisfy { $0 >= 5 }, "\(whole.counts)")
    for index in 0..<2 {
      for count in 0...whole.counts[index] {
        let stopped = try sample(stopping: index, after: count)
        #expect(Set(stopped.files.keys) == Set(whole.files.keys), "\(index), \(count)")
        // If the first import had not written `a` yet, nobody could change it.
        if index == 1 || count > 1 { #expect(stopped.files == whole.files, "\(index), \(count)") }
      }
    }
  }

  @Test("a new contract that somebody has changed meanwhile is still that of the import")
  func changed() throws {
    let sample = try ImportSample()
    _ = try Self.run(["a": 1, "b": 1], in: sample, steps: 2)
    let text = try sample.text("a")
    try sample.write(
      text.replacing(#""name": "200""#, with: #""name": "200", "tags": ["mine"]"#), to: "specs/a.contract.json")
    _ = try Self.run(["a": 2, "b": 1], in: sample)
    #expect(sample.names == ["a", "b"])
    let scenario = try sample.contract("a")["scenarios"]?.elements.first
    #expect(scenario?["tags"] == ["mine"] && scenario?["response"]?["body"]?["json"]?["n"] == 2)
  }

  @Test("an intent about a file elsewhere is refused")
  func elsewhere() throws {
    let sample = try ImportSample([
      "specs/.contract-import.json": #"{"version": 1, "contracts": {}, "writing": {"../victim.json": null}}"#,
      "victim.json": "{}",
    ])
    let error = #expect(throws: ImportFailure.self) { try Self.run(["a": 1], in: sample) }
    #expect(error?.message == "'../victim.json' is not in this folder")
  }
}
