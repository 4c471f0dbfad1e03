package import ContractCore
import Foundation

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
  private func array(_ arrays: [[JSON]?], count: Int, isSecret: Bool, pairs: Set<Int> = [], depth: Int) -> Proposed {
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

  // MARK: Texts

  /// The formats of strings that differ, in the order in which they are tried.
  private static let formats: [Format] = [.uuid, .dateTime, .date, .time, .email, .ipv4, .ipv6, .uri, .duration]

  /// Returns the description of a text.
  ///
  /// - Parameters:
  ///   - texts: The text in each sample; nil for a sample without it. At least one sample has it.
  ///   - isSecret: Whether it stands under a name that is a secret's.
  ///   - isHeader: Whether it is the value of a header, which cannot be every text.
  func text(_ texts: [String?], isSecret: Bool = false, isHeader: Bool = false) -> Proposed {
    let sent = texts.compactMap(\.self)
    guard let first = sent.first else { return Self.anyString }
    if first.isEmpty, sent.allSatisfy(\.isEmpty) { return .value("") }
    let proposed = proposal(for: texts, sent, isSecret: isSecret, isHeader: isHeader)
    if proposed.value?.string?.isExactly(first) == true { return proposed }
    // For example a URL that the contract has literally, although it is below a base URL. Most texts are proposed as they
    // are, so that the contract is seldom searched.
    return sent.allSatisfy { $0.isExactly(first) } && isInContract(first) ? .value(.string(first)) : proposed
  }

  /// Returns the description of a text, whether the contract contains it or not.
  private func proposal(for texts: [String?], _ sent: [String], isSecret: Bool, isHeader: Bool) -> Proposed {
    if isRequest || isSecret, sent.allSatisfy(Format.uuid.includes) { return Self.format(.uuid) }
    if isSecret { return expression([], for: texts) }
    if sent.contains(where: present.isNear) { return Self.format(of: sent) }
    let marked = zip(texts, zip(urls, origins)).compactMap { text, own in
      text.map { MarkedText($0, urls: own.0, origins: own.1, secrets: present.secrets, isKnown: isKnown) }
    }
    guard let text = marked.first, marked.allSatisfy({ $0 == text }) else { return Self.format(of: sent) }
    let isWrong = isHeader && HTTPText.valueError(text.text) != nil
    let isPattern = text.needsExpression || isRequest && !text.isPlain || isWrong
    return isPattern ? expression([text.expression], for: texts) : .value(.string(text.text))
  }

  /// Returns whether the contract contains a secret, or what it is made of.
  func isKnown(_ secret: String) -> Bool { isValue(secret) || Secrets.isMade(secret, of: isValue) }

  /// Returns whether the contract contains a secret, what it means if it is percent-encoded, as in a cookie, or the name
  /// and the password that are encoded in it for `Basic`.
  private func isValue(_ secret: String) -> Bool {
    if isInContract(secret) { return true }
    if let decoded = JSONPointer.percentDecoded(secret[...]), decoded != secret, isInContract(decoded) { return true }
    guard let data = Data(base64Encoded: secret), let text = String(validating: data, as: UTF8.self),
      let colon = text.firstIndex(of: ":")
    else { return false }
    return Secrets.isMade(user: text[..<colon], password: text[colon...].dropFirst(), of: isInContract)
  }

  /// Returns the first of some expressions that all texts match, or else one for any text that is not empty.
  func expression(_ expressions: [String], for texts: [String?]) -> Proposed {
    // The last one is for texts of multiple lines.
    let found = (expressions + [Secrets.anyText, "(?s)\(Secrets.anyText)"]).first { expression in
      zip(texts, addresses).allSatisfy { text, addresses in
        guard let text else { return true }
        let filled = addresses.fill(expression) { $0.expression }
        return (try? Pattern.Regex(filled))?.search(in: text).finding == .found
      }
    }
    return found.map { .pattern(["$regex": .string($0)]) } ?? Self.anyString
  }

  /// Returns the pattern for a text or a number that is a time near now; nil for others.
  static func time(_ json: JSON, _ present: TimeWindow) -> JSON? {
    if let text = json.string, present.isNear(text) { return format(of: [text]).written }
    if let number = json.number, present.isNear(number) { return type(of: [json]).written }
    return nil
  }

  /// Returns the format of texts that differ, or else that they are strings.
  private static func format(of texts: [String]) -> Proposed {
    formats.first { format in texts.allSatisfy(format.includes) }.map(format) ?? anyString
  }

  private static func format(_ format: Format) -> Proposed { .pattern(["$format": .string(format.rawValue)]) }
  private static let anyString = Proposed.pattern(["$type": "string"])
}

extension Addresses {
  /// The base URLs with an expression for each, in which any origin may stand. Longer ones come first.
  var expressions: [(text: String, written: String)] {
    let origin = "https?://[^/?#]+"
    let all = [base] + named.values
    let urls = all.flatMap { url -> [(text: String, written: String)] in
      [(url.text, origin + url.pathPrefix.expression), (String(url.text.dropLast(url.pathPrefix.count)), origin)]
    }
    return urls.sorted { $0.text.utf8.count > $1.text.utf8.count }
  }
}
