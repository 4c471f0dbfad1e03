import ContractCore

/// A request of a recorded session with its answer, to find the requests that get the next pages of a list.
struct HARPage {
  /// What does not differ between the pages of a list: method and path.
  let location: String
  /// The path with its query, as it was sent.
  private let target: String
  /// The items of the query, and the members of a JSON body.
  private let items: [String: String]
  /// What is in the answer and can lead to the next page: the ends of URLs from a slash on, and single values.
  private let links: Set<Substring>
  private let values: Set<String>

  /// Words in the names of values that lead to the next page.
  private static let words: Set<String> = [
    "after", "bookmark", "continuation", "continue", "cursor", "marker", "next", "offset", "page", "scroll", "since",
    "skip", "start", "starting",
  ]
  /// A text of this length is in an answer only if it was taken from there, in bytes.
  private static let certainLength = 6
  /// The largest number of texts of an answer that are compared.
  private static let limit = 10_000

  /// The longest URL of an answer, in bytes, and the largest number of its slashes.
  private static let urlLimit = 2_048
  private static let slashLimit = 32

  init(_ url: HARURL, _ request: ImportedRequest, _ response: ImportedResponse) {
    location = "\(request.method) \(request.path)"
    target = url.rawQuery.isEmpty ? url.path : "\(url.path)?\(url.rawQuery)"
    let members = request.body?["json"]?.members.map { ($0.name, $0.value) } ?? []
    items = Dictionary((request.query + members).map { ($0.0, $0.1.asText) }, uniquingKeysWith: { first, _ in first })
    var answer = response.headers.lines.filter { $0.name.isSameName("Link") }.map { (Set(["next"]), $0.value) }
    if case .json(let json)? = response.readable.body { Self.collect(json, [], &answer) }
    var (links, values): (Set<Substring>, Set<String>) = ([], [])
    for (words, text) in answer {
      let isNamed = !words.isDisjoint(with: Self.words)
      if isNamed { links.formUnion(Self.links(in: text)) }
      if isNamed || text.utf8.count >= Self.certainLength { values.insert(text) }
    }
    (self.links, self.values) = (links, values)
  }

  private static func collect(_ json: JSON, _ names: [String], _ texts: inout [(Set<String>, String)]) {
    if texts.count > limit { return }
    if json.string != nil || json.number != nil {
      texts.append((Set(names.suffix(2).flatMap { Secrets.words(of: $0) }), json.asText))
    }
    for (name, value) in json.children { collect(value, json.isArray ? names : names + [name], &texts) }
  }

  /// Returns the ends of the URLs in a text, from each slash on: the text itself is one, or there is `>` after it, as in
  /// a header Link.
  private static func links(in text: String) -> [Substring] {
    let parts = text.split(separator: ">", omittingEmptySubsequences: false)
    let urls = parts.dropLast().map { $0.split(separator: "<").last ?? "" } + [text[...]]
    return urls.filter { $0.utf8.count <= urlLimit }.flatMap { url in
      url.indices.filter { url[$0] == "/" }.suffix(slashLimit).map { url[$0...] }
    }
  }

  /// What the answer before this page has: the URL of this page, or the value of one of its items.
  var leads: [String] { [target] + items.values }

  /// What this answer has that can lead to the next page.
  var offers: Set<String> { values.union(links.map(String.init)) }

  /// Returns whether a request gets the page after this one: the answer has its URL, or the value in which it differs.
  func isFollowed(by next: HARPage) -> Bool {
    guard next.location == location, next.target != target else { return false }
    if links.contains(next.target[...]) { return true }
    if items.keys.contains(where: { next.items[$0] == nil }) { return false }
    let changed = next.items.filter { items[$0.key] != $0.value }
    let leads = changed.filter { name, text in self.leads(to: text, name) }
    return !leads.isEmpty && changed.keys.allSatisfy { leads[$0] != nil || Self.isOfPages($0) }
  }

  private func leads(to text: String, _ name: String) -> Bool {
    // The value of another filter can be in an answer, too.
    if items[name] != nil, !Self.isOfPages(name) { return false }
    return values.contains(text)
  }

  private static func isOfPages(_ name: String) -> Bool { !words.isDisjoint(with: Secrets.words(of: name)) }
}
