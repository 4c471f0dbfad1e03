import ContractCore

/// The comparison of two calls of one scenario, value by value.
///
/// It walks through JSON in its own way: values come in pairs of what is compared and what is shown, the elements of
/// arrays are aligned or have no order, and members have names of HTTP.
struct CallComparison {
  /// Whether values are compared without their secrets, because one of the calls is from a report, which has none.
  let hidesSecrets: Bool
  /// Whether the clients are in different languages, so that names of types and ways of writing do not count.
  let isAcross: Bool
  /// Returns whether the order of an array means nothing, because it differed between two runs of one release.
  var isUnordered: (ReleaseDifference.Place) -> Bool = { _ in false }
  /// Returns whether two texts are the same but for times near the clocks of the runs.
  var isSameButForTime: (String, String) -> Bool = { _, _ in false }

  /// What differs, in the order of the call.
  var differences: [ReleaseDifference] = []
  /// The places at which what differs says nothing, with the reason.
  var excused: [(place: ReleaseDifference.Place, reason: ReleaseComparison.Masked.Reason)] = []
  /// The places that one of the calls does not show.
  private(set) var unobserved: Set<ReleaseDifference.Place> = []

  /// Compares what two releases did in a scenario that both played, without the verdict.
  mutating func compare(_ old: ReleaseCall, _ new: ReleaseCall) {
    compareOutcomes(old, new)
    compareRequests(old, new)
  }

  private mutating func add(
    _ place: ReleaseDifference.Place, kind: ReleaseDifference.Kind = .changed, old: ReleaseDifference.Value,
    new: ReleaseDifference.Value
  ) { differences.append(ReleaseDifference(place: place, kind: kind, old: old, new: new)) }

  // MARK: Outcomes

  private mutating func compareOutcomes(_ old: ReleaseCall, _ new: ReleaseCall) {
    if old.outcomeClass != new.outcomeClass { return add(.of(.outcome), old: old.outcomeValue, new: new.outcomeValue) }
    let (mine, other) = (value(old).member("outcome"), value(new).member("outcome"))
    if let mine = mine?.member("failure"), let other = other?.member("failure") {
      let comparison: Failure.Comparison = isAcross ? .languages : .releases
      for name in (mine.json.members + other.json.members).map(\.name).uniqued() {
        let (one, two) = (mine.member(name), other.member(name))
        if comparison.counts(name, in: [mine.json, other.json], on: old.transport) {
          compare(one, two, at: .of(.failure, name))
        } else if one?.json != two?.json {
          excused.append((.of(.failure, name), .platform))
        }
      }
    }
    for name in ["success", "values", "unsupported"] {
      let place = ReleaseDifference.Place.of(.result, name == "values" ? "/values" : "", at: old.operation)
      compare(mine?.member(name), other?.member(name), at: place)
    }
  }

  private func value(_ call: ReleaseCall) -> Value {
    Value(json: hidesSecrets ? call.shown : call.value, shown: call.shown)
  }

  // MARK: Requests

  private mutating func compareRequests(_ old: ReleaseCall, _ new: ReleaseCall) {
    let (mine, other) = (value(old).member("requests")?.elements ?? [], value(new).member("requests")?.elements ?? [])
    if old.isAnyOrder {
      let paired = Value.paired(mine, other) { one, two in
        one.key == two.key ? cost { $0.compareRequest(one, two) } : nil
      }
      for (one, two) in paired.pairs { compareRequest(one, two) }
      return compareRest([(paired.left, paired.right)], of: mine.count, other.count)
    }
    let (keys, otherKeys) = (mine.map(\.key), other.map(\.key))
    if keys != otherKeys, keys.sorted() == otherKeys.sorted() {
      add(.of(.order), kind: .order, old: Self.value(mine), new: Self.value(other))
      var left = Array(other.indices)
      for (index, key) in keys.enumerated() {
        guard let place = left.firstIndex(where: { otherKeys[$0] == key }) else { continue }
        compareRequest(mine[index], other[left.remove(at: place)])
      }
      return
    }
    var numbers = Numbering<String>()
    let pairs = SequenceAlignment.pairs(keys.map { numbers.number(of: $0) }, otherKeys.map { numbers.number(of: $0) })
    for (index, place) in pairs { compareRequest(mine[index], other[place]) }
    let gaps = SequenceAlignment.gaps(pairs, mine.count, other.count).map { (Array(mine[$0]), Array(other[$1])) }
    compareRest(gaps, of: mine.count, other.count)
  }

  /// Compares requests to other paths: between the same neighbors one by one. What is left was added, or is missing.
  private mutating func compareRest(_ gaps: [(old: [Value], new: [Value])], of count: Int, _ otherCount: Int) {
    var (missing, further) = ([Value](), [Value]())
    for (left, right) in gaps {
      for (one, two) in zip(left, right) { compareRequest(one, two) }
      missing += left.dropFirst(right.count)
      further += right.dropFirst(left.count)
    }
    if missing.isEmpty, further.isEmpty { return }
    let (less, more) = (Self.value(missing), Self.value(further))
    let fact = JSON.members([
      "requests": .number(otherCount), "without": missing.isEmpty ? nil : less.fact,
      "with": further.isEmpty ? nil : more.fact,
    ])
    add(
      .of(.requests), old: ReleaseDifference.Value("\(count)", ["requests": .number(count)]),
      new: ReleaseDifference.Value(
        "\(otherCount)" + (missing.isEmpty ? "" : ", without \(less.text)")
          + (further.isEmpty ? "" : ", with \(more.text)"), .object(fact)))
  }

  /// Returns the methods and paths of requests, each once, with how often it occurs.
  private static func value(_ requests: [Value]) -> ReleaseDifference.Value {
    let names = requests.map { request in
      ["method", "path"].map { request.shown?[$0]?.string ?? "…" }.joined(separator: " ")
    }
    let texts = names.uniqued().map { name in
      let count = names.count { $0 == name }
      return Excerpt.beginning(of: name, limit: 60) + (count > 1 ? " (\(count))" : "")
    }
    return ReleaseDifference.Value(
      texts.prefix(3).joined(separator: ", ") + (texts.count > 3 ? ", …" : ""), .strings(names))
  }

  private mutating func compareRequest(_ old: Value, _ new: Value) {
    let endpoint = old.shown?["endpoint"]?.string ?? "…"
    let unseen = [old, new].flatMap { $0.json["unobserved"]?.elements.compactMap(\.string) ?? [] }
    func place(_ part: ReleaseDifference.Part, _ name: String = "") -> ReleaseDifference.Place {
      .of(part, name, at: endpoint)
    }
    for part in [ReleaseDifference.Part.method, .host] {
      compare(old.member(part.rawValue), new.member(part.rawValue), at: place(part))
    }
    comparePaths(old, new, at: place(.path))
    let before = differences.count
    compareMembers(old.member("query"), new.member("query")) { place(.query, $0) }
    compareSpelling(of: "query", old, new, at: place(.query), isSame: differences.count == before)
    // What a driver cannot show has the names of its headers, and of other parts.
    let hidden = unseen.filter { !["body", "timeout"].contains($0) }
    compareMembers(old.member("headers"), new.member("headers"), unseen: hidden) { place(.header, $0) }
    compareMembers(old.member("cookies"), new.member("cookies"), unseen: hidden.contains("Cookie") ? nil : []) {
      place(.cookie, $0)
    }
    let (timeout, other) = (old.member("timeout"), new.member("timeout"))
    if timeout == nil || other == nil, unseen.contains("timeout") {
      if timeout != nil || other != nil { unobserved.insert(place(.timeout)) }
    } else {
      compare(timeout, other, at: place(.timeout))
    }
    compareBodies(of: old, new, at: place(.body))
  }

  private mutating func comparePaths(_ old: Value, _ new: Value, at place: ReleaseDifference.Place) {
    guard let path = old.member("path"), let other = new.member("path") else { return }
    let meant = [path, other].map { RequestReading.meaning(ofPath: $0.json.string ?? "") }
    if path.json != other.json, meant[0] == meant[1] {
      addSpelling(at: place, path.value, other.value)
    } else {
      compare(path, other, at: place)
    }
  }

  /// Compares how the same items of a query or a form are written.
  private mutating func compareSpelling(
    of name: String, _ old: Value, _ new: Value, at place: ReleaseDifference.Place, isSame: Bool
  ) {
    guard isSame, let mine = old.json["written"]?[name], let other = new.json["written"]?[name], mine != other else {
      return
    }
    let values = [old, new].map { $0.member("written")?.member(name)?.value ?? ReleaseDifference.Value("…") }
    addSpelling(at: place, values[0], values[1])
  }

  private mutating func addSpelling(
    at place: ReleaseDifference.Place, _ old: ReleaseDifference.Value, _ new: ReleaseDifference.Value
  ) {
    if isAcross { excused.append((place, .platform)) } else { add(place, kind: .spelling, old: old, new: new) }
  }

  private mutating func compareBodies(of old: Value, _ new: Value, at place: ReleaseDifference.Place) {
    guard let body = old.member("body"), let other = new.member("body") else { return }
    let formats = [body, other].map { $0.json["format"]?.string }
    if formats[0] == formats[1] {
      let before = differences.count
      compare(body.member("value"), other.member("value"), at: place)
      compareSpelling(of: "form", old, new, at: place, isSame: differences.count == before)
    } else if formats.contains(RequestReading.unobserved) {
      unobserved.insert(place)
    } else {
      let values = formats.map {
        ReleaseDifference.Value($0 ?? "absent", $0.map(JSON.string) ?? AcceptedDifference.absent)
      }
      add(place, kind: .type, old: values[0], new: values[1])
    }
  }

  /// Compares the members of two objects, which can have very many.
  ///
  /// - Parameters:
  ///   - unseen: The names of members that one side may not show; nil for all of them.
  ///   - inner: Returns the place of a member from the name that is shown.
  mutating func compareMembers(
    _ old: Value?, _ new: Value?, unseen: [String]? = [], at inner: (String) -> ReleaseDifference.Place
  ) {
    let (mine, other) = (old?.members ?? [], new?.members ?? [])
    let values = [mine, other].map { Dictionary($0.map { ($0.name, $0.value) }) { first, _ in first } }
    for member in (mine + other).uniqued(on: \.name) {
      let (one, two) = (values[0][member.name], values[1][member.name])
      let isUnseen = unseen.map { $0.contains(where: member.name.isSameName) } ?? true
      if one == nil || two == nil, isUnseen {
        unobserved.insert(inner(member.shownName))
      } else {
        compare(one, two, at: inner(member.shownName))
      }
    }
  }
}
