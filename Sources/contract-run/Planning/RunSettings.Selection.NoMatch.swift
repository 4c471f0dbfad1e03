import ContractCore
import Foundation

extension RunSettings.Selection {
  private static let comparedIDs = 10_000
  private static let comparedLength = 200

  /// Returns a note that no scenario matches the options, with the nearest id if a filter is the reason.
  func noMatch(among total: Int, _ ids: some Sequence<String>) -> String {
    let options =
      filters.map { "--filter '\($0)'" } + skips.map { "--skip '\($0)'" } + tags.map { "--tag '\($0)'" }
      + kinds.map { "--kind \($0.rawValue)" }
    let note = "no scenario matches \(options.joined(separator: " ")) (\(total) in total)"
    let compared = Array(ids.prefix(Self.comparedIDs))
    // If some ids contain a filter, the combination of the options is the reason.
    let isInNone = filters.allSatisfy { filter in
      !compared.contains { $0.range(of: filter, options: .caseInsensitive) != nil }
    }
    guard isInNone, let near = filters.first.flatMap({ Self.nearest(to: $0, in: compared) }) else { return note }
    return "\(note); the nearest id is '\(near)'"
  }

  /// Returns the id that has the part nearest to a filter, of as many names as the filter has; nil if none is near.
  private static func nearest(to filter: String, in ids: [String]) -> String? {
    let names = filter.split(separator: "/").count
    guard names > 0, filter.utf8.count <= comparedLength else { return nil }
    var parts: [String: String] = [:]
    for id in ids {
      let all = id.split(separator: "/")
      for start in 0...max(0, all.count - names) {
        let part = all[start...].prefix(names).joined(separator: "/")
        if parts[part] == nil { parts[part] = id }
      }
    }
    return Suggestion.of(filter, in: parts.keys.sorted()).flatMap { parts[$0] }
  }
}
