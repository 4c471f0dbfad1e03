import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite(
  "Base URLs that begin with https", .slow,
  .enabled(if: Python.isThere && OpenSSL.isThere, "Python or OpenSSL is missing"))
struct TLSTests {
  /// A contract with everything that the transport must carry: a cookie that needs https, a body, and a cut answer.
  private static let contract = #"""
    {
      "contract": 1, "endpoint": "me", "operation": "me", "baseURL": "https://api.example.com/v1",
      "request": { "method": "GET", "path": "/me" },
      "variations": { "equivalent": true, "networkError": { "failure": { "category": "network" } } },
      "scenarios": [
        { "name": "read", "response": { "kind": "valid", "body": { "json": { "ok": true } } }, "expect": { "success": { "ok": true } } },
        {
          "name": "a cookie", "vary": false,
          "exchanges": [
            { "response": { "kind": "valid", "headers": { "Set-Cookie": "__Host-sid=1; Secure; Path=/" }, "body": { "json": { "next": "/v1/me" } } } },
            {
              "request": { "method": "GET", "path": "/me", "headers": { "Cookie": "__Host-sid=1" } },
              "response": { "kind": "valid", "body": { "json": { "ok": true } } }
            }
          ],
          "expect": { "success": { "ok": true } }
        }
      ]
    }
    """#

  /// Runs a contract with a driver in Python whose operation `me` is written by a test.
  private static func run(
    _ body: String, contract: String = contract, options: [String] = ["--tls"], configuration: String? = nil,
    environment: [String: String?] = [:]
  ) async throws -> (ended: BuiltCommand.Ended, hasRun: Bool) {
    try await TestFolder.temporary { folder in
      try folder.write(contract, to: "specs/me.contract.json")
      let start = """
        import http.cookiejar, json, socket, ssl, urllib.request
        open("started", "w").close()
        context = ssl.create_default_context()
        """
      let place = #"host, port = call.base_url.split("/")[2].split(":")"#
      try folder.write(Python.kitDriver("me", "\(place)\n\(body)", start: start), to: "driver.py")
      var words = ["specs", "--timeout", "600"] + options
      if let configuration {
        try folder.write(configuration, to: "contract-run.json")
      } else {
        words += ["--", Python.path ?? "python3", "driver.py"]
      }
      let ended = try await contractRun(words, in: folder, environment: environment)
      return (ended, folder.text("started") != nil)
    }
  }

  /// A client that follows `next` with its cookies.
  private static let client = """
    cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    opener = urllib.request.build_opener(urllib.request.HTTPSHandler(context=context), cookies)
    answer = json.load(opener.open(call.base_url + "/me", timeout=2))
    if "next" in answer:
        answer = json.load(opener.open(f"https://{host}:{port}{answer['next']}", timeout=2))
    return answer
    """

  @Test("answers, faults, variations and cookies of https travel over TLS")
  func everything() async throws {
    let (ended, _) = try await Self.run(Self.client)
    #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    expectText(ended.output, has: "2 scenarios passed; ")
  }

  @Test("the configuration says it, and chooses loopback")
  func configured() async throws {
    let driver = #""name": "c", "specs": ["specs"], "driver": ["\#(Python.path ?? "python3")", "driver.py"]"#
    let (ended, _) = try await Self.run(
      Self.client, options: [], configuration: #"{ "clients": [{ \#(driver), "tls": true }] }"#)
    #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    let memory = #"{ "clients": [{ \#(driver), "tls": true, "transport": "memory" }] }"#
    let (refused, hasRun) = try await Self.run(Self.client, options: [], configuration: memory)
    #expect(refused.status == 2 && !hasRun)
    expectText(refused.errors, has: "memory has no TLS")
  }

  @Test("without the library, nothing runs, and one line says what to install")
  func missing() async throws {
    let (ended, hasRun) = try await Self.run(Self.client, environment: ["CONTRACT_RUN_OPENSSL": "/none/libssl.so"])
    #expect(ended.status == 2 && !hasRun)
    #expect(ended.errors.split(separator: "\n").count == 1, "\(ended.errors)")
    expectText(
      ended.errors, has: "error: no https on this machine: the library OpenSSL cannot be loaded; install it: ")
  }

  @Test("the server chooses HTTP/1.1, resumes no session, and says where its data ends")
  func handshake() async throws {
    let contract = #"""
      {
        "contract": 1, "endpoint": "me", "operation": "me", "baseURL": "https://api.example.com/v1", "request": { "method": "GET", "path": "/me" },
        "scenarios": [
          {
            "name": "read",
            "exchanges": [
              { "response": { "kind": "valid", "body": { "json": 1 } } },
              { "request": { "method": "GET", "path": "/me" }, "response": { "kind": "valid", "body": { "json": 1 } } },
              { "request": { "method": "GET", "path": "/me" }, "response": { "kind": "valid", "body": { "json": 1 } } }
            ],
            "expect": { "success": [["http/1.1", "TLSv1.2", false], ["http/1.1", "TLSv1.2", false], [null, "TLSv1.3", false]] }
          }
        ]
      }
      """#
    let (ended, _) = try await Self.run(
      """
      found = []
      def get(context, session=None):
          plain = socket.create_connection((host, int(port)))
          options = {"server_hostname": host, "suppress_ragged_eofs": False, "session": session}
          with context.wrap_socket(plain, **options) as connection:
              connection.sendall(b"GET /v1/me HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n")
              while connection.recv(65536):
                  pass
              found.append([connection.selected_alpn_protocol(), connection.version(), connection.session_reused])
              return connection.session
      # Its sessions can be resumed at once.
      context.maximum_version = ssl.TLSVersion.TLSv1_2
      context.set_alpn_protocols(["h2", "http/1.1"])
      get(context, get(context))
      other = ssl.create_default_context()
      other.set_alpn_protocols(["h2"])
      get(other)
      return found
      """, contract: contract)
    #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
  }

  @Test("a connection that is closed says so to the client of TLS, and one that is cut does not")
  func cut() async throws {
    let scenarios = [("badServerResponse", "end"), ("connectionClosedWithoutNotify", "SSLEOFError")].map { error, end in
      #"""
      { "name": "\#(error)", "response": { "kind": "networkError", "error": "\#(error)", "body": { "json": [1] }, "after": 1 },
        "expect": { "success": "\#(end)" } }
      """#
    }
    let contract = #"""
      { "contract": 1, "endpoint": "me", "operation": "me", "baseURL": "https://api.example.com/v1",
        "request": { "method": "GET", "path": "/me" }, "scenarios": [\#(scenarios.joined(separator: ","))] }
      """#
    let client = """
      plain = socket.create_connection((host, int(port)))
      with context.wrap_socket(plain, server_hostname=host, suppress_ragged_eofs=False) as connection:
          connection.sendall(b"GET /v1/me HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
          try:
              while connection.recv(65536):
                  pass
              return "end"
          except ssl.SSLError as error:
              return type(error).__name__
      """
    let (ended, _) = try await Self.run(client, contract: contract)
    #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
  }

  @Test("a client that ends TLS first gets the end, and the folder of the authority is only for its user")
  func ended() async throws {
    let (ended, _) = try await Self.run(
      """
      plain = socket.create_connection((host, int(port)))
      with context.wrap_socket(plain, server_hostname=host, suppress_ragged_eofs=False) as connection:
          connection.sendall(b"GET /v1/me HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
          while b"}" not in connection.recv(65536):
              pass
          connection.unwrap()
      folder = os.path.dirname(os.environ["SSL_CERT_FILE"])
      return {"ok": sorted(os.listdir(folder)) == ["authority.jks", "authority.pem"] and os.stat(folder).st_mode & 0o777 == 0o700}
      """, options: ["--tls", "--filter", "read", "--variations", "none"])
    #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
  }

  @Test("wrong certificates are played beside right ones")
  func certificates() async throws {
    let contract = #"""
      {
        "contract": 1, "endpoint": "me", "operation": "me", "baseURL": "https://api.example.com/v1",
        "baseURLs": { "files": "https://files.example.com" },
        "request": { "method": "GET", "path": "/me" }, "variations": { "security": { "certificates": true } },
        "scenarios": [
          { "name": "read", "response": { "kind": "valid", "body": { "json": { "ok": true } } }, "expect": { "success": { "ok": true } } },
          {
            "name": "files with a wrong certificate", "expect": { "failure": { "category": "network", "code": -1202 } },
            "exchanges": [
              { "response": { "kind": "valid", "body": { "json": { "files": true } } } },
              {
                "request": { "base": "files", "method": "GET", "path": "/a" },
                "response": { "kind": "networkError", "error": "serverCertificateUntrusted" }
              }
            ]
          }
        ]
      }
      """#
    let client = """
      opener = urllib.request.build_opener(urllib.request.HTTPSHandler(context=ssl.create_default_context()))
      answer = json.load(opener.open(call.base_url + "/me", timeout=5))
      return json.load(opener.open(call.base_urls["files"] + "/a", timeout=5)) if "files" in answer else answer
      """
    let (ended, _) = try await Self.run(client, contract: contract)
    #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    expectText(ended.output, has: "2 scenarios passed; 4 variations passed")
  }

  @Test("what cannot be played is an error, and not a skip")
  func impossible() async throws {
    let (memory, hasRun) = try await Self.run(Self.client, options: ["--tls", "--transport", "memory"])
    #expect(memory.status == 2 && !hasRun)
    expectText(memory.errors, has: "'--tls' cannot be combined with '--transport memory'")
    let (folder, _) = try await Self.run(Self.client, environment: ["TMPDIR": "/none"])
    #expect(folder.status == 3, "\(folder.output)")
    expectText(folder.output, has: "no certificate could be made: create /none/contract-run-authority-")
  }

  @Test("a request without TLS is one to another URL than the client got, and accepts no certificate")
  func plain() async throws {
    let contract = Self.contract.replacing(
      #""equivalent": true, "networkError": { "failure": { "category": "network" } }"#,
      with: #""security": { "certificates": true }"#)
    let (ended, _) = try await Self.run(
      #"return json.load(urllib.request.urlopen(call.base_url.replace("https:", "http:") + "/me", timeout=5))"#,
      contract: contract, options: ["--tls", "--filter", "read"])
    #expect(ended.status == 1)
    expectText(ended.output, has: "1 scenario: 1 failed; 4 variations passed")
    expectText(ended.output, has: "request 1: unexpected base URL")
  }
}
