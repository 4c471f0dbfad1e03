import Foundation
import TestSupport
import Testing

@testable import ContractCore

@Suite("specs/contract.schema.json")
struct SchemaTests {
  @Test(
    "schema and loader agree on every contract of the tests", .slow,
    .enabled(if: Python.hasJSONSchema, Python.noJSONSchema))
  func agreement() throws {
    let broken = BrokenContract.all.filter { $0.schema != .notJSON }
    let expected = broken.map { $0.schema == .accepts } + GoodContract.all.map { _ in true }
    let verdicts = try Python.validate(broken.map(\.text) + GoodContract.all.map(\.text))
    #expect(verdicts.count == expected.count)
    let names = broken.map(\.name) + GoodContract.all.map(\.name)
    for ((name, verdict), expected) in zip(zip(names, verdicts), expected) {
      #expect(verdict == expected, "\(name): the schema \(verdict ? "accepts" : "refuses") it")
    }
  }

  private static let own: ContractSet = {
    let specs = TestFolder.package.appendingPathComponent("specs").path
    return ContractSet.load([specs], below: [specs])
  }()

  @Test("the loader accepts the project's own contracts")
  func ownLoaded() {
    #expect(Self.own.diagnostics.map(\.text) == [])
    #expect(Self.own.contracts.count >= 5)
  }

  @Test(
    "the schema accepts the project's own contracts", .slow, .enabled(if: Python.hasJSONSchema, Python.noJSONSchema))
  func ownValid() throws {
    let texts = Self.own.contracts.map { String(decoding: $0.source.bytes, as: UTF8.self) }
    #expect(try Python.validate(texts) == texts.map { _ in true })
  }

  @Test("the schema accepts a text that the loader refuses only if a schema cannot express the rule")
  func inexpressible() {
    let names = BrokenContract.all.filter { $0.schema == .accepts }.map(\.name)
    #expect(names == Self.inexpressible)
  }

  @Test("every map of the schema refers to the same list of names that maps cannot have")
  func matcherNames() throws {
    let bytes = try Data(contentsOf: TestFolder.package.appendingPathComponent("specs/contract.schema.json"))
    let schema = try #require(JSON.parse(Array(bytes)))
    let names = schema["$defs"]?["noName"]?["enum"]?.array?.compactMap(\.string)
    #expect(names == ContractReader.matchers.filter { !ContractReader.namesLikeMatchers.contains($0) } + ["$ref"])
    let references = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\"#/$defs/noName\"").count - 1
    #expect(references == 7)
  }

  @Test("the schema has the loader's names of network errors")
  func names() throws {
    let bytes = try Data(contentsOf: TestFolder.package.appendingPathComponent("specs/contract.schema.json"))
    let text = String(decoding: bytes, as: UTF8.self)
    for name in NetworkError.names { #expect(text.contains("\"\(name)\"")) }
  }

  @Test("the schema has the loader's names of variations")
  func variations() throws {
    let bytes = try Data(contentsOf: TestFolder.package.appendingPathComponent("specs/contract.schema.json"))
    let families = try #require(JSON.parse(Array(bytes))?["$defs"]?["variations"]?["properties"])
    for family in Variation.Family.expecting {
      let except = families[family.rawValue]?["properties"]?["except"]
      let allowed = except?["propertyNames"]?["then"] ?? except?["propertyNames"]
      let names = allowed?["enum"]?.array?.compactMap(\.string) ?? []
      #expect(Set(names) == Set(Variation.all(family).flatMap(\.exceptionNames)))
    }
    let step = try #require(
      JSON.parse(Array(bytes))?["$defs"]?["stepName"]?["pattern"]?.string.map { try Regex($0) })
    for name in Variation.Family.expecting.flatMap({ StepFault.exceptionNames($0.type.stepFaults, at: "log in") }) {
      #expect(try step.wholeMatch(in: name) != nil, "\(name)")
    }
    for name in ["log in", "log in: status", "log in: silence", "log]in: status 503", ": status 503"] {
      #expect(try step.wholeMatch(in: name) == nil, "\(name)")
    }
    let kinds = HostileValue.Kind.allCases.map(\.rawValue).joined(separator: "|")
    #expect(String(decoding: bytes, as: UTF8.self).contains("(\(kinds))"))
  }
}

extension SchemaTests {
  /// Rules that JSON Schema cannot express: they compare names with names, bodies with their bytes, layers with each
  /// other, or contracts with other files.
  static let inexpressible = [
    "a lone surrogate",
    "a port that is none",
    "two scenarios of one name",
    "a request in a scenario that sends nothing",
    "an unknown base",
    "a base in a contract without named base URLs",
    "an unknown base URL in an input",
    "an unknown base URL in a response's header",
    "an unknown base URL in a response's body",
    "an unknown base URL in an expectation",
    "an expression of a request that names a base URL",
    "a request without a method",
    "a method in lowercase letters",
    "a header described twice",
    "null for a header that is not there",
    "a name in a path without a description",
    "names in a path, described by others' names",
    "a description of a name that a scenario's path does not have",
    "a name twice in a path",
    "null for a path parameter that is not there",
    "a body in answer to HEAD",
    "a corruptJSON that parses",
    "a corruptJSON that Foundation reads",
    "a cut of a scenario that is not there",
    "a cut of itself",
    "a cut of a scenario without a body",
    "a cut that leaves all",
    "a cut that leaves JSON",
    "after beyond the body",
    "a response header twice",
    "an early answer in any order",
    "a time of a response that is not one",
    "a named request that no exchange names",
    "an exchange that names an unknown request",
    "an exchange that names a request like another",
    "a request that no exchange has",
    "a body in answer to a named HEAD",
    "an exchange that follows itself",
    "exchanges that follow each other in a circle",
    "an exchange that follows a misspelled one",
    "an exchange that follows one without names",
    "two exchanges of one name",
    "an outcome for one transport only",
    "an outcome for a transport that it never runs on",
    "a nonHTTP response that runs nowhere",
    "a message",
    "an invalid regular expression",
    "$ref to a file that is not there",
    "$ref out of the folder",
    "$ref out of the folder, its path encoded",
    "$ref with an escape that is not UTF-8",
    "$ref to a name that is not there",
    "$ref to an element that is not there",
    "$ref to an element with a leading zero",
    "$ref into a string",
    "$ref to itself",
    "$ref to a value that contains it",
    "$ref to the whole contract",
    "$ref to a value that is not allowed here",
    "$ref for a request",
    "$ref for a request's body",
    "$ref for a body",
    "$ref for an input",
    "$ref for an expectation",
    "$ref for a scenario",
    "$ref to another of the scenarios",
    "extends of a file that is not there",
    "a value that is not in its format",
    "a name that occurs once",
    "a name that occurs only inside $not",
    "$not of every type",
    "$not of anything among others",
    "$not of text in a header",
    "$not of a number for a timeout",
    "$allOf of two literals",
    "$allOf of a literal and a type",
    "$allOf of an array and an object",
    "$allOf of text and a number that is not whole",
    "$allOf of two query values",
    "$allOf of two categories",
    "$not of any failure",
    "a $regex of a number that must be a string",
    "a pattern that is not an expression",
    "a pattern that only ICU has",
    "a pattern that ICU does not take",
    "a reference to nothing",
    "a reference to an anchor that is not there",
    "a dynamic reference to nothing",
    "a reference to a value that is not a schema",
    "a reference to a server",
    "a reference that leads to itself",
    "two references in a ring",
    "an older draft",
    "a dialect of a server's",
    "an $id twice",
    "an anchor twice",
    "a keyword that is nearly one",
    "a keyword of an older draft",
    "waits of a client that tries once", "a group with an unknown exchange",
    "an unknown base URL in variations",
    "$ref to variations that are not there",
    "vary without a valid response",
    "vary of a scenario that sends nothing",
  ]
}
