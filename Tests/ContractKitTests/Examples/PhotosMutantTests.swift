import ContractCore
import TestSupport
import Testing

@testable import ContractTesting
@testable import photos_driver

@Suite("Mutants of the photos client", .exhaustive, .timeLimit(.hang))
struct PhotosMutantTests {
  /// A scenario of `specs/photos`.
  private struct Played: Sendable {
    var contract: String
    var scenario: Scenario

    /// The name in the form `CONTRACT/SCENARIO`.
    var name: String { "\(contract)/\(scenario.name)" }

    /// Returns how many of its requests go to a named base URL.
    func requests(to base: String) -> Int { scenario.exchanges.count { $0.request?.base?.value == base } }

    /// The number of its requests that carry a key.
    var keys: Int {
      scenario.exchanges.count { $0.request?.headers.contains { $0.name == "Idempotency-Key" } == true }
    }

    var waits: Bool { scenario.exchanges.contains { $0.notBefore != nil } }

    /// Whether it takes a second or more.
    var isSlow: Bool {
      ["Retry-After in seconds", "at once: no longer than the slower one takes"].contains(scenario.name)
    }

    /// Whether an answer links to a next page.
    var hasPages: Bool {
      scenario.exchanges.contains { exchange in
        exchange.response.headers.lines.contains { $0.name == "Link" && $0.value.lowercased().contains("next") }
      }
    }
  }

  /// Returns which scenarios a mistake fails, and the possible reasons.
  private func expected(_ mutant: PhotosMutant) -> (fails: (Played) -> Bool, reasons: Set<String>) {
    func only(_ names: String...) -> (Played) -> Bool { { names.contains($0.name) } }
    switch mutant {
    case .none: return ({ _ in false }, [])
    case .newKeyForEachTry: return ({ $0.keys > 1 }, ["mismatch"])
    case .keyIsACounter: return ({ $0.keys > 0 }, ["mismatch"])
    case .ignoresRetryAfter: return (\.waits, ["mismatch"])
    case .oneTryMore: return (only("create-album/busy four times: the client gives up"), ["unexpectedRequest"])
    case .oneTryFewer:
      return (
        only("create-album/busy four times: the client gives up", "create-album/busy three times, then created"),
        ["mismatch"]
      )
    case .waitsAnHour: return (only("create-album/an hour is too long to wait"), ["unexpectedRequest"])
    case .retriesTimeOuts:
      return (
        only("create-album/timed out: the service may have created it, and the client does not try again"),
        ["unexpectedRequest"]
      )
    case .refreshesOnTheWrongHost, .refreshesByJSON: return ({ $0.requests(to: "auth") > 0 }, ["mismatch"])
    case .refreshesTwice: return ({ $0.requests(to: "auth") > 0 }, ["mismatch", "unexpectedRequest"])
    case .neverRefreshes:
      // The stream does not refresh its token this way.
      return (
        { $0.requests(to: "auth") > 0 && $0.contract != "events" || $0.name.hasPrefix("upload/401 at the signed") },
        ["mismatch"]
      )
    case .tokenToTheSignedAddress: return ({ $0.requests(to: "files") > 0 }, ["mismatch"])
    case .stopsAfterPageOne: return (\.hasPages, ["mismatch"])
    case .photosOfNoAlbum:
      return ({ ["photos", "overview", "import"].contains($0.contract) }, ["mismatch", "unexpectedRequest"])
    case .plusIsASpace:
      return (only("photos/by tags: the name comes once for each, and a plus sign stays one"), ["mismatch"])
    case .slashInAnID:
      return (
        only("album/an id with a slash, a space, a question mark and an umlaut stays one segment"), ["mismatch"]
      )
    case .losesThePrefix:
      return ({ $0.contract != "events" && !$0.scenario.exchanges.isEmpty }, ["mismatch", "unexpectedRequest"])
    case .confirmsBeforeTheUpload: return ({ $0.requests(to: "files") > 0 }, ["mismatch", "unexpectedRequest"])
    case .forgetsToConfirm:
      return (
        { $0.scenario.exchanges.contains { $0.request?.path.value.hasSuffix("/confirm") == true } }, ["mismatch"]
      )
    case .fileWithoutAName:
      let others: Set = [
        "nothing to import is sent as a count of 0", "an empty file", "the name of a file with an umlaut",
      ]
      return ({ $0.contract == "import" && !others.contains($0.scenario.name) }, ["mismatch"])
    case .linesAsAnArray, .cutsTheLastLine:
      return ({ $0.contract == "report" && !$0.scenario.exchanges.isEmpty }, ["mismatch"])
    case .dropsAValue, .repeatsAValue:
      return (
        only(
          "events/two events, then the end", "events/the connection is lost in mid-stream",
          "events/the service ends the stream in the middle of an event", "events/an event that is not JSON",
          "events/the token has expired: renewed before the stream begins"), ["mismatch"]
      )
    case .streamNeverFails:
      return (only("events/the connection is lost in mid-stream", "events/server down"), ["mismatch"])
    }
  }

  @Test("each mistake fails the scenarios about it, and no others", .serialized, arguments: PhotosMutant.allCases)
  func caught(_ mutant: PhotosMutant) async throws {
    let (fails, reasons) = expected(mutant)
    let results = try await Self.play(mutant) { !$0.isSlow || mutant == .ignoresRetryAfter }
    for (played, result) in results {
      let codes = result.verdict.reasons.map(\.code)
      if fails(played) {
        #expect(!reasons.isDisjoint(with: codes), "\(played.name): \(codes)")
      } else {
        #expect(result.account == nil)
      }
    }
    #expect(mutant == .none || results.contains { fails($0.0) })
  }

  @Test(
    "the client without a mistake passes its contracts in process",
    arguments: try ContractSuite(client: "photos", specs: "specs/photos", driver: PhotosDriver.self).scenarios)
  func keeps(_ scenario: ScenarioTest) async { #expect(await scenario.failure() == nil) }

  /// Plays the selected scenarios, all at once.
  private static func play(
    _ mutant: PhotosMutant, where isChosen: (Played) -> Bool
  ) async throws -> [(Played, ScenarioResult)] {
    try await withThrowingTaskGroup(of: (Played, ScenarioResult).self) { group in
      for (contract, scenario, test) in try mutant.tests() {
        let played = Played(contract: contract.name, scenario: scenario)
        if isChosen(played) { group.addTask { (played, await test.play()) } }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}
