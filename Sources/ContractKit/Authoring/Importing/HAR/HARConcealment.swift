import ContractCore
import Foundation

/// The replacement of the secrets in recorded entries by texts of the same form, of which each stands for one secret. In
/// contracts, placeholders stand there. But an import must find the secrets, and see which of them are the same.
final class HARConcealment {
  private let secrets: Secrets
  private var rule: ImportSecrets
  private var standIns: [String: String] = [:]
  private var used: Set<String> = []

  init(_ secrets: Secrets) { (self.secrets, rule) = (secrets, ImportSecrets(secrets)) }

  /// Returns entries of an archive without their secrets.
  func entries(_ entries: [JSON]) -> [JSON] {
    // A secret may come under a harmless name before it comes under its own.
    for entry in entries { _ = self.entry(entry) }
    return entries.map(entry)
  }

  private func entry(_ entry: JSON) -> JSON {
    change(entry) { name, value in
      switch name {
      case "_varying": .array(value.elements.map { .string(text($0.string ?? "")) })
      case "request", "response": change(value, message)
      default: value
      }
    }
  }

  /// Returns a part of a request or an answer.
  private func message(_ name: String, _ part: JSON) -> JSON {
    switch name {
    case "url": .string(url(part.string ?? ""))
    case "headers": headers(part)
    case "postData": data(part)
    case "content": content(part)
    default: part
    }
  }

  private func change(_ json: JSON, _ change: (_ name: String, _ value: JSON) -> JSON) -> JSON {
    .object(json.members.map { ($0.name, change($0.name, $0.value)) })
  }

  // MARK: The parts of a message

  private func url(_ url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return text(url) }
    let path = url[scheme.upperBound...].drop { !"/?#".contains($0) }
    let query = path.firstIndex(of: "?").map { path[$0...].dropFirst() }
    let segments = ImportedRequest.segments(of: String(path.prefix { $0 != "?" }), by: secrets).map { segment in
      if !segment.isSecret, known(segment.decoded) == nil { return segment.text }
      return escaped(standIn(for: segment.decoded))
    }
    return url[..<path.startIndex] + segments.joined(separator: "/") + (query.map { "?\(form(String($0)))" } ?? "")
  }

  private func headers(_ headers: JSON) -> JSON {
    .array(
      headers.elements.map { line in
        let (name, value) = (line["name"]?.string ?? "", line["value"]?.string ?? "")
        return change(line) { $0 == "value" ? .string(header(name, value)) : $1 }
      })
  }

  private func header(_ name: String, _ value: String) -> String {
    if name.isSameName("Cookie") || name.isSameName("Set-Cookie") {
      let parts = value.split(separator: ";", omittingEmptySubsequences: false)
      // What follows the pair of Set-Cookie is about the cookie.
      let pairs = name.isSameName("Cookie") ? parts.count : 1
      return parts.enumerated().map { index, part in
        index < pairs ? after("=", in: String(part)) : String(part)
      }.joined(separator: ";")
    }
    if name.isSameName("Authorization") || name.isSameName("Proxy-Authorization") { return after(" ", in: value) }
    return secrets.isSecret(header: value, under: name) ? standIn(for: value) : text(value)
  }

  /// Returns a text with a secret after a mark; the whole text is one if it does not have the mark.
  private func after(_ mark: Character, in text: String) -> String {
    guard let place = text.firstIndex(of: mark) else { return standIn(for: text) }
    return text[...place] + standIn(for: String(text[place...].dropFirst()))
  }

  private func data(_ data: JSON) -> JSON {
    let type = data["mimeType"]?.string?.lowercased() ?? ""
    // An import does not read these, and secrets cannot be found in them.
    let isUnread = type.hasPrefix("multipart/") || data["encoding"] != nil
    return isUnread ? .object([("mimeType", data["mimeType"] ?? "")]) : content(data)
  }

  private func content(_ content: JSON) -> JSON {
    let isForm = content["mimeType"]?.string?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true
    let bytes = content["encoding"] == nil ? nil : content["text"]?.string.flatMap { Data(base64Encoded: $0) }
    return change(content) { name, value in
      guard name == "text", let text = value.string else { return value }
      if let bytes { return .string(Data(body(String(latin: bytes)).latinBytes).base64EncodedString()) }
      return .string(isForm ? form(text) : body(text))
    }
  }

  private func form(_ text: String) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
      let form = Form(Array(item.utf8))
      guard let name = form.names.first, let value = form[name].first?.text, !value.isEmpty else { return String(item) }
      let shown = secrets.isSecret(value, under: name) ? standIn(for: value) : self.text(value)
      return shown == value ? String(item) : item.prefix { $0 != "=" } + "=" + escaped(shown)
    }.joined(separator: "&")
  }

  private func escaped(_ text: String) -> String {
    Hexadecimal.percentEncoded(text) { $0.isLetter || $0.isDigit || "-._~".utf8.contains($0) }
  }

  private func body(_ text: String) -> String {
    guard let json = JSON.parse(text), !json.isScalar else { return self.text(text) }
    let shown = rule.replacing(json, isSecret: false) { [self] _, value, isSecret in
      if let number = value.number {
        let shown = isSecret ? standIn(for: number.literal) : known(number.literal) ?? number.literal
        return JSON.Number(literal: shown).map { JSON(.number($0)) } ?? value
      }
      return value.string.map { .string(isSecret ? standIn(for: $0) : self.text($0)) }
    }
    return shown == json ? text : shown.text
  }

  // MARK: Texts

  /// Returns a text with other secrets in place of those that are in it.
  private func text(_ text: String) -> String {
    if let known = known(text) { return known }
    var bytes = Array(text.utf8)
    for range in secrets.ranges(in: text).reversed() {
      let secret = String(decoding: bytes[range], as: UTF8.self)
      bytes.replaceSubrange(range, with: standIn(for: secret).utf8)
    }
    let shown = String(decoding: bytes, as: UTF8.self)
    if standIns.isEmpty { return shown }
    return shown.replacing(#/[\p{L}\p{N}._~%-]+/#) { known(String($0.output)) ?? String($0.output) }
  }

  /// The shortest secret that is recognized under a harmless name. A shorter text may be there by chance.
  private static let certainLength = 6

  /// Returns what stands in place of a text that is a secret elsewhere; nil if it is not one.
  private func known(_ text: String) -> String? {
    text.utf8.count < Self.certainLength ? nil : standIns[text]
  }

  /// Returns the text that stands in place of a secret: another one, of the same form.
  private func standIn(for secret: String) -> String {
    if let known = standIns[secret] { return known }
    let made = made(for: secret)
    used.insert(made)
    standIns[secret] = made
    return made
  }

  private func made(for secret: String) -> String {
    if Format.uuid.includes(secret) {
      let made = UUID().uuidString
      return secret.contains(where: \.isUppercase) ? made : made.lowercased()
    }
    // The beginning of a token says what it is: `ghp_`, or the header of a JSON Web Token.
    let isToken = secrets.isToken(secret)
    for length in 0...(isToken ? secret.count / 2 : 0) {
      for _ in 0..<Self.attempts {
        let made = String(secret.prefix(length)) + Self.scrambled(secret.dropFirst(length))
        if made == secret || used.contains(made) { continue }
        if secrets.isToken(made) == isToken, Secrets.isRandom(made) == Secrets.isRandom(secret) { return made }
      }
    }
    return Self.scrambled(secret[...])
  }

  /// How many texts are tried of which some may be the secret itself, or not look like one.
  private static let attempts = 20

  private static func scrambled(_ text: Substring) -> String {
    let isHexadecimal = text.utf8.allSatisfy { !$0.isLetter || Hexadecimal.value(ofDigit: $0) != nil }
    let letters = isHexadecimal ? "abcdef" : "abcdefghijklmnopqrstuvwxyz"
    return String(
      text.map { character -> Character in
        guard character.isLetter || character.isNumber else { return character }
        // A number must not begin with 0.
        if character.isNumber { return "123456789".randomElement() ?? "1" }
        let letter = letters.randomElement() ?? "a"
        return character.isUppercase ? Character(letter.uppercased()) : letter
      })
  }
}

extension Secrets {
  /// Returns whether a text as a whole is recognized as a secret by its form.
  fileprivate func isToken(_ text: String) -> Bool { ranges(in: text) == [0..<text.utf8.count] }
}
