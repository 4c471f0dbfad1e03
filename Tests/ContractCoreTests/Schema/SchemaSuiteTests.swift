import Testing

@testable import ContractCore

struct SchemaSuiteTests {
  @Test("every required case of the official suite of 2020-12 comes out as it should")
  func required() throws {
    guard let suite = SchemaSuite() else { return }
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

  @Test("the optional cases come out as they should, but for those that are named with a reason")
  func optional() throws {
    guard let suite = SchemaSuite() else { return }
    var (count, failures) = (0, [String]())
    for file in try suite.files("optional/") {
      for group in try suite.groups(in: file) {
        count += group.cases.count
        failures += suite.failures(of: group)
      }
    }
    print("JSON Schema 2020-12: \(count - failures.count) of \(count) optional cases")
    #expect(failures == [])
  }

  @Test("the formats assert what the official suite asks of them", arguments: Format.allCases)
  func formats(format: Format) throws {
    guard let suite = SchemaSuite() else { return }
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
