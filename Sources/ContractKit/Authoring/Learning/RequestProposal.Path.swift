import ContractCore

// The URL: its base URL, and the path below it.
extension RequestProposal {
  /// The parts of the samples' URLs.
  struct Target {
    /// The name of their base URL; nil for the contract's `baseURL`.
    var base: String?
    /// The paths below it.
    var paths: [String]
    /// The queries, as sent; empty for a URL without one.
    var queries: [Substring.UTF8View]
  }

  /// Returns the parts of all URLs. The base URL with the longest path wins, and of equal ones the default.
  func target() throws(Problem) -> Target {
    guard let first = samples.first else { throw .noSamples }
    let names = [nil] + first.addresses.named.keys.sorted().map(Optional.some)
    let urls = samples.map { RequestURL($0.request.url) }
    var best: (length: Int, target: Target)?
    for name in names {
      let paths = zip(samples, urls).compactMap { sample, url -> String? in
        guard let base = sample.addresses[name], let url, url.hasOrigin(of: base) else { return nil }
        return url.below(base)
      }
      let length = first.addresses[name]?.pathPrefix.utf8.count ?? 0
      guard paths.count == samples.count, length > best?.length ?? -1 else { continue }
      best = (length, Target(base: name, paths: paths, queries: urls.map { ($0?.query ?? "").utf8 }))
    }
    if let best { return best.target }
    let lost =
      zip(samples, urls).first { sample, url in
        !([sample.addresses.base] + sample.addresses.named.values).contains { base in
          url.map { $0.hasOrigin(of: base) && $0.below(base) != nil } ?? false
        }
      }?.0 ?? first
    let bases = [lost.addresses.base] + lost.addresses.named.sorted { $0.key < $1.key }.map(\.value)
    throw .noBase(url: Self.shown(lost.request.url), bases: bases.map(\.text))
  }

  /// Returns a URL without its query, and without what may be secret.
  private static func shown(_ url: String) -> String {
    let text = url.prefix { $0 != "?" && $0 != "#" }
    let segments = Mask.standard.text(text).split(separator: "/", omittingEmptySubsequences: false)
    return segments.map { Secrets.isRandom(String($0)) ? "…" : String($0) }.joined(separator: "/")
  }

  /// Returns the path that all samples have, with a name in place of each segment that a contract cannot or should not
  /// have literally.
  ///
  /// - Parameter paths: The path of each sample as sent, with escapes in upper case.
  func path(_ paths: [String]) throws(Problem) -> (text: String, parameters: [(String, JSON)]) {
    let sent = paths.map {
      $0.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
    guard let first = sent.first, sent.allSatisfy({ $0.count == first.count }) else {
      // A path begins with a slash, and so with an empty segment.
      throw .segments(sent.map { $0.count - 1 })
    }
    var segments: [String] = []
    var parameters: [(String, JSON)] = []
    for (index, segment) in first.enumerated() {
      let all = sent.map { $0[index] }
      let isSame = all.allSatisfy { $0.isExactly(segment) }
      let isAllowed = isSame && HTTPText.firstNotInPath(segment) == nil
      let decoded = all.map { String(validating: PercentText.bytes(PercentText($0.utf8).units[...]), as: UTF8.self) }
      if decoded.contains(nil) {
        if !isAllowed { throw .notUTF8(.path) }
        segments.append(segment)
        continue
      }
      let isSecret = values.present.secrets.isSecret(segment: segment, after: index > 0 ? first[index - 1] : "")
      let proposed = values.text(decoded, isSecret: isSecret)
      if isAllowed, proposed.value != nil {
        segments.append(segment)
        continue
      }
      // A name stands for at least one byte.
      if all.contains(where: \.isEmpty) { throw .emptySegment(index) }
      let name = parameters.isEmpty ? "id" : "id\(parameters.count + 1)"
      segments.append("{\(name)}")
      parameters.append((name, proposed.written))
    }
    return (segments.joined(separator: "/"), parameters)
  }
}

extension Secrets {
  /// Returns whether a segment of a path is probably a secret: one that a machine made, or one after the name of secrets,
  /// as in `/tokens/a1b2c3d4`.
  func isSecret(segment: String, after previous: String) -> Bool {
    Self.isRandomSegment(segment)
      || segment.utf8.count >= 8 && segment.utf8.contains(where: \.isDigit) && isSecret(name: previous)
  }
}
