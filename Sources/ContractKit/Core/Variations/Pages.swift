/// A list that a client loads page by page: an answer leads to the next request, which differs from the one before in what
/// leads there only.
struct Pages {
  /// The exchanges that load the pages, at least two.
  var exchanges: Range<Int>
  /// The pointer of the list in the body of each answer (RFC 6901).
  var list: String
  /// What leads to each page but the first one.
  var cursors: [Cursor]

  /// What leads from an answer to the next request.
  struct Cursor {
    var place: SecurityVariation.Link
    /// The text at this place, or the number.
    var text: String
    /// The URL in the text; nil if the text is a value of the next request itself.
    var url: Range<String.Index>?
    /// The only value of the next request that the request before does not have; nil if there are more.
    var step: Step?
  }

  /// A value of a request that differs from that of the request before.
  struct Step {
    var place: RequestValue.Place
    /// What the request before has there; nil if it has nothing.
    var before: String?
    var value: String
  }

  /// The cursor that leads to the last page.
  var last: Cursor { cursors[cursors.count - 1] }
}

extension Scenario {
  /// The first list that the scenario loads page by page; nil if it loads none. The cursor is not in the list, as the id of
  /// its last element is: from there, a client may take it although it stands elsewhere, too.
  var pages: Pages? {
    if order == .any { return nil }
    for start in exchanges.indices.dropLast() {
      guard let list = exchanges[start].response.onlyList(unlike: exchanges[start + 1].response),
        let first = cursors(after: start, outside: list).first
      else { continue }
      var pages = Pages(exchanges: start..<(start + 2), list: list, cursors: [first])
      while pages.exchanges.upperBound < exchanges.count {
        let end = pages.exchanges.upperBound
        guard exchanges[end].response.pageBody?.value(at: list)?.isArray == true,
          let next = cursors(after: end - 1, outside: list).first(where: { $0.place == first.place })
        else { break }
        pages.cursors.append(next)
        pages.exchanges = start..<(end + 1)
      }
      return pages
    }
    return nil
  }

  /// Returns what leads from one response to the next request: the value in which the request differs from the one before,
  /// or its URL. A client that waits for news must ask again.
  private func cursors(after index: Int, outside list: String) -> [Pages.Cursor] {
    let next = exchanges[index + 1]
    guard let before = exchanges[index].request, let after = next.request, next.notBefore == nil,
      before.method.value == after.method.value, before.base?.value == after.base?.value,
      before.segments.count == after.segments.count
    else { return [] }
    let (old, new) = (before.textsByPlace, after.textsByPlace)
    let places = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
    if places.isEmpty { return [] }
    var step: Pages.Step?
    if places.count == 1, let place = places.first, let values = new[place], values.count == 1 {
      step = Pages.Step(place: place, before: old[place]?.first, value: values[0])
    }
    let later = Set(next.response.cursorTexts)
    let texts = exchanges[index].response.cursorTexts
    let inList = Set(texts.filter { $0.place.isInside(list) }.map(\.text))
    return texts.compactMap { found -> Pages.Cursor? in
      if inList.contains(found.text) || later.contains(found) { return nil }
      let text = found.text
      if let step, text.isExactly(step.value) {
        // A number, and what is in a header, can be the same by chance.
        if found.isTelling || !text.isNumeric && !found.place.isHeader {
          return Pages.Cursor(place: found.place, text: text, step: step)
        }
      }
      return found.url.flatMap { url in
        after.isAsked(by: text[url]) ? Pages.Cursor(place: found.place, text: text, url: url, step: step) : nil
      }
    }
  }
}

extension RequestShape {
  /// The values that the shape describes exactly, without headers, by their places.
  fileprivate var textsByPlace: [RequestValue.Place: [String]] {
    values.reduce(into: [:]) { texts, value in
      if case .header = value.place { return }
      texts[value.place, default: []].append(value.text)
    }
  }

  /// Returns whether a URL below the base URL is that of the request.
  fileprivate func isAsked(by url: Substring) -> Bool {
    let placeholder = Addresses.placeholders(in: url.utf8).first
    let rest = String(decoding: Array(url.utf8)[(placeholder?.bytes.upperBound ?? 0)...], as: UTF8.self)
    guard rest.prefix(while: { $0 != "?" }) == path.value else { return false }
    let form = Form(rest.drop { $0 != "?" }.dropFirst().utf8)
    let items = Dictionary(
      form.names.map { ($0, form[$0].map(\.text)) }, uniquingKeysWith: { first, _ in first })
    let own = query.reduce(into: [String: [String]]()) {
      $0[$1.name, default: []] += $1.decoded.patterns.compactMap(\.soleText)
    }
    return items == own
  }

  /// Returns the request with another value in place of the one that is new in it; nil if that is not possible.
  func with(_ new: String, for step: Pages.Step) -> RequestShape? {
    if case .query(let name) = step.place {
      return with(
        query: query.map { item in
          guard item.name == name else { return item }
          return copy(of: item.decoded) { $0.patterns = [Pattern(.literal(.string(new)), at: item.range)] }
        })
    }
    // Elsewhere, other values can be the same number.
    return step.value.isNumeric ? nil : CarriedText(old: step.value, new: new).request(self)
  }
}

extension Pages.Cursor {
  /// Returns the text that leads to a request with another value; nil if it cannot be written.
  func text(with new: String) -> String? {
    guard let url, let step else { return new }
    guard case .query(let name) = step.place, let mark = text[url].firstIndex(of: "?") else { return nil }
    let start = text.index(after: mark)
    var items = text[start..<url.upperBound].split(separator: "&", omittingEmptySubsequences: false).map(String.init)
    let indexes = items.indices.filter { index in
      let form = Form(items[index].utf8)
      return form.names == [name] && form[name].map(\.text) == [step.value]
    }
    guard indexes.count == 1, new.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "-._~".utf8.contains($0) }) else {
      return nil
    }
    items[indexes[0]] = items[indexes[0]].prefix { $0 != "=" } + "=" + new
    return text[..<start] + items.joined(separator: "&") + text[url.upperBound...]
  }
}

extension SecurityVariation.Link {
  fileprivate func isInside(_ pointer: String) -> Bool {
    if case .body(let own) = self { own.hasPrefix(pointer + "/") } else { false }
  }

  fileprivate var isHeader: Bool { if case .header = self { true } else { false } }
}

extension Response {
  /// The body of a valid response; nil if it is not JSON.
  var pageBody: JSON? { kind == .valid ? json : nil }

  /// A text or a number in a response.
  fileprivate struct CursorText: Hashable {
    var place: SecurityVariation.Link
    var text: String
    /// Whether its name says that it leads to the next page.
    var isTelling = false

    /// The URL in it: the whole text of a body, and of a header the one that leads to the next page (RFC 8288).
    var url: Range<String.Index>? {
      guard place.isHeader else {
        return text.hasPrefix("/") || text.hasPrefix("{{baseURL") ? text.startIndex..<text.endIndex : nil
      }
      return text.matches(of: #/<([^>]*)>[^<]*;\s*rel\s*=\s*"?next\b/#).first.map { match in
        match.output.1.startIndex..<match.output.1.endIndex
      }
    }
  }

  fileprivate var cursorTexts: [CursorText] {
    headers.lines.map {
      CursorText(place: .header($0.name), text: $0.value, isTelling: Self.leadsOn($0.name))
    } + (pageBody.map { Self.cursorTexts($0, at: "", under: "") } ?? [])
  }

  /// What names have that lead to the next page.
  private static let cursorNames = ["next", "cursor", "token", "continu", "marker"]

  private static func leadsOn(_ name: String) -> Bool {
    let name = name.lowercased()
    return cursorNames.contains { name.contains($0) }
  }

  private static func cursorTexts(_ json: JSON, at pointer: String, under name: String) -> [CursorText] {
    if json.isScalar {
      let text = json.string ?? json.number?.literal
      return text.map { [CursorText(place: .body(pointer), text: $0, isTelling: leadsOn(name))] } ?? []
    }
    return json.children.flatMap { child in
      cursorTexts(child.value, at: pointer + JSONPointer.step(child.name), under: json.isArray ? name : child.name)
    }
  }

  /// Returns the pointer of the only array with elements that is another array in another response; nil if there is none, or
  /// more than one.
  fileprivate func onlyList(unlike other: Response) -> String? {
    func pointers(_ one: JSON, _ two: JSON, at place: String) -> [String] {
      if let elements = one.array { return elements.isEmpty || !two.isArray || one == two ? [] : [place] }
      return one.members.flatMap { member in
        two.object?[member.name].map { pointers(member.value, $0, at: place + JSONPointer.step(member.name)) } ?? []
      }
    }
    guard let own = pageBody, let next = other.pageBody else { return nil }
    let found = pointers(own, next, at: "")
    return found.count == 1 ? found[0] : nil
  }
}

extension String {
  var isNumeric: Bool { !isEmpty && utf8.allSatisfy(\.isDigit) }
}
