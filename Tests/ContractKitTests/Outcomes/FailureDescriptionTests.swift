import Foundation
import TestSupport
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

private final class ClassOfItems { let id = 1 }

private final class LoopError: Error, @unchecked Sendable {
  // Only one test uses an instance.
  let status = 1
  var cause: (any Error)?
  var others: [LoopError] = []
}

@Suite("Descriptions of errors", .slow)
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
    (APIError.nothing(nil), ["category": "other", "type": "APIError", "case": "nothing", "payload": .null]),
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
          NSLocalizedDescriptionKey: "words", "status": 402, NSUnderlyingErrorKey: URLError(.timedOut),
        ]),
      [
        "category": "network", "type": "NSError", "payload": ["status": 402], "domain": "some", "code": 5,
        "message": "words",
        "underlying": ["category": "network", "type": "URLError", "domain": "NSURLErrorDomain", "code": -1001],
      ]
    ),
  ]

  @Test("the payload has everything in userInfo that JSON can represent, down to the depth limit")
  func userInfo() throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    let cause = NSError(domain: "cause", code: 1, userInfo: ["field": "name"])
    let userInfo: [String: Any] = [
      NSLocalizedDescriptionKey: "words", NSUnderlyingErrorKey: URLError(.timedOut),
      NSURLErrorFailingURLErrorKey: "http://127.0.0.1:1/",
      "text": "a", "number": 1.5, "flag": true, "null": NSNull(), "date": date, "data": Data("hi".utf8),
      "url": URL(string: "https://h/a?b") as Any,
      "uuid": UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") as Any,
      "set": Set([2, 1]), "some": Int?.some(3) as Any,
      "price": Decimal(string: "1.10") as Any,
      "infinite": Double.infinity, "case": APIError.invalidResponse,
      "errors": ["name": [["message": "is taken", "at": date] as [String: Any], Data([0]), [cause]] as [Any]]
        as [String: Any],
      "item": Item(id: 7), "object": ClassOfItems(),
    ]
    let payload = try #require(FailureDescription(NSError(domain: "d", code: 1, userInfo: userInfo)).payload)
    let expected: JSON = [
      "case": ["category": "other", "type": "APIError", "case": "invalidResponse"], "data": "aGk=",
      "date": "2023-11-14T22:13:20Z",
      "errors": [
        "name": [
          ["at": "2023-11-14T22:13:20Z", "message": "is taken"], "AA==",
          [["category": "other", "type": "NSError", "payload": ["field": "name"], "domain": "cause", "code": 1]],
        ]
      ], "flag": true, "infinite": "Infinity", "item": ["id": 7], "null": JSON.null,
      "number": JSON.parse("1.5") ?? .null,
      "price": JSON.parse("1.1") ?? .null,
      "set": [1, 2], "some": 3, "text": "a", "url": "https://h/a?b", "uuid": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
    ]
    #expect(payload.text == expected.text)
  }

  @Test("Foundation's own classes in userInfo become the values that they represent")
  func foundationObjects() throws {
    let userInfo: [String: Any] = [
      "date": NSDate(timeIntervalSince1970: 1_700_000_000), "data": NSData(data: Data("hi".utf8)),
      "text": NSString(string: "a"), "flag": NSNumber(value: true), "number": NSNumber(value: 3),
      "nan": NSNumber(value: Double.nan), "url": NSURL(string: "https://h/a") as Any,
      "list": NSArray(array: [1, "b"]), "object": NSDictionary(dictionary: ["k": NSArray(array: [NSNull()])]),
      "set": NSSet(array: ["b", "a"]), "uuid": NSUUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") as Any,
    ]
    let payload = try #require(FailureDescription(NSError(domain: "d", code: 1, userInfo: userInfo)).payload)
    let expected: JSON = [
      "data": "aGk=", "date": "2023-11-14T22:13:20Z", "flag": true, "list": [1, "b"], "nan": "NaN", "number": 3,
      "object": ["k": [JSON.null]], "set": ["a", "b"], "text": "a", "url": "https://h/a",
      "uuid": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
    ]
    #expect(payload.text == expected.text)
  }

  @Test("userInfo is read to a depth of 32 values, and errors that contain each other in lists end")
  func deepUserInfo() throws {
    var value: Any = "inside"
    for _ in 0..<1000 { value = [value] }
    let deep = try #require(FailureDescription(NSError(domain: "d", code: 1, userInfo: ["list": value])).payload)
    #expect(deep.text.filter { $0 == "[" }.count == 31)
    #expect(!deep.text.contains("inside"))
    var error = NSError(domain: "d", code: 0)
    for code in 1...5000 {
      error = NSError(domain: "d", code: code, userInfo: ["a": [error, error], "b": ["c": error]])
    }
    #expect(FailureDescription(error).json.utf8.count < 1_000_000)
  }

  @Test("an error is recognized by its exact type, even after a continuation has rethrown it")
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

  @Test("each kind of error has its description", arguments: table)
  func kinds(_ error: any Error, _ expected: JSON) {
    #expect(FailureDescription(error).json.text == expected.text)
  }

  @Test("an error that neither the driver nor the library describes is named with its module")
  func undescribed() {
    #expect(FailureDescription(APIError.invalidResponse).undescribed == "ContractKitTests.APIError")
    #expect(FailureDescription(NSError(domain: "d", code: 1)).undescribed == "")
    let described = FailureDescription(APIError.invalidResponse) { _, failure in failure.case = "none" }
    #expect(described.undescribed == nil)
    #expect(FailureDescription(APIError.network(URLError(.timedOut))).undescribed == nil)
    #expect(FailureDescription(URLError(.timedOut)).undescribed == nil)
  }

  @Test(
    "each code of the URL loading system has its category",
    arguments: [
      (-1, "network"), (-999, "cancelled"), (-1000, "invalidRequest"), (-1001, "network"), (-1002, "network"),
      (-1015, "decoding"), (-1016, "decoding"), (-1017, "network"), (-1200, "network"),
    ])
  func codes(code: Int, category: String) {
    #expect(FailureDescription(NSError(domain: NSURLErrorDomain, code: code)).category.description == category)
  }

  @Test("errors of JSONDecoder have the category decoding, with their case")
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

  @Test("a decoding error is described as reflection would describe it, whatever it contains")
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
        #expect(failure.payload?.text == (Reflection().payload(child.value, depth: 0) ?? .null).text)
        #expect(failure.case == child.label)
        #expect(failure.underlying?["domain"] == (context.underlyingError == nil ? nil : "D"))
      }
    }
  }

  @Test("an error deep inside others is found, and the outer errors inherit its category")
  func nested() throws {
    let failure = FailureDescription(APIError.nested(.inner(.cause(URLError(.timedOut)))))
    #expect(failure.category == .network)
    #expect(failure.underlying?["underlying"]?["underlying"]?["code"] == -1001)
  }

  @Test("the description ends for an error that contains itself, or for many that contain each other")
  func cycles() {
    let loop = LoopError()
    loop.cause = loop
    #expect(FailureDescription(loop).payload == ["status": 1, "others": []])
    let all = (0..<12).map { _ in LoopError() }
    for error in all { error.others = all }
    #expect(FailureDescription(all[0]).type == "LoopError")
    for error in all + [loop] { (error.cause, error.others) = (nil, []) }
  }

  @Test("the size of a description grows linearly with a chain of errors, and the innermost category is found")
  func chain() {
    let error = (0..<14).reduce(URLError(.timedOut) as any Error) { inner, _ in APIError.network(inner) }
    let failure = FailureDescription(error)
    #expect(failure.category == .network)
    #expect(failure.payload?["category"] == "network")
    #expect(failure.json.utf8.count < 100_000)
  }

  @Test("a driver's mapping starts at the innermost error, and the outer errors inherit the category")
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

  @Test("type names include the enclosing types, but not the module")
  func typeNames() {
    #expect(FailureDescription(Generic<Item>.Failure.a).type == "Generic<Item>.Failure")
    struct Local: Error {}
    #expect(FailureDescription(Local()).type?.hasSuffix("Local") == true)
    // This type is declared in an extension of another module's type.
    #expect(FailureDescription(JSON.Unreadable.a).type == "JSON.Unreadable")
    #expect(FailureDescription(Generic<JSON.Unreadable>.Failure.a).type == "Generic<JSON.Unreadable>.Failure")
  }

  @Test("the categories are those of the protocol")
  func categories() {
    let categories: [FailureDescription.Category] = [
      .network, .status, .decoding, .invalidResponse, .invalidRequest, .cancelled, .other,
    ]
    #expect(categories.map(\.description) == Failure.categories)
  }
}

private enum Generic<Value> {
  enum Failure: Error { case a }
}

extension JSON {
  enum Unreadable: Error { case a }
}
