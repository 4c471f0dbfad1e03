extension RequestJudge {
  /// How many ways to read a segment are tried, if there is more than one.
  private static let waysLimit = 1000

  /// Compares the path below the base URL.
  ///
  /// - Parameters:
  ///   - path: The path as sent, with its escapes in upper case.
  ///   - note: Why the whole path may differ, if that is already known.
  mutating func judgePath(_ path: String, note: String?) {
    let described = shape.path.value.isEmpty ? "/" : shape.path.value
    // A shape that was read from a contract has a pattern for each name in its path, and no other patterns.
    guard !shape.pathParameters.isEmpty, let template = try? PathTemplate(described) else {
      let isSame = path.isExactly(RequestURL.withUpperCaseEscapes(described))
      if !isSame { addPath(described, path, note) }
      return
    }
    let sent = PathTemplate.segments(of: path)
    guard template.fits(sent) else { return addPath(shape.describedPath, path, note) }
    let parameters = Dictionary(
      shape.pathParameters.map { (ExactString($0.name), $0) }, uniquingKeysWith: { first, _ in first })
    for (segment, text) in zip(template.segments, sent) {
      let described = segment.names.compactMap { parameters[ExactString($0)] }
      guard !described.isEmpty, let ways = PathTemplate.Ways(of: text, as: segment) else { continue }
      let before = findings.count
      judge(described, ways, of: text)
      if findings.count > before, !isQuiet { noteOnLast("the path as it was sent: \(Excerpt.beginning(of: path))") }
    }
  }

  private mutating func addPath(_ described: String, _ path: String, _ note: String?) {
    // The texts for people take longer than the comparison.
    if isQuiet { return add(.path, expected: described, actual: path, at: shape.path.range) }
    let (expected, actual) = Excerpt.pair(described, path)
    let note = note ?? encodingNote(described, path) ?? noteOnSegments(described, path)
    add(.path, expected: expected, actual: actual, note: note, at: shape.path.range)
  }

  /// Returns a note on the first segment whose difference is hard to see, or has a known cause.
  private func noteOnSegments(_ described: String, _ path: String) -> String? {
    let (described, sent) = (described.split(separator: "/"), path.split(separator: "/"))
    guard described.count == sent.count else { return nil }
    for (described, sent) in zip(described, sent) where described != sent && !described.contains("{") {
      guard let expected = JSONPointer.percentDecoded(described), let actual = JSONPointer.percentDecoded(sent) else {
        continue
      }
      let pattern = Pattern(.literal(.string(expected)), at: shape.path.range)
      if let note = Matcher.note(on: .string(actual), insteadOf: pattern) { return note }
    }
    return nil
  }

  /// Returns a note if the two paths differ only in what is percent-encoded.
  private func encodingNote(_ described: String, _ path: String) -> String? {
    let described = RequestURL.withUpperCaseEscapes(described)
    guard let text = JSONPointer.percentDecoded(path) else { return nil }
    // Without an escape in the contract, an escape in the request is the first one.
    if described.utf8.contains(UInt8(ascii: "%")), RequestURL.withUpperCaseEscapes(text).isExactly(described) {
      return "the path is percent-encoded twice"
    }
    guard let meant = JSONPointer.percentDecoded(described), text.isExactly(meant) else { return nil }
    if path.split(separator: "/").count != described.split(separator: "/").count {
      return "%2F is a slash within a segment, and / is one between segments: these are two paths"
    }
    return "both are the same text when decoded; to allow every encoding of a value, put a name in braces into the"
      + " contract's path, and describe it in `pathParameters`"
  }

  // MARK: What no path may have

  /// Reports a character that a client must escape. Returns the path with all of them escaped, to compare the rest.
  mutating func judgeCharacters(ofPath path: String) -> String {
    guard let escaped = RequestURL.escaped(path, in: .path) else { return path }
    let (expected, actual) = Excerpt.pair(escaped.text, path)
    add(
      .path, expected: expected, actual: actual, note: RequestURL.mustBeEscapedNote(escaped.first),
      at: shape.path.range)
    return escaped.text
  }

  mutating func addDotSegments(_ path: String) {
    let read = Excerpt.beginning(of: RequestURL.withoutDotSegments(path))
    // Some servers ignore a segment from a semicolon on.
    let escapes =
      path.contains(";")
      ? "`/` and `;` in a value must be percent-encoded, as %2F and %3B"
      : "the slash of a value must be percent-encoded, as %2F"
    add(
      .path, expected: "a path without the segments `.` and `..`", actual: Excerpt.beginning(of: path),
      note: "a server may read \(read): no value can be `.` or `..` as a segment of a path, and \(escapes)",
      at: shape.path.range)
  }

  /// Returns a note if the described path, decoded and then without its dot segments, is the path that was sent.
  func resolvedDotSegments(_ path: String) -> String? {
    guard let meant = JSONPointer.percentDecoded(base.pathPrefix + shape.describedPath),
      RequestURL.hasDotSegment(meant), JSONPointer.percentDecoded(path) == RequestURL.withoutDotSegments(meant)
    else { return nil }
    return "the client put a value with `..` into the path as it is, and its HTTP stack removed the dot segments;"
      + " the slash of a value must be percent-encoded, as %2F"
  }

  /// Compares the names of one segment. If no way to read it matches, the nearest way is reported.
  private mutating func judge(_ names: [RequestShape.Named], _ ways: PathTemplate.Ways, of segment: PercentText) {
    var tried = 0
    var nearest: (way: [ArraySlice<UInt16>], misses: Int)?
    let searches = Pattern.Regex.Searches()
    for way in ways.prefix(Self.waysLimit) {
      tried += 1
      let (misses, isKnown) = misses(names, way, searches)
      let isMatch = misses == 0 && isKnown
      if isMatch || misses < nearest?.misses ?? .max { nearest = (way, misses) }
      if isMatch { break }
    }
    guard let nearest else { return }
    let before = findings.count
    for (named, stretch) in zip(names, nearest.way) { judge(named, stretch) }
    if tried > 1, findings.count > before {
      let text = Excerpt.beginning(of: JSON.string(PercentText.text(segment.units[...])).text, limit: 80)
      let count = tried == Self.waysLimit ? "the first \(tried)" : "\(tried)"
      noteOnLast("none of \(count) ways to split \(text) matches; this one is nearest")
    }
  }

  /// Returns how many names differ in one way to read a segment. If that is not known, an expression took too long.
  ///
  /// - Parameter searches: The results of expression searches in earlier ways.
  private func misses(
    _ names: [RequestShape.Named], _ way: [ArraySlice<UInt16>], _ searches: Pattern.Regex.Searches
  ) -> (count: Int, isKnown: Bool) {
    var misses = 0
    var isKnown = true
    var bindings = bindings
    for (named, stretch) in zip(names, way) {
      guard let pattern = named.patterns.first else { continue }
      guard let text = String(validating: PercentText.bytes(stretch), as: UTF8.self) else {
        misses += 1
        continue
      }
      var probe = Matcher(isQuiet: true, bindings: bindings, searches: searches)
      probe.match(pattern, .string(text), as: .text)
      if probe.count > 0 {
        misses += 1
      } else {
        bindings = probe.bindings
        isKnown = isKnown && probe.doubts.isEmpty
      }
    }
    return (misses, isKnown)
  }

  private mutating func judge(_ named: RequestShape.Named, _ stretch: ArraySlice<UInt16>) {
    guard let pattern = named.patterns.first else { return }
    if let text = String(validating: PercentText.bytes(stretch), as: UTF8.self) {
      let before = findings.count
      match(pattern, .string(text), part: .pathParameter(named.name), as: .text)
      if findings.count > before, named.isCarried {
        let sent = Excerpt.beginning(of: PercentText.text(stretch), limit: 200)
        noteOnLast("the path does not carry the text of the input: it has \(sent)", hasValue: true)
      }
      if findings.count > before, let note = PercentText.doubleNote(text, meant: [pattern.soleText].compactMap(\.self))
      {
        noteOnLast(note)
      }
      return
    }
    add(
      .pathParameter(named.name), expected: Excerpt.beginning(of: Self.text(pattern)),
      actual: Excerpt.beginning(of: JSON.string(PercentText.text(stretch)).text), note: "it is not UTF-8 when decoded",
      at: pattern.range)
  }
}
