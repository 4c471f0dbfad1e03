import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// The package index, as far as tests need it.
enum PyPI {
  /// Whether pip works, and the index can be reached.
  static let isThere = CommandLineTool.canRun([
    "python3", "-c",
    "import pip, urllib.request; urllib.request.urlopen('https://pypi.org/simple/httpx/', timeout=10).close()",
  ])

  /// Installs packages into a folder, without what they depend on.
  static func install(_ packages: [String], into folder: URL) throws {
    let arguments = [
      "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-compile", "--only-binary",
      ":all:", "--target", folder.path,
    ]
    let ended = try CommandLineTool("python3")?.run(arguments + packages)
    #expect(ended?.status == 0, "\(ended?.output ?? "")")
  }
}

@Suite(
  "Real releases from PyPI, compared", .exhaustive,
  .enabled(if: PyPI.isThere, "pip is missing, or https://pypi.org cannot be reached"))
struct PyPIReleaseTests {
  /// Two releases of a package, and what their release notes say.
  struct Upgrade: Sendable, CustomTestStringConvertible {
    var package: String
    var old: String
    var new: String
    /// Pinned versions of what the package needs.
    var needs: [String]
    var causes: [String]
    var testDescription: String { "\(package) \(old) → \(new)" }

    init(_ package: String, _ old: String, _ new: String, needs: [String], _ causes: String...) {
      (self.package, self.needs, self.causes) = (package, needs, causes.map { "✗ \($0)" })
      (self.old, self.new) = (old, new)
    }
  }

  private static let requests = [
    "requests==2.31.0", "urllib3==1.26.18", "idna==3.7", "certifi==2024.7.4", "charset-normalizer==3.3.2",
  ]

  static let all = [
    // 0.20.0: "HTTP redirects are not followed by default".
    Upgrade(
      "httpx", "0.19.0", "0.20.0",
      needs: [
        "httpcore==0.13.7", "h11==0.12.0", "anyio==3.7.1", "sniffio==1.3.1", "idna==3.7", "rfc3986==1.5.0",
        "certifi==2024.7.4", "charset-normalizer==3.3.2",
      ], "outcome: success → failure status (1 scenario; now failing)",
      "2 requests → 1, without GET /archive/1 (1 scenario; now failing)",
      "header User-Agent: python-httpx/0.19.0 → python-httpx/0.20.0 (2 scenarios; 1 now failing; only GET /documents/1)"
    ),
    // 0.18.0: the key is sent as a bearer token. All contracts pass with both.
    Upgrade(
      "meilisearch", "0.17.0", "0.18.0", needs: requests,
      "header X-Meili-Api-Key: …(6 characters) → absent (2 scenarios; only POST /indexes/movies/search)",
      "header Authorization: absent → Bearer …(6 characters) (2 scenarios; only POST /indexes/movies/search)"),
    Upgrade("meilisearch", "0.18.0", "0.18.1", needs: requests),
    // 3.1.0: automatic retries.
    Upgrade(
      "notion-client", "3.0.0", "3.1.0",
      needs: [
        "httpx==0.27.2", "httpcore==1.0.7", "h11==0.14.0", "anyio==4.6.2.post1", "sniffio==1.3.1", "idna==3.7",
        "certifi==2024.7.4",
      ], "failure payload: 503 → 500 (1 scenario; now failing)",
      "1 request → 2, with GET /v1/users/u1 (1 scenario; now failing)",
      "header User-Agent: ramnes/notion-sdk-py@3.0.0 → ramnes/notion-sdk-py@3.1.0 (2 scenarios; 1 now failing; only GET /v1/users/u1)",
      "failure type: APIResponseError → UnknownHTTPResponseError (1 scenario; now failing)",
      "failure underlying/payload: 503 → 500 (1 scenario; now failing)"),
  ]

  @Test("each upgrade has the differences of its release notes, and no other", arguments: all)
  func upgrade(_ upgrade: Upgrade) async throws {
    try await TestFolder.temporary { folder in
      try PyPI.install(upgrade.needs, into: folder.appendingPathComponent("\(upgrade.package)-deps"))
      let fixtures = TestFolder.package.appendingPathComponent("Tests/Fixtures/Releases/pypi")
      func driver(_ version: String) throws -> String {
        try PyPI.install(["\(upgrade.package)==\(version)"], into: folder.appendingPathComponent(version))
        let file = fixtures.appendingPathComponent("driver.py").path
        return ShellWords.text(["python3", file, upgrade.package, version])
      }
      let ended = try await contractRun(
        [
          "compare", "--old", try driver(upgrade.old), "--new", try driver(upgrade.new), "--transport", "loopback",
          "--timeout", "60", fixtures.appendingPathComponent(upgrade.package).path,
        ], in: folder)
      #expect(ended.causes == upgrade.causes, "\(ended.output)\(ended.errors)")
      #expect(ended.status == (upgrade.causes.isEmpty ? 0 : 1), "\(ended.output)\(ended.errors)")
    }
  }
}
