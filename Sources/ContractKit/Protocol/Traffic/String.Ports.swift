extension String {
  /// Returns the places of what differs from run to run in a text about a connection, each with an expression for it: the
  /// run's own hosts and ports and, in a text with one of its ports, the client's ports and durations.
  ///
  /// A number is a port only after an address of this machine, the word "port" or a colon that does not follow a name of
  /// JSON.
  ///
  /// - Parameters:
  ///   - origins: The hosts and ports.
  ///   - ranges: Places that are something else.
  func marks(of origins: Set<String>, except ranges: [Range<Int>]) -> [(range: Range<Int>, expression: String)] {
    // Most texts have none.
    guard origins.contains(where: { contains($0) }) else { return [] }
    func places(_ found: [Regex<(Substring, Substring)>.Match], areOwn: Bool) -> [Range<Int>] {
      found.filter { origins.contains(String($0.output.1)) == areOwn }.map { match in
        let start = utf8.distance(from: startIndex, to: match.output.1.startIndex)
        return start..<(start + match.output.1.utf8.count)
      }.filter { place in !ranges.contains { $0.overlaps(place) } }
    }
    let host = #/(?:^|[^0-9.])(127(?:\.[0-9]+){3}|localhost)(?![0-9A-Za-z]|\.[0-9])/#
    let marks = places(matches(of: host), areOwn: true).map { (range: $0, expression: "[0-9a-z.]+") }
    let after =
      #/(?:(?:port|127(?:\.[0-9]+){3})(?:%3A|[^0-9A-Za-z]{0,4})|(?:^|[^"']):|%3A)([0-9]+)/#.ignoresCase()
    let own = places(matches(of: after), areOwn: true)
    if own.isEmpty { return marks }
    let clients = places(matches(of: #/127(?:\.[0-9]+){3}:([0-9]+)/#), areOwn: false)
    let duration = #/(?:^|[\s(=~<])([0-9]+(?:\.[0-9]+)?)\s?(?:[nmuµμ]?s|sec|(?:milli)?seconds?)(?![0-9A-Za-z])/#
    return marks + (own + clients).map { ($0, "[0-9]+") }
      + places(matches(of: duration), areOwn: false).map { ($0, "[0-9.]+") }
  }
}
