import Testing

@testable import ContractProtocol

@Suite("The byte searches that messages are written with")
struct ArrayBytesTests {
  @Test("the first line feed is found at any place, and beside bytes that are almost a line feed")
  func lineEnds() {
    for length in 0..<40 {
      for place in 0..<length {
        var bytes = [UInt8](repeating: 0x0B, count: length)
        for index in bytes.indices where index % 3 == 0 { bytes[index] = index % 2 == 0 ? 0x8A : 0xFF }
        #expect(bytes.firstIndex(of: 0x0A, from: 0) == nil)
        bytes[place] = 0x0A
        bytes[length - 1] = 0x0A
        #expect(bytes.firstIndex(of: 0x0A, from: 0) == place)
        #expect(bytes.firstIndex(of: 0x0A, from: place) == place)
        #expect(bytes.firstIndex(of: 0x0A, from: place + 1) == (place == length - 1 ? nil : length - 1))
      }
    }
    #expect([UInt8]().firstIndex(of: 0x0A, from: 0) == nil)
  }

  @Test("strings are compared by their Unicode scalars")
  func exactly() {
    #expect("http://localhost".isExactly("http://localhost"))
    #expect(!"http://localhost".isExactly("http://localhosu"))
    #expect(!"\u{E9}".isExactly("e\u{301}"))
    #expect("".isExactly(""))
  }
}
