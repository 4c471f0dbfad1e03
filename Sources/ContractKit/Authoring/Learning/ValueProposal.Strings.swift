import ContractCore
import Foundation

extension ValueProposal {
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
