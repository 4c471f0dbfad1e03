import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Reading a multipart body ends, whatever the body is", .slow)
struct MultipartFuzzTests {
  /// A part that a correct client wrote.
  private struct Written: Equatable {
    var name: String
    var filename: String?
    var type: String?
    var body: [UInt8]
  }

  private static let texts = ["a", "é", "a b", "x;y", #"q"q"#, #"b\b"#, "", "100%", "{}", "🎉", "a\r\nb"]

  private static func part(_ numbers: inout SeededNumbers) -> Written {
    let count = Int.random(in: 0...20, using: &numbers)
    // Bytes that form line ends and boundaries more often than random bytes would.
    let bytes: [UInt8] = [0x0D, 0x0A, 0x2D, 0x2D, 0x62, 0x20, 0x00, 0xFF, 0x3A]
    return Written(
      name: texts.randomElement(using: &numbers) ?? "",
      filename: Bool.random(using: &numbers) ? texts.randomElement(using: &numbers) : nil,
      type: Bool.random(using: &numbers) ? "image/png" : nil,
      body: (0..<count).compactMap { _ in bytes.randomElement(using: &numbers) })
  }

  /// Returns the body as a browser writes it (HTML, "multipart/form-data encoding algorithm").
  private static func write(_ parts: [Written], boundary: String) -> [UInt8] {
    func escaped(_ text: String) -> String {
      text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\r", with: "%0D")
        .replacingOccurrences(of: "\n", with: "%0A").replacingOccurrences(of: "\"", with: "%22")
    }
    var bytes: [UInt8] = []
    for part in parts {
      bytes += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(escaped(part.name))\"".utf8
      if let filename = part.filename { bytes += "; filename=\"\(escaped(filename))\"".utf8 }
      if let type = part.type { bytes += "\r\nContent-Type: \(type)".utf8 }
      bytes += "\r\n\r\n".utf8
      bytes += part.body
      bytes += "\r\n".utf8
    }
    return bytes + Array("--\(boundary)--\r\n".utf8)
  }

  private static func read(_ body: [UInt8], boundary: String) throws -> [Written] {
    let multipart = try Multipart(body, contentType: ["multipart/form-data; boundary=\"\(boundary)\""])
    return try multipart.parts.enumerated().map { index, part in
      let disposition = try Multipart.Disposition(of: part, number: index + 1, isForm: true)
      return Written(
        name: disposition.name ?? "none", filename: disposition.filename, type: part.headers["Content-Type"],
        body: Array(part.body))
    }
  }

  @Test("8 times 500 bodies of a correct client are read back without a change", arguments: 0..<8)
  func roundTrip(_ seed: Int) throws {
    var numbers = SeededNumbers(state: UInt64(seed))
    for _ in 0..<500 {
      let parts = (0..<Int.random(in: 0...5, using: &numbers)).map { _ in Self.part(&numbers) }
      let boundary = ["b", "----b", "- b", "b--"].randomElement(using: &numbers) ?? "b"
      // If a part contains this boundary, a correct client chooses another one.
      if parts.contains(where: { !Array($0.body).ranges(of: Array("--\(boundary)".utf8)).isEmpty }) { continue }
      #expect(try Self.read(Self.write(parts, boundary: boundary), boundary: boundary) == parts)
    }
  }

  private static let pieces = [
    "\r\n", "\n", "\r", "--b", "--b--", "--", "\r\n--b\r\n", "\"", "\\", ";", ":", "\u{0}", "%", "filename*=",
    "Content-Disposition: ",
  ]

  @Test("mutations of a body give parts inside the body, or a fault with a description", arguments: 0..<8)
  func mutations(_ seed: Int) throws {
    var numbers = SeededNumbers(state: UInt64(seed))
    var read = 0
    for _ in 0..<500 {
      var body = Self.write(
        (0..<Int.random(in: 1...3, using: &numbers)).map { _ in Self.part(&numbers) }, boundary: "b")
      for _ in 0...Int.random(in: 0..<4, using: &numbers) { body.mutate(with: Self.pieces, using: &numbers) }
      do {
        let parts = try Self.read(body, boundary: "b")
        read += 1
        #expect(parts.reduce(0) { $0 + $1.body.count } <= body.count)
      } catch let fault as Multipart.SyntaxError {
        #expect(!fault.text.isEmpty)
        #expect(!fault.text.contains("\n"))
      }
    }
    #expect(read > 50)
  }

  @Test("100,000 parts, a header of 1 MB, 5 MB of bytes, and many near boundaries are read", .exhaustive)
  func large() throws {
    let many = Self.write(
      (0..<100_000).map { Written(name: "a\($0)", filename: nil, type: nil, body: []) }, boundary: "b")
    let judge = try JudgeFixture.judge(
      #""body": {"multipart": [\#(repeatElement(#"{"name": "x"}"#, count: 1000).joined(separator: ","))]}"#,
      headers: [("Content-Type", "multipart/form-data; boundary=b")], body: many)
    #expect(judge.reasons.count == 1)
    expectText(judge.reasons.last?.text, ends: "\n  note        and 900 more parts that were not compared")

    let long = String(repeating: "x", count: 1 << 20)
    let read = try Self.read(
      Self.write([Written(name: long, filename: long, type: nil, body: [1])], boundary: "b"), boundary: "b")
    #expect(read.map(\.name.count) == [1 << 20])
    let folded =
      "--b\r\nContent-Disposition: form-data; name=a" + String(repeating: "\r\n ;", count: 300_000)
      + "\r\n\r\n\r\n--b--"
    #expect(try Self.read(Array(folded.utf8), boundary: "b").map(\.name) == ["a"])

    let start = Array("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n".utf8)
    let type = ["multipart/mixed; boundary=b"]
    var fillings = [UInt8(ascii: "x"), UInt8(ascii: "-"), 0].map { [UInt8](repeating: $0, count: 5 << 20) }
    fillings += ["\r", "\n", "\r\n", "\r\n--", "\r\n--bb"].map { Array(String(repeating: $0, count: 100_000).utf8) }
    for filling in fillings {
      let parts = try Multipart(start + filling + Array("\r\n--b--".utf8), contentType: type).parts
      #expect(parts.map(\.body.count) == [filling.count])
      #expect(throws: Multipart.SyntaxError.self) { try Multipart(start + filling, contentType: type) }
    }
  }
}
