import Testing

@testable import ContractKit

private enum APIError: Error {
  case invalidResponse
  case statusCode(Int)
  case problem(code: Int, title: String)
  case pair(Int, String)
  case network(any Error)
  case nested(Outer)
  case nothing(Int?)
}

private enum Outer: Error { case inner(APIError2) }
private enum APIError2: Error { case cause(URLError) }

private enum Described: Error, CustomStringConvertible {
  case hidden
  var description: String { "words" }
}

private struct StructError: Error {
  var status: Int
  var reason: String?
  var when: Date?
}

private final class ClassError: Error {
  let status = 3
  let cause: any Error = CancellationError()
}

private struct Localized: LocalizedError {
  var errorDescription: String? { "in words" }
}

private enum Custom: CustomNSError {
  case a(Int)
  static var errorDomain: String { "own" }
  var errorCode: Int { 7 }
}

private struct Item: Decodable { let id: Int }

private final class LoopError: Error, @unchecked Sendable {
  // One test alone uses each.
  let status = 1
  var cause: (any Error)?
  var others: [LoopError] = []
}

@Suite("How errors are described")
struct FailureDescriptionTests {
  static let table: [(any Error, JSON)] = [
    (APIError.invalidResponse, ["category": "other", "type": "APIError", "case": "invalidResponse"]),
    (APIError.statusCode(401), ["category": "other", "type": "APIError", "case": "statusCode", "payload": 401]),
    (
      APIError.problem(code: 1, title: "t"),
      ["category": "other", "type": "APIError", "case": "problem", "payload": ["code": 1, "title": "t"]]
    ),
    (
      APIError.pair(1, "t"),
      ["category": "other", "type": "APIError", "case": "pair", "payload": ["_0": 1, "_1": "t"]]
    ),
    (APIError.nothing(nil), ["category": "other", "type": "APIError", "case": "nothing", "payload": nil]),
    (
      APIError.network(URLError(.cannotConnectToHost)),
      [
        "category": "network", "type": "APIError", "case": "network",
        "payload": ["category": "network", "type": "URLError", "domain": "NSURLErrorDomain", "code": -1004],
        "underlying": ["category": "network", "type": "URLError", "domain": "NSURLErrorDomain", "code": -1004],
      ]
    ),
    (Described.hidden, ["category": "other", "type": "Described", "case": "hidden", "message": "words"]),
    (
      StructError(status: 4, reason: nil, when: Date(timeIntervalSince1970: 0)),
      ["category": "other", "type": "StructError", "payload": ["status": 4, "when": "1970-01-01T00:00:00Z"]]
    ),
    (
      ClassError(),
      [
        "category": "cancelled", "type": "ClassError",
        "payload": ["status": 3, "cause": ["category": "cancelled", "type": "CancellationError"]],
        "underlying": ["category": "cancelled", "type": "CancellationError"],
      ]
    ),
    (Localized(), ["category": "other", "type": "Localized", "message": "in words"]),
    (
      Custom.a(1),
      ["category": "other", "type": "Custom", "case": "a", "payload": 1, "domain": "own", "code": 7]
    ),
    (CancellationError(), ["category": "cancelled", "type": "CancellationError"]),
    (
      NSError(domain: NSURLErrorDomain, code: -424_242),
      ["category": "network", "type": "URLError", "domain": "NSURLErrorDomain", "code": -424_242]
    ),
    (
      NSError(
        domain: "some", code: 5,
        userInfo: [
          NSLocalizedDescriptionKey: "words", "status": 402, "list": ["left out"],
          NSUnderlyingErrorKey: URLError(.timedOut),
        ]),
      [
        "category": "network", "type": "NSError", "payload": ["status": 402], "domain": "some", "code": 5,
        "message": "words",
        "underlying": ["category": "network", "type": "URLError", "domain": "NSURLErrorDomain", "code": -1001],
      ]
    ),
  ]

  @Test("an error is known by its very type, also where a continuation has put it into another box")
  func exactType() async {
    let error = URLError(.notConnectedToInternet)
    #expect(exactly(URLError.self, error) == error)
    #expect(exactly(URLError.self, APIError.invalidResponse) == nil)
    #expect(exactly(URLError.self, CocoaError(.fileNoSuchFile)) == nil)
    do {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        continuation.resume(throwing: error)
      }
    } catch let thrown {
      #expect(exactly(URLError.self, thrown) == error)
    }
  }

  @Test("each kind of error", arguments: table.indices)
  func kinds(index: Int) {
    let (error, expected) = Self.table[index]
    #expect(FailureDescription(error).json.text == expected.text)
  }

  @Test(
    "the codes of the URL loading system by category",
    arguments: [
      (-1, "network"), (-999, "cancelled"), (-1000, "invalidRequest"), (-1001, "network"), (-1002, "network"),
      (-1015, "decoding"), (-1016, "decoding"), (-1017, "network"), (-1200, "network"),
    ])
  func codes(code: Int, category: String) {
    #expect(FailureDescription(NSError(domain: NSURLErrorDomain, code: code)).category.rawValue == category)
  }

  @Test("what JSONDecoder throws is decoding, with its case")
  func decoding() throws {
    for (text, name) in [("{{}", "dataCorrupted"), ("{}", "keyNotFound"), (#"{"id": "1"}"#, "typeMismatch")] {
      do {
        _ = try JSONDecoder().decode(Item.self, from: Data(text.utf8))
        Issue.record("\(text) decoded")
      } catch {
        let failure = FailureDescription(error)
        #expect(failure.category == .decoding)
        #expect(failure.type == "DecodingError")
        #expect(failure.case == name)
      }
    }
    let parsing = #expect(throws: (any Error).self) { try JSONSerialization.jsonObject(with: Data("{{}".utf8)) }
    #expect(try FailureDescription(#require(parsing)).category == .decoding)
  }

  @Test("a decoding error is told as reflection would tell it, whatever it carries")
  func decodingByReflection() throws {
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int?
      init(_ name: String, _ index: Int? = nil) { (stringValue, intValue) = (name, index) }
      init?(stringValue: String) { self.init(stringValue) }
      init?(intValue: Int) { self.init("Index \(intValue)", intValue) }
    }
    let path: [any CodingKey] = [Key("items"), Key("Index 2", 2), Key("id")]
    let plain = DecodingError.Context(codingPath: [], debugDescription: "")
    let full = DecodingError.Context(
      codingPath: path, debugDescription: "why \"so\"",
      underlyingError: NSError(domain: "D", code: 3, userInfo: [NSLocalizedDescriptionKey: "m", "k": 1]))
    for context in [plain, full] {
      let errors: [DecodingError] = [
        .dataCorrupted(context), .keyNotFound(Key("id"), context), .keyNotFound(Key("Index 1", 1), context),
        .typeMismatch(Int.self, context), .valueNotFound([String: Item].self, context),
      ]
      for error in errors {
        let child = try #require(Mirror(reflecting: error).children.first)
        let failure = FailureDescription(error)
        #expect(failure.payload?.text == JSON(payload: child.value).text)
        #expect(failure.case == child.label)
        #expect(failure.underlying?["domain"] == (context.underlyingError == nil ? nil : "D"))
      }
    }
  }

  @Test("an error deep inside others is found, and its category inherited outwards")
  func nested() throws {
    let failure = FailureDescription(APIError.nested(.inner(.cause(URLError(.timedOut)))))
    #expect(failure.category == .network)
    #expect(failure.underlying?["underlying"]?["underlying"]?["code"] == -1001)
  }

  @Test("an error that holds itself, or many others that hold each other, has an end")
  func cycles() {
    let loop = LoopError()
    loop.cause = loop
    #expect(FailureDescription(loop).payload == ["status": 1, "others": []])
    let all = (0..<12).map { _ in LoopError() }
    for error in all { error.others = all }
    #expect(FailureDescription(all[0]).type == "LoopError")
    for error in all + [loop] { (error.cause, error.others) = (nil, []) }
  }

  @Test("a long chain of errors is described in proportion to its length, and its category found at the end")
  func chain() {
    let error = (0..<14).reduce(URLError(.timedOut) as any Error) { inner, _ in APIError.network(inner) }
    let failure = FailureDescription(error)
    #expect(failure.category == .network)
    #expect(failure.payload?["category"] == "network")
    #expect(failure.json.utf8.count < 100_000)
  }

  @Test("a driver's mapping is asked from the inside out, and what it says is inherited")
  func mapping() {
    let failure = FailureDescription(APIError.network(APIError.statusCode(500))) { error, failure in
      if case APIError.statusCode(let code) = error {
        failure.category = .status
        failure.code = code
      }
    }
    #expect(failure.category == .status)
    #expect(failure.code == nil)
    #expect(failure.underlying?["code"] == 500)
  }

  @Test("types are named with the types around them and without modules")
  func typeNames() {
    #expect(FailureDescription(Generic<Item>.Failure.a).type == "Generic<Item>.Failure")
    struct Local: Error {}
    #expect(FailureDescription(Local()).type?.hasSuffix("Local") == true)
    // In an extension of another module's type.
    #expect(FailureDescription(JSON.Unreadable.a).type == "JSON.Unreadable")
    #expect(FailureDescription(Generic<JSON.Unreadable>.Failure.a).type == "Generic<JSON.Unreadable>.Failure")
  }

  @Test("the categories are those of the protocol")
  func categories() {
    #expect(FailureDescription.Category.allCases.map(\.rawValue) == Failure.categories)
  }
}

private enum Generic<Value> {
  enum Failure: Error { case a }
}

extension JSON {
  enum Unreadable: Error { case a }
}
