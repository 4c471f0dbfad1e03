import ContractKit

extension Row {
  /// Ours reads bytes that are in memory, with the place of each value, and lets go of what it made; so do the others.
  static let json = Row(
    name: "json",
    lines: [
      Line(work: "JSON with positions, 10 MB of text: rate by CPU against JSONSerialization's", wanted: .atLeast(10)),
      Line(work: "the same against Python's `json`", wanted: .atLeast(2)),
      Line(work: "JSON with positions, 10 MB of numbers: rate by CPU against JSONSerialization's", wanted: .atLeast(8)),
      Line(work: "the same against Python's `json`", wanted: .atLeast(2)),
    ]
  ) { scale in
    let bytes = scale.count(10_000_000, small: 100_000)
    let missing = Python.missing()
    var figures: [Figure] = []
    for text in [GeneratedJSON.text(bytes: bytes), GeneratedJSON.numbers(bytes: bytes)] {
      let data = Data(text)
      let file = Scratch.file("texts.json")
      try data.write(to: URL(fileURLWithPath: file))
      let rounds = try await scale.measure(7) {
        (
          ours: try await Cost.of {
            var diagnostics: [Diagnostic] = []
            let json = JSON.parse(Source(path: "texts.json", bytes: text), diagnostics: &diagnostics)
            if json?.array == nil || !diagnostics.isEmpty { throw Wrong("JSON.parse does not read the text") }
          },
          foundation: try await Cost.of {
            if try JSONSerialization.jsonObject(with: data) as? [Any] == nil { throw Wrong("no list") }
          },
          python: missing == nil ? try Python.seconds(of: "json.loads(data)", file: file) : .nan
        )
      }
      let speed = (Double(text.count) / rounds.map(\.ours.cpu).median / 1e6).text(0)
      let foundation = rounds.map { $0.foundation.cpu / $0.ours.cpu }.median
      let python = rounds.map { $0.python / $0.ours.cpu }.median
      figures.append(Figure(value: foundation, text: "\(foundation.short) (\(speed) MB/s)"))
      figures.append(Figure(value: python, text: missing.map { "skipped: \($0)" }))
    }
    return figures
  }
}
