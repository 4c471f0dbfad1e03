import Testing

@testable import ContractCore

@Suite(.enabled(if: SchemaSuite.isThere, SchemaSuite.absence))
struct SchemaSuiteTests {
  @Test("every required case of the official suite of 2020-12 has the expected result")
  func required() throws {
    let suite = try SchemaSuite()
    var count = 0
    for file in try suite.files() {
      for group in try suite.groups(in: file) {
        count += group.cases.count
        #expect(suite.failures(of: group) == [])
      }
    }
    print("JSON Schema 2020-12: \(count) required cases")
    #expect(count == 1299)
  }

  @Test("the optional cases have the expected result, except for those that are listed with a reason")
  func optional() throws {
    let suite = try SchemaSuite()
    var (count, failures) = (0, [String]())
    for file in try suite.files("optional/") {
      for group in try suite.groups(in: file) {
        count += group.cases.count
        failures += suite.failures(of: group)
      }
    }
    print("JSON Schema 2020-12: \(count - failures.count) of \(count) optional cases")
    let unexpected = failures.filter { failure in !Self.excepted.contains { failure.hasPrefix("optional/\($0.file):") }
    }
    #expect(unexpected == [])
    #expect(failures.count == Self.excepted.reduce(0) { $0 + $1.count })
  }

  /// Files of the optional suite with cases that have another result, and the reason why that is intended.
  static let excepted: [(file: String, count: Int, why: String)] = [
    ("cross-draft", 2, "a schema of an older draft is an error here, not read as one"),
    (
      "dependencies-compatibility", 14, "dependencies belongs to older drafts: it asks for nothing, and draws a warning"
    ),
  ]

  @Test("the formats assert what the official suite requires of them", arguments: Format.allCases)
  func formats(format: Format) throws {
    let suite = try SchemaSuite()
    var files = ["optional/format/\(format.rawValue)"]
    if format == .regex { files.append("optional/format/ecmascript-regex") }
    var (count, failures) = (0, [String]())
    for file in files {
      for test in try suite.groups(in: file).flatMap(\.cases) {
        guard let text = test.value.string else { continue }
        count += 1
        if format.includes(text) != test.isValid { failures.append("\(test.name): \(text)") }
      }
    }
    print("format \(format.rawValue): \(count - failures.count) of \(count)")
    #expect(failures == [])
    #expect(count > 0)
  }
}
