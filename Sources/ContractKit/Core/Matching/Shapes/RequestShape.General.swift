extension RequestShape {
  /// The shape of requests that another input leads to: any text or number in place of each one that the contract has,
  /// and the same members, headers and items of the query.
  package var general: RequestShape {
    mapped(items: \.anyText, headers: { $0.isConstant ? $0 : $0.anyText }, body: \.general)
  }

  /// Returns the shape with the results of functions in place of its parts.
  ///
  /// - Parameter items: Gets the parameters of the path and the items of the query.
  func mapped(
    path: (String) -> String = { $0 }, items: (Named) -> Named, headers mapHeader: (Named) -> Named,
    body mapBody: (Body) -> Body
  ) -> RequestShape {
    RequestShape(
      method: method, base: base, path: SourceLocated(path(self.path.value), at: self.path.range),
      pathParameters: pathParameters.map(items), query: query.map(items), otherQuery: otherQuery,
      headers: headers.map(mapHeader), otherHeaders: otherHeaders, timeout: timeout,
      body: body.map { SourceLocated(mapBody($0.value), at: $0.range) }, range: range)
  }
}

extension RequestShape.Named {
  /// Whether the value does not depend on the input: the type of the body, and what the client accepts.
  fileprivate var isConstant: Bool { ["Content-Type", "Accept"].contains { name.isSameName($0) } }

  /// The same name with any value. One whose absence is described keeps that.
  var anyText: Self {
    replacing { part in
      switch part.kind {
      case .literal, .same: Pattern(.any, at: part.range)
      default: nil
      }
    }
  }

  /// Returns the same name with the results of a function in place of patterns.
  func replacing(_ replacement: (Pattern) -> Pattern?) -> Self {
    var named = self
    named.patterns = patterns.map { $0.replacing(replacement) }
    return named
  }
}

extension RequestShape.Body {
  fileprivate var general: Self {
    switch self {
    case .json(let pattern): .json(pattern.general)
    case .form(let fields): .form(fields.map(\.anyText))
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
      case .same: Pattern(.any, at: pattern.range)
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
