/// An entry of one of the three files that there were before one file had everything.
package struct FormerEntry {
  private let json: JSON
  /// What the entry of today has; nil if the former text does not say enough.
  private let what: (name: String, value: JSON)?

  /// Reads an entry; nil if it is one of today.
  package init?(of json: JSON) {
    self.json = json
    func part(_ names: [String]) -> JSON { .object(names.compactMap { name in json[name].map { (name, $0) } }) }
    if json["code"] != nil {
      // A known issue.
      what = ("failure", part(["code", "pointer"]))
    } else if json["pointers"] != nil || json["result"] != nil {
      // An approval.
      what = ("fields", part(["pointers", "changes", "result"]))
    } else if let place = json["difference"]?.string {
      // An accepted difference between releases, by its printed text.
      what = Self.difference(place, json["old"], json["new"]).map { AcceptedEntry.What.difference($0).member }
    } else {
      return nil
    }
  }

  /// Returns the entry of today; nil if the former text does not say enough.
  ///
  /// - Parameters:
  ///   - client: The client of entries that name none; nil for any.
  ///   - because: The reason of entries that have none.
  package func converted(client: String?, because: String) -> JSON? {
    guard let what else { return nil }
    return JSON(members: [
      "client": json["client"] ?? client.map(JSON.string),
      "contract": json["contract"] ?? .string(AcceptedReader.any),
      "scenario": json["scenario"], "transport": json["transport"], what.name: what.value,
      "because": json["because"] ?? .string(because), "issue": json["issue"], "until": json["until"],
    ])
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
