import Foundation

/// The reader of HTTP archives (HAR 1.2), which browsers and proxies record.
struct HARReader {
  /// One recorded request with its answer.
  private struct Entry {
    var value: ImportValue
    var page: String?
    var request: ImportedRequest
    var response: ImportedResponse
    var input: [(String, JSON)]
    var name: String
    /// The path with `{id}` in place of what identifies one thing.
    var template: String
    /// What is the same if the request is repeated.
    var key: String
  }

  private let document: ImportedDocument
  private let origin: String

  /// Returns the endpoints of a document.
  static func endpoints(
    of document: ImportedDocument, _ settings: ImportSettings
  ) throws(ImportFailure) -> [ImportedEndpoint] {
    let log = document.root["log"]
    log?.leaveOut("version", "creator", "browser", "pages", "comment")
    log?.leaveOut(prefix: "_")
    let entries = log?["entries"]?.elements ?? []
    var counts: [(origin: String, count: Int)] = []
    var places: [String: Int] = [:]
    for entry in entries {
      guard let origin = HARURL(entry.json["request"]?["url"]?.string ?? "")?.origin else { continue }
      if let place = places[origin] {
        counts[place].count += 1
      } else {
        places[origin] = counts.count
        counts.append((origin, 1))
      }
    }
    let named = settings.origin.flatMap { HARURL($0 + "/")?.origin }
    if let named, !counts.contains(where: { $0.origin == named }) {
      throw ImportFailure(
        place: document.file, message: "no request goes to \(named)",
        help: ["recorded: \(counts.map(\.origin).joined(separator: ", "))"])
    }
    guard let origin = named ?? counts.max(by: { $0.count < $1.count })?.origin else {
      if entries.isEmpty { document.note("nothing was recorded", at: "/log/entries") }
      for entry in entries { entry.lose("the request has no URL of http or https") }
      return []
    }
    return HARReader(document: document, origin: origin).endpoints(entries, settings)
  }

  private func endpoints(_ values: [ImportValue], _ settings: ImportSettings) -> [ImportedEndpoint] {
    var entries = values.compactMap { entry($0) }
    // A part of a path is only a parameter if it was seen with more than one value.
    let paths = Dictionary(grouping: entries, by: { "\($0.request.method) \($0.template)" })
      .mapValues { Set($0.map(\.request.path)) }
    for index in entries.indices where paths["\(entries[index].request.method) \(entries[index].template)"]?.count == 1
    {
      entries[index].template = ImportedRequest.shown(entries[index].request.path)
    }
    var endpoints: [ImportedEndpoint] = []
    var places: [String: Int] = [:]
    var groups: [[Entry]] = []
    var names = OperationNames()
    for entry in entries {
      let title = "\(entry.request.method) \(entry.template)"
      if let place = places[title] {
        groups[place].append(entry)
        continue
      }
      places[title] = endpoints.count
      groups.append([entry])
      var endpoint = ImportedEndpoint(
        title: title, operation: names.name(entry.request.method, entry.template),
        pointer: entry.value.pointer)
      endpoint.baseURL = settings.baseURL ?? origin
      endpoints.append(endpoint)
    }
    for index in endpoints.indices { addScenarios(of: groups[index], to: &endpoints[index]) }
    return endpoints
  }

  // MARK: Scenarios

  /// Adds the scenarios of an endpoint: one for each answer, and one with exchanges if a page got different answers
  /// to the same request.
  private func addScenarios(of entries: [Entry], to endpoint: inout ImportedEndpoint) {
    document.endpoint = endpoint.title
    defer { document.endpoint = nil }
    var groups: [[Entry]] = []
    var places: [String: Int] = [:]
    for entry in entries {
      let key = "\(entry.page ?? entry.value.pointer)\n\(entry.key)"
      if let place = places[key] {
        groups[place].append(entry)
      } else {
        places[key] = groups.count
        groups.append([entry])
      }
    }
    var seen: Set<String> = []
    for all in groups {
      // The same answer again says nothing new.
      var entries: [Entry] = []
      for entry in all {
        if let last = entries.last, Self.answer(entry) == Self.answer(last) {
          noteRepeated(entry)
        } else {
          entries.append(entry)
        }
      }
      let first = entries[0]
      if !seen.insert(entries.map { $0.key + Self.answer($0) }.joined(separator: "\n")).inserted {
        for entry in entries { noteRepeated(entry) }
        continue
      }
      var scenario = ImportedScenario(
        entries.map(\.name).joined(separator: ", then "), at: first.value.pointer, first.request, first.response)
      scenario.exchanges = entries.map { ImportedExchange(request: $0.request, response: $0.response) }
      endpoint.add(scenario, input: first.input.isEmpty ? nil : .object(first.input))
    }
  }

  private func noteRepeated(_ entry: Entry) {
    document.note(
      "not imported, because the same answer is there already", at: entry.value.pointer, level: .information)
  }

  private static func answer(_ entry: Entry) -> String {
    let body: String =
      switch entry.response.body {
      case .bytes(let bytes): Fingerprint(of: bytes).text
      default: ""
      }
    return "\(entry.response.kind) \(body)"
  }

  // MARK: Entries

  /// Returns an entry; nil if it is not imported, which is noted.
  private func entry(_ value: ImportValue) -> Entry? {
    value.leaveOut("startedDateTime", "time", "cache", "timings", "serverIPAddress", "connection", "comment")
    guard let request = value["request"], let response = value["response"] else {
      value.lose("the entry has no request or no answer")
      return nil
    }
    guard let url = request["url"]?.string.flatMap(HARURL.init) else {
      value.lose("the request has no URL of http or https")
      return nil
    }
    if url.origin != origin { return skip(value, "not imported, because it goes to another origin; see --origin") }
    let method = request["method"]?.string ?? "GET"
    if method == "OPTIONS" { return skip(value, "not imported, because browsers ask for permission by themselves") }
    if value.json["_webSocketMessages"] != nil || response.json["status"]?.int == 101 {
      value.lose("a WebSocket is not described")
      return nil
    }
    let page = value["pageref"]?.string
    let answer = HARAnswer(response, value)
    if let reason = answer.skipped { return skip(value, reason) }
    guard let imported = answer.response else { return nil }
    value.leaveOut(prefix: "_")
    request.leaveOut("httpVersion", "cookies", "queryString", "headersSize", "bodySize", "comment")
    request.leaveOut(prefix: "_")
    var made = ImportedRequest(method: method, path: url.path)
    made.query = url.query
    made.headers = headers(request["headers"])
    var input: [(String, JSON)] = []
    for (index, id) in url.ids.enumerated() { input.append((index == 0 ? "id" : "id\(index + 1)", .string(id))) }
    for (name, value) in url.query where !input.contains(where: { $0.0 == name }) { input.append((name, value)) }
    var type = made.headers.first { $0.0.isSameName("Content-Type") }?.1.string
    if type == nil, let written = request.json["postData"]?["mimeType"]?.string, !written.isEmpty {
      type = RequestProposal.withoutBoundary(written)
      made.headers.append(("Content-Type", .string(type ?? written)))
    }
    let body = request["postData"].flatMap { HARBody($0, type: type) }
    if let body {
      made.body = body.body
      if let data = body.input { input.append(("body", data)) }
    }
    let key =
      "\(method) \(url.path)?\(made.query.map { "\($0.0)=\($0.1.text)" }.joined(separator: "&"))\n\(made.body?.text ?? "")"
    return Entry(
      value: value, page: page, request: made, response: imported, input: input, name: answer.name,
      template: url.template, key: key)
  }

  private func skip(_ value: ImportValue, _ text: String) -> Entry? {
    _ = value.whole
    document.note(text, at: value.pointer, level: .information)
    return nil
  }

  /// Returns the headers that the client itself set.
  private func headers(_ list: ImportValue?) -> [(String, JSON)] {
    var headers = Headers()
    for line in list?.elements ?? [] {
      line.leaveOut("comment")
      guard let name = line["name"]?.string, let value = line["value"]?.string else { continue }
      if Self.isClients(name, value) { headers.lines.append(.init(name, value)) }
    }
    return headers.byName.map { name, values in
      let texts = values.map { name.isSameName("Content-Type") ? RequestProposal.withoutBoundary($0) : $0 }
      return (name, texts.count == 1 ? .string(texts[0]) : .array(texts.map { .string($0) }))
    }
  }

  private static func isClients(_ name: String, _ value: String) -> Bool {
    let plain = name.lowercased()
    if name.hasPrefix(":") || !HTTPText.isToken(name) || plain.hasPrefix("sec-") || plain.hasPrefix("proxy-") {
      return false
    }
    // A browser adds more types before `*/*`.
    if plain == "accept" { return !value.contains("*/*") }
    if ["cache-control", "pragma", "if-none-match", "if-modified-since", "te", "dnt", "upgrade-insecure-requests"]
      .contains(plain)
    {
      return false
    }
    return RequestShape.isClientsOwn(name, [value])
  }
}
