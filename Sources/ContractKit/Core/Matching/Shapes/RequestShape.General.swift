extension RequestShape {
  /// The shape of requests that another input leads to: any text or number in place of each one that the contract has,
  /// and the same members, headers and items of the query.
  package var general: RequestShape {
    with(
      pathParameters: pathParameters.map(\.anyText), query: query.map(\.anyText),
      headers: headers.map { named in
        // What a secret header has may be hidden, and the type of the body does not depend on the input.
        Secrets.standard.isSecret(name: named.name) ? named.anything : named.isContentType ? named : named.anyText
      }, body: body.map { SourceLocated($0.value.general, at: $0.range) })
  }

  /// The shape of all requests to the same endpoint: method and path, and any query, headers and body.
  var endpoint: RequestShape {
    RequestShape(
      method: method, base: base, path: path, pathParameters: pathParameters.map(\.anyText), otherQuery: .allowed,
      body: SourceLocated(.any, at: range), range: range)
  }
}

extension RequestShape.Named {
  fileprivate var isContentType: Bool { name.isSameName("Content-Type") }

  /// The same name with anything in place of what must be there.
  fileprivate var anything: Self { replacing { $0.allowsAbsence ? $0 : Pattern(.any, at: $0.range) } }

  /// The same name with any value. One whose absence is described keeps that.
  var anyText: Self {
    replacing { part in
      switch part.kind {
      case .literal, .same, .not: Pattern(.any, at: part.range)
      default: nil
      }
    }
  }

  /// Returns the same name with the results of a function in place of patterns.
  func replacing(_ replacement: (Pattern) -> Pattern?) -> Self { mapping { $0.replacing(replacement) } }

  /// Returns the same name with the results of a function for its patterns.
  func mapping(_ change: (Pattern) -> Pattern) -> Self { copy(of: self) { $0.patterns = patterns.map(change) } }
}

extension RequestShape.Body {
  fileprivate var general: Self {
    switch self {
    case .json(let pattern): .json(pattern.general)
    case .form(let fields, let others): .form(fields.map(\.anyText), others: others)
    case .jsonLines, .text, .bytes, .multipart, .any: .any
    case .optional(let body): .optional(body.general)
    }
  }
}

extension Pattern {
  /// The pattern of values with the same shape: any value of the same type in place of a literal, and arrays of any length.
  package var general: Pattern {
    replacing { pattern in
      switch pattern.kind {
      case .literal(let json): json.general(at: pattern.range)
      case .same, .not: Pattern(.any, at: pattern.range)
      case .array(let elements), .unordered(let elements):
        .list(of: elements.map(\.general), at: pattern.range)
      default: nil
      }
    }
  }

  /// Returns the pattern of an array of any length whose elements match one of some patterns; any elements if there are
  /// none.
  private static func list(of elements: [Pattern], at range: SourceRange) -> Pattern {
    guard let first = elements.first else { return Pattern(.type([.array]), at: range) }
    let element = elements.count == 1 ? first : Pattern(.anyOf(Array(elements.prefix(10))), at: range)
    return Pattern(.anyOf([Pattern(.array([]), at: range), Pattern(.each(element), at: range)]), at: range)
  }
}

extension JSON {
  fileprivate func general(at range: SourceRange) -> Pattern {
    switch kind {
    // What a value would be is not known.
    case .null: Pattern(.any, at: range)
    case .bool: Pattern(.type([.boolean]), at: range)
    case .number: Pattern(.type([.number]), at: range)
    case .string: Pattern(.type([.string]), at: range)
    case .array: Pattern(.type([.array]), at: range)
    case .object: Pattern(.type([.object]), at: range)
    }
  }
}
