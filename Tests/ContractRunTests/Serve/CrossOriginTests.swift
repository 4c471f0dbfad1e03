import ContractCore
import Testing

@testable import contract_run

@Suite("serve: screens on other ports")
struct CrossOriginTests {
  private static let origin = ("Origin", "http://localhost:5173")

  @Test("a preflight allows everything that it asks for, unless a contract describes OPTIONS")
  func preflight() {
    let request = ServeFixture.request(
      "OPTIONS", "/v1/things",
      [Self.origin, ("Access-Control-Request-Method", "PUT"), ("Access-Control-Request-Headers", "authorization,x-a")])
    let reply = CrossOrigin.preflight(request) { _, _ in false }
    #expect(reply?.status == 204)
    #expect(
      reply?.headers.lines.map { "\($0.name): \($0.value)" } == [
        "Access-Control-Allow-Origin: http://localhost:5173", "Access-Control-Allow-Credentials: true", "Vary: Origin",
        "Access-Control-Allow-Methods: PUT", "Access-Control-Allow-Headers: authorization,x-a",
      ])
    #expect(CrossOrigin.preflight(request) { method, path in method == "OPTIONS" && path == "/v1/things" } == nil)
    #expect(
      CrossOrigin.preflight(ServeFixture.request("OPTIONS", "/v1/things", [Self.origin])) { _, _ in false } == nil)
  }

  @Test("an answer allows the origin that asks to read it, and has no such header if no origin asks")
  func opened() {
    let reply = Reply(.status(200), headers: Headers([.init("Content-Type", "text/plain"), .init("X-Total", "3")]))
    #expect(CrossOrigin.opened(reply, to: ServeFixture.request("GET", "/")) == reply)
    let opened = CrossOrigin.opened(reply, to: ServeFixture.request("GET", "/", [Self.origin]))
    #expect(opened.headers["Access-Control-Allow-Origin"] == "http://localhost:5173")
    #expect(opened.headers["Access-Control-Expose-Headers"] == "Content-Type, X-Total")
    var own = reply
    own.headers.lines.append(.init("access-control-allow-origin", "*"))
    #expect(CrossOrigin.opened(own, to: ServeFixture.request("GET", "/", [Self.origin])) == own)
  }
}
