import ContractCore
import Foundation
import TestSupport
import Testing

@testable import ContractKit
@testable import ContractTesting

@Suite("Cookies in memory, with a real URLSession", .timeLimit(.hang))
struct MemoryCookiesTests {
  @Test("a cookie of an answer is stored by the session and sent with later requests")
  func flow() async throws {
    let site = Site(["session=abc; Secure; HttpOnly; Path=/", "theme=dark"])
    #expect(
      try await site.visit(site.call.session, "login", "todos", "todos/1")
        == ["", "session=abc; theme=dark", "session=abc; theme=dark"])
    #expect(names(in: site.call.session.configuration.httpCookieStorage) == ["session", "theme"])
  }

  @Test("an answer of any status can set a cookie, also a redirect, which is not followed")
  func statuses() async throws {
    for status in [302, 401, 503] {
      let site = Site(["session=abc"], status: status)
      #expect(try await site.visit(site.call.session, "login", "todos") == ["", "session=abc"], "\(status)")
    }
  }

  @Test("what is not HTTP sets no cookie, and neither does an error without a byte")
  func noAnswer() async throws {
    for reply in [Reply(.nonHTTP), .network(-1005)] {
      let seen = Notes<String>()
      let call = Call.memory { request in
        seen.add(request.headers["Cookie"] ?? "")
        return Reply(reply.kind, headers: Headers([.init("Set-Cookie", "session=abc")]))
      }
      for _ in 1...2 { _ = try? await call.session.data(from: call.baseURL) }
      #expect(seen.all == ["", ""])
    }
  }

  @Test("the session's configuration decides whether cookies are stored and sent", arguments: Setting.all)
  func settings(_ setting: Setting) async throws {
    let site = Site(["session=abc"])
    let configuration = site.call.configuration
    let storage = configuration.httpCookieStorage
    setting.change(configuration)
    let session = URLSession(configuration: configuration)
    #expect(try await site.visit(session, "login", "todos") == ["", setting.sends ? "session=abc" : ""])
    #expect(names(in: storage) == (setting.stores ? ["session"] : []))
  }

  struct Setting: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var stores: Bool
    var sends: Bool
    var change: @Sendable (URLSessionConfiguration) -> Void

    static let all = [
      Setting(testDescription: "as it is", stores: true, sends: true) { _ in },
      Setting(testDescription: "no storage", stores: false, sends: false) { $0.httpCookieStorage = nil },
      Setting(testDescription: "does not send", stores: true, sends: false) { $0.httpShouldSetCookies = false },
      Setting(testDescription: "never accepts", stores: false, sends: false) { $0.httpCookieAcceptPolicy = .never },
      Setting(testDescription: "a storage that never accepts", stores: false, sends: false) {
        $0.httpCookieStorage?.cookieAcceptPolicy = .never
      },
    ]
  }

  @Test("the answer to a request that does not handle cookies sets none")
  func unhandled() async throws {
    let site = Site(["session=abc"])
    var login = URLRequest(url: Site.url("login"))
    login.httpShouldHandleCookies = false
    _ = try await site.call.session.data(for: login)
    #expect(try await site.visit(site.call.session, "todos") == ["", ""])
  }

  @Test("stored cookies replace a header Cookie that the client set, as they do on a socket")
  func ownHeader() async throws {
    let site = Site(["session=abc"])
    var own = URLRequest(url: Site.url("todos"))
    own.setValue("session=mine; a=1", forHTTPHeaderField: "Cookie")
    _ = try await site.call.session.data(for: own)
    _ = try await site.visit(site.call.session, "login")
    _ = try await site.call.session.data(for: own)
    #expect(site.cookies == ["a=1; session=mine", "", "session=abc"])
  }

  @Test("Foundation decides to which hosts a cookie goes, by the URL of the contract")
  func hosts() async throws {
    let site = Site(["own=1", "all=2; Domain=example.com", "other=3; Domain=example.org"])
    for host in ["api.example.com/login", "api.example.com", "www.example.com", "example.org"] {
      _ = try await site.call.session.data(from: try #require(URL(string: "https://\(host)")))
    }
    #expect(site.cookies == ["", "all=2; own=1", "all=2", ""])
  }

  @Test("each session of a call has its own cookies, and sessions with one storage share them")
  func sessions() async throws {
    let site = Site(["session=abc"])
    let (one, other, same) = (site.call.configuration, site.call.configuration, site.call.configuration)
    same.httpCookieStorage = one.httpCookieStorage
    _ = try await site.visit(URLSession(configuration: one), "login")
    _ = try await site.visit(URLSession(configuration: other), "todos")
    _ = try await site.visit(URLSession(configuration: same), "todos")
    #expect(site.cookies == ["", "", "session=abc"])
  }

  @Test("a storage that outlives the call loses the cookies of the call's answers, and keeps the client's own")
  func afterwards() async throws {
    let storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
    let device = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": "device=7"], for: Site.url(""))
    storage.setCookies(device, for: Site.url(""), mainDocumentURL: nil)
    let site = Site(["session=abc"])
    var operations = Operations()
    operations.on("test") { call in
      let own = URLSessionConfiguration.default
      own.protocolClasses = call.protocolClasses
      own.httpCookieStorage = storage
      _ = try await site.visit(URLSession(configuration: own), "login", "todos")
    }
    for _ in 1...2 { _ = await operations.run(site.newCall()) }
    #expect(site.cookies == ["device=7", "device=7; session=abc", "device=7", "device=7; session=abc"])
    #expect(names(in: storage) == ["device"])
  }

  @Test("an answer after the call's end sets no cookie")
  func late() async throws {
    let site = Site(["session=abc"])
    site.call.removeCookies()
    let session = site.call.session
    site.call.removeCookies()
    #expect(try await site.visit(session, "login", "todos") == ["", ""])
  }

  #if compiler(>=6.2)
    @Test("the cookies of URLSession.shared are removed before the next call has it")
    func sharedSession() async {
      await #expect(processExitsWith: .success) {
        // On Linux, Foundation writes the cookies of `HTTPCookieStorage.shared` into a folder of the user.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cookies-\(UUID().uuidString)")
        setenv("XDG_DATA_HOME", folder.path, 1)
        defer { try? FileManager.default.removeItem(at: folder) }
        let site = Site(["session=abc; Expires=Fri, 01 Jan 2100 00:00:00 GMT"])
        var operations = Operations()
        operations.usesSharedSession = true
        operations.on("test") { _ in _ = try await site.visit(.shared, "login", "todos") }
        for _ in 1...2 { _ = await operations.run(site.newCall()) }
        #expect(site.cookies == ["", "session=abc", "", "session=abc"])
        #expect(HTTPCookieStorage.shared.cookies?.map(\.name) == [])
      }
    }
  #endif

  @Test("call.mock and call.send pass Set-Cookie on, and neither stores cookies nor sends them")
  func otherDoubles() async throws {
    let site = Site(["session=abc; Secure", "theme=dark; Expires=Fri, 01 Jan 2100 00:00:00 GMT"])
    let login = URLRequest(url: Site.url("login"))
    var own = URLRequest(url: Site.url("todos"))
    own.setValue("a=1", forHTTPHeaderField: "Cookie")
    for answer in [try await site.call.mock.data(for: login), try await site.call.send(login)] {
      #expect(
        (answer.1 as? HTTPURLResponse)?.value(forHTTPHeaderField: "Set-Cookie")
          == "session=abc; Secure, theme=dark; Expires=Fri, 01 Jan 2100 00:00:00 GMT")
    }
    _ = try await site.visit(site.call.session, "todos")
    _ = try await (site.call.mock.data(for: own), site.call.send(own))
    #expect(site.cookies == ["", "", "", "a=1", "a=1"])
  }

  // MARK: Contracts

  @Test("a client that logs in and out passes, and one that sends the cookie to another host fails")
  func contract() async throws {
    try await SpecsFixture.with(["a.contract.json": Self.contract]) { fixture in
      let tests = try ContractSuite(client: "todo", specs: fixture.specs, driver: SessionDriver.self)
      // In the second run, nothing of the first one is left.
      for _ in 1...2 {
        #expect(fixture.shown(await (try tests.scenario("a/login and logout")).failure()) == nil)
      }
      #expect(fixture.shown(await (try tests.scenario("a/another host")).failure()) == nil)
      expectText(
        fixture.shown(await (try tests.scenario("a/careless")).failure()),
        is: """
          ✗ todo/a/careless
            FOLDER/specs/a.contract.json:22  valid, valid  memory
            request 2: unexpected header Cookie
              contract  FOLDER/specs/a.contract.json:4:74 /request/headers/Cookie
              expected  nothing
              actual    "session=…(3 characters)"
              note      the values are not shown, because they are secret
          """)
    }
  }

  private static let contract = """
    {
      "contract": 1, "endpoint": "todos", "operation": "todos",
      "baseURL": "https://api.example.com/v1", "baseURLs": { "files": "https://files.example.com" },
      "request": { "method": "GET", "path": "/todos", "headers": { "Cookie": { "$absent": true } } },
      "scenarios": [
        { "name": "login and logout", "input": ["login", "todos", "logout", "todos"],
          "exchanges": [
            { "request": { "path": "/login" },
              "response": { "kind": "valid", "headers": { "Set-Cookie": ["session=abc; Secure; HttpOnly; Path=/", "theme=dark"] } } },
            { "request": { "headers": { "Cookie": "theme=dark; session=abc" } }, "response": { "kind": "valid" } },
            { "request": { "path": "/logout", "headers": { "Cookie": "session=abc; theme=dark" } },
              "response": { "kind": "valid", "headers": { "Set-Cookie": "session=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT" } } },
            { "request": { "headers": { "Cookie": "theme=dark" } }, "response": { "kind": "valid" } }
          ],
          "expect": { "success": null } },
        { "name": "another host", "input": ["login", "files"],
          "exchanges": [
            { "request": { "path": "/login" }, "response": { "kind": "valid", "headers": { "Set-Cookie": "session=abc" } } },
            { "request": { "base": "files", "path": "/files" }, "response": { "kind": "valid" } }
          ],
          "expect": { "success": null } },
        { "name": "careless", "input": ["login", "files with cookies"],
          "exchanges": [
            { "request": { "path": "/login" }, "response": { "kind": "valid", "headers": { "Set-Cookie": "session=abc" } } },
            { "request": { "base": "files", "path": "/files" }, "response": { "kind": "valid" } }
          ],
          "expect": { "success": null } }
      ]
    }
    """
}

/// A client that sends the requests that its input names. `files with cookies` is a mistake: it sends the cookies of one
/// host to another.
private struct SessionDriver: Driver {
  func register(in operations: inout Operations) {
    operations.on("todos") { call in
      for name in try call.input([String].self) {
        guard name.hasPrefix("files"), let files = call.baseURLs["files"] else {
          _ = try await call.session.data(from: call.baseURL.appendingPathComponent(name))
          continue
        }
        var request = URLRequest(url: files.appendingPathComponent("files"))
        if name == "files with cookies" {
          let cookies = call.session.configuration.httpCookieStorage?.cookies ?? []
          request.allHTTPHeaderFields = HTTPCookie.requestHeaderFields(with: cookies)
        }
        _ = try await call.session.data(for: request)
      }
    }
  }
}

/// A server that sets cookies when a client logs in.
private final class Site: Sendable {
  let call: Call
  private let answer: @Sendable (CapturedRequest) -> Reply
  private let seen: Notes<String>

  init(_ cookies: [String], status: Int = 200) {
    let seen = Notes<String>()
    let answer: @Sendable (CapturedRequest) -> Reply = { request in
      // On Linux, a storage has its cookies in random order.
      let sent = (request.headers["Cookie"] ?? "").split(separator: "; ").sorted().joined(separator: "; ")
      seen.add(sent)
      let isLogin = request.url.hasSuffix("/login")
      return Reply(.status(status), headers: Headers(isLogin ? cookies.map { .init("Set-Cookie", $0) } : []))
    }
    (self.seen, self.answer) = (seen, answer)
    call = .memory { answer($0) }
  }

  /// The header Cookie of each request so far, with its pairs sorted.
  var cookies: [String] { seen.all }

  /// Returns another call that this server answers.
  func newCall() -> Call { .memory { [answer] in answer($0) } }

  /// Sends requests, and returns the header Cookie of each request so far.
  func visit(_ session: URLSession, _ paths: String...) async throws -> [String] {
    for path in paths { _ = try await session.data(from: Self.url(path)) }
    return cookies
  }

  // swift-format-ignore: NeverForceUnwrap
  static func url(_ path: String) -> URL { URL(string: "https://api.example.com/\(path)")! }
}

private func names(in storage: HTTPCookieStorage?) -> [String]? { storage?.cookies?.map(\.name).sorted() }
