import ContractProtocol
import Testing

@Suite("The mark between the output of two calls")
struct CallMarkTests {
  private func read(_ chunks: [[UInt8]]) -> [String] {
    var reader = CallMark.Reader()
    var pieces: [String] = []
    func add(_ text: String) {
      if let last = pieces.last, !last.hasPrefix("#"), !text.hasPrefix("#") {
        pieces[pieces.count - 1] = last + text
      } else {
        pieces.append(text)
      }
    }
    for chunk in chunks {
      reader.append(chunk[...]) { piece in
        switch piece {
        case .output(let bytes): add(String(decoding: bytes, as: UTF8.self))
        case .mark(let id): add("#\(id)")
        }
      }
    }
    let rest = reader.takeRest()
    if !rest.isEmpty { add(String(decoding: rest, as: UTF8.self)) }
    return pieces
  }

  @Test("a mark is found wherever the stream is cut")
  func cuts() {
    let stream = Array("one".utf8) + CallMark.line(id: 7) + Array("two\n".utf8) + CallMark.line(id: 12)
    for cut in 0...stream.count {
      #expect(read([Array(stream[..<cut]), Array(stream[cut...])]) == ["one", "#7", "two\n", "#12"], "cut at \(cut)")
    }
    #expect(read(stream.map { [$0] }) == ["one", "#7", "two\n", "#12"])
  }

  @Test(
    "text that only resembles a mark is output",
    arguments: [
      "\u{1E}", "\u{1E}\u{1E}contract-run", "\u{1E}contract-run call \n", "\u{1E}contract-run call x\n",
      "\u{1E}contract-run call 123456789012345678901234\n", "contract-run call 7\n",
    ])
  func output(text: String) {
    #expect(read([Array(text.utf8)]) == [text])
    #expect(read(text.utf8.map { [$0] }) == [text])
  }
}
