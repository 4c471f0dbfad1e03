import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Requests to named base URLs")
struct NamedAddressTests {
  /// Returns the mismatches of a request to one of the contract's `baseURLs`.
  private func judged(_ base: String?, _ url: String, path: String = "/in/{id}") throws -> [String] {
    let text = """
      {
        "contract": 1, "endpoint": "e", "baseURL": "https://api.example.com/v1",
        "baseURLs": { "auth": "https://auth.example.com:8443/o/", "files": "http://files.example.com" },
        "request": { "method": "POST", "path": "\(path)", \(path.contains("{") ? #""pathParameters": {"id": 7},"# : "")
          "query": { "a": "b" }\(base.map { ", \"base\": \"\($0)\"" } ?? "") },
        "scenarios": [{ "name": "a", "response": { "kind": "valid" }, "expect": { "success": { "$any": true } } }]
      }
      """
    let found = try Contract.read(text)
    var judge = RequestJudge(
      found.scenarios[0].exchanges[0].shape, addresses: found.addresses, transport: .memory, number: 1)
    judge.judge(CapturedRequest(method: "POST", url: url))
    return judge.reasons.map(\.text)
  }

  @Test("a request goes to the base URL that it names, below that URL's path, with its parameters filled in")
  func right() throws {
    #expect(try judged("auth", "https://auth.example.com:8443/o/in/7?a=b") == [])
    #expect(try judged("files", "http://files.example.com:80/in/7?a=b") == [])
    #expect(try judged(nil, "https://API.example.com/v1/in/%37?a=b") == [])
    #expect(try judged("auth", "https://auth.example.com:8443/o?a=b", path: "") == [])
  }

  @Test("a request to another base URL of the contract names that one")
  func wrong() throws {
    expectTexts(
      try judged("auth", "https://api.example.com/v1/in/7?a=b"),
      are: [
        """
        request 1: unexpected base URL
          contract  todo.contract.json:5:36 /request/base
          expected  https://auth.example.com:8443/o
          actual    https://api.example.com
          note      this is the contract's `baseURL`
          next      let the driver pass `call.baseURLs["auth"]` to its client, or correct the contract's `base`
        """,
        """
        request 1: unexpected path
          contract  todo.contract.json:4:42 /request/path
          expected  /in/7
          actual    /v1/in/7
        """,
      ])
    expectTexts(
      try judged(nil, "http://files.example.com/v1/in/8?a=b").map { $0.split(separator: "\n")[0] },
      are: ["request 1: unexpected base URL", #"request 1: unexpected value of path parameter "id""#])
    expectTexts(
      try judged("auth", "https://auth.example.com:8443/in/7?a=b").map { $0.split(separator: "\n")[0] },
      are: ["request 1: unexpected base URL"])
  }
}
