import Foundation
import TestSupport
import Testing

@testable import ContractAuthoring
@testable import ContractCore

@Suite("docs/learn.md")
struct LearnDocumentTests {
  private static let place = SourceRange(
    source: Source(path: "specs/thing.contract.json", bytes: []), start: 0, end: 0)

  static let refusals: [UnlearnableReason] = [
    .success(1, after: .networkError), .failure(["category": "decoding"], onValid: "decoding"),
    .unstable("1", "2"), .tooLarge(bytes: 70_000), .request(.noSamples, exchange: 1), .unseenRequest(exchange: 1),
    .unknownBase(exchange: 2), .notPlayed(.notRun("the run ended before its turn")), .clients([]),
    .shared(file: "specs/shared.json"), .conflict(file: "specs/shared.json"),
    .notRewritable(what: "the request that the exchange names", at: place), .notGreen([]),
  ]

  @Test("the page lists everything that is refused, as it is printed", arguments: refusals.map(\.summary))
  func refused(_ summary: String) throws {
    expectText("| `\(summary)`", isOn: try Page("docs/learn.md"))
  }

  @Test(
    "the page names each response after which a success is refused",
    arguments: Response.Kind.allCases.filter { $0 != .valid })
  func successes(_ kind: Response.Kind) throws {
    let clause = UnlearnableReason.success(1, after: kind).summary.replacing("the client succeeded although ", with: "")
    expectText(clause, isOn: try Page("docs/learn.md"))
  }
}
