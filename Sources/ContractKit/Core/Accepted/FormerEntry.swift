/// An entry of one of the three files that there were before one file had everything.
package struct FormerEntry {
  private let json: JSON
  /// What the entry of today has; nil if the former text does not say enough.
  private let what: (name: String, value: JSON)?
  /// The members that say it.
  private let names: [String]

  /// Reads an entry; nil if it is one of today.
  package init?(of json: JSON) {
    self.json = json
    func part(_ names: [String]) -> JSON { .object(names.compactMap { name in json[name].map { (name, $0) } }) }
    if json["failure"] != nil || json["fields"] != nil { return nil }
    if json["code"] != nil {
      // A known issue.
      names = ["code", "pointer"]
      what = ("failure", part(names))
    } else if json["pointers"] != nil || json["result"] != nil {
      // An approval.
      names = ["pointers", "changes", "result"]
      what = ("fields", part(names))
    } else if let place = json["difference"]?.string {
      // An accepted difference between releases, by its printed text.
      names = ["difference", "old", "new"]
      what = Self.difference(place, json["old"], json["new"]).map { AcceptedEntry.What.difference($0).member }
    } else {
      return nil
    }
  }

  /// Returns the entry of today, with the members that no entry has; nil if the former text does not say enough.
  ///
  /// - Parameters:
  ///   - client: The client of entries that name none; nil for any.
  ///   - because: The reason of entries that have none.
  package func converted(client: String?, because: String) -> JSON? {
    guard var what else { return nil }
    what.value.range = json.range
    let members = JSON.members([
      "client": json["client"] ?? client.map(JSON.string),
      "contract": json["contract"] ?? .string(AcceptedReader.any),
      "scenario": json["scenario"], "transport": json["transport"], what.name: what.value,
      "because": json["because"] ?? .string(because), "issue": json["issue"], "until": json["until"],
    ])
    let others = (json.object?.members ?? []).filter { member in
      !names.contains(member.name) && !members.contains { $0.0 == member.name }
    }
    return copy(of: JSON.object(members + others.map { ($0.name, $0.value) })) { $0.range = json.range }
  }

  /// Reads a place such as `POST /orders body /amount`, and the texts of both values. The texts of some parts, and those
  /// that were cut, do not say what they stood for.
  private static func difference(_ place: String, _ old: JSON?, _ new: JSON?) -> AcceptedDifference? {
    let words = place.split(separator: " ")
    guard
      let index = words.indices.first(where: { AcceptedDifference.Part(rawValue: String(words[$0])) != nil }),
      let part = AcceptedDifference.Part(rawValue: String(words[index]))
    else { return nil }
    let name = part == .order ? "" : words[(index + 1)...].joined(separator: " ")
    var difference = AcceptedDifference(part, name, at: words[..<index].joined(separator: " "))
    if old == nil, new == nil { return difference }
    guard let old, let new else { return nil }
    switch part {
    case .played, .outcome, .verdict, .requests, .order: return nil
    case .method, .host, .path, .query, .cookie, .body, .result, .failure, .header, .timeout: break
    }
    func value(_ json: JSON) -> JSON? {
      guard let text = json.string else { return json.isNull ? AcceptedDifference.absent : nil }
      if text.contains(" #") { return nil }
      return [.body, .result, .timeout].contains(part)
        ? JSON.parse(Array(text.utf8)) : .string(text == "\"\"" ? "" : text)
    }
    guard let one = value(old), let two = value(new) else { return nil }
    difference.values = (one, two)
    return difference
  }
}
