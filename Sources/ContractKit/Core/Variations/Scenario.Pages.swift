/// A list that a client loads page by page: each answer but the last one has a cursor, and the next request carries it.
struct Pages {
  /// The exchanges that load the pages, at least two.
  var exchanges: Range<Int>
  /// What leads to the last page.
  var cursor: Cursor
  /// The pointer of the list in the body of each answer (RFC 6901).
  var list: String

  /// Something in an answer that leads to the next request.
  struct Cursor {
    var place: SecurityVariation.Link
    /// What the next request has of it; nil if that is not one value.
    var value: String?
  }
}

extension Scenario {
  /// The first list that the scenario loads page by page; nil if it loads none. The cursor is not in the list, as the id of
  /// its last element is: from there, a client may take it although it stands elsewhere, too.
  var pages: Pages? {
    for start in exchanges.indices.dropLast() {
      guard let list = exchanges[start].response.listPointer(also: exchanges[start + 1].response) else { continue }
      func cursors(_ index: Int) -> [Pages.Cursor] { self.cursors(after: index, outside: list) }
      guard var cursor = cursors(start).first else { continue }
      var end = start + 1
      while end + 1 < exchanges.count, exchanges[end + 1].response.jsonBody?.value(at: list)?.isArray == true,
        let next = cursors(end).first(where: { $0.place == cursor.place })
      {
        (cursor, end) = (next, end + 1)
      }
      return Pages(exchanges: start..<(end + 1), cursor: cursor, list: list)
    }
    return nil
  }

  /// The first exchange whose response has things, and something that leads to the next request.
  var cursorIndex: Int? {
    exchanges.indices.dropLast().first { exchanges[$0].response.hasElements && !cursors(after: $0).isEmpty }
  }

  /// Returns what leads from one response to the next request, and is different in the next response: a text, or a number
  /// whose name says so, in its path, its query or its body, or its URL. Both requests are of the same kind, or else it is
  /// an id. A client that waits for news must ask again.
  ///
  /// - Parameter list: The pointer of a list that must not have it; nil, as by default, if it may be anywhere.
  private func cursors(after index: Int, outside list: String? = nil) -> [Pages.Cursor] {
    let next = exchanges[index + 1]
    guard let before = exchanges[index].request, let after = next.request, before.isSameKind(as: after),
      next.notBefore == nil
    else { return [] }
    let (texts, later) = (exchanges[index].response.texts, next.response.texts)
    let inList = list.map { list in texts.filter { $0.place.isInside(list) }.map(\.text) } ?? []
    return texts.compactMap { place, text in
      if inList.contains(text) || list.map(place.isInside) == true { return nil }
      if text.isEmpty || later.contains(where: { $0.place == place && $0.text == text }) { return nil }
      func isNew(_ value: String) -> Bool {
        [RequestShape.queryIs, RequestShape.pathHas, RequestShape.bodyHas].contains { $0(after)(value) && !$0(before)(value) }
      }
      let placeholder = Addresses.placeholders(in: text.utf8).first
      if placeholder == nil, !text.hasPrefix("/") {
        return isNew(text) ? Pages.Cursor(place: place, value: text) : nil
      }
      let url = String(decoding: Array(text.utf8)[(placeholder?.bytes.upperBound ?? 0)...], as: UTF8.self)
        .prefix { $0 != ">" }
      let (path, query) = (url.prefix { $0 != "?" }, url.drop { $0 != "?" }.dropFirst())
      guard path == after.path.value else { return nil }
      let values = query.split(separator: "&").compactMap { item in
        RequestShape.decoded(item.drop { $0 != "=" }.dropFirst())
      }.filter(isNew)
      return Pages.Cursor(place: place, value: values.count == 1 ? values[0] : nil)
    }
  }
}

extension RequestShape {
  /// Whether two requests have the same method, and paths of the same length.
  fileprivate func isSameKind(as other: RequestShape) -> Bool {
    method.value == other.method.value
      && path.value.split(separator: "/").count == other.path.value.split(separator: "/").count
  }
}

extension SecurityVariation.Link {
  fileprivate func isInside(_ pointer: String) -> Bool {
    if case .body(let own) = self { own.hasPrefix(pointer + "/") } else { false }
  }
}

extension Response {
  /// The body of a valid response; nil if it is not JSON.
  fileprivate var jsonBody: JSON? { kind == .valid ? json : nil }

  /// The texts of the body and the headers, and the numbers that lead to the next page, each with its place.
  var texts: [(place: SecurityVariation.Link, text: String)] {
    headers.lines.map { (.header($0.name), $0.value) }
      + (jsonBody?.cursorTexts() ?? []).map { (.body($0.pointer), $0.text) }
  }

  fileprivate var hasElements: Bool {
    func hasElements(_ json: JSON) -> Bool {
      json.array?.isEmpty == false || json.children.contains { hasElements($0.value) }
    }
    return jsonBody.map(hasElements) == true
  }

  /// Returns the pointer of the first array with elements that is an array in another response, too; nil if there is none.
  fileprivate func listPointer(also other: Response) -> String? {
    func pointer(_ one: JSON, _ two: JSON, at place: String) -> String? {
      if let elements = one.array { return elements.isEmpty || !two.isArray ? nil : place }
      for member in one.members {
        guard let counterpart = two.object?[member.name] else { continue }
        if let found = pointer(member.value, counterpart, at: place + JSONPointer.step(member.name)) { return found }
      }
      return nil
    }
    guard let own = jsonBody, let next = other.jsonBody else { return nil }
    return pointer(own, next, at: "")
  }
}

extension JSON {
  /// What a name has if a number under it leads to the next page. Other numbers are the same by chance.
  private static let cursorNames = ["next", "cursor", "token", "continu", "marker"]

  fileprivate func cursorTexts(at pointer: String = "", under name: String = "") -> [(pointer: String, text: String)] {
    if let string { return [(pointer, string)] }
    if let number { return Self.cursorNames.contains { name.lowercased().contains($0) } ? [(pointer, number.literal)] : [] }
    return children.flatMap { $0.value.cursorTexts(at: pointer + JSONPointer.step($0.name), under: $0.name) }
  }
}
