import Foundation

// The target of a described request, as people read it.
extension RequestShape {
  /// The largest number of query items that are shown.
  private static let shownItems = 10

  /// The path with each name in braces replaced by its text, if only one text matches.
  /// Other names stay in their braces.
  var describedPath: String { path.value.isEmpty ? "/" : path(filledWith: \.soleText) }

  /// Returns the path with each name in braces replaced by the text of its pattern, if it has one.
  func path(filledWith text: (Pattern) -> String?) -> String {
    pathParameters.reduce(path.value) { path, parameter in
      guard let text = parameter.patterns.first.flatMap(text)?.encodedItem else { return path }
      return path.replacing("{\(parameter.name)}", with: text)
    }
  }

  /// The path with its query. `…` stands for a value that may be more than one text.
  var describedTarget: String {
    let items = query.flatMap { named in
      named.patterns.filter { !$0.allowsAbsence }.map { pattern in
        "\(named.name.encodedItem)=\(pattern.soleValue.map(named.sent) ?? "…")"
      }
    }
    if items.isEmpty { return describedPath }
    let shown = items.prefix(Self.shownItems) + (items.count > Self.shownItems ? ["…"] : [])
    return "\(describedPath)?\(shown.joined(separator: "&"))"
  }

  /// Returns the method and the whole URL. An empty path stays empty if no query follows it.
  func line(below base: BaseURL) -> String {
    "\(method.value) \(base.text)\(path.value.isEmpty && query.isEmpty ? "" : describedTarget)"
  }
}

extension Pattern {
  /// The only text that matches; nil if there is more than one. A number or a boolean stands for its text.
  var soleText: String? {
    guard case .literal(let json) = kind else { return nil }
    switch json.kind {
    case .string(let text): return text
    case .number, .bool: return json.text
    default: return nil
    }
  }
}

extension String {
  /// The text, percent-encoded so that it ends neither its segment nor its item.
  package var encodedItem: String {
    let kept = CharacterSet(charactersIn: "!$'()*,-.:;@_~").union(.init(charactersIn: "a"..."z"))
      .union(.init(charactersIn: "A"..."Z")).union(.init(charactersIn: "0"..."9"))
    return addingPercentEncoding(withAllowedCharacters: kept) ?? self
  }
}
