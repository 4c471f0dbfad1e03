extension Failure {
  /// For what failures are compared. It decides which of their members count, because they say something about the
  /// client.
  ///
  /// | member | `calls` | `answers` | `descriptions` | `releases` | `languages` |
  /// | --- | --- | --- | --- | --- | --- |
  /// | `category` | yes | yes | yes | yes | if neither is `other` |
  /// | `type`, `case` | yes | yes | yes | yes | no |
  /// | `payload` | yes | yes | yes | yes | if both have one, and neither is a decoder's |
  /// | `domain` | yes | yes, but S | yes, but P | yes, but S | no |
  /// | `code` | yes | yes, but S | yes, but P | yes, but S | yes, but S |
  /// | `message` | no | no | no | no | no |
  /// | `underlying` | yes | no | no | yes, but S | no |
  /// | any other | yes | yes | no | yes | yes |
  ///
  /// S are errors of the network on loopback, for which each network stack has its own. P are codes that are right on
  /// one platform only (`PlatformCode`).
  package enum Comparison: Sendable, CaseIterable {
    /// Calls of one client with the same answer, or with answers that mean the same.
    case calls
    /// Calls of one client with different answers.
    case answers
    /// What a contract or an accepted result describes, which must be right everywhere.
    case descriptions
    /// Two releases of one client.
    case releases
    /// Clients in different languages.
    case languages
  }

  /// The members that describe errors of the network as a network stack does.
  package static let stackNames: Set = ["code", "domain", "underlying"]
  /// The members that name types of one language.
  package static let typeNames: Set = ["type", "case", "domain", "underlying"]
  /// The members that contracts describe.
  package static let described = members.filter { Comparison.descriptions.counts($0, in: []) }
}

extension Failure.Comparison {
  /// Returns whether a member counts.
  ///
  /// - Parameters:
  ///   - failures: The failures that have it.
  ///   - transport: By default, one on which no network stack describes errors.
  package func counts(_ name: String, in failures: [JSON], on transport: Transport = .memory) -> Bool {
    let categories = failures.map { $0["category"]?.string.flatMap(Failure.Category.init) }
    let isOfStack = transport == .loopback && categories.allSatisfy { $0 == .network }
    switch (name, self) {
    case ("message", _), ("underlying", .answers), ("underlying", .descriptions): return false
    case (_, .calls): return true
    case (_, .descriptions): return Failure.members.contains(name)
    case _ where isOfStack && Failure.stackNames.contains(name): return false
    case ("category", .languages): return !categories.contains(.other)
    // Decoders describe mistakes in their own words, and errors of some languages carry nothing.
    case ("payload", .languages): return !categories.contains(.decoding) && failures.allSatisfy { $0["payload"] != nil }
    case (_, .languages): return !Failure.typeNames.contains(name)
    case (_, .answers), (_, .releases): return true
    }
  }

  /// Returns what counts of a failure, and of the one inside it.
  ///
  /// - Parameter instead: What is in place of other members; nil, as by default, to leave them out.
  package func counted(_ failure: JSON, on transport: Transport = .memory, instead: JSON? = nil) -> JSON {
    guard let object = failure.unfolded.object else { return failure }
    return .object(
      object.members.compactMap { member in
        guard counts(member.name, in: [failure], on: transport) else { return instead.map { (member.name, $0) } }
        let isInner = member.name == "underlying"
        return (member.name, isInner ? counted(member.value, on: transport, instead: instead) : member.value)
      })
  }
}
