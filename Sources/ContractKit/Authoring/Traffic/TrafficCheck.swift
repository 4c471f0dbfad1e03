package import ContractCore

/// Contracts compared with traffic of the real server: what `check --traffic` finds.
package struct TrafficCheck {
  package struct Result: Sendable {
    package var diagnostics: [Diagnostic] = []
    /// What was counted, for people.
    package var lines: [String] = []
    /// How many requests fit a contract.
    package var fitting = 0
    /// How many differences are known issues.
    package var known = 0
    /// The endpoints of which not all differences are listed.
    fileprivate var more: [String] = []
  }

  private let traffic: RecordedTraffic
  private let files: [String]
  private let baseURL: BaseURL?
  private let clients: [String]
  private let accepted: Accepted
  private let secrets: Secrets

  /// Reads archives.
  ///
  /// - Parameters:
  ///   - files: HTTP archives (HAR 1.2).
  ///   - baseURL: Where the requests went, in place of the contracts' `baseURL`; nil for that.
  ///   - clients: The names of the clients.
  ///   - accepted: What people accepted: differences, and what the clients do with an answer that has changed fields.
  ///   - secrets: What is a secret, which nothing shows.
  package init(
    _ files: [String], baseURL: BaseURL?, clients: [String], accepted: Accepted, secrets: Secrets
  ) throws(ImportFailure) {
    let files = files.uniqued()
    traffic = try RecordedTraffic(files)
    self.secrets = secrets
    (self.files, self.baseURL, self.clients, self.accepted) = (files, baseURL, clients, accepted)
  }

  package func check(_ contracts: [Contract]) -> Result {
    let endpoints = TrafficEndpoint.all(of: contracts, at: baseURL, secrets)
    var result = Result()
    var groups = [[RecordedTraffic.Entry]](repeating: [], count: endpoints.count)
    var unknown: [RecordedTraffic.Entry] = []
    var leftOut: [String: Int] = [:]
    for (entry, index) in zip(traffic.entries, fitting(endpoints)) {
      if case .other(let why) = entry.answer {
        leftOut[why, default: 0] += 1
      } else if let index {
        result.fitting += 1
        groups[index].append(entry)
      } else {
        unknown.append(entry)
      }
    }
    for (endpoint, entries) in zip(endpoints, groups) where !entries.isEmpty {
      var judge = TrafficJudge(endpoint: endpoint, clients: clients, accepted: accepted)
      for entry in entries { judge.judge(entry) }
      result.diagnostics += judge.diagnostics
      result.known += judge.knownCount
      if judge.more > 0 { result.more.append("\(endpoint.title): \(judge.more) more differences are not listed") }
    }
    result.lines = lines(result, endpoints, groups, unknown, leftOut)
    return result
  }

  // MARK: Which request goes to which endpoint

  /// What a request and its endpoint have in common at least, so that few endpoints are compared with it.
  private struct Candidates: Hashable {
    var method: String
    var segments: Int
  }

  /// Returns the index of the endpoint of each request; nil for one that fits none.
  private func fitting(_ endpoints: [TrafficEndpoint]) -> [Int?] {
    let candidates = Dictionary(grouping: endpoints.indices) { index in
      Candidates(method: endpoints[index].method, segments: endpoints[index].segments)
    }
    return traffic.entries.grouped(by: \.file).flatMap { _, entries -> [Int?] in
      let urls = entries.map { RequestURL($0.request.url) }
      let fits = entries.map { entry in
        let segments = entry.path.utf8.count { $0 == UInt8(ascii: "/") } + 1
        return (candidates[Candidates(method: entry.request.method, segments: segments)] ?? []).compactMap { index in
          endpoints[index].fit(entry).map { (index: index, rank: $0) }
        }
      }
      // How many requests that fit a base URL's paths go to each origin.
      var counts: [String: [String: Int]] = [:]
      var found: Set<String> = []
      for (entry, (url, fits)) in zip(entries, zip(urls, fits)) {
        for base in fits.map({ endpoints[$0.index].base }).uniqued(on: \.text) {
          counts[base.text, default: [:]][entry.origin, default: 0] += 1
          if url?.hasOrigin(of: base) == true { found.insert(base.text) }
        }
      }
      // A contract may name a host that only stands for the real one.
      let others = counts.mapValues { counts in counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key }
      return zip(entries, zip(urls, fits)).map { entry, own in
        own.1.filter { fit in
          let endpoint = endpoints[fit.index]
          let isNamed = found.contains(endpoint.base.text) || baseURL != nil && endpoint.isBelowDefault
          return isNamed
            ? own.0?.hasOrigin(of: endpoint.base) == true : others[endpoint.base.text] == entry.origin
        }.max { ($0.rank, $1.index) < ($1.rank, $0.index) }?.index
      }
    }
  }

  /// The origins of the traffic, those with most requests first.
  package var origins: [String] {
    traffic.entries.grouped(by: \.origin).sorted { $0.elements.count > $1.elements.count }.map(\.key)
  }

  /// Returns the method and the path of a request, also its origin if nothing else goes there, with `{id}` in place of what identifies one thing, and of secrets.
  private func title(of entry: RecordedTraffic.Entry, _ origins: Set<String>) -> String {
    let host = origins.contains(entry.origin) ? "" : entry.origin
    let path = (HARURL(entry.request.url, secrets)?.template ?? "").split(
      separator: "/", omittingEmptySubsequences: false)
    // Other parts of a path can be about people.
    let shown = path.map { segment in
      segment.utf8.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "@") } ? "…" : String(segment)
    }
    return Excerpt.beginning(of: "\(entry.request.method) \(host)\(shown.joined(separator: "/"))")
  }

  // MARK: What was counted

  private func lines(
    _ result: Result, _ endpoints: [TrafficEndpoint], _ groups: [[RecordedTraffic.Entry]],
    _ unknown: [RecordedTraffic.Entry], _ leftOut: [String: Int]
  ) -> [String] {
    let seen = groups.count { !$0.isEmpty }
    var counts = [
      "\(English.counted(result.fitting, "request")) to \(seen) of \(English.counted(endpoints.count, "endpoint"))"
    ]
    if !unknown.isEmpty { counts.append("\(unknown.count) to no endpoint of the contracts") }
    counts += leftOut.sorted { $0.key < $1.key }.map { "\($0.value) left out (\($0.key))" }
    if traffic.unreadable > 0 { counts.append("\(traffic.unreadable) left out (no URL of http or https)") }
    var lines = ["traffic of \(English.listed(files)): \(counts.joined(separator: ", "))"]
    let origins = Set(groups.joined().map(\.origin))
    let groupsOfUnknown = unknown.grouped { title(of: $0, origins) }.sorted { $0.elements.count > $1.elements.count }
    for (title, all) in groupsOfUnknown.prefix(Self.shownEndpoints) {
      lines.append("no contract has \(title) (\(English.counted(all.count, "request")))")
    }
    if groupsOfUnknown.count > Self.shownEndpoints {
      lines.append("no contract has \(groupsOfUnknown.count - Self.shownEndpoints) more endpoints of the traffic")
    }
    for (endpoint, entries) in zip(endpoints, groups) where entries.isEmpty && result.fitting > 0 {
      lines.append("not in the traffic: \(endpoint.title)")
    }
    let bodies = groups.joined().count { entry in
      if case .answer(200...299, let type, nil) = entry.answer {
        MediaType.name(of: type).contains("json")
      } else {
        false
      }
    }
    if bodies > 0 { lines.append("not compared: \(English.counted(bodies, "answer")) whose body was not recorded") }
    lines += result.more
    if result.known > 0 { lines.append("known issues cover \(English.counted(result.known, "difference"))") }
    return lines
  }

  private static let shownEndpoints = 10
}
