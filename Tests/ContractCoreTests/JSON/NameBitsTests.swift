import Testing

@testable import ContractCore

@Suite("What an object's names look like at a glance never hides a member")
struct NameBitsTests {
  private func bits(_ text: String) throws -> JSON.NameBits { try #require(JSON.parse(text)).nameBits }

  @Test("every name that is there may be there, whatever its length")
  func there() throws {
    let names = [""] + (0..<70).map { String(repeating: "n", count: $0 + 1) } + ["é", "$ref", "a\"b", "日本"]
    let json = JSON.object(names.map { ($0, 1) })
    let written = try #require(JSON.parse(json.text))
    for name in names {
      #expect(written.nameBits.mayHave(name), "\(name)")
      #expect(json.nameBits.mayHave(name), "\(name)")
      let collector = Diagnostic.Collector()
      #expect(ObjectReader(written, as: "x", allowed: nil, collector)?.int(name, in: 0...1)?.value == 1, "\(name)")
    }
  }

  @Test("most names that are not there are known not to be; of names with escapes nothing is known")
  func notThere() throws {
    let few = try bits(#"{"name": 1, "request": {"skip": 2}}"#)
    for name in ["skip", "tags", "within", "transports", "expect"] { #expect(!few.mayHave(name), "\(name)") }
    #expect(try !bits("{}").mayHave("name"))
    #expect(try !bits(#"["name"]"#).mayHave("name"))
    #expect(try bits(#"{"n\u0061me": 1}"#).mayHave("name"))
  }

  @Test("an object has only the names that are allowed, in whatever order they come")
  func order() throws {
    let allowed = ["one", "two", "three", "a longer name", "four"]
    for names in [allowed, allowed.reversed(), ["four", "one"], ["two"], []] {
      let json = try #require(JSON.parse(JSON.object(names.map { ($0, 1) }).text))
      #expect(json.hasOnly(allowed))
      let more = try #require(JSON.parse(JSON.object((names + ["a longer namf"]).map { ($0, 1) }).text))
      #expect(!more.hasOnly(allowed))
      #expect(json.hasOnly([]) == names.isEmpty)
    }
  }
}
