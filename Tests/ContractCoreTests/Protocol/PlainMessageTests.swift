import Testing

@testable import ContractCore

@Suite("messages that are plainly right")
struct PlainMessageTests {
  @Test("what is read plainly is what the general reader reads")
  func agrees() throws {
    var random = SeededNumbers(state: 0)
    var lines = try ProtocolCorpus().lines("fromDriver").map(\.text)
    lines += DriverMessageTests.lines
    var plain = 0
    for line in lines {
      // As it is, and with the members of the message in another order.
      for text in [line, Self.shuffled(line, &random)] {
        var diagnostics: [Diagnostic] = []
        let source = Source(path: "", bytes: Array(text.utf8))
        guard let json = JSON.parse(source, diagnostics: &diagnostics), let message = DriverMessage(plain: json) else {
          continue
        }
        plain += 1
        #expect(diagnostics.isEmpty, "\(text)")
        let general = try? DriverMessage(json)
        #expect(
          general.map { String(decoding: $0.utf8, as: UTF8.self) } == String(decoding: message.utf8, as: UTF8.self))
      }
    }
    #expect(plain > 100)
  }

  @Test(
    "a request and a result as drivers write them are plain",
    arguments: DriverMessageTests.lines.filter { line in
      ["request", "success", "failure"].contains { line.contains("\"\($0)\":") }
        && ![#""base64""#, "2.5", #""values""#, #"["2","3"]"#].contains { line.contains($0) }
    })
  func taken(line: String) throws {
    #expect(DriverMessage(plain: try #require(JSON.parse(line))) != nil)
  }

  @Test(
    "what is not plain is left to the general reader",
    arguments: [
      #"{"request":{"id":1,"n":0,"method":"GET","url":"x"}}"#, #"{"request":{"id":1,"n":1,"method":"GET"}}"#,
      #"{"request":{"id":1.0,"n":1,"method":"GET","url":"x"}}"#,
      #"{"request":{"id":1,"n":1,"method":"GET","url":"x","body":null}}"#,
      #"{"request":{"id":1,"n":1,"method":"GET","url":"x","body":{"text":1}}}"#,
      #"{"request":{"id":1,"n":1,"method":"GET","url":"x","body":{"text":"","base64":""}}}"#,
      #"{"request":{"id":1,"n":1,"method":"GET","url":"x","timeout":-0}}"#,
      #"{"request":{"id":1,"n":1,"method":"GET","url":"x","headers":{"A":1}}}"#,
      #"{"request":{"id":1,"n":1,"method":"GET","url":"x","more":1}}"#,
      #"{"result":{"id":1,"outcome":{"success":1,"failure":{"category":"other"}}}}"#,
      #"{"result":{"id":1,"outcome":{"failure":{"category":"odd"}}}}"#,
      #"{"result":{"id":1,"outcome":{"failure":{}}}}"#,
      #"{"result":{"id":1,"outcome":{"failure":{"category":"other","type":null}}}}"#,
      #"{"result":{"id":1,"outcome":{"failure":{"category":"other","underlying":{"category":"odd"}}}}}"#,
      #"{"result":{"id":1,"outcome":{"failure":{"category":"other","code":0.5}}}}"#,
      #"{"result":{"id":1,"outcome":{"neverResumed":true}}}"#, #"{"completedTwice":{"id":1}}"#,
      #"{"r\u0065sult":{"id":1,"outcome":{"success":1}}}"#, #"{"result":{"id":1,"outcome":{"success":1}},"more":1}"#,
      #"{"result":{}}"#, #"{"result":1}"#, "{}", "[]", "1",
    ])
  func left(line: String) throws {
    #expect(DriverMessage(plain: try #require(JSON.parse(line))) == nil)
  }

  private static func shuffled(_ line: String, _ random: inout SeededNumbers) -> String {
    guard let json = JSON.parse(line), json.object?.members.count == 1, let member = json.object?.members[0],
      let members = member.value.object?.members
    else { return line }
    let mixed = members.shuffled(using: &random).map { ($0.name, $0.value) }
    return JSON.object([(member.name, .object(mixed))]).text
  }
}
