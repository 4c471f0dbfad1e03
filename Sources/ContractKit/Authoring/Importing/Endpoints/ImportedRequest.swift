import ContractCore

/// A request. Values are patterns, as a contract has them: for a value that is meant literally, use `JSON.asPattern`.
struct ImportedRequest {
  var method: String
  /// The percent-encoded path below the base URL. It may contain `{name}`, described in `pathParameters`.
  var path: String
  var pathParameters: [(String, JSON)] = []
  /// The secrets in the path of the example, in place of which the input has placeholders.
  var exampleSecrets: [String] = []
  /// A pattern or a list of patterns for each name.
  var query: [(String, JSON)] = []
  var allowsOtherQuery = false
  var headers: [(String, JSON)] = []
  /// The member `body` of a request, such as `{"json": …}`; nil for no body.
  var body: JSON?

  /// Sets the path to one that an expression describes: each segment that is not plain text becomes a path parameter.
  /// If a contract cannot have such a path, notes that and returns false.
  ///
  /// - Parameter parts: The parts of the expression; nil for one with alternatives.
  mutating func setPath(
    matching parts: ArraySlice<ECMAExpression.Node>?, of tree: ECMAExpression, _ value: ImportValue, otherwise: String
  ) -> Bool {
    var nodes = parts ?? []
    if case .start? = nodes.first?.kind { nodes.removeFirst() }
    if case .end? = nodes.last?.kind { nodes.removeLast() }
    if nodes.count > 1, nodes.last?.isOptionalSlash == true {
      nodes.removeLast()
      value.note("the slash at the end may be missing; the path is taken without it")
    }
    guard parts != nil, let segments = nodes.split(at: "/") else {
      value.lose("a path cannot have alternatives, or a group with a slash; \(otherwise)")
      return false
    }
    var path: [String] = []
    for segment in segments {
      if let text = segment.literal {
        path.append(Self.encoded(text))
        continue
      }
      if segment.contains(where: \.canHaveSlash) {
        value.note("a part of the path is only accepted within one segment")
      }
      let name = "p\(pathParameters.count + 1)"
      let ignoresCase = segment.contains { $0.contains(where: \.ignoresCase) }
      pathParameters.append((name, ImportedExpression.whole(tree.text(of: segment), value, ignoresCase: ignoresCase)))
      path.append("{\(name)}")
    }
    self.path = path.joined(separator: "/")
    if !self.path.hasPrefix("/") { self.path = "/" + self.path }
    return true
  }

  /// Returns a path with a name in braces in place of each segment that has a secret: for titles and names, which are
  /// shown and written.
  static func shown(_ path: String) -> String {
    segments(of: path, by: .standard).map { $0.isSecret ? "{secret}" : $0.text }.joined(separator: "/")
  }

  /// Returns what is between the slashes of a path, and whether it is probably a secret.
  static func segments(of path: String, by secrets: Secrets) -> [(text: String, decoded: String, isSecret: Bool)] {
    let texts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    return zip(texts, [""] + texts).map { text, previous in
      let isName = text.isEmpty || text.hasPrefix("{") && text.hasSuffix("}")
      let isSecret = secrets.isSecret(segment: text, after: previous) || !secrets.ranges(in: text).isEmpty
      return (text, JSONPointer.percentDecoded(text) ?? text, !isName && isSecret)
    }
  }

  /// Returns a path in which every byte that a path cannot have is escaped. Braces would be names.
  static func encoded(_ path: some StringProtocol) -> String {
    Hexadecimal.percentEncoded(path) { HTTPText.isPlainInPath($0) || $0 == UInt8(ascii: "%") }
  }

  /// Returns the items of a query or a form by name: a text, or a list of texts.
  static func items(_ text: some StringProtocol) -> [(String, JSON)] {
    if text.isEmpty { return [] }
    let form = Form(Array(text.utf8))
    return form.names.map { name in
      (name, .arrayUnlessOne(form[name].map { .string($0.text) }))
    }
  }

  /// What a driver needs to make this request: the parts that are literal, by name, and the body as `body`. Nil if there
  /// are none.
  var literalInput: JSON? {
    var members: [(String, JSON)] = []
    var names: Set<String> = []
    for (name, value) in pathParameters + query {
      let values = value.array ?? [value]
      if values.allSatisfy({ !$0.isObject && !$0.isArray }), names.insert(name).inserted {
        members.append((name, value))
      }
    }
    if let (kind, content) = body?.onlyMember, ["json", "form", "text"].contains(kind), let data = content.literal {
      members.append(("body", data))
    }
    return members.isEmpty ? nil : .object(members)
  }
}

extension JSON {
  /// The value that a pattern without matchers means; nil if it has matchers.
  fileprivate var literal: JSON? {
    switch kind {
    case .array(let elements):
      let values = elements.compactMap(\.literal)
      return values.count == elements.count ? .array(values) : nil
    case .object(let object):
      if object.members.count == 1, let literal = object["$literal"] { return literal }
      if object.members.contains(where: \.isMarked) { return nil }
      let values = object.members.compactMap { member in member.value.literal.map { (member.name, $0) } }
      return values.count == object.members.count ? .object(values) : nil
    default: return self
    }
  }
}

extension NumberedNames {
  /// Returns the name of an operation from method and path: `getTodosById` for `GET /todos/{id}`.
  mutating func operation(_ method: String, _ path: String) -> String {
    var name = method.lowercased()
    for segment in path.split(separator: "/") {
      let decoded = JSONPointer.percentDecoded(segment) ?? String(segment)
      if segment.hasPrefix("{") { name += "By" }
      for word in decoded.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
        name += word.prefix(1).uppercased() + word.dropFirst()
      }
    }
    return unique(name) { "\(name)\($0)" }
  }
}

extension ECMAExpression.Node {
  fileprivate var isOptionalSlash: Bool {
    guard case .repeated(let node, ECMAExpression.Bounds(least: 0, most: 1), _) = kind else { return false }
    if case .group(let inner, _) = node.kind { return inner.children.literal == "/" }
    return node.scalar == "/"
  }

  /// Whether the node probably also means texts of more than one segment. One dot is often meant to be only a dot.
  fileprivate var canHaveSlash: Bool {
    contains { node in
      if case .repeated(let inner, _, _) = node.kind, inner.isAny { return true }
      return !node.isAny && node.scalar == nil && node.characters?.contains(UInt32(UInt8(ascii: "/"))) == true
    }
  }
}
