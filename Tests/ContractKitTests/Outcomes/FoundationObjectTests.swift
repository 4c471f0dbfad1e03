import Foundation
import TestSupport
import Testing

@testable import ContractKit

private struct Report {
  var json: JSON
  var number: JSON.Number
  var object: JSON.Object
}

// Its parts are never changed.
private struct Refused: Error, @unchecked Sendable {
  var response: URLResponse
  var request: URLRequest
  var session: URLSession
  var decoder: JSONDecoder
}

@Suite("ContractKit's and Foundation's own types as JSON")
struct FoundationObjectTests {
  @Test("JSON that an operation returns or stores is the value itself")
  func json() throws {
    let json: JSON = ["storage": ["read": [1, .null, "a"]]]
    #expect(try JSON(encoding: json) == json)
    #expect(try JSON(encoding: [json]) == [json])
    #expect(try JSON(encoding: Optional(json)) == json)
    let report = Report(json: json, number: JSON.Number(7), object: JSON.Object([.init(name: "a", value: true)]))
    #expect(try JSON(encoding: report) == ["json": json, "number": 7, "object": ["a": true]])
    #expect(JSON.object(Reflection().properties(of: report, depth: 0))["json"] == json, "the payload of an error")
  }

  @Test("JSON that nests too deep for a message is refused")
  func deep() throws {
    let deep = (0..<510).reduce(JSON.string("a")) { json, _ in [json] }
    #expect(throws: EncodingError.self) { try JSON(encoding: deep) }
    #expect(throws: EncodingError.self) {
      try JSON(encoding: Report(json: deep, number: JSON.Number(7), object: JSON.Object()))
    }
  }

  private func response(_ url: String, _ headers: [String: String]) throws -> HTTPURLResponse {
    let url = try #require(URL(string: url))
    return try #require(
      HTTPURLResponse(url: url, statusCode: 404, httpVersion: "HTTP/1.1", headerFields: headers))
  }

  @Test("a response has status, headers, and a URL in the spelling in which requests are compared")
  func responses() throws {
    let one = try response("https://A.example.com/x%2fy?b=2&a=1+1#top", ["ETag": "7", "Content-Length": "3"])
    let other = try response("https://a.example.com/x%2Fy?a=1%201&b=2", ["etag": "7", "Connection": "close"])
    #expect(
      try JSON(encoding: one).text
        == #"{"status":404,"url":"https://a.example.com/x%2Fy?a=1%201&b=2","headers":{"etag":"7"}}"#)
    #expect(try JSON(encoding: one) == JSON(encoding: other))
  }

  @Test("the payload of an error has requests and responses, and no sessions")
  func payload() throws {
    var request = URLRequest(url: try #require(URL(string: "https://a/b")))
    request.httpMethod = "PUT"
    request.setValue("7", forHTTPHeaderField: "If-Match")
    request.timeoutInterval = 7
    let error = Refused(
      response: try response("https://a/b", [:]), request: request, session: .shared, decoder: JSONDecoder())
    let payload = try #require(FailureDescription(error).payload)
    #expect(
      payload.text
        == #"{"response":{"status":404,"url":"https://a/b"},"request":{"method":"PUT","url":"https://a/b","headers":{"if-match":"7"}}}"#
    )
  }

  @Test("a Result in a stream stands for what it holds")
  func results() {
    func text(_ returned: Returned) -> String {
      switch returned {
      case .success(let json): "success \(json.text)"
      case .failure(let error, let values): "\(error) after \(values?.text ?? "nothing")"
      }
    }
    typealias Element = Result<Int, CancellationError>
    #expect(text(.of(stream: [Element.success(1), .success(2)])) == "success [1,2]")
    #expect(text(.of(stream: [Element.success(1), .failure(CancellationError())])) == "CancellationError() after [1]")
    #expect(text(.of(stream: [Element.failure(CancellationError())])) == "CancellationError() after nothing")
    #expect(text(.of(stream: [1, 2])) == "success [1,2]")
  }
}
