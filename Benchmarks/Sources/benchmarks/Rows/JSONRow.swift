import ContractKit
import Foundation

extension Row {
  /// All sides read the same bytes from memory, and release the result. ContractKit reads and checks everything and
  /// keeps the place of each value, but makes strings and numbers only on request. The others make them at once. So a
  /// second measurement also requests every value.
  static let json = Row(
    name: "json",
    lines: lines("10 MB of text", wanted: 10) + lines("7 MB of numbers", wanted: 8)
  ) { scale in
    // Both texts have nearly as many tokens as `JSON.tokenLimit` allows.
    try await figures(scale, GeneratedJSON.text(bytes: scale.count(10_000_000, small: 100_000)))
      + figures(scale, GeneratedJSON.numbers(bytes: scale.count(7_000_000, small: 70_000)))
  }

  private static func lines(_ what: String, wanted: Double) -> [Line] {
    [
      Line(
        work: "reading JSON with positions, \(what): rate by CPU relative to JSONSerialization",
        wanted: .atLeast(wanted)
      ),
      Line(work: "the same, relative to Python's `json`", wanted: .atLeast(2)),
      Line(
        work: "the same, with every value requested once: rate by CPU relative to JSONSerialization",
        wanted: .noted("values are made on request")),
    ]
  }

  private static func figures(_ scale: Scale, _ text: [UInt8]) async throws -> [Figure] {
    let data = Data(text)
    let file = Scratch.file("texts.json")
    try data.write(to: URL(fileURLWithPath: file))
    let missing = Python.missing()
    func read() throws -> JSON {
      var diagnostics: [Diagnostic] = []
      let json = JSON.parse(Source(path: "texts.json", bytes: text), diagnostics: &diagnostics)
      guard let json, diagnostics.isEmpty else { throw Wrong("JSON.parse does not read the text") }
      return json
    }
    let rounds = try await scale.measure(7) {
      (
        ours: try await Cost.of { _ = try read() },
        asked: try await Cost.of { if try read().askedFor == 0 { throw Wrong("there is nothing in the text") } },
        foundation: try await Cost.of {
          if try JSONSerialization.jsonObject(with: data) as? [Any] == nil { throw Wrong("no list") }
        },
        python: missing == nil ? try Python.seconds(of: "json.loads(data)", file: file) : .nan
      )
    }
    func speed(_ seconds: [Double]) -> String { "\((Double(text.count) / seconds.median / 1e6).text(0)) MB/s" }
    let foundation = rounds.map { $0.foundation.cpu / $0.ours.cpu }.median
    let python = rounds.map { $0.python / $0.ours.cpu }.median
    let asked = rounds.map { $0.foundation.cpu / $0.asked.cpu }.median
    let askedByPython = rounds.map { $0.python / $0.asked.cpu }.median
    return [
      Figure(
        value: foundation,
        text: "\(foundation.short) (\(speed(rounds.map(\.ours.cpu))) against \(speed(rounds.map(\.foundation.cpu))))"),
      Figure(
        value: python,
        text: missing.map { "skipped: \($0)" } ?? "\(python.short) (against \(speed(rounds.map(\.python))))"),
      Figure(
        value: asked,
        text: "\(asked.short)" + (missing == nil ? " (against Python's `json` \(askedByPython.short))" : "")),
    ]
  }
}

extension JSON {
  /// Requests everything in the value, and returns how much that was.
  fileprivate var askedFor: Int {
    switch kind {
    case .null, .bool: 1
    case .number(let number): number.double.isNaN ? 0 : 1
    case .string(let string): string.utf8.count
    case .array(let elements): elements.reduce(0) { $0 + $1.askedFor }
    case .object(let object): object.members.reduce(0) { $0 + $1.name.utf8.count + $1.value.askedFor }
    }
  }
}
