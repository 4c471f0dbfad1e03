/// A list in pages: an empty page before the last one, the end written in another way, and one page more.
struct PagesFamily: VariationFamily {
  static let name = "pages"
  static let traits = Variation.Family.Traits(changesResponses: false)

  static let all = [PageChange.End.empty, .missing].map { Variation(PageChange(.end($0), at: 0)) }

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

  /// Of a long list, the first page, one in the middle and the last one but one can be empty.
  func candidates(_ scenario: Scenario, _ rules: VariationRules) -> VariationCandidates {
    guard let pages = scenario.pages else { return VariationCandidates(variations: [], leftOut: [.noPages: 1]) }
    let (count, last) = (pages.cursors.count, pages.exchanges.upperBound - 1)
    let empty = [0, (count - 1) / 2, count - 1].uniqued().map {
      PageChange(.emptyPage($0 + 1), at: pages.exchanges.lowerBound + $0)
    }
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
    guard let pages = scenario.pages else { throw .noPages }
    if !scenario.expectsSuccess { throw .nothingToChange }
    let index = change.exchangeIndex
    var exchanges = scenario.exchanges
    let success = Scenario.Expectation(outcome: .success(Pattern(.any, at: rules.range)), range: rules.range)
    switch change.kind {
    case .emptyPage:
      if scenario.counts(pages, in: [exchanges[index]]) { throw .nothingToChange }
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

extension Variation {
  /// The advice for a client that does not ask for the next page.
  var adviceToStop: String {
    let name = JSON.string(exceptionNames.last ?? name).text
    return "if the client is right to stop, write \"\(family.rawValue)\": {\"except\": [\(name)]} into \"variations\""
  }
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

  /// What the cursor of the last page is. Many clients take an empty text for another cursor, or need the member, because
  /// their API is so.
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
    case .end(let end): Variation.Traits(isOptional: end != .null)
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
    guard let own = VariedResponse(self).json, let body = VariedResponse(before).json,
      case .body(let pointer) = pages.last.place, saysEnd(after: before, pages)
    else { throw .nothingToChange }
    // Without a cursor, the last page may lack what contains it, too.
    var place = pointer
    while own.value(at: place) == nil, own.value(at: JSONPointer.parent(place)) == nil {
      place = JSONPointer.parent(place)
    }
    // An empty object in place of a cursor of more than one value is the end.
    if place != pointer || own.value(at: place) == nil,
      own.value(at: JSONPointer.parent(place))?.members.isEmpty == true
    {
      throw .nothingToChange
    }
    let old = own.value(at: place)
    if end == .empty && body.value(at: place)?.string == nil { throw .nothingToChange }
    let new: JSON? =
      switch end {
      case .empty: ""
      case .null: .null
      case .missing: nil
      }
    if old == new { throw .nothingToChange }
    return changing { $0.changing(at: place) { _ in new } }
  }

  /// Whether the last page says that it is the last one, so that the client has not chosen to stop: it has no cursor, or
  /// another truth value than the page before.
  fileprivate func saysEnd(after before: Exchange, _ pages: Pages) -> Bool {
    guard let own = VariedResponse(self).json, let body = VariedResponse(before).json else { return false }
    switch pages.last.place {
    case .body(let pointer):
      guard let end = own.value(at: pointer), end != .null, end.string?.isEmpty != true else { return true }
      return own.differsInFlag(from: body)
    case .header(let name):
      return !response.headers.values(name).contains { $0.contains(#/rel\s*=\s*"?next\b/#) }
    }
  }
}

extension Scenario {
  /// Returns a page before the last one, as the page before has it, with a cursor that no page has.
  ///
  /// - Throws: `nothingToChange` if the client may know in another way that no page comes, or may have chosen to stop.
  fileprivate func oneMore(_ pages: Pages) throws(Variation.Obstacle) -> [Exchange] {
    let all = Array(exchanges[pages.exchanges])
    let (before, last) = (all[all.count - 2], all[all.count - 1])
    guard let step = pages.last.step, let new = pages.followingValue, let text = pages.last.text(with: new),
      let request = last.request?.with(new, for: step), last.saysEnd(after: before, pages), !counts(pages, in: all),
      returnsAll(pages)
    else { throw .nothingToChange }
    var (headers, response) = (before.response.headers, before.response)
    switch pages.last.place {
    case .body(let pointer):
      response =
        before.changing { body in
          body.changing(at: pointer) { $0?.string == nil ? JSON(.number(JSON.Number(validated: text))) : .string(text) }
        }.response
    case .header(let name):
      for index in headers.lines.indices where headers.lines[index].name == name { headers.lines[index].value = text }
      response = response.with(headers: headers)
    }
    return [last.with(response: response), last.with(request: .some(request))]
  }

  /// Returns whether a number in one of some pages, or in the input, counts pages or elements: then the client can know by
  /// it what comes.
  fileprivate func counts(_ pages: Pages, in some: [Exchange]) -> Bool {
    let lengths = lengths(of: pages)
    let counts = Set([pages.exchanges.count, lengths.reduce(0, +)] + (some.count == 1 ? lengths : []))
    func has(_ json: JSON, at pointer: String) -> Bool {
      if pointer == pages.list || .body(pointer) == pages.last.place { return false }
      if json.isScalar { return Int(json.plainText).map(counts.contains) == true }
      return json.children.contains { has($0.value, at: pointer + JSONPointer.step($0.name)) }
    }
    return some.contains { exchange in
      exchange.response.pageBody.map { has($0, at: "") } == true
        || exchange.response.headers.lines.contains {
          .header($0.name) != pages.last.place && Int($0.value).map(counts.contains) == true
        }
    } || RequestValue.values(of: input).contains { Int($0.text) == lengths.reduce(0, +) }
  }

  /// Returns the number of elements of each page.
  private func lengths(of pages: Pages) -> [Int] {
    exchanges[pages.exchanges].map { VariedResponse($0).json?.value(at: pages.list)?.elements.count ?? 0 }
  }

  /// Whether the outcome has as many elements as all pages.
  private func returnsAll(_ pages: Pages) -> Bool {
    let count = lengths(of: pages).reduce(0, +)
    func has(_ json: JSON) -> Bool { json.array?.count == count || json.values.contains(where: has) }
    return expect?.outcomes.contains { if case .success(let pattern) = $0 { has(pattern.json) } else { false } } == true
  }
}

extension Pages {
  /// A cursor of the same form that no request has; nil if nobody can know one. Numbers go on as they did.
  fileprivate var followingValue: String? {
    guard let step = last.step else { return nil }
    let known = cursors.compactMap(\.step?.value) + [cursors[0].step?.before].compactMap(\.self)
    if step.value.isNumeric {
      // A larger number is a token.
      guard let value = Int32(step.value), let before = step.before.map({ Int32($0) }) ?? (value == 2 ? 1 : nil),
        before < value
      else { return nil }
      return String(2 * Int(value) - Int(before))
    }
    for letters in ["0123456789", "abcdef"] {
      guard let index = step.value.lastIndex(where: letters.contains) else { continue }
      for other in letters {
        let new = step.value[..<index] + String(other) + step.value[step.value.index(after: index)...]
        if !known.contains(String(new)) { return String(new) }
      }
    }
    return nil
  }
}

extension JSON {
  /// Whether a truth value at the top, or beside the cursor, is another one than in a page before.
  fileprivate func differsInFlag(from other: JSON) -> Bool {
    if let bool, let before = other.bool { return bool != before }
    return members.contains { member in other.object?[member.name].map(member.value.differsInFlag) == true }
  }
}
