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

  @Test("br and zstd have a stored block")
  func other() {
    let text = Array("abc".utf8)
    // The window and the head of the block are in three bytes, from the lowest bit: 0, 0, 00, 16 bits of 2, 1.
    #expect(ContentCoding.br.encoded(text) == [0x20, 0, 0x10] + text + [3])
    #expect(ContentCoding.br.encoded([]) == [6])
    #expect(ContentCoding.zstd.encoded(text) == [0x28, 0xB5, 0x2F, 0xFD, 0xA0, 3, 0, 0, 0, 25, 0, 0] + text)
    #expect(ContentCoding.zstd.encoded([]) == [0x28, 0xB5, 0x2F, 0xFD, 0xA0, 0, 0, 0, 0, 1, 0, 0])
    let long = [UInt8](repeating: 7, count: 70_000)
    #expect(ContentCoding.br.encoded(long).count == 3 + 65_535 + 3 + 4_465 + 1)
    #expect(ContentCoding.zstd.encoded(long).count == 9 + 3 + 65_535 + 3 + 4_465)
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
