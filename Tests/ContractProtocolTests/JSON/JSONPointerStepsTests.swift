import Testing

@testable import ContractProtocol

@Suite("A JSON pointer is read as RFC 6901 defines it")
struct JSONPointerStepsTests {
  @Test(
    "the RFC's own examples, as strings (section 5) and as fragments (section 6)",
    arguments: [
      ("", "", []), ("/foo", "/foo", ["foo"]), ("/foo/0", "/foo/0", ["foo", "0"]), ("/", "/", [""]),
      ("/a~1b", "/a~1b", ["a/b"]), ("/c%d", "/c%25d", ["c%d"]), ("/e^f", "/e%5Ef", ["e^f"]),
      ("/g|h", "/g%7Ch", ["g|h"]), ("/i\\j", "/i%5Cj", ["i\\j"]), ("/k\"l", "/k%22l", ["k\"l"]),
      ("/ ", "/%20", [" "]), ("/m~0n", "/m~0n", ["m~n"]),
    ])
  func examples(_ pointer: String, _ fragment: String, _ steps: [String]) throws {
    #expect(try JSONPointer.steps(pointer) == steps)
    #expect(try JSONPointer.steps(fragment: fragment) == steps)
    // The steps make the pointer again.
    #expect(steps.map(JSONPointer.step).joined() == pointer)
  }

  @Test("escapes are decoded once, from left to right")
  func escapes() throws {
    #expect(try JSONPointer.steps("/~01/~10/~0~1") == ["~1", "/0", "~/"])
    #expect(try JSONPointer.steps("//a//") == ["", "a", "", ""])
    #expect(try JSONPointer.steps(fragment: "/%7E1/%2F/%c3%a9") == ["/", "", "", "é"])
    #expect(try JSONPointer.steps("/\u{301}a") == ["\u{301}a"])
  }

  @Test("a name is escaped byte by byte, even if a combining accent follows the tilde or slash")
  func combiningAccents() throws {
    #expect(JSONPointer.step("~\u{301}").isExactly("/~0\u{301}"))
    #expect(try JSONPointer.steps(JSONPointer.step("/\u{301}~\u{301}")) == ["/\u{301}~\u{301}"])
  }

  @Test("an invalid pointer gives the reason why it is invalid")
  func faults() {
    #expect(throws: JSONPointer.SyntaxError.noSlash) { try JSONPointer.steps("foo") }
    for text in ["/~", "/a~2", "/~a/b", "/a/~"] {
      #expect(throws: JSONPointer.SyntaxError.tilde) { try JSONPointer.steps(text) }
    }
    for text in ["/%", "/%4", "/%4x", "/%ff", "%"] {
      #expect(throws: JSONPointer.SyntaxError.percent) { try JSONPointer.steps(fragment: text) }
    }
  }

  @Test("an index is digits without leading zeros")
  func indexes() {
    #expect(["0", "7", "10"].map(JSONPointer.index) == [0, 7, 10])
    for step in ["", "-", "01", "+1", "-1", "1.0", "1e0", "٣", "99999999999999999999"] {
      #expect(JSONPointer.index(step) == nil)
    }
  }
}
