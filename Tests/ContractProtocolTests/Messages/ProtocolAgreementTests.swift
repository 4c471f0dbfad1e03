import TestSupport
import Testing

@testable import ContractProtocol

/// The published schema and the code that reads lines agree on every line, except for rules that a schema cannot
/// express.
@Suite("The protocol's schema and its readers", .slow)
struct ProtocolAgreementTests {
  /// The lines on which the two differ, by the end of a line's name, with the reason.
  private static let differences: [(end: String, isValid: Bool, why: String)] = [
    ("hello.protocol is 0", false, version), ("hello.protocol is 2", false, version),
    ("hello.protocol is -1", false, version), ("hello.protocol is -0", false, version),
    ("hello.protocol is 9223372036854775807", false, version),
    (": a member twice", true, "a schema sees values, so it sees only the last of two members with one name"),
    (": itself beside it", true, "the same, so that the line seems to have one member"),
    (": half a surrogate pair", true, "a schema sees strings, however they were written"),
    (": NaN", true, "Python reads it, and JSON does not have it"),
    (": 600 deep", true, "a schema cannot limit the depth of a value that it does not describe"),
    (".base64 is \"eA==\\n\"", true, "Python's $ also matches before a line feed at the end"),
  ]
  private static let version = "the reader reads the version of a hello in another version, to report it"

  @Test(
    "the schema and the reader of drivers' lines agree on each line",
    .enabled(if: Python.hasJSONSchema, Python.noJSONSchema))
  func driver() throws {
    try compare("fromDriver", atLeast: 2000) { line in
      if case .message = DriverMessage.Line(Array(line.utf8)) { true } else { false }
    }
  }

  @Test(
    "the schema and the reader of the runner's lines agree on each line",
    .enabled(if: Python.hasJSONSchema, Python.noJSONSchema))
  func runner() throws {
    try compare("fromRunner", atLeast: 1000) { line in
      JSON.parse(line).map { (try? RunnerMessage($0)) != nil } ?? false
    }
  }

  private func compare(_ side: String, atLeast count: Int, _ isRead: (String) -> Bool) throws {
    let lines = try corpus(side)
    #expect(lines.count >= count)
    let valid = try Python.validate(lines.map(\.text), against: "docs/driver-protocol.schema.json", as: side)
    #expect(valid.count == lines.count)
    // The schema neither accepts nor refuses everything.
    #expect(valid.count { $0 } > 100 && valid.count { !$0 } > 100)
    var used: Set<String> = []
    for (line, isValid) in zip(lines, valid) where isRead(line.text) != isValid {
      if let known = Self.differences.first(where: { line.name.hasSuffix($0.end) && $0.isValid == isValid }) {
        used.insert(known.end)
      } else {
        Issue.record("\(line.name): only the \(isValid ? "schema" : "reader") takes it: \(line.text.prefix(300))")
      }
    }
    #expect(Self.differences.map(\.end).filter { !used.contains($0) } == [], "these are not differences anymore")
  }

  @Test("the fault of a line names its member")
  func faults() throws {
    for line in try corpus("fromDriver") {
      let faults = Self.faults(line.text)
      if faults.isEmpty { continue }
      let parent = line.path.split(separator: ".").dropLast().joined(separator: ".")
      let isNamed = faults.contains { $0.hasPrefix(line.path) || !parent.isEmpty && $0.hasPrefix(parent) }
      #expect(isNamed, "\(line.name): \(faults)")
    }
  }

  @Test(
    "all faults of a message are reported, each once",
    arguments: [
      (
        #"{"hello":{"driver":1,"operations":"a","transports":[],"inFlight":0,"ahead":-1}}"#,
        [
          "hello has no member protocol", "hello.driver is the number 1, expected a string",
          "hello.operations is the string \"a\", expected an array of strings", "hello.transports is empty",
          "hello.inFlight is 0, expected 1 or more", "hello.ahead is -1, expected 0 or more",
        ]
      ),
      (#"{"hello":{"protocol":2,"driver":1,"operations":7}}"#, ["hello.driver is the number 1, expected a string"]),
      (
        #"{"request":{"id":null,"n":0,"url":1,"headers":[],"body":{},"timeout":"1","unobserved":[1]}}"#,
        [
          "request.id is null, expected a whole number", "request.n is 0, expected 1 or more",
          "request has no member method", "request.url is the number 1, expected a string",
          "request.headers is an array, expected an object",
          "request.body must be {\"text\": STRING} or {\"base64\": STRING}",
          "request.timeout is the string \"1\", expected a number of seconds",
          "request.unobserved has an element that is not a string",
        ]
      ),
      (
        #"{"result":{"outcome":{"failure":{"category":1,"type":2,"underlying":{"code":"x"}}},"unobserved":1,"mistake":2,"undescribed":3}}"#,
        [
          "result has no member id", "result.outcome.failure.category is the number 1, expected a string",
          "result.outcome.failure.type is the number 2, expected a string",
          "result.outcome.failure.underlying has no member category",
          "result.outcome.failure.underlying.code is the string \"x\", expected a whole number",
          "result.unobserved is the number 1, expected an array of strings",
          "result.mistake is the number 2, expected a string",
          "result.undescribed is the number 3, expected a string",
        ]
      ),
      (#"{"completedTwice":[]}"#, ["completedTwice is an array, expected an object"]),
      (
        #"{"completedTwice":{"id":"x","id":1,"id":2}}"#,
        [
          "completedTwice cannot be read: duplicate member \"id\"",
          "completedTwice cannot be read: duplicate member \"id\"",
          "completedTwice.id is the string \"x\", expected a whole number",
        ]
      ),
      (#"{"completedTwice":{"id":1}}"#, []), ("output", []), (#"{"results":{}}"#, []),
    ])
  func allFaults(_ line: String, _ faults: [String]) {
    expectTexts(Self.faults(line), are: faults)
  }

  private static func faults(_ line: String) -> [String] {
    guard case .malformed(let faults, _) = DriverMessage.Line(Array(line.utf8)) else { return [] }
    return faults.map(\.description)
  }

  private func corpus(_ side: String) throws -> [ProtocolCorpus.Line] {
    var seen: Set<String> = []
    return try ProtocolCorpus().lines(side).filter { seen.insert($0.text).inserted }
  }
}
