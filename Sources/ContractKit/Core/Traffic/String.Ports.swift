extension String {
  /// Returns the places of what differs from run to run in a text about a connection, each with an expression for it: the
  /// run's own ports and, in a text with one of them, the client's ports and durations.
  ///
  /// A number is a port only after `127.0.0.1`, the word "port" or a colon that does not follow a name of JSON.
  ///
  /// - Parameter ranges: Places that are something else.
  func marks(ofPorts ports: Set<String>, except ranges: [Range<Int>]) -> [(range: Range<Int>, expression: String)] {
    // Most texts have no port.
    guard ports.contains(where: { contains($0) }) else { return [] }
    func places(_ found: [Regex<(Substring, Substring)>.Match]) -> [(range: Range<Int>, number: Substring)] {
      found.map { match in
        let number = match.output.1
        let start = utf8.distance(from: startIndex, to: number.startIndex)
        return (start..<(start + number.utf8.count), number)
      }.filter { place in !ranges.contains { $0.overlaps(place.range) } }
    }
    let after = #/(?:(?:port|127\.0\.0\.1)(?:%3A|[^0-9A-Za-z]{0,4})|(?:^|[^"']):|%3A)([0-9]+)/#.ignoresCase()
    let own = places(matches(of: after)).filter { ports.contains(String($0.number)) }
    if own.isEmpty { return [] }
    func others(_ found: [Regex<(Substring, Substring)>.Match]) -> [Range<Int>] {
      places(found).filter { !ports.contains(String($0.number)) }.map(\.range)
    }
    let clients = others(matches(of: #/127\.0\.0\.1:([0-9]+)/#))
    let duration = #/(?:^|[\s(=~<])([0-9]+(?:\.[0-9]+)?)\s?(?:[nmuµμ]?s|sec|(?:milli)?seconds?)(?![0-9A-Za-z])/#
    return (own.map(\.range) + clients).map { ($0, "[0-9]+") } + others(matches(of: duration)).map { ($0, "[0-9.]+") }
  }
}
