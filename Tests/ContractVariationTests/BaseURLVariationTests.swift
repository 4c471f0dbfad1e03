import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Variations of the base URL")
struct BaseURLVariationTests {
  @Test("a base URL with a path comes by name, and each request must begin with it")
  func path() throws {
    let fixture = try VariationFixture(
      declaring: #""variations": {"equivalent": {"also": ["base URL with a path"]}}"#)
    let script = Script(try fixture.varied(.equivalent(.basePath)), of: fixture.contract, transport: .memory)
    #expect(script.addresses.base.text == "http://localhost/v1/contract-run/base")
    _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/contract-run/base/a"))
    script.finish(.success([:]))
    #expect(script.verdict().status == .passed)
    let lost = Script(try fixture.varied(.equivalent(.basePath)), of: fixture.contract, transport: .memory)
    _ = lost.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/a"))
    lost.finish(.success([:]))
    #expect(Set(lost.verdict().reasons.map(\.code)) == ["mismatch"])
  }

  @Test("a base URL with a trailing slash belongs to the same requests")
  func slash() throws {
    let fixture = try VariationFixture(
      declaring: #""variations": {"equivalent": {"also": ["base URL with a trailing slash"]}}"#)
    for (path, codes) in [("a", []), ("/a", ["mismatch"])] {
      let script = Script(try fixture.varied(.equivalent(.baseSlash)), of: fixture.contract, transport: .memory)
      #expect(script.addresses.base.text == "http://localhost/v1" && script.scenario.slashAfterBaseURL == "/")
      _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/\(path)"))
      script.finish(.success([:]))
      #expect(script.verdict().reasons.map(\.code) == codes)
    }
  }
}
