import ContractCore

/// The comparison of two calls of one scenario, value by value.
struct CallComparison {
  /// What is compared: whole values, or those without secrets if one of the calls is from a file.
  let view: ReleaseCall.View
  /// Whether the clients are in different languages, so that names of types and ways of writing do not count.
  let isAcross: Bool
  /// Returns whether the order of an array means nothing, because it differed between two runs of one release.
  let isUnordered: (ReleaseDifference.Place) -> Bool
  /// Returns whether two texts are the same but for times near the clocks of the runs.
  let isSameButForTime: (String, String) -> Bool

  private(set) var differences: [ReleaseDifference] = []
  /// The places at which only times differ.
  private(set) var times: Set<ReleaseDifference.Place> = []
  /// The places at which one of the calls could not be observed.
  private(set) var unobserved: Set<ReleaseDifference.Place> = []
  /// How many secrets were compared by their lengths only.
  private(set) var hiddenSecrets = 0

  init(
    _ view: ReleaseCall.View, isAcross: Bool, isUnordered: @escaping (ReleaseDifference.Place) -> Bool = { _ in false },
    isSameButForTime: @escaping (String, String) -> Bool = { _, _ in false }
  ) {
    (self.view, self.isAcross, self.isUnordered) = (view, isAcross, isUnordered)
    self.isSameButForTime = isSameButForTime
  }

  /// One value of a call: what is compared, and what is shown.
  fileprivate struct Value {
    var json: JSON
    /// Nil if what is shown has another shape, so that nothing is shown.
    var shown: JSON?

    func member(_ name: String) -> Value? { json[name].map { Value(json: $0, shown: shown?[name]) } }

    /// The members in order, each with its name and the name that is shown.
    var members: [Member] {
      let (own, shown) = (json.members, shown?.members)
      let isParallel = shown?.count == own.count
      return own.indices.map { index in
        let shown = isParallel ? shown?[index] : nil
        return Member(
          name: own[index].name, shownName: shown?.name ?? "…",
          value: Value(json: own[index].value, shown: shown?.value))
      }
    }

    var elements: [Value] {
      let (own, shown) = (json.elements, shown?.elements)
      return own.indices.map { Value(json: own[$0], shown: shown?.count == own.count ? shown?[$0] : nil) }
    }

    var text: String { shown.map { Excerpt.beginning(of: $0.string ?? $0.inOrder.text, limit: 120) } ?? "…" }
    var jsonText: String { shown.map { Excerpt.beginning(of: $0.inOrder.text, limit: 120) } ?? "…" }
  }

  /// A member of an object.
  fileprivate struct Member {
    var name: String
    var shownName: String
    var value: Value
  }

  // MARK: Calls

  /// Compares what two releases did in a scenario that both played.
  mutating func compare(_ old: ReleaseCall, _ new: ReleaseCall) {
    compareOutcomes(old, new)
    compareRequests(old, new)
    if differences.isEmpty, old.verdictText != new.verdictText {
      add(.verdict, old: old.verdictText, new: new.verdictText)
    }
  }

  private mutating func add(
    _ part: ReleaseDifference.Part, endpoint: String = "", kind: ReleaseDifference.Kind = .changed, old: String?,
    new: String?
  ) {
    let place = ReleaseDifference.Place(part: part, endpoint: endpoint, name: "")
    differences.append(ReleaseDifference(place: place, kind: kind, old: old, new: new))
  }

  // MARK: Outcomes

  private mutating func compareOutcomes(_ old: ReleaseCall, _ new: ReleaseCall) {
    let (mine, other) = (old.outcome(view), new.outcome(view))
    if old.outcomeClass != new.outcomeClass {
      return add(.outcome, old: old.outcomeText, new: new.outcomeText)
    }
    let (shown, otherShown) = (old.outcome(.shown), new.outcome(.shown))
    func value(_ name: String) -> (Value?, Value?) {
      (
        mine[name].map { Value(json: $0, shown: shown[name]) },
        other[name].map { Value(json: $0, shown: otherShown[name]) }
      )
    }
    if let mine = mine["failure"], let other = other["failure"] {
      let names = (mine.members + other.members).map(\.name).uniqued()
      let (failure, otherFailure) = value("failure")
      for name in names {
        if isAcross, ReleaseDifference.typeNames.contains(name) { continue }
        if isAcross, Self.isOfOneLanguage(name, mine, other) {
          if mine[name] != other[name] { unobserved.insert(place(.failure, name)) }
        } else {
          compare(failure?.member(name), otherFailure?.member(name), at: place(.failure, name))
        }
      }
    }
    for name in ["success", "values", "unsupported"] {
      let (mine, other) = value(name)
      compare(mine, other, at: place(.result, name == "values" ? "/values" : "", old.operation))
    }
  }

  /// Returns whether a member of a failure says something in one language only.
  private static func isOfOneLanguage(_ name: String, _ failure: JSON, _ other: JSON) -> Bool {
    let categories = [failure, other].map { $0["category"]?.string ?? "" }
    switch name {
    // A driver that has no other word for an error says `other`.
    case "category": return categories.contains(Failure.Category.other.rawValue)
    // Decoders describe mistakes in their own words, and errors of some languages carry nothing.
    case "payload":
      let isDecoders = categories.contains(Failure.Category.decoding.rawValue)
      return isDecoders || failure[name] == nil || other[name] == nil
    default: return false
    }
  }

  private func place(
    _ part: ReleaseDifference.Part, _ name: String = "", _ endpoint: String = ""
  )
    -> ReleaseDifference.Place
  { ReleaseDifference.Place(part: part, endpoint: endpoint, name: name) }

  // MARK: Requests

  private mutating func compareRequests(_ old: ReleaseCall, _ new: ReleaseCall) {
    var (mine, other) = (requests(old), requests(new))
    func keys(_ requests: [Value]) -> [String] {
      requests.map { "\($0.json["method"]?.string ?? "") \($0.json["path"]?.string ?? "")" }
    }
    if old.isAnyOrder {
      mine.sort { $0.sortKey < $1.sortKey }
      other.sort { $0.sortKey < $1.sortKey }
    }
    let (keys, otherKeys) = (keys(mine), keys(other))
    if keys == otherKeys {
      for (one, two) in zip(mine, other) { compareRequest(one, two) }
      return
    }
    if keys.count == otherKeys.count, keys.sorted() == otherKeys.sorted() {
      add(.order, kind: .order, old: Self.list(mine), new: Self.list(other))
      var left = Array(other.indices)
      for (index, key) in keys.enumerated() {
        guard let place = left.firstIndex(where: { otherKeys[$0] == key }) else { continue }
        compareRequest(mine[index], other[left.remove(at: place)])
      }
      return
    }
    pair(mine, other, keys, otherKeys)
  }

  /// Compares requests that are not the same in number, or not to the same paths.
  private mutating func pair(_ mine: [Value], _ other: [Value], _ keys: [String], _ otherKeys: [String]) {
    let numbers = Dictionary((keys + otherKeys).uniqued().enumerated().map { ($1, $0) }) { first, _ in first }
    let pairs = SequenceAlignment.pairs(keys.map { numbers[$0] ?? 0 }, otherKeys.map { numbers[$0] ?? 0 })
    if mine.count != other.count {
      add(.requests, old: "\(mine.count)", new: "\(other.count)")
    }
    for (index, place) in pairs { compareRequest(mine[index], other[place]) }
    var (missing, further) = ([Value](), [Value]())
    for (left, right) in SequenceAlignment.gaps(pairs, mine.count, other.count) {
      let count = min(left.count, right.count)
      for offset in 0..<count { compareRequest(mine[left.lowerBound + offset], other[right.lowerBound + offset]) }
      missing += mine[left.dropFirst(count)]
      further += other[right.dropFirst(count)]
    }
    guard let last = differences.lastIndex(where: { $0.place.part == .requests }) else { return }
    // What is not paired is in the text of the difference in number.
    if !missing.isEmpty { differences[last].new? += ", without \(Self.list(missing))" }
    if !further.isEmpty { differences[last].new? += ", with \(Self.list(further))" }
  }

  private func requests(_ call: ReleaseCall) -> [Value] {
    let (own, shown) = (call.requests(view), call.requests(.shown))
    return own.indices.map { Value(json: own[$0], shown: shown.count == own.count ? shown[$0] : nil) }
  }

  /// Returns the methods and paths of requests, each once, with how often it occurs.
  private static func list(_ requests: [Value]) -> String {
    let names = requests.map { request in
      ["method", "path"].map { request.shown?[$0]?.string ?? "…" }.joined(separator: " ")
    }
    let texts = names.uniqued().map { name in
      let count = names.count { $0 == name }
      return Excerpt.beginning(of: name, limit: 60) + (count > 1 ? " (\(count))" : "")
    }
    return texts.prefix(3).joined(separator: ", ") + (texts.count > 3 ? ", …" : "")
  }

  private mutating func compareRequest(_ old: Value, _ new: Value) {
    let endpoint = Excerpt.beginning(of: old.shown?["endpoint"]?.string ?? "…", limit: 200)
    let unseen = [old, new].flatMap { $0.json["unobserved"]?.elements.compactMap(\.string) ?? [] }
    func place(_ part: ReleaseDifference.Part, _ name: String = "") -> ReleaseDifference.Place {
      ReleaseDifference.Place(part: part, endpoint: endpoint, name: name)
    }
    for part in [ReleaseDifference.Part.method, .host, .path] {
      compare(old.member(part.rawValue), new.member(part.rawValue), at: place(part))
    }
    for (part, name) in [(ReleaseDifference.Part.query, "query"), (.header, "headers"), (.cookie, "cookies")] {
      compareMembers(old.member(name), new.member(name), unseen: unseen) { place(part, $0) }
    }
    let (timeout, other) = (old.member("timeout"), new.member("timeout"))
    if timeout == nil || other == nil, unseen.contains("timeout") {
      if timeout != nil || other != nil { unobserved.insert(place(.timeout)) }
    } else {
      compare(timeout, other, at: place(.timeout))
    }
    if let mine = old.member("body"), let other = new.member("body") { compareBodies(mine, other, at: place(.body)) }
  }

  private mutating func compareBodies(_ old: Value, _ new: Value, at place: ReleaseDifference.Place) {
    let (format, other) = (old.json["format"]?.string, new.json["format"]?.string)
    if format == other { return compare(old.member("value"), new.member("value"), at: place) }
    if format == RequestReading.unobserved || other == RequestReading.unobserved {
      unobserved.insert(place)
    } else {
      add(.body, endpoint: place.endpoint, kind: .type, old: format, new: other)
    }
  }

  // MARK: Values

  private mutating func compare(_ old: Value?, _ new: Value?, at place: ReleaseDifference.Place) {
    guard let old, let new else {
      if let one = old ?? new {
        let text = place.part.isJSON ? one.jsonText : one.text
        let kind = old == nil ? ReleaseDifference.Kind.added : .removed
        differences.append(
          ReleaseDifference(place: place, kind: kind, old: old == nil ? nil : text, new: new == nil ? nil : text))
      }
      return
    }
    if view == .shown { hiddenSecrets += old.json.hiddenCount }
    if old.json == new.json { return }
    if old.json.isObject, new.json.isObject {
      compareMembers(old, new) { place.inside(JSONPointer.step($0)) }
    } else if old.json.isArray, new.json.isArray {
      compareElements(old, new, at: place)
    } else {
      compareScalars(old, new, at: place)
    }
  }

  /// Compares the members of two objects, which can have very many.
  ///
  /// - Parameters:
  ///   - unseen: The names of members that one side may not show.
  ///   - inner: Returns the place of a member from the name that is shown.
  private mutating func compareMembers(
    _ old: Value?, _ new: Value?, unseen: [String] = [], at inner: (String) -> ReleaseDifference.Place
  ) {
    let (mine, other) = (old?.members ?? [], new?.members ?? [])
    let values = [mine, other].map { Dictionary($0.map { ($0.name, $0.value) }) { first, _ in first } }
    for member in (mine + other).uniqued(on: \.name) {
      let (one, two) = (values[0][member.name], values[1][member.name])
      if one == nil || two == nil, unseen.contains(where: member.name.isSameName) {
        unobserved.insert(inner(member.shownName))
      } else {
        compare(one, two, at: inner(member.shownName))
      }
    }
  }

  private mutating func compareElements(_ old: Value, _ new: Value, at place: ReleaseDifference.Place) {
    var (mine, other) = (old.elements, new.elements)
    if mine.count == other.count || isUnordered(place) {
      let (sorted, otherSorted) = (mine.sorted { $0.sortKey < $1.sortKey }, other.sorted { $0.sortKey < $1.sortKey })
      if sorted.map(\.json) == otherSorted.map(\.json) {
        differences.append(ReleaseDifference(place: place, kind: .order, old: old.jsonText, new: new.jsonText))
        return
      }
      if isUnordered(place) { (mine, other) = Self.withoutSame(sorted, otherSorted) }
    }
    let inner = place.inside("/*")
    var (start, end) = (0, 0)
    let shorter = min(mine.count, other.count)
    if mine.count != other.count {
      while start < shorter, mine[start].json == other[start].json { start += 1 }
      while end < shorter - start, mine[mine.count - 1 - end].json == other[other.count - 1 - end].json { end += 1 }
    }
    let (left, right) = (mine[start..<(mine.count - end)], other[start..<(other.count - end)])
    for (one, two) in zip(left, right) { compare(one, two, at: inner) }
    for one in left.dropFirst(right.count) { compare(one, nil, at: inner) }
    for two in right.dropFirst(left.count) { compare(nil, two, at: inner) }
  }

  /// Returns the elements of two sorted lists that the other list does not have.
  private static func withoutSame(_ old: [Value], _ new: [Value]) -> ([Value], [Value]) {
    let (keys, otherKeys) = (old.map(\.sortKey), new.map(\.sortKey))
    var (left, right): ([Value], [Value]) = ([], [])
    var (index, other) = (0, 0)
    while index < old.count || other < new.count {
      if index < old.count, other < new.count, keys[index] == otherKeys[other] {
        (index, other) = (index + 1, other + 1)
      } else if other == new.count || index < old.count && keys[index] < otherKeys[other] {
        left.append(old[index])
        index += 1
      } else {
        right.append(new[other])
        other += 1
      }
    }
    return (left, right)
  }

  private mutating func compareScalars(_ old: Value, _ new: Value, at place: ReleaseDifference.Place) {
    func difference(_ kind: ReleaseDifference.Kind) {
      let isJSON = place.part.isJSON
      differences.append(
        ReleaseDifference(
          place: place, kind: kind, old: isJSON ? old.jsonText : old.text, new: isJSON ? new.jsonText : new.text))
    }
    guard old.json.typeName == new.json.typeName else { return difference(.type) }
    let (text, other) = (old.json.string ?? old.json.text, new.json.string ?? new.json.text)
    let isEncoded = place.part == .query || place.part == .path
    let (meant, otherMeant) =
      isEncoded ? (RequestReading.decoded(text), RequestReading.decoded(other)) : (text, other)
    if isEncoded, meant == otherMeant {
      if !isAcross { difference(.spelling) }
    } else if isSameButForTime(meant, otherMeant) {
      times.insert(place)
    } else {
      difference(.changed)
    }
  }
}

extension CallComparison.Value {
  /// A text by which equal values are beside each other.
  fileprivate var sortKey: String {
    "\(json["method"]?.string ?? "") \(json["path"]?.string ?? "") \(json.text)"
  }
}

extension ReleaseDifference.Part {
  /// Whether its values are JSON, so that a text has quotes.
  fileprivate var isJSON: Bool { self == .body || self == .result }
}

extension ReleaseCall {
  /// The verdict in a few words.
  var verdictText: String {
    codes.isEmpty ? status.rawValue : "\(status.rawValue) (\(codes.uniqued().joined(separator: ", ")))"
  }

  /// What kind of outcome the call has.
  fileprivate var outcomeClass: String { shown["outcome"]?.members.first?.name ?? "none" }

  /// The kind of outcome in words.
  fileprivate var outcomeText: String {
    let outcome = outcome(.shown)
    switch outcomeClass {
    case "failure": return "failure \(outcome["failure"]?["category"]?.string ?? "")"
    case "none": return codes.isEmpty ? "none" : "none (\(codes.uniqued().joined(separator: ", ")))"
    default: return outcomeClass
    }
  }
}

extension JSON {
  /// The value with the members of objects in alphabetical order, so that equal values have one text.
  fileprivate var inOrder: JSON {
    if isArray { return mapChildren(\.inOrder) }
    guard isObject else { return self }
    return .object(members.sorted { $0.name < $1.name }.map { ($0.name, $0.value.inOrder) })
  }

  /// How many texts in it stand in place of a secret.
  fileprivate var hiddenCount: Int {
    if let string { return string.contains("…") ? 1 : 0 }
    return values.reduce(0) { $0 + $1.hiddenCount }
  }
}
