import Foundation
import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("Proposals for random requests", .exhaustive)
struct RequestProposalPropertyTests {
  @Test("a reader accepts every proposal, all samples match it, and no secret is in it", arguments: 0..<2)
  func random(seed: UInt64) throws {
    var proposed = 0
    for number in 0..<200 {
      let samples = try (0..<(1 + number % 4)).map { index in
        var random = RandomRequest(shape: seed << 32 + UInt64(number), noise: UInt64(number * 10 + index))
        return try random.sample(number % 2 == 0 || index % 2 == 0 ? .memory : .loopback)
      }
      let result = Result { () throws(RequestProposal.Problem) in
        try RequestProposal.make(samples, present: LearningFixture.present)
      }
      switch result {
      case .success(let proposal):
        proposed += 1
        let differences = try LearningFixture.differences(proposal, samples)
        #expect(differences == [], "\(seed), \(number): \(proposal.text)")
        #expect(!proposal.text.contains("CANARY"), "\(seed), \(number): \(proposal.text)")
      case .failure(let problem):
        #expect(!problem.text.message.contains("CANARY"), "\(problem.text.message)")
      }
    }
    // Most random requests can be described.
    #expect(proposed > 100)
  }
}

/// A random request. Two with the same shape are the same request, except for what the noise changes.
private struct RandomRequest {
  private var shape: SeededNumbers
  private var noise: SeededNumbers
  private let isNoisy: Bool

  init(shape: UInt64, noise: UInt64) {
    self.shape = SeededNumbers(state: shape)
    self.noise = SeededNumbers(state: noise)
    isNoisy = shape % 3 > 0
  }

  private static let token = LearningFixture.token
  private static let texts = [
    "", "a", "a b", "a\"b", "a\\b", "\u{0}\u{1f}", "😀", "é", "e\u{301}", "\u{2028}", "a\nb", "a\n", "\r\n", "$any",
    "{{baseURL}}/x",
    "{{baseURL.auth}}", "{{baseURL}}", "{{baseURL}}.", "{{x}}", "b1e1f5c0-0000-4000-8000-000000000001",
    "2026-11-23T09:33:00Z",
    "2026-11-23", "1999-01-01", "1795426380", "a@b.com", "1.2.3.4", "https://a/b?c=d", "https://a:CANARY@b",
    "?token=CANARY",
    "^.*$(", token, "Bearer \(token)\n", "\u{feff}", "\u{fffe}", "null", "7", "=", "&", "+", "%", "%2F", "%zz", ";",
    "\t", " ",
  ]
  private static let names = [
    "a", "b", "", "é", "e\u{301}", "\"", "\\", "\u{1}", "😀", "$filter", "$format", "a.b", "key", "user name",
    "{{baseURL}}", "+", "%",
    "b1e1f5c0-0000-4000-8000-000000000001",
  ]
  private static let secretNames = ["password", "apiKey", "auth_token", "X-Client-Secret", "sig"]
  private static let numbers = [
    "0", "-0", "1.0", "1", "1e400", "-1e-400", "18446744073709551616", "1795426380", "1795426380123", "0.1",
  ]
  private static let segments = [
    "", "a", "todos", "%2F", "%2f", "%zz", "a|b", "é", "{x}", "%7Bx%7D", "a b", "%C3%A9", "a%20b", "..a", "😀", "\"",
    "\\", "[1]", "a;b=c",
    "+", "b1e1f5c0-0000-4000-8000-000000000001", "2026-11-23", token, "x\(token)", "keys/CANARY123",
    "CANARYabcdef12345678", "%22", "~",
  ]

  /// Returns one of some values: always the same for the shape, unless the noise changes it.
  private mutating func pick<Value>(_ values: [Value]) -> Value {
    let own = values[Int.random(in: 0..<values.count, using: &shape)]
    let other = values[Int.random(in: 0..<values.count, using: &noise)]
    return isNoisy && Int.random(in: 0..<12, using: &noise) == 0 ? other : own
  }

  private mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &shape) }

  /// Returns a name with a value, which is a secret if the name is.
  private mutating func named() -> (name: String, value: String) {
    let (value, secret) = (pick(Self.texts), pick(Self.secretNames))
    return count(0...3) == 0
      ? (secret, "CANARY" + (value.contains(Self.token) ? "" : value)) : (pick(Self.names), value)
  }

  private mutating func list(_ range: ClosedRange<Int>) -> [(name: String, value: String)] {
    let all = (0..<count(range)).map { _ in named() }
    return all.filter { _ in !isNoisy || Int.random(in: 0..<20, using: &noise) > 0 }
  }

  private mutating func json(_ depth: Int) -> JSON {
    switch count(0...(depth == 0 ? 4 : 7)) {
    case 0: return .string(pick(Self.texts))
    case 1: return JSON.parse(pick(Self.numbers)) ?? .null
    case 2: return pick([.null, true, false])
    case 3: return .string(pick(Self.texts))
    case 4: return pick([.string(Self.token), 1, "a"])
    case 5: return .array((0..<count(0...3)).map { _ in json(depth - 1) })
    default:
      var seen: Set<ExactString> = []
      let members = (0..<count(0...4)).map { _ -> (String, JSON) in
        let (name, value) = named()
        return (count(0...9) == 0 ? "$\(name)" : name, value.contains("CANARY") ? .string(value) : json(depth - 1))
      }
      return .object(members.filter { seen.insert(ExactString($0.0)).inserted })
    }
  }

  private func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  private mutating func form() -> String {
    list(0...4).map { name, value in
      count(0...5) == 0 && !value.contains("{{") && !value.contains("&") && !name.contains("&")
        ? "\(name)=\(value)" : "\(encoded(name))=\(encoded(value))"
    }.joined(separator: "&")
  }

  private mutating func body() -> (type: String?, bytes: [UInt8]) {
    switch count(0...8) {
    case 0: return (nil, [])
    case 1, 2: return ("application/json", json(4).utf8)
    case 3: return ("application/x-www-form-urlencoded", Array(form().utf8))
    case 4: return ("application/x-ndjson", (0..<count(1...3)).flatMap { _ in json(2).utf8 + [10] })
    case 5: return ("text/plain", Array(pick(Self.texts).utf8))
    case 6:
      return (
        nil, pick([[0xFF, 0], [0xFE], Array(#"{"a":1,"a":"token=CANARY"}"#.utf8), [0xEF, 0xBB, 0xBF, 0x7B, 0x7D]])
      )
    case 7:
      let depth = count(400...512)
      return (
        nil, Array((String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)).utf8)
      )
    default:
      let boundary = "b\(Int.random(in: 0...999_999, using: &noise))"
      let parts = list(1...3).flatMap { name, value -> [UInt8] in
        let name = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").filter { $0 >= " " }
        let type = pick(["", "\r\nContent-Type: application/json", "\r\nContent-Type: text/plain; charset=UTF-8"])
        return Array(
          "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\(type)\r\n\r\n\(value)\r\n".utf8)
      }
      return ("multipart/form-data; boundary=\(boundary)", parts + Array("--\(boundary)--".utf8))
    }
  }

  mutating func sample(_ transport: Transport) throws -> RequestSample {
    let addresses = try LearningFixture.addresses(transport)
    let base = [nil, nil, "auth", "files"][count(0...3)]
    // What no request may have is a mismatch, whatever a proposal describes.
    let segments = (0..<count(0...3)).map { _ in "/" + pick(Self.segments) }.joined()
    let path = RequestURL.escaped(segments, in: .path)?.text ?? segments
    let items = count(0...1) == 0 ? "" : "?" + form()
    let query = RequestURL.escaped(items, in: .query)?.text ?? items
    var headers = (0..<count(0...4)).map { _ -> Headers.Line in
      let name = pick([
        "A", "b", "X-Api-Key", "Authorization", "Cookie", "Accept", "User-Agent", "not a name", "$any", "traceparent",
      ])
      let value = pick(Self.texts)
      let isSecret = Secrets.standard.expression(forHeader: name, value: value) != nil
      return Headers.Line(
        name,
        isSecret ? pick(["CANARY", "Bearer CANARY", "a=CANARY; b=CANARY", "CANARY\nx", ""]) : addresses.fill(value))
    }
    // These may stand only once.
    for name in ["Authorization", "User-Agent"] {
      let first = headers.firstIndex { $0.name == name } ?? headers.count
      headers = headers.enumerated().filter { $0.offset <= first || $0.element.name != name }.map(\.element)
    }
    let body = body()
    if let type = body.type { headers.append(.init("Content-Type", type)) }
    if isNoisy { headers.shuffle(using: &noise) }
    let url = try #require(addresses[base])
    return RequestSample(
      request: CapturedRequest(
        method: "POST", url: addresses.fill(url.text + path + query), headers: Headers(headers),
        body: addresses.fill(body.bytes, at: Addresses.placeholders(in: body.bytes)),
        unobserved: count(0...20) == 0 ? ["body"] : []),
      addresses: addresses, transport: transport)
  }
}
