import Testing

@testable import ContractProtocol

@Suite("Content codings")
struct ContentCodingTests {
  @Test("gzip and deflate have a stored block, and the checks of their formats")
  func encoded() {
    let block: [UInt8] = [1, 3, 0, 0xFC, 0xFF] + Array("abc".utf8)
    #expect(
      ContentCoding.gzip.encoded(Array("abc".utf8))
        == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + block + [0xC2, 0x41, 0x24, 0x35, 3, 0, 0, 0])
    #expect(ContentCoding.deflate.encoded(Array("abc".utf8)) == [0x78, 0x01] + block + [0x02, 0x4D, 0x01, 0x27])
  }

  @Test("a long body has more than one block")
  func long() {
    let bytes = [UInt8](repeating: 7, count: 70_000)
    let encoded = ContentCoding.deflate.encoded(bytes)
    #expect(encoded.count == 2 + 5 + 65_535 + 5 + 4_465 + 4)
    #expect(encoded[2] == 0 && encoded[2 + 5 + 65_535] == 1)
  }

  @Test(
    "a request accepts a coding that it names, unless its weight is 0",
    arguments: [
      ("gzip", true), ("deflate, GZip;q=0.5, br", true), ("gzip;q=1", true), ("gzip;q=0", false),
      ("gzip; q=0.000", false), ("x-gzip", false), ("*", false), ("identity", false), ("", false),
    ])
  func accepted(_ value: String, _ isAccepted: Bool) {
    #expect(ContentCoding.gzip.isAccepted(by: Headers([.init("accept-encoding", value)])) == isAccepted)
  }
}
