// The request that the contract describes, with the values of another input.
extension ChangedValues {
  func applied(to shape: RequestShape) -> RequestShape {
    isEmpty ? shape : with(texts: shape.values.map(\.text)).changed(shape)
  }

  private func changed(_ shape: RequestShape) -> RequestShape {
    let path = path(shape)
    return shape.with(
      path: SourceLocated(path.text, at: shape.path.range),
      pathParameters: shape.pathParameters.map { $0.replacing(with(name: $0.name).present) } + path.parameters,
      query: shape.query.map { applied(to: $0) }, otherQuery: hasMore ? .allowed : shape.otherQuery,
      headers: shape.headers.map { named in
        Secrets.standard.isSecret(name: named.name) && isFree(named) ? named.anyText : applied(to: named)
      }, body: shape.body.map { SourceLocated(body($0.value, isHidden(in: shape), at: $0.range), at: $0.range) })
  }

  /// Returns a path with a name in place of each part of a segment that is an old value. What a client may leave as it is,
  /// and what it must encode, are the same then.
  private func path(_ shape: RequestShape) -> (text: String, parameters: [RequestShape.Named]) {
    var parameters: [RequestShape.Named] = []
    let range = shape.path.range
    // A value can be more than one segment.
    var path = shape.path.value
    for change in all where change.old.plainText.contains("/") && change.old.plainText.utf8.count > 2 {
      path = path.replacing(change.old.plainText.encodedPath, with: change.new.plainText.encodedPath)
    }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { segment -> String in
      guard !segment.contains("{"), let text = JSONPointer.percentDecoded(segment), !text.isEmpty,
        let change = all.first(where: { $0.old.plainText.isExactly(text) })
          ?? all.first(where: { $0.old.plainText.utf8.count >= 2 && text.contains($0.old.plainText) })
      else { return String(segment) }
      let names = parameters.map(\.name) + shape.pathParameters.map(\.name)
      let own = change.name.filter { $0.isLetter || $0.isNumber }
      let name = (0...).lazy.map { $0 == 0 ? own : "\(own)\($0 + 1)" }.first { !names.contains($0) } ?? own
      parameters.append(RequestShape.Named(name: name, range: range, patterns: [literal(text, change, at: range)]))
      return "{\(name)}"
    }
    return (segments.joined(separator: "/"), parameters)
  }

  // MARK: The body

  /// - Parameter isHidden: Whether a file, or a part, may follow from the input in any way.
  private func body(_ body: RequestShape.Body, _ isHidden: Bool, at range: SourceRange) -> RequestShape.Body {
    switch body {
    case .json(let pattern): .json(json(pattern))
    case .text(let pattern): .text(text(pattern))
    case .form(let fields, let others):
      .form(fields.map { applied(to: $0) }, others: hasMore ? .allowed : others)
    case .jsonLines(let lines):
      // No pattern describes any number of lines.
      switch lists(in: lines).map(\.new.isEmpty) {
      case []: .jsonLines(lines.map(json))
      case let lists: lists.contains(true) ? .any : .text(Pattern(.any, at: range))
      }
    case .optional(let inner): .optional(self.body(inner, isHidden, at: range))
    case .multipart(let parts) where !isHidden:
      .multipart(
        parts.map { part in
          var part = part
          part.name = part.name?.replacing(replacement)
          part.filename = part.filename?.replacing(replacement)
          part.body = part.body.map { SourceLocated(self.body($0.value, isHidden, at: $0.range), at: $0.range) }
          return part
        })
    case .bytes where !isHidden: body
    case .multipart, .bytes, .any: .any
    }
  }

  private func json(_ pattern: Pattern) -> Pattern {
    let changed = pattern.replacing(replacement)
    return hasMore ? Pattern(.partial(changed), at: changed.range) : changed
  }

  /// Returns the pattern of a body that is a text. Nobody knows what a client writes into one that is composed.
  private func text(_ pattern: Pattern) -> Pattern {
    guard hasMore, let text = pattern.soleText, !isKept(text) else { return pattern.replacing(replacement) }
    return Pattern(.any, at: pattern.range)
  }

  /// Whether the request does not have a value as it is in the input, so that its body may have it in another form.
  private func isHidden(in shape: RequestShape) -> Bool {
    if !hasSameForm { return true }
    var texts = shape.values.map(\.text)
    if case .multipart(let parts)? = shape.body?.value.whenSent { texts += parts.flatMap(\.texts) }
    return !all.allSatisfy { change in texts.contains { $0.contains(change.old.plainText) } }
  }
}

extension RequestShape.Part {
  /// The texts that it describes exactly, except in a body that is a file.
  fileprivate var texts: [String] {
    func texts(_ pattern: Pattern) -> [String] { pattern.soleText.map { [$0] } ?? pattern.inner.flatMap(texts) }
    let patterns: [Pattern] =
      switch body?.value.whenSent {
      case .json(let pattern), .text(let pattern): [pattern]
      default: []
      }
    return ([name, filename].compactMap(\.self) + patterns).flatMap(texts)
  }
}

extension String {
  /// The text as segments of a path.
  var encodedPath: String {
    split(separator: "/", omittingEmptySubsequences: false).map { String($0).encodedItem }.joined(separator: "/")
  }
}
