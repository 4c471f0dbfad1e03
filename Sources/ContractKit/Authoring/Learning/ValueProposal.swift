package import ContractCore

/// The description of a value that was seen multiple times, in different runs, as a pattern of a contract.
///
/// What was the same each time is described literally, except for secrets, for the URLs of the run, and for what will be
/// different tomorrow. What the contract contains is written as it is: it is the same tomorrow, and reveals nothing.
package struct ValueProposal {
  /// The place of the value in a contract.
  package enum Subject: Sendable {
    /// A part of a request. UUIDs and times near the present become patterns, and so do the run's URLs.
    case request(TimeWindow, isInContract: @Sendable (String) -> Bool)
    /// An outcome, in which times near the present become patterns, and the run's URLs `{{baseURL}}`. On loopback, so do
    /// its ports elsewhere, because each call has others.
    case outcome(TimeWindow, on: Transport, isInContract: @Sendable (String) -> Bool)
  }

  enum Proposed {
    /// The value itself.
    case value(JSON)
    /// A pattern. It may contain literal values.
    case pattern(JSON)

    /// The pattern, as a contract has it.
    var written: JSON {
      switch self {
      case .value(let json): json.asPattern
      case .pattern(let json): json
      }
    }

    /// The value; nil if it is described by a pattern.
    var value: JSON? { if case .value(let json) = self { json } else { nil } }
  }

  /// The base URLs of each sample's run.
  let addresses: [Addresses]
  /// The texts of these URLs, each with what is written in its place.
  let urls: [[(text: String, written: String)]]
  /// The hosts and ports of each sample's run that no other run has.
  let origins: [Set<String>]
  let present: TimeWindow
  let isRequest: Bool
  /// Returns whether the contract contains a text, so that it is neither a secret nor different tomorrow.
  let isInContract: @Sendable (String) -> Bool

  init(of subject: Subject, addresses: [Addresses]) {
    self.addresses = addresses
    switch subject {
    case .request(let present, let isInContract):
      (self.present, isRequest, self.isInContract) = (present, true, isInContract)
      urls = addresses.map(\.expressions)
      origins = addresses.map { _ in [] }
    case .outcome(let present, let transport, let isInContract):
      (self.present, isRequest, self.isInContract) = (present, false, isInContract)
      urls = addresses.map(\.placeholders)
      origins = addresses.map { addresses in
        let bases = transport == .loopback ? [addresses.base] + addresses.named.values : []
        return Set(bases.flatMap { ["\($0.port)", $0.host] }).subtracting(["127.0.0.1"])
      }
    }
  }

  /// Returns the pattern that all of some values match. It contains no secrets.
  ///
  /// - Parameters:
  ///   - values: The value in each sample; at least one.
  ///   - subject: The place of the value in a contract.
  ///   - addresses: The base URLs of each sample's run, in the same order.
  package static func make(_ values: [JSON], of subject: Subject, addresses: [Addresses]) -> JSON {
    DeepStack.run { ValueProposal(of: subject, addresses: addresses).value(values.map(\.unfolded)).written }
  }

  // MARK: Values

  /// The number of levels that a pattern may have, so that there are enough left for the contract around it.
  private static let depthLimit = JSON.depthLimit - 16

  /// Returns the description of a value.
  ///
  /// - Parameters:
  ///   - values: The value in each sample; nil for a sample without it. At least one sample has it.
  ///   - isSecret: Whether it is below a name that is a secret's.
  func value(_ values: [JSON?], isSecret: Bool = false, depth: Int = 0) -> Proposed {
    let sent = values.compactMap(\.self)
    let arrays = sent.compactMap(\.array)
    let objects = sent.compactMap(\.object)
    let texts = values.map { $0?.string }
    if depth < Self.depthLimit {
      if arrays.count == sent.count, let first = arrays.first, arrays.allSatisfy({ $0.count == first.count }) {
        let pairs = isSecret ? [] : present.secrets.secretPairs(in: first)
        return array(values.map { $0?.array }, count: first.count, isSecret: isSecret, pairs: pairs, depth: depth)
      }
      if objects.count == sent.count { return object(values.map { $0?.object }, isSecret: isSecret, depth: depth) }
    }
    if texts.compactMap(\.self).count == sent.count { return text(texts, isSecret: isSecret) }
    guard let first = sent.first, !first.isArray, !first.isObject, sent.allSatisfy({ $0 == first }) else {
      return Self.type(of: sent)
    }
    guard let number = first.number, isSecret || present.isNear(number) else { return .value(first) }
    return isInContract(number.literal) ? .value(first) : Self.type(of: sent)
  }

  /// - Parameter pairs: The indexes of pairs whose second element is a secret.
  private func array(
    _ arrays: [[JSON]?], count: Int, isSecret: Bool, pairs: Set<Int> = [], depth: Int
  ) -> Proposed {
    let elements = (0..<count).map { index in
      let values = arrays.map { $0?[index] }
      // Pairs are known only by their names, which are the same in all samples.
      guard pairs.contains(index), values.allSatisfy({ $0?.array?.count == 2 }) else {
        return value(values, isSecret: isSecret, depth: depth + 1)
      }
      let pair = (0...1).map { place in
        value(values.map { $0?.array?[place] }, isSecret: place == 1, depth: depth + 2)
      }
      return combined(pair)
    }
    return combined(elements)
  }

  /// Returns the description of an array with the descriptions of its elements.
  private func combined(_ elements: [Proposed]) -> Proposed {
    let count = elements.count
    let literals = elements.compactMap(\.value)
    return literals.count == count ? .value(.array(literals)) : .pattern(.array(elements.map(\.written)))
  }

  private func object(_ objects: [JSON.Object?], isSecret: Bool, depth: Int) -> Proposed {
    let sent = objects.compactMap(\.self)
    // A body may have thousands of members.
    let tables = objects.map { object in
      object.map { Dictionary($0.members.map { (ExactString($0.name), $0.value) }) { first, _ in first } }
    }
    let names = sent.flatMap(\.members).grouped { ExactString($0.name) }.map { $0.elements[0].name }
    var literals: [(String, JSON)] = []
    var members: [(String, JSON)] = []
    for name in names {
      let values = tables.map { $0?[ExactString(name)] }
      let count = values.count { $0 != nil }
      // No pattern describes a name.
      if !present.secrets.ranges(in: name).isEmpty || count < sent.count && Format.uuid.includes(name) {
        return Self.anyObject
      }
      let isSecret =
        isSecret
        || zip(objects, values).contains { object, value in
          guard let object, let value else { return false }
          return present.secrets.isSecret(name: name, of: value, in: object)
        }
      // An optional member has one level more.
      let proposed =
        arePorts(values, name)
        ? Self.type(of: values.compactMap(\.self)) : value(values, isSecret: isSecret, depth: depth + 2)
      if count == sent.count, let literal = proposed.value { literals.append((name, literal)) }
      members.append((name, count == sent.count ? proposed.written : ["$optional": proposed.written]))
    }
    if literals.count == names.count { return .value(.object(literals)) }
    return names.contains { $0.utf8.first == UInt8(ascii: "$") } ? Self.anyObject : .pattern(.object(members))
  }

  /// Returns whether all values are the run's own ports, under a name such as `remotePort`.
  private func arePorts(_ values: [JSON?], _ name: String) -> Bool {
    zip(values, origins).allSatisfy { value, own in
      (value?.number?.literal ?? value?.string).map(own.contains) ?? false
    } && Secrets.words(of: name).last == "port"
  }

  private static let anyObject = Proposed.pattern(["$type": "object"])

  static func type(of values: [JSON]) -> Proposed {
    let names = Set(values.map(\.typeName))
    let areWhole = values.allSatisfy { $0.number?.isInteger ?? true }
    let types = Pattern.TypeName.allCases.filter { $0 != .integer && names.contains($0.rawValue) }
      .map { JSON.string(($0 == .number && areWhole ? .integer : $0).rawValue) }
    return .pattern(["$type": types.count == 1 ? types[0] : .array(types)])
  }
}
