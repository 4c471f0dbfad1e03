import ContractCore
import Foundation

/// The reader of HTTP archives (HAR 1.2), which browsers and proxies record.
struct HARReader {
  /// One recorded request with its answer.
  private struct Entry {
    var value: ImportValue
    /// The page of the browser that sent it; nil if it is not known.
    var page: String?
    var request: ImportedRequest
    var response: ImportedResponse
    var input: [(String, JSON)]
    var name: String
    /// The path with `{id}` in place of what identifies one thing.
    var template: String
    /// The same path with only the secrets replaced.
    var shown: String
    /// The request among those that get the pages of a list.
    var part: HARPage
    /// What is the same if the request is repeated, and if the answer is.
    var key: String
    var answer: String

    var title: String { "\(request.method) \(template)" }
  }

  private let origin: String
  private let settings: ImportSettings

  /// Returns the endpoints of documents. Documents with the same origin are read as one session, and an endpoint belongs
  /// to the document that has its first request.
  static func endpoints(
    of documents: [ImportedDocument], _ settings: ImportSettings
  ) throws(ImportFailure) -> [ImportedEndpoint] {
    let recordings = documents.map { document -> [ImportValue] in
      let log = document.root["log"]
      log?.leaveOut("version", "creator", "browser", "pages", "comment", prefix: "_")
      return log?["entries"]?.elements ?? []
    }
    let origins = recordings.map(origins)
    let named = settings.origin.flatMap { HARURL($0 + "/")?.origin }
    if let named, !origins.joined().contains(named) {
      throw ImportFailure(
        location: documents.map(\.file).joined(separator: ", "), message: "no request goes to \(named)",
        help: ["recorded: \(origins.joined().uniqued().joined(separator: ", "))"])
    }
    var entries: [(origin: String, value: ImportValue)] = []
    for (document, (recording, origins)) in zip(documents, zip(recordings, origins)) {
      guard let origin = named ?? origins.first else {
        if recording.isEmpty { document.note("nothing was recorded", at: "/log/entries") }
        for entry in recording { entry.lose("the request has no URL of http or https") }
        continue
      }
      entries += recording.map { (origin, $0) }
    }
    return entries.grouped(by: \.origin).flatMap { origin, session in
      HARReader(origin: origin, settings: settings).endpoints(session.map(\.value))
    }
  }

  /// Returns the origins of some entries, beginning with the one that has most requests.
  private static func origins(_ entries: [ImportValue]) -> [String] {
    let all = entries.compactMap { HARURL($0.json["request"]?["url"]?.string ?? "")?.origin }.grouped(by: \.self)
    guard let most = all.max(by: { $0.elements.count < $1.elements.count })?.key else { return [] }
    return [most] + all.map(\.key).filter { $0 != most }
  }

  private func endpoints(_ values: [ImportValue]) -> [ImportedEndpoint] {
    var entries = values.compactMap { entry($0) }
    // A part of a path is only a parameter if it was seen with more than one value.
    let paths = Dictionary(grouping: entries, by: \.title).mapValues { Set($0.map(\.request.path)) }
    for index in entries.indices where paths[entries[index].title]?.count == 1 {
      entries[index].template = entries[index].shown
    }
    var names = NumberedNames()
    return entries.grouped(by: \.title).map { title, entries in
      let first = entries[0]
      var endpoint = ImportedEndpoint(
        title: title, operation: names.operation(first.request.method, first.template),
        document: first.value.document, pointer: first.value.pointer)
      endpoint.baseURL = settings.baseURL ?? origin
      addScenarios(of: entries, to: &endpoint)
      return endpoint
    }
  }

  // MARK: Scenarios

  /// Adds the scenarios of an endpoint: one for each answer, and one with exchanges if a page of the browser got
  /// different answers to the same request, or if requests get the pages of a list.
  private func addScenarios(of entries: [Entry], to endpoint: inout ImportedEndpoint) {
    let single = Self.repeated(entries, noteRepeated)
    let first = entries[0].value
    let joined = first.document.budget.item { Self.joined(single, first.document.budget) }
    if joined == nil {
      first.document.note(
        "the pages of lists are not looked for, because that takes too many steps; import fewer entries",
        at: first.pointer)
    }
    let groups = joined ?? single
    // A beginning of another scenario says nothing new.
    var seen: Set<String> = []
    for group in groups { seen.formUnion(Self.keys(group).dropLast()) }
    let kept = groups.filter { group in
      let isNew = seen.insert(Self.keys(group).last ?? "").inserted
      if !isNew { group.forEach(noteRepeated) }
      return isNew
    }
    var secrets = ImportSecrets(settings.secrets)
    let parts = kept.map { group in
      let answers = group.map { entry -> JSON in
        switch secrets.replaced(entry.response.readable).body {
        case .json(let json): json
        case .text(let text): .string(text)
        default: .null
        }
      }
      let input = secrets.replaced(data: .object(group[0].input))
      return (input: input, answers: JSON.arrayUnlessOne(answers))
    }
    let names = DistinctNames.names(kept.map(Self.name), parts)
    for (name, group) in zip(names, kept) {
      let first = group[0]
      var scenario = ImportedScenario(
        name: name, pointer: first.value.pointer, document: first.value.document,
        exchanges: group.map { ($0.request, $0.response) })
      // A recording of contract-run has compared two answers.
      let varying = group.flatMap { $0.value.json["_varying"]?.elements ?? [] }.compactMap(\.string).uniqued()
        .map { $0.isEmpty ? "the body" : Mask.standard.text($0) }
      if !varying.isEmpty { scenario.description = "varies by itself: \(varying.joined(separator: ", "))" }
      endpoint.add(scenario, input: first.input.isEmpty ? nil : .object(first.input))
    }
  }

  /// Returns the entries in groups that repeat a request on one page of the browser. The same answer again says nothing
  /// new.
  private static func repeated(_ entries: [Entry], _ noteRepeated: (Entry) -> Void) -> [[Entry]] {
    let visits = entries.grouped { [$0.value.document.file, $0.page ?? $0.value.pointer, $0.key] }
    return visits.map { _, visit in
      visit.reduce(into: []) { kept, entry in
        if let last = kept.last, entry.answer == last.answer { noteRepeated(entry) } else { kept.append(entry) }
      }
    }
  }

  /// Returns the groups, in which a request that gets the next page of a list follows the one that got the page before.
  private static func joined(_ groups: [[Entry]], _ budget: ImportBudget) -> [[Entry]] {
    var joined: [[Entry]] = []
    // The groups whose answers have a text that can lead to the next page.
    var offers: [String: [Int]] = [:]
    for group in groups {
      let next = group[0]
      let near = group.count > 1 ? [] : Set(next.part.leads.flatMap { offers[$0] ?? [] }).sorted(by: >)
      guard budget.spend(1 + near.count) else { break }
      let found = near.first { index in
        guard let last = joined[index].last, case .status(200...299) = last.response.kind else { return false }
        return last.value.document === next.value.document && last.part.isFollowed(by: next.part)
      }
      let index = found ?? joined.count
      if found == nil { joined.append(group) } else { joined[index].append(next) }
      for text in joined[index].last?.part.offers ?? [] where offers[text]?.last != index {
        offers[text, default: []].append(index)
      }
    }
    return joined
  }

  private static func name(_ group: [Entry]) -> String {
    let names = group.map(\.name)
    let isList = group.count > 1 && Set(names).count == 1
    return isList ? "\(names[0]), \(group.count) pages" : names.joined(separator: ", then ")
  }

  /// Returns a key for each beginning of a group, the whole of it at the end.
  private static func keys(_ group: [Entry]) -> [String] {
    group.reduce(into: []) { keys, entry in
      keys.append(Fingerprint(of: "\(keys.last ?? "")\n\(entry.key)\n\(entry.answer)".utf8).text)
    }
  }

  private func noteRepeated(_ entry: Entry) {
    entry.value.document.log.endpoint = entry.title
    entry.value.note("not imported, because the same answer is there already", level: .information)
    entry.value.document.log.endpoint = nil
  }

  private static func key(_ response: ImportedResponse) -> String {
    let body = if case .bytes(let bytes) = response.body { Fingerprint(of: bytes).text } else { "" }
    return "\(response.kind) \(body)"
  }

  // MARK: Entries

  /// Returns an entry; nil if it is not imported, which is noted.
  private func entry(_ value: ImportValue) -> Entry? {
    value.leaveOut("startedDateTime", "time", "cache", "timings", "serverIPAddress", "connection", "comment")
    guard let request = value["request"], let response = value["response"] else {
      return value.lost("the entry has no request or no answer")
    }
    _ = request["url"]?.string
    guard let url = HARURL.text(of: request.json).flatMap({ HARURL($0, settings.secrets) }) else {
      return value.lost("the request has no URL of http or https")
    }
    if url.origin != origin { return value.skipped("not imported, because it goes to another origin; see --origin") }
    let method = request["method"]?.string ?? "GET"
    if method == "OPTIONS" { return value.skipped("not imported, because browsers ask for permission by themselves") }
    if HARAnswer.isWebSocket(value.json) { return value.lost("a WebSocket is not described") }
    let page = value["pageref"]?.stringUnlessNull.flatMap { $0.isEmpty ? nil : $0 }
    guard let (imported, name) = HARAnswer.read(response, value) else { return nil }
    value.leaveOut(prefix: "_")
    request.leaveOut("httpVersion", "cookies", "queryString", "headersSize", "bodySize", "comment", prefix: "_")
    var made = ImportedRequest(method: method, path: url.path)
    made.exampleSecrets = url.secrets
    made.query = url.query
    made.headers = headers(request["headers"])
    var input: [(String, JSON)] = []
    for (index, id) in url.ids.enumerated() { input.append((index == 0 ? "id" : "id\(index + 1)", .string(id))) }
    let names = Set(input.map(\.0))
    for (name, value) in url.query where !names.contains(name) { input.append((name, value)) }
    let sentType = made.headers.first { $0.0.isSameName("Content-Type") }?.1.string
    let writtenType = request.json["postData"]?["mimeType"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    let type = sentType ?? writtenType.map(RequestProposal.withoutBoundary)
    let content = HARContent(ofRequest: request.json)
    if let body = request["postData"].flatMap({ HARBody.read($0, content, type: type) }) {
      made.body = body.body
      if let data = body.input { input.append(("body", data)) }
    } else if case .lost(let why) = content {
      // Browsers leave out the bodies of requests that were redirected.
      request.note("\(why); any body is accepted")
      made.body = ["$any": true]
    } else if case .whole = content {
      request.note("the body of the request is not a text; any body is accepted")
      made.body = ["$any": true]
    }
    if sentType == nil, made.body != nil, let type { made.headers.append(("Content-Type", .string(type))) }
    let part = HARPage(url, made, imported)
    if let clock = HARClock(value.json["startedDateTime"]?.string, settings.secrets) { made = clock.withoutTimes(made) }
    let key =
      "\(method) \(url.path)?\(made.query.map { "\($0.0)=\($0.1.text)" }.joined(separator: "&"))\n\(made.body?.text ?? "")"
    return Entry(
      value: value, page: page, request: made, response: imported, input: input, name: name,
      template: url.template, shown: url.shown, part: part, key: key, answer: Self.key(imported))
  }

  /// Returns the headers that the client itself set.
  private func headers(_ list: ImportValue?) -> [(String, JSON)] {
    var headers = Headers()
    for line in list?.elements ?? [] {
      line.leaveOut("comment")
      guard let name = line["name"]?.string, let value = line["value"]?.string else { continue }
      if Self.isClients(name, value) {
        headers.lines.append(.init(name, value))
      } else {
        line.document.log.leaveOut("header \(name)")
      }
    }
    return headers.byName.map { name, values in
      // These are different in each request.
      if RequestProposal.isTrace(name) { return (name, ["$regex": .string(Secrets.anyText)]) }
      if values.count == 1, !settings.secrets.isSecret(header: values[0], under: name),
        let anyVersion = RequestProposal.anyVersion(of: name, values[0])
      {
        list?.note("header \(name) accepts every version", level: .information)
        return (name, ["$regex": .string(anyVersion)])
      }
      let isType = name.isSameName("Content-Type")
      return (name, .arrayUnlessOne(values.map { .string(isType ? RequestProposal.withoutBoundary($0) : $0) }))
    }
  }

  private static func isClients(_ name: String, _ value: String) -> Bool {
    let plain = name.lowercased()
    if name.hasPrefix(":") || !HTTPText.isToken(name) || plain.hasPrefix("sec-") || plain.hasPrefix("proxy-") {
      return false
    }
    // A browser adds more types before `*/*`.
    if plain == "accept" { return !value.contains("*/*") }
    if browsersOwn.contains(plain) || plain.hasPrefix("access-control-request-") { return false }
    return RequestShape.isClientsOwn(name, [value])
  }

  /// Headers for the state and the settings of a browser. A client of its own does not send them.
  private static let browsersOwn: Set<String> = [
    "accept-charset", "alt-used", "cache-control", "chrome-proxy", "cookie", "cookie2", "device-memory", "dnt",
    "downlink", "dpr", "ect", "if-modified-since", "if-none-match", "intervention", "pragma", "purpose", "rtt",
    "save-data", "te", "upgrade-insecure-requests", "viewport-width", "width", "x-client-data", "x-moz", "x-purpose",
  ]
}
