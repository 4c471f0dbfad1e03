import Foundation
import TestSupport
import Testing

@Suite("The transport of skipped scenarios")
struct SkippedTransportTests {
  @Test("a scenario that is skipped has the transport of the others", .enabled(if: Python.isThere, Python.absence))
  func skipped() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(
        """
        {
          "contract": 1, "endpoint": "a", "request": { "method": "GET", "path": "/a" },
          "scenarios": [
            { "name": "later", "skip": "not yet", "response": { "kind": "valid" }, "expect": { "success": 1 } },
            { "name": "found", "response": { "kind": "valid", "body": { "json": 1 } }, "expect": { "success": 1 } }
          ]
        }
        """, to: "specs/a.contract.json")
      try folder.writePythonDriver(
        """
        @driver.operation
        def a(call):
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with opener.open(call.base_url + "/a", timeout=3) as response:
                return json.loads(response.read().decode())
        """)
      let ended = try await contractRun(
        ["specs", "--report", "json=report.json", "--"] + Python.ownDriver, in: folder)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      let report = try String(contentsOf: folder.appendingPathComponent("report.json"), encoding: .utf8)
      #expect(report.matches(of: #/"transport": *"loopback"/#).count >= 2)
      #expect(!report.contains(#/"transport": *"memory"/#))
    }
  }
}
