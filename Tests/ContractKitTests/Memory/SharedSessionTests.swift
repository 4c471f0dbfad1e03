import Foundation

#if compiler(>=6.2)
  import TestSupport
  import Testing

  @testable import ContractKit

  /// Sends two requests as a client that accepts no session does.
  private func answers(of base: URL) async throws -> [String] {
    var texts: [String] = []
    for part in ["a", "b"] {
      let (data, _) = try await URLSession.shared.data(from: base.appendingPathComponent(part))
      texts.append(String(decoding: data, as: UTF8.self))
    }
    return texts
  }

  // The shared session belongs to the process and reads the registered classes only once, so each test needs its own
  // process.
  @Suite("URLSession.shared", .timeLimit(.hang))
  struct SharedSessionTests {
    @Test("the shared session serves one call at a time, and each call gets its own answers")
    func oneAtATime() async {
      await #expect(processExitsWith: .success) {
        var driver = Operations()
        driver.maxConcurrentCalls = 8
        driver.usesSharedSession = true
        #expect(driver.limit == 1)
        let running = Notes<Int>()
        driver.on("thing") { [running] call in
          running.add(1)
          let texts = try await answers(of: call.baseURL)
          running.add(-1)
          return texts
        }
        await withTaskGroup(of: Void.self) { [driver] group in
          for index in 0..<20 {
            group.addTask {
              let result = await driver.run(.memory("thing") { .ok("\(index)\($0.url.suffix(2))") })
              #expect(result.outcome.json.text == #"{"success":["\#(index)/a","\#(index)/b"]}"#)
            }
          }
        }
        #expect(running.all == (0..<20).flatMap { _ in [1, -1] })
      }
    }

    @Test("a request after the result reaches the last call that had the session")
    func late() async {
      await #expect(processExitsWith: .success) {
        var driver = Operations()
        driver.usesSharedSession = true
        driver.on("thing") { _ in 1 }
        let result = await driver.run(.memory("thing") { _ in .ok("late") })
        #expect(result.outcome.json.text == #"{"success":1}"#)
        // swift-format-ignore: NeverForceUnwrap
        let (data, _) = try await URLSession.shared.data(from: URL(string: "http://localhost:8080/")!)
        #expect(String(decoding: data, as: UTF8.self) == "late")
      }
    }

    #if canImport(FoundationNetworking)
      @Test("a shared session that was used before it could be redirected is reported as the driver's mistake")
      func touched() async {
        await #expect(processExitsWith: .success) {
          _ = URLSession.shared
          var driver = Operations()
          driver.usesSharedSession = true
          driver.on("thing") { call in try await answers(of: call.baseURL) }
          let result = await driver.run(.memory("thing"))
          expectText(
            result.outcome.json["unsupported"]?.string,
            is:
              "URLSession.shared was used before the driver set `usesSharedSession`; a static or stored property may have used it"
          )
        }
      }
    #endif

    @Test("without usesSharedSession nothing intercepts the shared session")
    func unused() async {
      await #expect(processExitsWith: .success) {
        var driver = Operations()
        driver.on("thing") { _ in 1 }
        _ = await driver.run(.memory("thing"))
        #expect(URLSession.shared.configuration.protocolClasses?.contains { $0 == SharedProtocol.self } != true)
      }
    }
  }
#endif
