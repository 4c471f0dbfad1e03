/// A list in pages: an empty page before the last one, the end written in another way, and one page more.
struct PagesFamily: VariationFamily {
  static let name = "pages"
  static let traits = Variation.Family.Traits(changesResponses: false)

  static let all = [Variation(PageChange(.end(.empty), at: 0))]

  /// The names of the optional ones that are played.
  var also: Set<String> = []
  /// The names of variations that are not played, by `PageChange.exceptionNames`.
  var exceptions: Set<String> = []

  static func read(_ member: FamilyMember) -> Self? {
    if member.json.bool == true { return Self() }
    let expected = "true, false or an object with \"also\" or \"except\""
    guard let own = member.object(allowed: ["also", "except"], expected: expected) else { return nil }
    let names = own.strings("except") ?? []
    for name in names where !PageChange.isName(name.value) {
      own.note(
        .wrongValue(
          "an element of \"except\"", found: JSON.string(name.value).phrase,
          expected: "one of " + English.listed(PageChange.fixedNames.map { JSON.string($0).text })
            + ", or one page, such as \"empty page 1\""),
        at: name.range)
    }
    return Self(also: also(own), exceptions: Set(member.reader.distinct(names, list: "except")))
  }

  static func undeclared(at range: SourceRange) -> Self? { Self() }

  /// Returns the advice for a client that does not ask for the next page.
  static func advice(_ variation: Variation) -> String {
    let name = JSON.string(variation.exceptionNames.last ?? variation.name).text
    return "if the client is right to stop, write \"pages\": {\"except\": [\(name)]} into \"variations\""
  }

  func candidates(_ scenario: Scenario, _ rules: VariationRules) -> VariationCandidates {
    guard let pages = scenario.pages else { return VariationCandidates(variations: [], leftOut: [.noCursor: 1]) }
    let last = pages.exchanges.upperBound - 1
    let empty = pages.exchanges.dropLast().enumerated().map { PageChange(.emptyPage($0 + 1), at: $1) }
    // A request after the list can need the last page as it is.
    let end = PageChange.End.allCases.map { PageChange(.end($0), at: last) } + [PageChange(.more, at: last)]
    let all = (empty + (last == scenario.exchanges.count - 1 ? end : []))
      .filter { !$0.traits.isOptional || also.contains($0.name) }
    let played = all.filter { exceptions.isDisjoint(with: $0.exceptionNames) }
    return VariationCandidates(
      variations: played.map { Variation($0) }, leftOut: [.excepted: all.count - played.count])
  }

  func varied(
    _ scenario: Scenario, by change: PageChange, _ rules: VariationRules
  ) throws(Variation.Obstacle) -> Scenario {
    guard let pages = scenario.pages else { throw .noCursor }
    if scenario.order == .any { throw .noOrder }
    if !scenario.expectsSuccess { throw .nothingToChange }
    let index = change.exchangeIndex
    var exchanges = scenario.exchanges
    let success = Scenario.Expectation(outcome: .success(Pattern(.any, at: rules.range)), range: rules.range)
    switch change.kind {
    case .emptyPage:
      exchanges[index] = exchanges[index].changing { $0.changing(at: pages.list) { _ in .array([]) } }
      return scenario.with(exchanges: exchanges, expect: .some(success), variant: Variant(original: scenario))
    case .end(let end):
      exchanges[index] = try exchanges[index].ending(end, after: exchanges[index - 1], pages)
      return scenario.with(exchanges: exchanges, variant: Variant(original: scenario))
    case .more:
      exchanges.replaceSubrange(index...index, with: try scenario.oneMore(pages))
      return scenario.with(exchanges: exchanges, expect: .some(success), variant: Variant(original: scenario))
    }
  }

  func isName(_ text: String, of scenario: Scenario, _ rules: VariationRules) -> Bool { PageChange.isName(text) }
}

/// Another answer with a page of a list.
package struct PageChange: VariationChange {
  enum Kind: Sendable {
    /// A page without elements, which is not the last one: the number of the page, from 1.
    case emptyPage(Int)
    /// The last page, which says in another way that it is the last one.
    case end(End)
    /// The last page, with a cursor to another one.
    case more
  }

  /// What the cursor of the last page is. Many clients take an empty text for another cursor, because their API never has
  /// one.
  enum End: String, Sendable, CaseIterable {
    case empty = "cursor is empty"
    case null = "cursor is null"
    case missing = "cursor is missing"
  }

  static let family = Variation.Family.pages
  /// The name in `except` that stands for all empty pages.
  package static let emptyPage = "empty page"
  private static let onePageMore = "one page more"
  /// The names that do not have the number of a page.
  static let fixedNames = [emptyPage] + End.allCases.map(\.rawValue) + [onePageMore]

  let kind: Kind
  let exchangeIndex: Int

  init(_ kind: Kind, at exchangeIndex: Int) { (self.kind, self.exchangeIndex) = (kind, exchangeIndex) }

  var name: String {
    switch kind {
    case .emptyPage(let number): "\(Self.emptyPage) \(number)"
    case .end(let end): end.rawValue
    case .more: Self.onePageMore
    }
  }

  var exceptionNames: [String] { if case .emptyPage = kind { [name, Self.emptyPage] } else { [name] } }
  var traits: Variation.Traits {
    switch kind {
    case .emptyPage: Variation.Traits(leadsOn: true, showsRules: true)
    case .end(let end): Variation.Traits(isOptional: end == .empty)
    case .more: Variation.Traits(leadsOn: true)
    }
  }

  func changedExchange(of scenario: Scenario) -> Int? { exchangeIndex }

  static func isName(_ text: String) -> Bool {
    if fixedNames.contains(text) { return true }
    guard text.hasPrefix("\(emptyPage) "), let number = Int(text.dropFirst(emptyPage.count + 1)) else { return false }
    return number > 0 && text == "\(emptyPage) \(number)"
  }
}

extension Exchange {
  /// Returns the exchange with a change of the JSON in its response.
  fileprivate func changing(_ change: (JSON) -> JSON) -> Exchange {
    let own = VariedResponse(self)
    guard let json = own.json else { return self }
    return with(response: own.made(response.kind, response.status ?? 200, change(json).utf8))
  }

  /// Returns the last page with another end.
  ///
  /// - Throws: `nothingToChange` if the end is already written so, or cannot be.
  fileprivate func ending(
    _ end: PageChange.End, after before: Exchange, _ pages: Pages
  ) throws(Variation.Obstacle) -> Exchange {
    guard let own = VariedResponse(self).json, case .body(let pointer) = pages.cursor.place else {
      throw .nothingToChange
    }
    // Without a cursor, the last page may lack what contains it, too.
    var place = pointer
    while own.value(at: place) == nil, own.value(at: JSONPointer.parent(place)) == nil {
      place = JSONPointer.parent(place)
    }
    let old = own.value(at: place)
    let isText = VariedResponse(before).json?.value(at: place)?.string != nil
    if end == .empty && !isText { throw .nothingToChange }
    let new: JSON? = switch end {
    case .empty: ""
    case .null: .null
    case .missing: nil
    }
    if old == new { throw .nothingToChange }
    return changing { $0.changing(at: place) { _ in new } }
  }
}

extension Scenario {
  /// Returns the last page with a cursor, as the page before has it, and one page more.
  ///
  /// - Throws: `nothingToChange` if the client may know in another way that no page comes.
  fileprivate func oneMore(_ pages: Pages) throws(Variation.Obstacle) -> [Exchange] {
    let (before, last) = (exchanges[pages.exchanges.upperBound - 2], exchanges[pages.exchanges.upperBound - 1])
    guard let request = last.request, let value = pages.cursor.value, let new = value.following(in: self),
      let body = VariedResponse(before).json, let lastBody = VariedResponse(last).json,
      let elements = lastBody.value(at: pages.list), !saysHowMany(pages)
    else { throw .nothingToChange }
    var headers = before.response.headers
    var page = body.changing(at: pages.list) { _ in elements }
    switch pages.cursor.place {
    case .body(let pointer):
      // An end that nothing else shows can be one that the client has chosen.
      if let end = lastBody.value(at: pointer), end != .null, end.string?.isEmpty != true, !lastBody.differsInFlag(from: body) {
        throw .nothingToChange
      }
      page = page.changing(at: pointer) { $0?.withLast(value, replacedBy: new) }
    case .header(let name):
      if last.response.headers.values(name).contains(where: { $0.contains(#/rel="?next/#) }) { throw .nothingToChange }
      for index in headers.lines.indices where headers.lines[index].name.isSameName(name) {
        headers.lines[index].value = headers.lines[index].value.withLast(value, replacedBy: new)
      }
    }
    let answer = before.with(response: before.response.with(headers: headers)).changing { _ in page }.response
    return [
      last.with(response: answer),
      last.with(request: .some(CarriedText(old: value, new: new).request(request))),
    ]
  }

  /// Whether a number in an answer is that of all pages or of all elements, by which a client may know the last page.
  private func saysHowMany(_ pages: Pages) -> Bool {
    let bodies = exchanges[pages.exchanges].compactMap { VariedResponse($0).json }
    let elements = bodies.reduce(0) { $0 + ($1.value(at: pages.list)?.elements.count ?? 0) }
    func has(_ json: JSON, at pointer: String) -> Bool {
      if pointer == pages.list || .body(pointer) == pages.cursor.place { return false }
      if let number = json.number?.int { return number == pages.exchanges.count || number == elements }
      return json.children.contains { has($0.value, at: pointer + JSONPointer.step($0.name)) }
    }
    return bodies.contains { has($0, at: "") }
  }
}

extension JSON {
  /// Whether a truth value at the top, or beside the cursor, is another one than in a page before.
  fileprivate func differsInFlag(from other: JSON) -> Bool {
    if let bool, let before = other.bool { return bool != before }
    return members.contains { member in other.object?[member.name].map(member.value.differsInFlag) == true }
  }

  fileprivate func withLast(_ value: String, replacedBy new: String) -> JSON {
    if let string { return .string(string.withLast(value, replacedBy: new)) }
    return JSON(.number(JSON.Number(validated: new)))
  }
}

extension String {
  fileprivate func withLast(_ value: String, replacedBy new: String) -> String {
    ranges(of: value).last.map { self[..<$0.lowerBound] + new + self[$0.upperBound...] } ?? self
  }

  /// Returns a cursor of the same form that the scenario does not have: with another last digit, or another last letter.
  fileprivate func following(in scenario: Scenario) -> String? {
    let known = scenario.exchanges.compactMap(\.request)
    let digits = Array("0123456789"), letters = Array("abcdef")
    for (all, index) in [
      (digits, lastIndex { digits.contains($0) }), (letters, lastIndex { $0.isASCII && $0.isLetter }),
    ] {
      guard let index else { continue }
      let start = all.firstIndex(of: self[index]) ?? 0
      let others = all[(start + 1)...] + all[..<start]
      for other in others {
        let new = String(self[..<index]) + String(other) + self[self.index(after: index)...]
        if !new.hasPrefix("0"), !known.contains(where: { $0.queryIs(new) || $0.pathHas(new) || $0.bodyHas(new) }) {
          return new
        }
      }
    }
    return nil
  }
}
