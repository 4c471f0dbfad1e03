import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite(
  "Clients that keep the base URLs of their contracts, through a proxy", .slow,
  .enabled(if: Python.isThere && OpenSSL.isThere, "Python or OpenSSL is missing"))
struct ProxyTests {
  private static let read = #"""
    { "name": "read", "response": { "kind": "valid", "body": { "json": { "ok": true } } }, "expect": { "success": { "ok": true } } }
    """#

  private static func contract(
    _ scenarios: [String] = [read], base: String = "https://api.example.com/v1", members: String = ""
  ) -> String {
    #"""
    {
      "contract": 1, "endpoint": "me", "operation": "me", "baseURL": "\#(base)", \#(members)
      "request": { "method": "GET", "path": "/me" }, "scenarios": [\#(scenarios.joined(separator: ",\n"))]
    }
    """#
  }

  /// Runs a contract with a driver in Python whose operation `me` is written by a test.
  private static func run(
    _ body: String, _ contract: String = contract(), options: [String] = ["--transport", "proxy"],
    configuration: String? = nil
  ) async throws -> BuiltCommand.Ended {
    try await TestFolder.temporary { folder in
      try folder.write(contract, to: "specs/me.contract.json")
      let start = """
        import http.client, http.cookiejar, json, socket, ssl, threading, time, urllib.error, urllib.parse, urllib.request
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        opener = urllib.request.build_opener(cookies)
        def get(url="https://api.example.com/v1/me"):
            return json.load(opener.open(url, timeout=2))
        """
      try folder.write(Python.kitDriver("me", body, start: start), to: "driver.py")
      var words = ["specs", "--timeout", "600"] + options
      if let configuration {
        try folder.write(configuration, to: "contract-run.json")
      } else {
        words += ["--", Python.path ?? "python3", "driver.py"]
      }
      return try await contractRun(words, in: folder)
    }
  }

  @Test("a client with a fixed host meets answers, faults, variations and security, over https and http")
  func everything() async throws {
    let variations = #"""
      "variations": {
        "usual": true, "security": { "redirects": true, "certificates": true },
        "networkError": { "failure": { "category": "network" } }, "statusError": { "failure": "any" }, "corruptJSON": { "failure": "any" }
      },
      """#
    let https = try await Self.run("return get()", Self.contract(members: variations))
    #expect(https.status == 0, "\(https.output)\(https.errors)")
    expectText(https.output, has: "1 scenario passed; ")
    #expect(!https.output.contains("skipped"), "\(https.output)")
    let http = try await Self.run(
      #"return get("http://api.example.com:8080/v1/me")"#,
      Self.contract(base: "http://api.example.com:8080/v1", members: variations),
      options: ["--transport", "proxy", "--verbose"])
    #expect(http.status == 0, "\(http.output)\(http.errors)")
    expectText(http.output, has: "5 variations: sockets, or a proxy, cannot show it in this scenario")
  }

  @Test("hosts, cookies and redirects are as in production")
  func production() async throws {
    let contract = Self.contract(
      [
        #"""
        {
          "name": "a login", "expect": { "success": { "ok": true } },
          "exchanges": [
            {
              "response": {
                "kind": "statusError", "status": 302,
                "headers": { "Location": "https://files.example.com/v1/me", "Set-Cookie": "__Secure-sid=1; Secure; Domain=example.com" }
              }
            },
            {
              "request": { "base": "files", "method": "GET", "path": "/me", "headers": { "Cookie": "__Secure-sid=1", "Host": "files.example.com" } },
              "response": { "kind": "valid", "body": { "json": { "ok": true } } }
            }
          ]
        }
        """#, Self.read,
      ], members: #""baseURLs": { "files": "https://files.example.com/v1", "v2": "https://api.example.com/v2" },"#)
    // The other scenario shows that no cookie of the first one is sent in it.
    let ended = try await Self.run(
      "return get()",
      contract.replacing(
        #""path": "/me" }, "scenarios""#,
        with: #""path": "/me", "headers": { "Cookie": { "$absent": true } } }, "scenarios""#
      ))
    #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
  }

  @Test("base URLs with one host and port have one server, and each its own path")
  func oneOrigin() async throws {
    func failing(_ error: String) -> String {
      #"""
      {
        "name": "\#(error)", "expect": { "failure": { "category": "network" } },
        "exchanges": [
          { "response": { "kind": "valid", "body": { "json": { "ok": true } } } },
          { "request": { "base": "v2", "method": "GET", "path": "/me" }, "response": { "kind": "networkError", "error": "\#(error)" } }
        ]
      }
      """#
    }
    let ended = try await Self.run(
      #"return get() and get("https://api.example.com/v2/me")"#,
      Self.contract(
        [failing("networkConnectionLost"), failing("serverCertificateUntrusted")],
        members: #""baseURLs": { "v2": "https://api.example.com/v2" },"#))
    #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    expectText(ended.output, has: "2 scenarios: 1 passed, 1 skipped")
    expectText(ended.output, has: "through a proxy, base URLs with the same host and port have the same server")
  }

  @Test("what no client sees through a proxy is skipped, with the reason")
  func unseen() async throws {
    let errors = ["cannotConnectToHost", "cannotFindHost", "secureConnectionFailed"].map { error in
      #"{ "name": "\#(error)", "response": { "kind": "networkError", "error": "\#(error)" }, "expect": { "failure": { "category": "network" } } }"#
    }
    let ended = try await Self.run("return get()", Self.contract(errors))
    #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    expectText(ended.output, has: "3 scenarios: 1 passed, 2 skipped")
    expectText(ended.output, has: "a proxy accepts every connection, so it cannot show the error cannotConnectToHost")
  }

  @Test("another host is refused, and named")
  func anotherHost() async throws {
    let ended = try await Self.run(
      """
      try:
          opener.open("https://metrics.example.org/", timeout=2)
      except urllib.error.URLError as error:
          assert "403" in str(error), error
      return get()
      """)
    #expect(ended.status == 1)
    expectText(ended.output, has: "the client tried to reach the real network: metrics.example.org:443")
  }

  @Test("a request after the result is late, also on a tunnel that was opened during the call")
  func late() async throws {
    for tunnels in [true, false] {
      let ended = try await Self.run(
        """
        proxy = urllib.parse.urlsplit(os.environ["https_proxy"])
        def late():
            time.sleep(0.02)
            \(tunnels ? "pass" : "tunnel.connect()")
            tunnel.request("GET", "/v1/late")
            tunnel.getresponse()
        tunnel = http.client.HTTPSConnection(proxy.hostname, proxy.port)
        tunnel.set_tunnel("api.example.com", 443)
        \(tunnels ? "tunnel.connect()" : "pass")
        answer = get()
        threading.Thread(target=late).start()
        return answer
        """)
      #expect(ended.status == 1, "\(ended.output)\(ended.errors)")
      expectText(ended.output, has: "GET https://api.example.com/v1/late")
    }
  }

  @Test("a driver makes one call at a time, whatever it offers")
  func oneAtATime() async throws {
    let driver = """
      import json, sys, threading, time, urllib.request
      def say(message):
          print(json.dumps(message), flush=True)
      say({"hello": {"protocol": 1, "driver": "d", "operations": ["me"], "transports": ["loopback"], "inFlight": 8, "ahead": 1}})
      running = []
      def make(id):
          others = len(running)
          running.append(id)
          time.sleep(0.01)
          answer = json.load(urllib.request.urlopen("https://api.example.com/v1/me", timeout=5))
          running.remove(id)
          say({"result": {"id": id, "outcome": {"success": {"ok": answer["ok"], "others": others}}}})
      for line in sys.stdin:
          message = json.loads(line)
          if "call" in message:
              threading.Thread(target=make, args=[message["call"]["id"]]).start()
          elif "bye" in message:
              break
      """
    let scenarios = (1...8).map { number in
      Self.read.replacing("read", with: "read \(number)").replacing(
        #""success": { "ok": true }"#, with: #""success": { "ok": true, "others": 0 }"#)
    }
    let ended = try await TestFolder.temporary { folder in
      try folder.write(Self.contract(scenarios), to: "me.contract.json")
      try folder.write(driver, to: "driver.py")
      return try await contractRun(
        ["me.contract.json", "--transport", "proxy", "--", Python.path ?? "python3", "driver.py"], in: folder)
    }
    #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    expectText(ended.output, has: "8 scenarios passed")
  }

  @Test("a client that ignores the proxy or the authority, or sends plain http, gets advice")
  func advice() async throws {
    let direct = try await Self.run(
      """
      opener.add_handler(urllib.request.ProxyHandler({}))
      return json.load(urllib.request.build_opener(urllib.request.ProxyHandler({})).open("https://api.example.com/v1/me"))
      """)
    #expect(direct.status == 1)
    expectText(direct.output, has: "through a proxy, its HTTP stack must obey HTTPS_PROXY and HTTP_PROXY: see ")
    let own = try await Self.run(
      """
      context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
      return json.load(urllib.request.urlopen("https://api.example.com/v1/me", context=context))
      """)
    #expect(own.status == 1)
    expectText(own.output, has: "it may not trust the authority that SSL_CERT_FILE names: see ")
    let plain = try await Self.run(#"return get("http://api.example.com:443/v1/me")"#)
    #expect(plain.status == 1)
    expectText(plain.output, has: "request 1: unexpected base URL")
  }

  @Test("the configuration chooses it; https is the contract's, and memory has no proxy")
  func chosen() async throws {
    let driver = #""name": "c", "specs": ["specs"], "driver": ["\#(Python.path ?? "python3")", "driver.py"]"#
    let configured = try await Self.run(
      "return get()", options: [], configuration: #"{ "clients": [{ \#(driver), "transport": "proxy" }] }"#)
    #expect(configured.status == 0, "\(configured.output)\(configured.errors)")
    let both = try await Self.run(
      "return get()", options: [], configuration: #"{ "clients": [{ \#(driver), "transport": "proxy", "tls": true }] }"#
    )
    #expect(both.status == 2)
    expectText(both.errors, has: "through a proxy, base URLs begin as the contracts say")
    let option = try await Self.run("return get()", options: ["--transport", "proxy", "--tls"])
    #expect(option.status == 2)
    expectText(option.errors, has: "'--tls' cannot be combined with '--transport proxy'")
    // The command line wins over the configuration.
    let loopback = try await Self.run(
      #"return get(call.base_url + "/me") if "127.0.0.1" in call.base_url else None"#,
      options: ["--transport", "loopback"], configuration: #"{ "clients": [{ \#(driver), "transport": "proxy" }] }"#)
    #expect(loopback.status == 0, "\(loopback.output)\(loopback.errors)")
  }

  @Test("shards can be merged, also with what is skipped")
  func merged() async throws {
    let refused =
      #"{ "name": "refused", "response": { "kind": "networkError", "error": "cannotConnectToHost" }, "expect": { "failure": "any" } }"#
    let ended = try await TestFolder.temporary { folder in
      try folder.write(Self.contract([Self.read, refused]), to: "specs/me.contract.json")
      try folder.write(
        Python.kitDriver(
          "me", #"return json.load(urllib.request.urlopen("https://api.example.com/v1/me"))"#,
          start: "import json, urllib.request"),
        to: "driver.py")
      try folder.write(
        #"""
        { "clients": [{ "name": "c", "specs": ["specs"], "driver": ["\#(Python.path ?? "python3")", "driver.py"], "transport": "proxy" }] }
        """#, to: "contract-run.json")
      for part in 1...2 {
        _ = try await contractRun(["--shard", "\(part)/2", "--report", "json=\(part).json"], in: folder)
      }
      return try await contractRun(["merge", "1.json", "2.json"], in: folder)
    }
    #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    expectText(ended.output, has: "2 scenarios: 1 passed, 1 skipped")
  }

  @Test("what a client keeps between calls is kept from them, and a tunnel that it opened ahead is ended")
  func kept() async throws {
    let scenarios = [
      #"""
      { "name": "cached", "expect": { "success": { "ok": true } },
        "response": { "kind": "valid", "headers": { "Cache-Control": "max-age=60" }, "body": { "json": { "ok": true } } } }
      """#,
      Self.read,
    ]
    let cached = try await Self.run(
      """
      if not hasattr(driver, "kept"):
          with opener.open("https://api.example.com/v1/me", timeout=2) as response:
              answer = json.load(response)
              if "max-age" in (response.headers["Cache-Control"] or ""):
                  driver.kept = answer
              return answer
      return driver.kept
      """, Self.contract(scenarios))
    #expect(cached.status == 0, "\(cached.output)\(cached.errors)")
    let ahead = try await Self.run(
      """
      proxy = urllib.parse.urlsplit(os.environ["https_proxy"])
      def connected():
          tunnel = http.client.HTTPSConnection(proxy.hostname, proxy.port)
          tunnel.set_tunnel("api.example.com", 443)
          tunnel.connect()
          return tunnel
      tunnel = getattr(driver, "spare", None)
      # A pool looks whether a connection has ended before it uses it.
      if not tunnel or tunnel.sock.recv(1) == b"":
          tunnel = connected()
      driver.spare = connected()
      tunnel.request("GET", "/v1/me")
      return json.load(tunnel.getresponse())
      """, Self.contract((1...3).map { Self.read.replacing("read", with: "read \($0)") }))
    #expect(ahead.status == 0, "\(ahead.output)\(ahead.errors)")
  }

  @Test("hosts are compared as the proxy gets them, and a contract gets nothing that is for the proxy")
  func heads() async throws {
    let client = """
      proxy = urllib.parse.urlsplit(os.environ["http_proxy"])
      def say(*pieces):
          with socket.create_connection((proxy.hostname, proxy.port)) as connection:
              for piece in pieces:
                  connection.sendall(piece)
                  time.sleep(0.005)
              connection.shutdown(socket.SHUT_WR)
              answer = http.client.HTTPResponse(connection)
              answer.begin()
              return json.load(answer)
      """
    let headers = #""headers": { "Proxy-Connection": { "$absent": true }, "Proxy-Authorization": { "$absent": true } }"#
    let http = Self.contract(base: "http://xn--bcher-kva.example/v1").replacing(
      #""path": "/me" }"#, with: #""path": "/me", \#(headers) }"#)
    let whole = try await Self.run(
      """
      \(client)
      return say(b"GET http://user@XN--Bcher-kva.example./v1", b"/me HTTP/1.1\\r\\nHost: xn--bcher-kva.example\\r\\n"
          b"Proxy-Connection: keep-alive\\r\\nProxy-Authorization: Basic eDp5\\r\\n\\r\\n")
      """, http)
    #expect(whole.status == 0, "\(whole.output)\(whole.errors)")
    // In a tunnel, and together with what opens it.
    let tunnel = try await Self.run(
      """
      \(client)
      with socket.create_connection((proxy.hostname, proxy.port)) as connection:
          request = b"GET /v1/me HTTP/1.1\\r\\nHost: xn--bcher-kva.example\\r\\n\\r\\n"
          connection.sendall(b"CONNECT xn--bcher-kva.example:80 HTTP/1.1\\r\\n\\r\\n" + request)
          opened = http.client.HTTPResponse(connection, method="CONNECT")
          opened.begin()
          answer = http.client.HTTPResponse(connection)
          answer.fp = opened.fp
          answer.begin()
          return json.load(answer)
      """, http)
    #expect(tunnel.status == 0, "\(tunnel.output)\(tunnel.errors)")
    let name = try await Self.run(
      #"return get("https://xn--bcher-kva.example/v1/me")"#, Self.contract(base: "https://xn--bcher-kva.example/v1"))
    #expect(name.status == 0, "\(name.output)\(name.errors)")
    let local = try await Self.run("return 1", Self.contract(base: "http://localhost:8080"))
    #expect(local.status == 3, "\(local.output)")
    expectText(local.output, has: "clients use no proxy for localhost")
    let clear = try await Self.run(
      """
      \(client)
      return say(b"GET https://api.example.com/v1/me HTTP/1.1\\r\\nHost: api.example.com\\r\\n\\r\\n")
      """)
    #expect(clear.status == 1)
    expectText(clear.output, has: "https://api.example.com, without a tunnel (CONNECT)")
  }
}
