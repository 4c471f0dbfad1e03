extension NearestSearch {
  /// Returns how far a request is from a shape in everything that needs no pattern; 0 if nothing of that differs.
  func distance(_ request: CapturedRequest, _ shape: RequestShape) -> Int {
    var distance = 0
    if !request.method.isExactly(shape.method.value) {
      distance += request.method.isSameName(shape.method.value) ? 2 : 10
    }
    if let url = RequestURL(request.url) {
      let base = addresses.base(of: shape)
      var rest = url.below(base)
      if !url.hasOrigin(of: base) {
        distance += 8
        // The path may be right although the base URL is wrong.
        let other =
          url.hasOrigin(of: addresses.base) ? addresses.base : addresses.named.values.first(where: url.hasOrigin)
        rest = other.map(url.below) ?? rest
      } else if rest == nil {
        distance += 4
      }
      distance += Self.distance(path: rest ?? String(url.path), shape.path.value)
      distance += Self.distance(query: url.query, shape)
    } else {
      distance += 60
    }
    let missing = shape.headers.count { named in
      !named.patterns.allSatisfy(\.allowsAbsence)
        && request.headers.lines.allSatisfy { !$0.name.isSameName(named.name) }
    }
    distance += min(3 * missing, 12)
    if shape.body?.value.allowsAbsence == true { return distance }
    if !request.unobserved.contains("body"), (shape.body == nil) != (request.body ?? []).isEmpty { distance += 3 }
    return distance
  }

  /// Compares segment by segment: a changed segment counts by its letters, an extra or a missing one as a whole.
  private static func distance(path: String, _ described: String) -> Int {
    let (sent, described) = (segments(path), segments(described))
    if sent == described { return 0 }
    var last = (0...described.count).map { $0 * 10 }
    for (i, segment) in sent.enumerated() {
      var row = [(i + 1) * 10]
      for (j, other) in described.enumerated() {
        row.append(min(last[j + 1] + 10, row[j] + 10, last[j] + distance(segment: segment, other)))
      }
      last = row
    }
    return min(last[described.count], 60)
  }

  private static func distance(segment: [UInt8], _ described: [UInt8]) -> Int {
    if segment == described { return 0 }
    // A name in braces matches many texts. The judge decides whether it matches this one.
    if described.contains(UInt8(ascii: "{")), !segment.isEmpty { return 0 }
    return max(1, Suggestion.distance(segment, described) * 10 / max(segment.count, described.count))
  }

  /// Returns the segments of a path, limited in number and length to what is worth comparing.
  private static func segments(_ path: String) -> [[UInt8]] {
    RequestURL.withUpperCaseEscapes(path.isEmpty ? "/" : path).utf8
      .split(separator: UInt8(ascii: "/"), maxSplits: 16, omittingEmptySubsequences: false)
      .map { Array($0.prefix(64)) }
  }

  private static func distance(query: Substring?, _ shape: RequestShape) -> Int {
    let query = query ?? ""
    if query.isEmpty, shape.query.isEmpty { return 0 }
    let names = Set(Form(query.utf8).names.prefix(100).map { ExactString($0) })
    let missing = shape.query.count {
      !$0.patterns.allSatisfy(\.allowsAbsence) && !names.contains(ExactString($0.name))
    }
    let described = Set(shape.query.map { ExactString($0.name) })
    let others = shape.otherQuery == .allowed ? 0 : names.subtracting(described).count
    return min(5 * (missing + others), 20)
  }
}

extension RequestURL {
  /// Returns the path below a base URL's own path, "/" for the base itself; nil if the path is not below it.
  package func below(_ base: BaseURL) -> String? {
    let path = Self.withUpperCaseEscapes(path)
    let prefix = Self.withUpperCaseEscapes(base.pathPrefix)
    if path.isExactly(prefix) { return "/" }
    return path.utf8.starts(with: (prefix + "/").utf8) ? String(path.dropFirst(prefix.count)) : nil
  }
}
