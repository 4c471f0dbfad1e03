/// One change of a request.
struct RequestChange {
  let part: Mutant.Part
  let kind: Mutant.Change
  private let make: () -> CapturedRequest

  /// - Parameter request: The changed request. It is made only if it is compared, because most of a request is compared
  ///   with everything.
  init(part: Mutant.Part, kind: Mutant.Change, request: @autoclosure @escaping () -> CapturedRequest) {
    (self.part, self.kind, make) = (part, kind, request)
  }

  var request: CapturedRequest { make() }
}

extension CapturedRequest {
  /// Returns the request with one part changed, for each part: method, path, query items, the headers that the client
  /// set, cookies, and the parts of the body.
  var changes: [RequestChange] {
    let other = RequestChange(
      part: .method, kind: .changed, request: self.with { $0.method = self.method == "GET" ? "POST" : "GET" })
    return [other] + pathChanges + queryChanges + headerChanges
      + cookieChanges + bodyChanges(limit: Mutants.limit(bytes: body?.count ?? 0))
  }

  func with(_ change: (inout CapturedRequest) -> Void) -> CapturedRequest { copy(of: self, change) }

  // MARK: The URL

  /// Each segment of the path with a suffix.
  private var pathChanges: [RequestChange] {
    guard let parts = RequestURL(url) else { return [] }
    var segments = parts.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if segments.count < 2 { segments = ["", ""] }
    return segments.indices.dropFirst().map { index in
      func changed() -> CapturedRequest {
        let path = copy(of: segments) { $0[index] += JSON.mark }.joined(separator: "/")
        return with { $0.url = parts.url(path: path) }
      }
      return RequestChange(part: .path, kind: .changed, request: changed())
    }
  }

  private var queryChanges: [RequestChange] {
    guard let parts = RequestURL(url), let query = parts.query else { return [] }
    return Self.itemChanges(String(query)).map { name, kind, query in
      RequestChange(part: .query(name), kind: kind, request: self.with { $0.url = parts.url(query: query) })
    }
  }

  /// Returns each item of a query or a form with another value, and the text without it.
  private static func itemChanges(_ text: String) -> [(name: String, Mutant.Change, String)] {
    let items = text.split(separator: "&").map(String.init)
    var changes: [(name: String, Mutant.Change, String)] = []
    for (index, item) in items.prefix(Mutants.limit).enumerated() {
      let name = Form(item.utf8).names.first ?? item
      var (changed, rest) = (items, items)
      changed[index] += (item.contains("=") ? "" : "=") + JSON.mark
      rest.remove(at: index)
      changes.append((name, .changed, changed.joined(separator: "&")))
      changes.append((name, .removed, rest.joined(separator: "&")))
    }
    return changes
  }

  // MARK: Headers

  private var headerChanges: [RequestChange] {
    let own = headers.byName.filter { name, values in
      RequestShape.isClientsOwn(name, values) && !name.isSameName("Cookie")
    }
    return own.prefix(Mutants.limit).flatMap { name, _ in
      func changed() -> CapturedRequest {
        with { request in
          for index in request.headers.lines.indices where request.headers.lines[index].name.isSameName(name) {
            request.headers.lines[index].value += JSON.mark
          }
        }
      }
      func removed() -> CapturedRequest { with { $0.headers.lines.removeAll { $0.name.isSameName(name) } } }
      return [
        RequestChange(part: .header(name), kind: .changed, request: changed()),
        RequestChange(part: .header(name), kind: .removed, request: removed()),
      ]
    }
  }

  /// Each cookie with another value, and the header without it.
  private var cookieChanges: [RequestChange] {
    let pairs = headers.values("Cookie").flatMap(HeaderValue.pairs)
    return pairs.indices.prefix(Mutants.limit).flatMap { index -> [RequestChange] in
      let part = Mutant.Part.cookie(String(pairs[index].prefix { $0 != "=" }))
      var (changed, rest) = (pairs, pairs)
      changed[index] += JSON.mark
      rest.remove(at: index)
      return [(Mutant.Change.changed, changed), (.removed, rest)].map { kind, pairs in
        RequestChange(part: part, kind: kind, request: self.with { $0.setCookies(pairs) })
      }
    }
  }

  private mutating func setCookies(_ pairs: [String]) {
    headers.lines.removeAll { $0.name.isSameName("Cookie") }
    if !pairs.isEmpty { headers.lines.append(.init("Cookie", pairs.joined(separator: "; "))) }
  }

  // MARK: The body

  private func bodyChanges(limit: Int) -> [RequestChange] {
    guard let body, !body.isEmpty else { return [] }
    func change(_ part: Mutant.Part, _ kind: Mutant.Change, _ body: [UInt8]?) -> RequestChange {
      RequestChange(part: part, kind: kind, request: self.with { $0.body = body })
    }
    let removed = [change(.body, .removed, nil)]
    if let json = JSON.parse(body) {
      return json.unfolded.changes(limit: limit).map { change(.json($0.pointer), $0.kind, Array($0.value.text.utf8)) }
        + removed
    }
    let types = headers.values("Content-Type")
    if let multipart = try? Multipart(body, contentType: types) {
      return multipart.parts.prefix(limit).enumerated().map { index, part in
        let end = part.body.endIndex
        return change(.bodyPart(index + 1), .changed, body[..<end] + Array(JSON.mark.utf8) + body[end...])
      } + removed
    }
    if MediaType.name(of: types.first) == "application/x-www-form-urlencoded" {
      return Self.itemChanges(String(decoding: body, as: UTF8.self)).map { change(.field($0), $1, Array($2.utf8)) }
        + removed
    }
    let lines = body.split(separator: 0x0A, omittingEmptySubsequences: false)
    let values = lines.prefix(limit).map { JSON.parse(Array($0)) }
    if lines.count > 1, zip(lines, values).allSatisfy({ $0.isEmpty || $1 != nil }) {
      return values.enumerated().compactMap { index, value in
        value.map { value in
          var lines = lines
          lines[index] = Array(value.changed.text.utf8)[...]
          return change(.line(index + 1), .changed, Array(lines.joined(separator: [0x0A])))
        }
      } + removed
    }
    return [change(.body, .changed, body + Array(JSON.mark.utf8))] + removed
  }
}

extension RequestURL {
  /// Returns the URL with another path or query; an empty query is left out.
  fileprivate func url(path: String? = nil, query: String? = nil) -> String {
    let query = query ?? self.query.map(String.init) ?? ""
    let user = hasUser ? "user@" : ""
    return "\(scheme)://\(user)\(host)\(port.map { ":\($0)" } ?? "")\(path ?? String(self.path))"
      + (query.isEmpty ? "" : "?\(query)")
  }
}
