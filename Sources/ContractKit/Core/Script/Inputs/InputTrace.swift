/// A value of the input, with the places at which the requests of a scenario carry it.
struct InputTrace {
  /// The place of the value in the input, as a JSON pointer.
  let pointer: String
  let value: JSON
  /// The places in the requests, by the index of the exchange.
  let places: [Int: [RequestValue.Place]]
  /// The places that have it by another name, or in a larger value.
  let others: [Int: [RequestValue.Place]]

  /// Returns whether each place is in a part of a request.
  func isOnly(in isSuch: (RequestValue.Place) -> Bool) -> Bool { places.values.allSatisfy { $0.allSatisfy(isSuch) } }
}

extension Scenario {
  /// The values of the input that requests carry as they are, in the order of the input.
  var inputTraces: [InputTrace] {
    let values = input.valuesByPointer()
    let shapes = exchanges.map { ($0.request?.carriedValues ?? []) }
    return values.compactMap { pointer, value in
      let name = (try? JSONPointer.steps(pointer))?.last { JSONPointer.index($0) == nil }
      let others = values.filter { $0.pointer != pointer && $0.value == value }
      // Two values that are the same, with names that are the same, cannot be told apart.
      if others.contains(where: { $0.pointer.split(separator: "/").last == pointer.split(separator: "/").last }) {
        return nil
      }
      var (places, rest): ([Int: [RequestValue.Place]], [Int: [RequestValue.Place]]) = ([:], [:])
      for (index, carried) in shapes.enumerated() {
        // Nobody knows what stays of a whole body.
        let equal = carried.filter { $0.carries(value) && $0.place != .body("") }
        // A list of one element, and not that element.
        let same = equal.filter { one in !equal.contains { one.place.isInside($0.place) } }
        let named = same.filter { one in name.map { one.place.isNamed($0) } == true }
        let isCertain = others.isEmpty && (value.isTelling || same.count == 1 && same[0].place.isInPath)
        let found = !named.isEmpty ? named : isCertain ? same : []
        if found.isEmpty { continue }
        places[index] = found.map(\.place)
        let larger =
          value.isTelling ? carried.filter { $0.value.isScalar && $0.value.plainText.has(value.plainText) } : []
        rest[index] = (same + larger).map(\.place).filter { one in !found.contains { $0.place == one } }
      }
      return places.isEmpty ? nil : InputTrace(pointer: pointer, value: value, places: places, others: rest)
    }
  }
}

/// A value that a request has at a place as its contract describes it: a text, a list of texts, or any value of a body that
/// is JSON.
private struct CarriedValue {
  var place: RequestValue.Place
  var value: JSON

  func carries(_ input: JSON) -> Bool {
    if value == input { return true }
    switch input.kind {
    case .bool(let bool):
      return value.string.map((bool ? ["True", "1"] : ["False", "0"]).contains) == true || isText(of: input)
    case .string, .number: return isText(of: input)
    case .array(let elements):
      let texts = elements.filter(\.isScalar).map(\.plainText)
      if texts.count < elements.count || texts.isEmpty { return false }
      return value == JSON.arrayUnlessOne(texts.map(JSON.string)) || value.string == texts.joined(separator: ",")
    case .null, .object: return false
    }
  }

  private func isText(of input: JSON) -> Bool { value.isScalar && value.plainText.isExactly(input.plainText) }
}

extension RequestShape {
  fileprivate var carriedValues: [CarriedValue] {
    let segments = urlValues.filter(\.place.isInPath).map { CarriedValue(place: $0.place, value: .string($0.text)) }
    let cookies = headers.flatMap(\.cookies).compactMap { cookie in
      cookie.pattern.onlyJSON.map { CarriedValue(place: .cookie(cookie.name), value: $0) }
    }
    return segments + Self.carried(query) { .query($0) }
      + Self.carried(headers.filter { !$0.name.isSameName("Cookie") }) { .header($0.lowercased()) } + cookies
      + carriedByBody
  }

  private static func carried(
    _ all: [Named], _ place: (String) -> RequestValue.Place
  ) -> [CarriedValue] {
    all.compactMap { one in
      let values = one.patterns.compactMap(\.soleValue)
      guard !values.isEmpty, values.count == one.patterns.count, !one.isRepeated else { return nil }
      let isList = if case .list = one.notation { true } else { false }
      let value = isList ? values[0] : one.patterns.count == 1 ? one.onlyText.map(JSON.string) : .array(values)
      return value.map { CarriedValue(place: place(one.name), value: $0) }
    }
  }

  private var carriedByBody: [CarriedValue] {
    switch body?.value.whenSent {
    case .json(let pattern):
      return pattern.onlyValues().map { CarriedValue(place: .body($0.pointer), value: $0.value) }
    case .form(let fields, _): return Self.carried(fields) { .body(JSONPointer.step($0)) }
    case .multipart(let parts):
      return parts.grouped(by: \.onlyName).compactMap { name, parts in
        let values = parts.compactMap(\.onlyValue)
        guard let name, values.count == parts.count else { return nil }
        return CarriedValue(place: .part(name), value: values.count == 1 ? values[0] : .array(values))
      }
    default: return []
    }
  }

  // MARK: Without the values

  /// Returns the shape of a request that may have anything, or nothing, at some places.
  ///
  /// - Parameter isUnset: Whether the objects around them, which nobody needs then, may be missing, too.
  func freeing(_ places: [RequestValue.Place], isUnset: Bool) -> RequestShape {
    var (segments, parameters) = (
      path.value.split(separator: "/", omittingEmptySubsequences: false).map(String.init), pathParameters
    )
    for case .segment(let index) in places where segments.indices.contains(index + 1) {
      let segment = segments[index + 1]
      if segment.hasPrefix("{"), segment.hasSuffix("}") {
        parameters = parameters.map { $0.name == segment.dropFirst().dropLast() ? $0.free(at: path.range) : $0 }
      } else {
        let name = "input value" + (index == 0 ? "" : " \(index)")
        segments[index + 1] = "{\(name)}"
        parameters.append(Named(name: name, range: path.range, patterns: [Pattern(.any, at: path.range)]))
      }
    }
    func freed(_ all: [Named], _ isFree: (String) -> Bool) -> [Named] {
      all.map { isFree($0.name) ? $0.optional(at: $0.range) : $0 }
    }
    return with(
      path: SourceLocated(segments.joined(separator: "/"), at: path.range), pathParameters: parameters,
      query: freed(query) { places.contains(.query($0)) },
      headers: freed(headers) { $0.isSameName("Content-Length") || places.contains(.header($0.lowercased())) }
        .map { $0.freeing(cookies: places) },
      body: .some(body.map { SourceLocated(self.freedBody($0.value, places, isUnset, freed), at: $0.range) }))
  }

  private func freedBody(
    _ body: Body, _ places: [RequestValue.Place], _ isUnset: Bool, _ named: ([Named], (String) -> Bool) -> [Named]
  ) -> Body {
    switch body {
    case .json(let pattern):
      let pointers = places.compactMap { place in if case .body(let pointer) = place { pointer } else { nil } }
      return .json(
        pointers.reduce(pattern) { pattern, pointer in
          (try? JSONPointer.steps(pointer)).map { pattern.freed(at: $0[...], isUnset) } ?? pattern
        })
    case .form(let fields, let others):
      return .form(named(fields) { places.contains(.body(JSONPointer.step($0))) }, others: others)
    case .multipart(let parts):
      return .multipart(
        parts.flatMap { part in
          let isFree = part.onlyName.map { places.contains(.part($0)) } ?? false
          return isFree ? Array(repeating: part.optional, count: Self.mostParts) : [part]
        })
    case .optional(let inner): return .optional(freedBody(inner, places, isUnset, named))
    default: return body
    }
  }

  /// How many parts a list of the input can become: `list of three`.
  private static let mostParts = 3
}

extension RequestShape.Part {
  /// The only name that it can have.
  var onlyName: String? { name?.soleText }

  /// The only value that it can have.
  fileprivate var onlyValue: JSON? {
    switch body?.value {
    case .json(let pattern): pattern.onlyJSON
    case .text(let pattern): pattern.soleText.map(JSON.string)
    default: nil
    }
  }

  /// The part with any body, or none.
  fileprivate var optional: Self {
    copy(of: self) { ($0.isOptional, $0.body) = (true, SourceLocated(.any, at: range)) }
  }
}

extension RequestShape.Named {
  /// The cookies, if it is the header Cookie.
  fileprivate var cookies: [Pattern.Member] {
    guard name.isSameName("Cookie"), patterns.count == 1 else { return [] }
    if case .object(let cookies) = patterns[0].kind { return cookies }
    return HeaderValue.namedCookies(patterns[0].soleText ?? "").map {
      Pattern.Member(name: $0.name, range: range, pattern: Pattern(.literal(.string($0.value)), at: range))
    }
  }

  /// The header Cookie with anything, or nothing, as the values of some cookies.
  fileprivate func freeing(cookies places: [RequestValue.Place]) -> Self {
    let all = cookies
    if !all.contains(where: { places.contains(.cookie($0.name)) }) { return self }
    let freed = all.map { cookie in
      copy(of: cookie) { if places.contains(.cookie($0.name)) { $0.pattern = cookie.pattern.freed(at: []) } }
    }
    return copy(of: self) { $0.patterns = [Pattern(.object(freed), at: range)] }
  }

  fileprivate func free(at range: SourceRange) -> Self { copy(of: self) { $0.patterns = [Pattern(.any, at: range)] } }

  /// The name with any values, or none.
  fileprivate func optional(at range: SourceRange) -> Self {
    copy(of: self) {
      $0.patterns = [Pattern(.optional(Pattern(.any, at: range)), at: range)]
      ($0.isRepeated, $0.notation) = (true, .decoded)
    }
  }
}

extension Pattern {
  /// The values at this place and inside it that are the only ones that match, each with its pointer.
  fileprivate func onlyValues(at pointer: String = "") -> [(pointer: String, value: JSON)] {
    let own = onlyJSON.map { [(pointer: pointer, value: $0)] } ?? []
    switch kind {
    case .object(let members):
      return own + members.flatMap { $0.pattern.onlyValues(at: pointer + JSONPointer.step($0.name)) }
    case .array(let elements):
      return own + elements.enumerated().flatMap { $1.onlyValues(at: pointer + JSONPointer.step(String($0))) }
    case .partial(let inner), .optional(let inner): return inner.onlyValues(at: pointer)
    case .allOf(let all): return all.flatMap { $0.onlyValues(at: pointer) }
    default: return own
    }
  }

  /// The only value that matches; nil if there are others.
  var onlyJSON: JSON? {
    switch kind {
    case .literal(let json): return json
    case .array(let elements):
      let values = elements.compactMap(\.onlyJSON)
      return values.count == elements.count ? .array(values) : nil
    case .object(let members):
      let values = members.compactMap { member in member.pattern.onlyJSON.map { (member.name, $0) } }
      return values.count == members.count ? .object(values) : nil
    case .optional(let inner): return inner.onlyJSON
    default: return nil
    }
  }

  /// The pattern with anything, or nothing, at a place.
  ///
  /// - Parameter isUnset: Whether the objects and lists around it may be missing, too.
  fileprivate func freed(at steps: ArraySlice<String>, _ isUnset: Bool = false) -> Pattern {
    guard let step = steps.first else { return Pattern(.optional(Pattern(.any, at: range)), at: range) }
    let rest = steps.dropFirst()
    switch kind {
    case .object(let members):
      return Pattern(
        .object(
          members.map { member in
            copy(of: member) {
              if !$0.name.isExactly(step) { return }
              let freed = member.pattern.freed(at: rest, isUnset)
              $0.pattern = isUnset ? Pattern(.optional(freed), at: range) : freed
            }
          }), at: range)
    case .array(let elements):
      return Pattern(
        .array(
          elements.enumerated().map { index, element in
            if JSONPointer.index(step) != index { return element }
            return rest.isEmpty ? Pattern(.any, at: range) : element.freed(at: rest, isUnset)
          }), at: range)
    case .partial(let inner): return Pattern(.partial(inner.freed(at: steps, isUnset)), at: range)
    case .allOf(let all): return Pattern(.allOf(all.map { $0.freed(at: steps, isUnset) }), at: range)
    case .optional(let inner): return Pattern(.optional(inner.freed(at: steps, isUnset)), at: range)
    default: return self
    }
  }
}

extension RequestValue.Place {
  /// Returns whether it is in a value at another place of a body.
  fileprivate func isInside(_ other: Self) -> Bool {
    guard case (.body(let pointer), .body(let outer)) = (self, other) else { return false }
    return pointer.hasPrefix(outer + "/")
  }

  var isInPath: Bool { if case .segment = self { true } else { false } }
  var isInHeader: Bool {
    switch self {
    case .header, .cookie: true
    default: false
    }
  }

  /// Whether the place has a name that means the same as one of the input.
  fileprivate func isNamed(_ input: String) -> Bool {
    let name: String? =
      switch self {
      case .segment: nil
      case .query(let name), .header(let name), .cookie(let name), .part(let name): name
      case .body(let pointer): (try? JSONPointer.steps(pointer))?.last { JSONPointer.index($0) == nil }
      }
    return name?.plainName == input.plainName
  }
}

extension JSON {
  /// The values at any depth, each with its pointer.
  func valuesByPointer(at pointer: String = "") -> [(pointer: String, value: JSON)] {
    // The elements of a list of scalars are those of the list.
    let isList = array.map { $0.allSatisfy(\.isScalar) } == true
    let own = pointer.isEmpty ? [] : [(pointer: pointer, value: self)]
    return own
      + (isList ? [] : children.flatMap { $0.value.valuesByPointer(at: pointer + JSONPointer.step($0.name)) })
  }

  /// Whether a request has the value at another place by chance only rarely.
  fileprivate var isTelling: Bool {
    switch kind {
    case .null, .bool: false
    case .string(let text): text.count >= 3
    case .number: plainText.count >= 3
    case .array(let elements): elements.contains(where: \.isTelling)
    case .object(let object): object.members.contains { $0.value.isTelling }
    }
  }
}
