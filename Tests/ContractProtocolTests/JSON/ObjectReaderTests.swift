import TestSupport
import Testing

@testable import ContractProtocol

@Suite("ObjectReader reports mistakes in every file of the user with the same words")
struct ObjectReaderTests {
  private enum Letter: String, CaseIterable { case x, y }

  private func read(_ text: String, _ body: (ObjectReader) -> Void) -> [String] {
    let diagnostics = Diagnostic.Collector()
    if let json = diagnostics.parse(Source(path: "c.json", text: text)),
      let reader = ObjectReader(json, as: "contract-run.json", allowed: ["specs", "clients", "jobs"], diagnostics)
    {
      body(reader)
    }
    return diagnostics.diagnostics.inSourceOrder.map { "\($0.range.position): \($0.message)" }
  }

  @Test("members of every type are read, with their places")
  func members() {
    let found = read(#"{"specs": ["a", "b"], "clients": [{"name": "x", "on": true, "wait": 0.5}], "jobs": 2.0}"#) {
      #expect($0.strings("specs")?.map(\.value) == ["a", "b"])
      #expect($0.int("jobs", in: 1...64)?.value == 2)
      #expect($0.int("jobs", in: 1...64)?.range.description == "c.json:1:84")
      let client = $0.readers("clients", as: "a client", allowed: ["name", "on", "wait"])?.first
      #expect(client?.string("name", required: true)?.value == "x")
      #expect(client?.bool("on")?.value == true)
      #expect(client?.seconds("wait", mayBeZero: false)?.value == 0.5)
      #expect(client?.choice("name", of: Letter.self, what: "client")?.value == .x)
      #expect(client?.string("none") == nil)
    }
    #expect(found == [])
  }

  @Test("every mistake is reported once, and correct members are still read")
  func mistakes() {
    let found = read(#"{"spec": 1, "specs": ["a", 2, ""], "clients": [{"name": ""}, 7], "jobs": 0}"#) {
      for _ in 0..<2 {
        #expect($0.strings("specs")?.map(\.value) == ["a"])
        #expect($0.int("jobs", in: 1...64) == nil)
        let clients = $0.readers("clients", as: "a client", allowed: ["name", "driver"])
        #expect(clients?.count == 1)
        #expect(clients?.first?.string("name") == nil)
        #expect(clients?.first?.strings("driver", required: true) == nil)
      }
    }
    expectTexts(
      found,
      are: [
        "1:2: unknown member \"spec\" in contract-run.json",
        "1:28: an element of \"specs\" is the number 2, expected a string",
        "1:31: an element of \"specs\" is empty, expected a string",
        "1:48: missing member \"driver\" in a client",
        "1:57: \"name\" is empty, expected some text",
        "1:62: an element of \"clients\" is the number 7, expected an object",
        "1:74: \"jobs\" is the number 0, expected a whole number, 1 to 64",
      ])
  }

  @Test("a value that is not an object is reported at its place")
  func noObject() {
    expectTexts(read("[]") { _ in }, are: ["1:1: contract-run.json is an array, expected an object"])
    expectTexts(read(#"{"a\nb": 1}"#) { _ in }, are: [#"1:2: unknown member "a\u000Ab" in contract-run.json"#])
  }
}
