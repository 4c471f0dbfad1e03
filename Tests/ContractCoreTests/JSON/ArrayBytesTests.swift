import Testing

@testable import ContractCore

@Suite("What messages are written with")
struct ArrayBytesTests {
  @Test("numbers are written as String writes them", arguments: [0, 7, 10, 99, 100, -1, -1009, Int.max, Int.min])
  func digits(value: Int) {
    var bytes: [UInt8] = [1]
    bytes.append(digitsOf: value)
    #expect(bytes.dropFirst().elementsEqual(String(value).utf8))
  }

  @Test("the first line feed is found wherever it stands, and beside bytes that are nearly one")
  func lineEnds() {
    for length in 0..<40 {
      for place in 0..<length {
        var bytes = [UInt8](repeating: 0x0B, count: length)
        for index in bytes.indices where index % 3 == 0 { bytes[index] = index % 2 == 0 ? 0x8A : 0xFF }
        #expect(bytes.lineEnd(from: 0) == nil)
        bytes[place] = 0x0A
        bytes[length - 1] = 0x0A
        #expect(bytes.lineEnd(from: 0) == place)
        #expect(bytes.lineEnd(from: place) == place)
        #expect(bytes.lineEnd(from: place + 1) == (place == length - 1 ? nil : length - 1))
      }
    }
    #expect([UInt8]().lineEnd(from: 0) == nil)
  }

  @Test("one byte beyond ASCII is seen wherever it stands")
  func ascii() {
    for length in 0..<20 {
      var bytes = [UInt8](repeating: 0x7F, count: length)
      #expect(bytes.isASCII)
      for place in 0..<length {
        bytes[place] = 0x80
        #expect(!bytes.isASCII)
        bytes[place] = 0
      }
    }
  }

  @Test(
    "a body is written as the string that it is",
    arguments: ["", "plain", "\"", "a\"b\\c\n\u{1}", "é\u{1F}\"ü", "tail\""])
  func bodies(text: String) {
    var written: [UInt8] = []
    JSON.write(utf8: Array(text.utf8), to: &written)
    #expect(String(decoding: written, as: UTF8.self) == JSON.string(text).text)
    #expect(JSON.parse(written)?.string == text)
  }

  @Test("a string is compared by its scalars")
  func exactly() {
    #expect("http://localhost".isExactly("http://localhost"))
    #expect(!"http://localhost".isExactly("http://localhosu"))
    #expect(!"\u{E9}".isExactly("e\u{301}"))
    #expect("".isExactly(""))
  }
}
