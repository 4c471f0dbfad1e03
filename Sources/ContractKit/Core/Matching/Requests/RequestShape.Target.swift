import Foundation

// Where a described request goes, as people are told it.
extension RequestShape {
  /// How many items of a query are shown.
  private static let shownItems = 10

  /// The path with the texts that its names must have in their places; a name that may be several stays in its braces.
  var describedPath: String {
    var path = path.value.isEmpty ? "/" : path.value
    for parameter in pathParameters {
      guard let text = parameter.patterns.first?.soleText?.encoded else { continue }
      path = path.replacing("{\(parameter.name)}", with: text)
    }
    return path
  }

  /// The path with the query that belongs to it; `…` stands for a value that may be several.
  var describedTarget: String {
    let items = query.flatMap { named in
      named.patterns.filter { !$0.allowsAbsence }.map { "\(named.name.encoded)=\($0.soleText?.encoded ?? "…")" }
    }
    if items.isEmpty { return describedPath }
    let shown = items.prefix(Self.shownItems) + (items.count > Self.shownItems ? ["…"] : [])
    return "\(describedPath)?\(shown.joined(separator: "&"))"
  }

  /// The method and the whole address. A path that is nothing is left so where nothing follows it.
  func line(below base: BaseURL) -> String {
    "\(method.value) \(base.text)\(path.value.isEmpty && query.isEmpty ? "" : describedTarget)"
  }
}

extension Pattern {
  /// The one text that matches; nil where several do. A number or a boolean means its text.
  fileprivate var soleText: String? {
    guard case .literal(let json) = kind else { return nil }
    switch json.kind {
    case .string(let text): return text
    case .number, .bool: return json.text
    default: return nil
    }
  }
}

extension String {
  /// Percent-encoded, so that it ends neither its segment nor its item.
  fileprivate var encoded: String {
    let kept = CharacterSet(charactersIn: "!$'()*,-.:;@_~").union(.init(charactersIn: "a"..."z"))
      .union(.init(charactersIn: "A"..."Z")).union(.init(charactersIn: "0"..."9"))
    return addingPercentEncoding(withAllowedCharacters: kept) ?? self
  }
}
