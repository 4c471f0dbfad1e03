/// The forms of entries in the three files that there were before one file had everything.
package enum FormerEntry: CaseIterable {
  /// A known issue: a failure.
  case knownIssue
  /// An approval: what the client does with changed fields.
  case approval
  /// An accepted difference between releases, by its printed text.
  case difference

  /// Returns the form of an entry; nil if it is one of today.
  package init?(of json: JSON) {
    let form = Self.allCases.first { form in
      switch form {
      case .knownIssue: json["code"] != nil
      case .approval: json["pointers"] != nil || json["result"] != nil
      case .difference: json["difference"]?.string != nil
      }
    }
    guard let form else { return nil }
    self = form
  }

  /// Returns the entry of today; nil if the former text does not say enough.
  ///
  /// - Parameters:
  ///   - client: The client of entries that name none; nil for any.
  ///   - because: The reason of entries that have none.
  package func converted(_ json: JSON, client: String?, because: String) -> JSON? {
    guard let what = what(json) else { return nil }
    func member(_ name: String) -> JSON? { json[name] }
    return JSON(members: [
      "client": member("client") ?? client.map(JSON.string),
      "contract": member("contract") ?? .string(AcceptedReader.any),
      "scenario": member("scenario"), "transport": member("transport"), what.name: what.value,
      "because": member("because") ?? .string(because), "issue": member("issue"), "until": member("until"),
    ])
  }

  private func what(_ json: JSON) -> (name: String, value: JSON)? {
    func part(_ names: [String]) -> JSON {
      .object(names.compactMap { name in json[name].map { (name, $0) } })
    }
    switch self {
    case .knownIssue: return ("failure", part(["code", "pointer"]))
    case .approval: return ("fields", part(["pointers", "changes", "result"]))
    case .difference:
      return json["difference"]?.string.flatMap { Self.difference($0, json["old"], json["new"]) }
        .map { AcceptedEntry.What.difference($0).member }
    }
  }

  /// Reads a place such as `POST /orders body /amount`, and the texts of both values. The texts of some parts, and those
  /// that were cut, do not say what they stood for.
  private static func difference(_ place: String, _ old: JSON?, _ new: JSON?) -> AcceptedDifference? {
    let words = place.split(separator: " ")
    guard
      let index = words.indices.last(where: { AcceptedDifference.Part(rawValue: String(words[$0])) != nil }),
      let part = AcceptedDifference.Part(rawValue: String(words[index]))
    else { return nil }
    let name = words[(index + 1)...].joined(separator: " ")
    var difference = AcceptedDifference(part, name, at: words[..<index].joined(separator: " "))
    guard let old, let new else { return difference }
    switch part {
    case .played, .outcome, .verdict, .requests, .order: return nil
    case .method, .host, .path, .query, .cookie, .body, .result, .failure, .header, .timeout: break
    }
    func value(_ json: JSON) -> JSON? {
      guard let text = json.string else { return AcceptedDifference.absent }
      if text.contains(" #") { return nil }
      return [.body, .result, .timeout].contains(part)
        ? JSON.parse(Array(text.utf8)) : .string(text == "\"\"" ? "" : text)
    }
    guard let one = value(old), let two = value(new) else { return nil }
    difference.values = (one, two)
    return difference
  }
}
