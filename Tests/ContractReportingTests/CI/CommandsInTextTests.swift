import TestSupport
import Testing

@testable import ContractCore

@Suite("Commands of CI systems in the text of a client")
struct CommandsInTextTests {
  @Test(
    "a space parts the first two characters of a command",
    arguments: [
      ("::error file=a::b", ": :error file=a::b"),
      ("a\n \t::stop-commands::x", "a\n \t: :stop-commands::x"),
      ("a\r\u{A0}\u{3000}::notice::b", "a\r\u{A0}\u{3000}: :notice::b"),
      ("text ##[error]b", "text # #[error]b"),
      ("##vso[task.complete]##teamcity[x]", "# #vso[task.complete]# #teamcity[x]"),
      ("####[group]", "### #[group]"),
    ])
  func commands(_ text: String, _ expected: String) {
    expectText(text.withoutCommands, is: expected)
    #expect(text.withoutCommands.withoutCommands == expected)
  }

  @Test(
    "other text stays as it is",
    arguments: ["a::b", "std::vector ::x", "## [title]", "##1[", "#[a]", ":", "", "::ffff"]
  )
  func others(_ text: String) {
    // A line that begins with two colons may always be a command.
    #expect(text.withoutCommands == (text == "::ffff" ? ": :ffff" : text))
  }

  @Test("cleaned text has no command, not even one that cleaning makes")
  func cleaned() {
    #expect("#\u{1B}[31m#[error]".cleaned == "# #[error]")
    #expect("a\u{1B}[2K\r::error::b".cleaned == "a\n: :error::b")
    #expect("a\t::error::b".cleanedLine == "a ::error::b")
  }

  @Test("JSON keeps its values, but its text has no command")
  func json() {
    for text in ["##[error]", "a###[b", "##vso[x", "#", "##", "## [a]", "##\u{0}["] {
      let json: JSON = .array([.string(text), .object([(text, .string(text))])])
      let bytes = Array(json.prettyText.utf8).withoutCommandsInJSON
      #expect(JSON.parse(bytes) == json)
      let written = String(decoding: bytes, as: UTF8.self)
      #expect(written.withoutCommands == written)
    }
  }
}
