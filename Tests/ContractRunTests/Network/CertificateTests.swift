import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite(
  "Certificates, on a machine as it is", .slow,
  .enabled(if: Python.isThere && OpenSSL.isThere, "Python or OpenSSL is missing"))
struct CertificateTests {
  private static let contract = #"""
    {"contract": 1, "endpoint": "certificates", "baseURL": "https://api.example.com",
      "request": {"method": "GET", "path": "/me"}, "variations": {"security": {"certificates": true}},
      "scenarios": [{"name": "read", "response": {"kind": "valid", "body": {"json": {"ok": true}}},
        "expect": {"success": {"ok": true}}}]}
    """#
  private static let fixture = TestFolder.package.appendingPathComponent("Tests/Fixtures/Security/driver.py").path

  /// Runs the contract. Returns how it ended, and the names and codes of the variations that did not pass.
  private static func run(
    _ driver: [String], in folder: URL, limit: Int? = nil, environment: [String: String?] = [:]
  ) async throws -> (ended: BuiltCommand.Ended, broken: [String: [String]], notRun: Int) {
    try folder.write(contract, to: "a.contract.json")
    let program = TestFolder.products.appendingPathComponent("contract-run").path
    let words = [program, "a.contract.json", "--transport", "loopback", "--timeout", "600", "--jobs", "1"]
    let ended = try await Gate.processes.pass {
      try await BuiltCommand(
        ["-c", (limit.map { "ulimit -n \($0); " } ?? "") + #"exec "$@""#, "sh"] + words
          + ["--report", "json=report.json", "--"] + driver,
        program: "/bin/sh", in: folder, environment: environment
      ).end()
    }
    let data = try Data(contentsOf: folder.appendingPathComponent("report.json"))
    let report = try JSONDecoder().decode(VariationReport.self, from: data)
    let json = try #require(JSON.parse(Array(data)))
    let results = report.variations.flatMap(\.results)
    return (
      ended, Dictionary(uniqueKeysWithValues: results.map { ($0.variation, $0.reasons.map(\.code)) }),
      (json["variations"]?.elements ?? []).map { $0["notRun"]?.elements.count ?? 0 }.reduce(0, +)
    )
  }

  @Test("the temporary folder may have a path of any length")
  func longFolder() async throws {
    try await TestFolder.temporary { folder in
      let long = folder.appendingPathComponent(String(repeating: "long", count: 50))
      try FileManager.default.createDirectory(at: long, withIntermediateDirectories: true)
      let (ended, broken, notRun) = try await Self.run(
        ["python3", Self.fixture, "careful"], in: folder, environment: ["TMPDIR": long.path])
      #expect(ended.status == 0 && broken == [:] && notRun == 0, "\(ended.output)\(ended.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: long.path) == [])
    }
  }

  @Test("without the library, none is played, and the report says what to install")
  func noLibrary() async throws {
    try await TestFolder.temporary { folder in
      let missing = folder.appendingPathComponent("none.so").path
      let (ended, broken, notRun) = try await Self.run(
        ["python3", Self.fixture, "careful"], in: folder, environment: ["CONTRACT_RUN_OPENSSL": missing])
      #expect(ended.status == 0 && broken == [:] && notRun == 0, "\(ended.output)\(ended.errors)")
      let why = "no certificate could be made, so none was played: the library OpenSSL cannot be loaded; install it: "
      expectText(ended.output, has: why)
      expectText(ended.output, has: missing)
    }
  }

  @Test("the folder of a run that was killed is removed by the next one")
  func killed() async throws {
    try await TestFolder.temporary { folder in
      let prefix = "contract-run-authority"
      let temporary = folder.appendingPathComponent("temporary").path
      for name in ["\(prefix)-killed", "\(prefix)-running", prefix] {
        try folder.write("", to: "temporary/\(name)/authority.pem")
      }
      let running = open("\(temporary)/\(prefix)-running", O_RDONLY | O_CLOEXEC)
      defer { close(running) }
      #expect(flock(running, LOCK_EX | LOCK_NB) == 0)
      let (ended, _, _) = try await Self.run(
        ["python3", Self.fixture, "careful"], in: folder, environment: ["TMPDIR": temporary])
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      let left = try FileManager.default.contentsOfDirectory(atPath: temporary).sorted()
      #expect(left == [prefix, "\(prefix)-running"])
    }
  }

  @Test("they need no more open files than other calls")
  func fewFiles() async throws {
    try await TestFolder.temporary { folder in
      let (ended, broken, notRun) = try await Self.run(["python3", Self.fixture, "careful"], in: folder, limit: 16)
      #expect(ended.status == 0 && broken == [:] && notRun == 0, "\(ended.output)\(ended.errors)")
    }
  }

  @Test(
    "a session that verifies nothing is found, whatever variables name authorities",
    .enabled(if: Python.has("requests"), "requests is missing"),
    arguments: [[:], ["REQUESTS_CA_BUNDLE": "/dev/null"], ["CURL_CA_BUNDLE": "/dev/null"]])
  func unverifiedSession(_ variables: [String: String]) async throws {
    try await TestFolder.temporary { folder in
      for (verifies, codes) in [("False", ["certificate self-signed": ["unverified"]]), ("True", [:])] {
        try folder.write(
          Python.kitDriver(
            "certificates",
            """
            import requests
            session = requests.Session()
            session.verify = \(verifies)
            return session.get(call.base_url + "/me", timeout=60).json()
            """), to: "driver.py")
        let (ended, broken, notRun) = try await Self.run(
          ["python3", "-W", "ignore", "driver.py"], in: folder, environment: variables.mapValues { $0 })
        #expect(broken == codes && notRun == 0, "\(ended.output)\(ended.errors)")
      }
    }
  }

  @Test("only the calls that need the authority of the run are made in a driver that has its variables")
  func variables() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(
        Python.kitDriver(
          "certificates",
          """
          import json, ssl, urllib.request
          names = ["SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "AWS_CA_BUNDLE"]
          with open("variables", "a") as file:
              print(call.base_url.split(":")[0], *(name for name in names if name in os.environ), file=file)
          return json.load(urllib.request.urlopen(call.base_url + "/me", timeout=60))
          """), to: "driver.py")
      // The run's own is the only one that the driver finds, also beside a folder.
      let own = [
        "SSL_CERT_DIR": "/dev/null", "CURL_CA_BUNDLE": "/dev/null", "SSL_CERT_FILE": nil, "REQUESTS_CA_BUNDLE": nil,
        "AWS_CA_BUNDLE": nil,
      ]
      let (ended, broken, notRun) = try await Self.run(["python3", "driver.py"], in: folder, environment: own)
      #expect(broken == [:] && notRun == 0, "\(ended.output)\(ended.errors)")
      let all = "SSL_CERT_FILE CURL_CA_BUNDLE REQUESTS_CA_BUNDLE AWS_CA_BUNDLE"
      let lines = (folder.text("variables") ?? "").split(separator: "\n").map(String.init)
      #expect(lines == ["http SSL_CERT_DIR CURL_CA_BUNDLE", "https \(all)", "https \(all)", "https \(all)", "https"])
    }
  }
}

extension OpenSSL {
  /// Whether this machine has the library.
  static let isThere = (try? load()) != nil
}
