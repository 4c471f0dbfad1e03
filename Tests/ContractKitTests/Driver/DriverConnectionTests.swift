import Foundation
import Testing

@testable import ContractKit

@Suite("The driver's output", .timeLimit(.hang))
struct DriverConnectionTests {
  @Test("requests that are sent at once are written in the order of their numbers, and none is missing")
  func order() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("wire-\(UUID().uuidString)")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let output = try FileHandle(forWritingTo: file)
    let responder = ConnectionResponder(id: 7, wire: DriverConnection(output: output.fileDescriptor))
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<1000 {
        responder.respond(to: CapturedRequest(method: "GET", url: "http://localhost/a", timeout: 60)) { _ in }
      }
    }
    try output.close()
    let lines = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
    #expect(lines.map { JSON.parse(Array($0))?["request"]?["n"]?.number?.int } == Array(1...4000))
  }
}
