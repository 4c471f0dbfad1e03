import Testing

@testable import ContractCore

@Suite("Bodies in pieces")
struct BodyPiecesTests {
  private func cuts(_ body: String) -> Set<Int> {
    let pieces = BodyPieces.divided(Array(body.utf8))
    #expect(pieces.flatMap(\.self) == Array(body.utf8))
    #expect(pieces.allSatisfy { !$0.isEmpty })
    var end = 0
    return Set(
      pieces.map { piece in
        end += piece.count
        return end
      })
  }

  @Test("a short body is sent byte by byte")
  func short() {
    #expect(cuts("") == [])
    #expect(cuts("é1") == [1, 2, 3])
    #expect(cuts(String(repeating: "a", count: 32)).count == 32)
  }

  @Test(
    "a long body is divided within a character, a line end, an escape, a number and a word, and between lines",
    arguments: [("é", 1), ("\r\n", 1), (#"\n"#, 1), ("12", 1), ("\nx", 1), ("\nxy", 2), ("\rx", 1), ("😀", 3)])
  func places(_ text: String, _ place: Int) {
    // Nothing else is a place, and evenly chosen ones would hardly be there by chance.
    let filler = String(repeating: " ", count: 5000)
    let cuts = cuts(filler + "  " + text + filler)
    #expect(cuts.contains(5002 + place))
    #expect(cuts.count == BodyPieces.limit)
  }

  @Test("a body with many places of one kind has some of each other kind")
  func kinds() {
    let numbers = String(repeating: "1234567890", count: 100)
    let body = numbers + "é" + numbers
    #expect(cuts(body).contains(1001))
    #expect(cuts(body).count == BodyPieces.limit)
  }
}
