// swift-format-ignore-file
// The texts are exactly what a user sees, whatever their length.

import ContractCore
import ContractTesting
import TestSupport
import Testing

@Suite("Reports about mutants of the photos client", .slow, .timeLimit(.hang))
struct PhotosMutantTextTests {
  /// A mistake, one scenario that detects it, and the text of its failure.
  struct Reported: Sendable, CustomTestStringConvertible {
    var mutant: PhotosMutant
    var contract: String
    var scenario: String
    var text: String
    /// The place of the case in this file.
    var sourceLocation: SourceLocation

    init(
      _ mutant: PhotosMutant, _ contract: String, _ scenario: String, _ text: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      (self.mutant, self.contract, self.scenario, self.text) = (mutant, contract, scenario, text)
      self.sourceLocation = sourceLocation
    }

    var testDescription: String { "\(mutant): \(contract)/\(scenario)" }
  }

  @Test("a failure names the part, its line in the contract, the expected and the actual value", arguments: all)
  func says(_ reported: Reported) async throws {
    let chosen = try reported.mutant.tests().first {
      $0.contract.name == reported.contract && $0.scenario.name == reported.scenario
    }
    let failure = try #require(await chosen?.test.failure())
    // Placeholders replace what differs from run to run.
    let text = failure.split(separator: "\n").dropFirst(2).joined(separator: "\n")
      .replacing(/[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/, with: "KEY")
      .replacing(/[0-9.]+ s after/, with: "TIME after")
    expectText(text, is: reported.text, sourceLocation: reported.sourceLocation)
  }

  static let all = [
    Reported(.newKeyForEachTry, "create-album", "the connection is lost: once more with the same key", ##"""
        request 2: unexpected value of header Idempotency-Key
          contract  specs/photos/create-album.contract.json:13:62 /request/headers/Idempotency-Key/$allOf/1
          expected  "KEY"
          actual    "KEY"
          note      "key" was bound by request 1, at specs/photos/create-album.contract.json:13:62
      """##),
    Reported(.keyIsACounter, "create-album", "created", ##"""
        request 1: unexpected value of header Idempotency-Key
          contract  specs/photos/create-album.contract.json:13:39 /request/headers/Idempotency-Key/$allOf/0
          expected  a string in the format uuid
          actual    "1"
      """##),
    Reported(.ignoresRetryAfter, "create-album", "Retry-After in seconds", ##"""
        request 2 came too early
          contract  specs/photos/create-album.contract.json:72:24 /scenarios/5/exchanges/1/notBefore
          expected  1000 s or more
          actual    TIME after request 1
          next      let the client wait before it sends this request, or correct `notBefore`
      """##),
    Reported(.oneTryMore, "create-album", "busy four times: the client gives up", ##"""
        unexpected request 5 (4 were described): POST https://photos.example.com/v1/albums
          contract  specs/photos/create-album.contract.json:63:9 /scenarios/4/exchanges/3
          expected  4 requests
          actual    POST https://photos.example.com/v1/albums
                    Accept: application/json
                    Authorization: Bearer …(2 characters)
                    Content-Type: application/json
                    Idempotency-Key: KEY
                    {"title":"Summer"}
          answered  500, by contract-run itself: the contract describes no response to it
          note      the same as request 4: the client tries again
          next      fix the client, or describe each request with its response in the scenario's `exchanges`
        unexpected outcome: 2 differences
          contract    specs/photos/create-album.contract.json:65:30 /scenarios/4/expect/failure
          changed     /case     expected "busy", got "status"  65:62
          wrong type  /payload  expected the object {"_0":429,"retryAfter":"0"}, got the number 500  65:81
          note        the whole failure: {"category":"status","type":"PhotosError","case":"status","payload":500}
                      contract-run itself answered 500 to request 5, which may have caused this outcome
      """##),
    Reported(.refreshesOnTheWrongHost, "album", "the token has expired: renewed at the auth server, and sent again", ##"""
        request 2: unexpected base URL
          contract  specs/photos/base.json:23:15 /requests/refresh/base
          expected  https://auth.example.com
          actual    https://photos.example.com
          note      this is the contract's `baseURL`
          next      let the driver pass `call.baseURLs["auth"]` to its client, or correct the contract's `base`
        request 2: unexpected path
          contract  specs/photos/base.json:24:15 /requests/refresh/path
          expected  /token
          actual    /v1/token
      """##),
    Reported(.tokenToTheSignedAddress, "upload", "uploaded: requested a URL, put there without the token, confirmed", ##"""
        request 2: unexpected header Authorization
          contract  specs/photos/upload.contract.json:25:66 /requests/put/headers/Authorization
          expected  nothing
          actual    "Bearer …(2 characters)"
          note      the values are not shown, because they are secret
      """##),
    Reported(.forgetsToConfirm, "upload", "uploaded: requested a URL, put there without the token, confirmed", ##"""
        missing request 3
          contract  specs/photos/upload.contract.json:29:16 /requests/confirm
          expected  POST https://photos.example.com/v1/albums/a1/uploads/u1/confirm
          actual    nothing
          note      the client sent POST https://photos.example.com/v1/albums/a1/uploads, PUT https://files.example.com/eu/u1?signature=…&expires=60
      """##),
    Reported(.stopsAfterPageOne, "photos", "three pages", ##"""
        missing request 2
          contract  specs/photos/photos.contract.json:38:22 /scenarios/2/exchanges/1/request
          expected  GET https://photos.example.com/v1/albums/a1/photos?cursor=2
          actual    nothing
          note      the client sent GET https://photos.example.com/v1/albums/a1/photos
        missing request 3
          contract  specs/photos/photos.contract.json:48:22 /scenarios/2/exchanges/2/request
          expected  GET https://photos.example.com/v1/albums/a1/photos?cursor=3
          actual    nothing
          note      the client sent GET https://photos.example.com/v1/albums/a1/photos
        unexpected outcome: 2 differences
          contract    specs/photos/photos.contract.json:56:30 /scenarios/2/expect/success
          missing     /1  expected at least {"id":"p2"}  56:63
          missing     /2  expected at least {"id":"p3"}  56:95
      """##),
    Reported(.slashInAnID, "album", "an id with a slash, a space, a question mark and an umlaut stays one segment", ##"""
        request 1: unexpected path
          contract  specs/photos/album.contract.json:6:41 /request/path
          expected  /albums/S%C3%BCd%2FWest%201%3F
          actual    /albums/S%C3%BCd/West%201%3F
          note      %2F is a slash within a segment, and / is one between segments: these are two paths
      """##),
    Reported(.plusIsASpace, "photos", "by tags: the name comes once for each, and a plus sign stays one", ##"""
        request 1: unexpected value of query item "tag"
          contract  specs/photos/photos.contract.json:91:39 /scenarios/5/request/query/tag/0
          expected  "black+white"
          actual    "black white"
          note      sent as tag=black+white: in a form or a query, + means a space; encode it as %2B
      """##),
    Reported(.fileWithoutAName, "import", "imported", ##"""
        request 1: unexpected file name of part 2 (name "photo")
          contract  specs/photos/import.contract.json:22:40 /request/body/multipart/1/filename
          expected  "sea.png"
          actual    nothing
      """##),
    Reported(.dropsAValue, "events", "the connection is lost in mid-stream", ##"""
        unexpected outcome at /values/0
          contract  specs/photos/events.contract.json:63:20 /scenarios/3/expect/values/0
          expected  {"kind":"added","photo":"p1"}
          actual    nothing
      """##),
  ]
}
