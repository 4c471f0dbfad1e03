extension RequestJudge {
  /// - Parameter body: The bytes; nil if there is no body.
  mutating func judgeMultipart(
    _ described: [RequestShape.Part], _ body: [UInt8]?, of request: CapturedRequest, at range: SourceRange
  ) {
    let lines = request.headers.values("Content-Type")
    if lines.isEmpty, request.unobserved.contains(where: { $0.isSameName("Content-Type") }) {
      // This header names the boundary. Without it, the body cannot be read.
      return cannotObserve(.header("Content-Type"), at: range)
    }
    let expected = Self.text(described)
    guard let body else { return add(.body, expected: expected, actual: nil, at: range) }
    let multipart: Multipart
    let dispositions: [Multipart.Disposition]
    do throws(Multipart.SyntaxError) {
      multipart = try Multipart(body, contentType: lines)
      var read: [Multipart.Disposition] = []
      for (index, part) in multipart.parts.enumerated() {
        read.append(try Multipart.Disposition(of: part, number: index + 1, isForm: multipart.isForm))
      }
      dispositions = read
    } catch {
      return add(
        .body, expected: expected, actual: Self.excerpt(of: body, request.headers), note: error.text, at: range)
    }
    let parts = multipart.parts
    let described = sent(of: described, parts, dispositions)
    let before = findings.count
    for (index, (pattern, part)) in zip(described, parts).enumerated() {
      if findings.count - before >= Self.limit {
        return noteOnLast("and \(min(described.count, parts.count) - index) more parts that were not compared")
      }
      judge(pattern, part, dispositions[index], number: index + 1)
      if isQuiet, differs { return }
    }
    if described.count == parts.count { return }
    func part(_ number: Int, _ name: String?) -> String { "part \(number)" + (name.map { ", named \($0)" } ?? "") }
    let note =
      if parts.count > described.count {
        "the first extra part: "
          + part(described.count + 1, dispositions[described.count].name.map { JSON.string($0).text })
      } else {
        "the first missing part: " + part(parts.count + 1, described[parts.count].name?.text)
      }
    let notes = [Excerpt.beginning(of: note), multipart.nearMiss?.text].compactMap(\.self).joined(separator: "\n")
    add(
      .body, expected: English.counted(described.count, "part"), actual: English.counted(parts.count, "part"),
      note: notes, at: range)
  }

  /// Returns the described parts without the optional ones that the client left out: those without which the fewest
  /// parts differ.
  private func sent(
    of described: [RequestShape.Part], _ parts: [Multipart.Part], _ dispositions: [Multipart.Disposition]
  ) -> [RequestShape.Part] {
    guard described.contains(where: \.isOptional) else { return described }
    // The cost of comparing the described parts after the current one with the sent ones from each one on.
    var costs = (0...min(described.count, parts.count)).map { Self.otherPart * (parts.count - $0) }
    // Of each described part: whether leaving it out is better, if the part of a number would be compared with it.
    var leavesOut = [[Bool]](repeating: [], count: described.count)
    for (index, part) in described.enumerated().reversed() {
      // There are never more sent parts before it than described ones.
      for number in 0...min(index, parts.count) {
        let taken =
          number < parts.count
          ? cost(of: part, parts[number], dispositions[number]) + costs[number + 1] : Self.otherPart + costs[number]
        leavesOut[index].append(part.isOptional && costs[number] < taken)
        if costs[number] >= taken || !part.isOptional { costs[number] = taken }
      }
    }
    var number = 0
    return zip(described, leavesOut).compactMap { part, leavesOut in
      if leavesOut[min(number, parts.count)] { return nil }
      number += 1
      return part
    }
  }

  /// What it costs if a part is missing, or is another one.
  private static let otherPart = 2

  /// Returns how much a part differs from a described one; 0 if it matches.
  private func cost(
    of described: RequestShape.Part, _ part: Multipart.Part, _ disposition: Multipart.Disposition
  ) -> Int {
    var judge = RequestJudge(
      shape, addresses: addresses, transport: transport, number: number, bindings: bindings, isQuiet: true)
    judge.judge(described.name, disposition.name, part: .body, noun: "name", of: described, as: .value)
    if judge.differs { return Self.otherPart }
    judge.judge(described, part, disposition, number: 1)
    return judge.differs ? 1 : 0
  }

  private mutating func judge(
    _ described: RequestShape.Part, _ part: Multipart.Part, _ disposition: Multipart.Disposition, number: Int
  ) {
    func name(_ what: Mismatch.PartOf) -> Mismatch.Part { .multipart(number, name: disposition.name, of: what) }
    judge(described.name, disposition.name, part: name(.name), noun: "name", of: described, as: .value)
    judge(described.filename, disposition.filename, part: name(.filename), noun: "file name", of: described, as: .value)
    if let contentType = described.contentType {
      let lines = part.headers.values("Content-Type")
      let line = lines.isEmpty ? nil : lines.joined(separator: ", ")
      judge(contentType, line, part: name(.contentType), noun: "", of: described, as: .contentType)
    }
    judge(
      described.body, part.body.isEmpty ? nil : Array(part.body), part.headers, part: name(.body),
      noun: "the part's body", at: described.range)
  }

  /// Compares one text of a part. Without a pattern, the part must not have the text.
  private mutating func judge(
    _ pattern: Pattern?, _ text: String?, part: Mismatch.Part, noun: String, of described: RequestShape.Part,
    as reading: Matcher.Reading
  ) {
    switch (pattern, text) {
    case (nil, nil): break
    case (let pattern?, nil):
      if !pattern.allowsAbsence { add(part, pattern, actual: nil) }
    case (nil, let text?):
      add(part, expected: "no \(noun)", actual: Self.list([text]), at: described.range, kind: .unexpected)
    case (let pattern?, let text?): match(pattern, .string(text), part: part, as: reading)
    }
  }

  private static func text(_ described: [RequestShape.Part]) -> String {
    let names = described.prefix(20).map { ($0.name?.text ?? "no name") + ($0.isOptional ? " (optional)" : "") }
      .joined(separator: ", ")
    let least = described.count { !$0.isOptional }
    let text =
      "a multipart body of \(least < described.count ? "\(least) to " : "")\(English.counted(described.count, "part"))"
    return described.isEmpty ? text : Excerpt.beginning(of: "\(text): \(names)")
  }
}
