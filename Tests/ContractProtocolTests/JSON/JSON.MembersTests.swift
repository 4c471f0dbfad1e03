import Testing

@testable import ContractProtocol

@Suite("The members of an object, by name")
struct JSONMembersTests {
  @Test("every name of the object is found, whatever its length")
  func there() throws {
    let names = [""] + (0..<70).map { String(repeating: "n", count: $0 + 1) } + ["é", "$ref", "a\"b", "日本"]
    let json = JSON.object(names.enumerated().map { ($1, .number($0)) })
    let written = try #require(JSON.parse(json.text))
    for (index, name) in names.enumerated() {
      #expect(JSON.Members(written)[name]?.number?.int == index, "\(name)")
      #expect(JSON.Members(json)[name]?.number?.int == index, "\(name)")
      let collector = Diagnostic.Collector()
      #expect(
        ObjectReader(written, as: "x", allowed: nil, collector)?.int(name, in: 0...100)?.value == index, "\(name)")
    }
  }

  @Test("an absent name is not found, and a name that is written with an escape is found")
  func notThere() throws {
    let few = JSON.Members(try #require(JSON.parse(#"{"name": 1, "request": {"skip": 2}}"#)))
    // `eman` begins differently and `nail` ends differently, but both are as long as `name`.
    for name in ["skip", "tags", "within", "eman", "nail", "", "n"] { #expect(few[name] == nil, "\(name)") }
    #expect(JSON.Members(try #require(JSON.parse("{}")))["name"] == nil)
    #expect(JSON.Members(try #require(JSON.parse(#"["name"]"#)))["name"] == nil)
    #expect(JSON.Members(try #require(JSON.parse(#"{"n\u0061me": 1}"#)))["name"] == 1)
  }

  @Test("an object has only the allowed names, whatever their order")
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
