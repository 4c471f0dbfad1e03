import TestSupport
import Testing

@testable import contract_run

@Suite("What the runner keeps of a driver's output")
struct OutputTailTests {
  private func kept(_ bytes: [UInt8], inPiecesOf size: Int) -> String {
    var tail = OutputTail()
    var rest = bytes[...]
    while !rest.isEmpty {
      tail.append(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    return tail.text
  }

  @Test("the runner keeps the first and the last 4 kB, and counts the rest", arguments: [1, 1000, 4096, 65_536])
  func cut(_ size: Int) {
    let bytes = (0..<100_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    let (head, tail) = (String(decoding: bytes.prefix(4096), as: UTF8.self), bytes.suffix(4096))
    expectText(
      kept(bytes, inPiecesOf: size), is: "\(head)\n… 91808 bytes omitted …\n\(String(decoding: tail, as: UTF8.self))")
  }

  @Test("the runner keeps all of 8 kB", arguments: [1, 1000, 65_536])
  func whole(_ size: Int) {
    let bytes = (0..<8192).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    #expect(kept(bytes, inPiecesOf: size) == String(decoding: bytes, as: UTF8.self))
  }
}
