import ContractCore
import Foundation

/// A secret in a request that the contract does not contain. No literal can be written for it, so every value is accepted.
package struct UnknownSecret: Hashable, Sendable {
  /// The part of the request in words: `header X-Api-Key`.
  package let part: String
  /// The places of the texts in the input that belong in this part, by their names. They are wrong if no request has them.
  package let inputs: Set<String>

  /// Returns the secrets of requests that their scenario does not contain.
  ///
  /// - Parameter unsent: The places of the texts in the input that no request has.
  static func all(
    of scenario: Scenario, in requests: [CapturedRequest], unsent: Set<String>, _ present: TimeWindow
  ) -> [UnknownSecret] {
    let values = ValueProposal(of: .request(present) { scenario.contains($0) }, addresses: [])
    let sent = requests.map { $0.secrets(by: values) }
    // What is made from a secret, such as a signature, is sent in place of it.
    let isSigned = sent.joined().contains { !signatures.isDisjoint(with: Secrets.words(of: $0.name)) }
    return sent.joined().map { secret in
      // Another request has another value in the same part.
      let differs = sent.joined().contains { $0.part == secret.part && $0.value != secret.value }
      let isMade = isSigned || secret.value.utf8.count >= 24 || differs
      return UnknownSecret(
        part: secret.part.text,
        inputs: isMade
          ? []
          : unsent.filter { pointer in
            let name = (try? JSONPointer.steps(pointer))?.last ?? ""
            return present.secrets.isSecret(name: name) && secret.isSame(as: name)
          })
    }
  }

  /// The words of names under which something stands that is made from a secret.
  private static let signatures: Set<String> = [
    "assertion", "challenge", "digest", "hash", "hmac", "nonce", "otp", "proof", "sig", "signature", "totp", "verifier",
  ]
}

/// A secret as a request has it.
private struct SentSecret {
  var part: Mutant.Part
  /// The name of the value: for Authorization, what the scheme says about it.
  var name: String
  var value: String
  /// Whether the name is only a scheme, which fits many names.
  var isScheme = false

  /// Returns whether an input's name means the same secret: `key` and `X-Api-Key`.
  func isSame(as input: String) -> Bool {
    let own = Set(Secrets.words(of: name)).subtracting(["x"])
    let other = Set(Secrets.words(of: input))
    if isScheme { return other.isSuperset(of: own) || !other.isDisjoint(with: ["auth", "jwt", "key", "token"]) }
    // Any other word names another secret, such as a tenant's.
    return !own.isDisjoint(with: other)
      && own.symmetricDifference(other).isSubset(of: ["access", "api", "app", "auth"])
  }
}

extension CapturedRequest {
  fileprivate func secrets(by values: ValueProposal) -> [SentSecret] {
    let rule = values.present.secrets
    let ofCookies = headers.values("Cookie").flatMap(HeaderValue.namedCookies).compactMap { name, value in
      value.isEmpty || values.isKnown(value) ? nil : SentSecret(part: .cookie(name), name: name, value: value)
    }
    let ofHeaders = headers.lines.compactMap { line -> SentSecret? in
      let (name, value) = (line.name, line.value)
      if name.isSameName("Cookie"), !HeaderValue.namedCookies(value).isEmpty { return nil }
      guard RequestShape.isClientsOwn(name, [value]), !value.isEmpty,
        rule.expression(forHeader: name, value: value, isKnown: values.isKnown) != nil,
        Secrets.expression(ofParts: value, isKnown: values.isKnown) == nil
      else { return nil }
      let words = value.split(separator: " ", maxSplits: 1).map(String.init)
      guard name.isSameName("Authorization"), words.count == 2 else {
        return SentSecret(part: .header(name), name: name, value: value)
      }
      let isBasic = words[0].isSameName("Basic")
      return SentSecret(part: .header(name), name: isBasic ? "password" : words[0], value: words[1], isScheme: !isBasic)
    }
    func ofItems(_ form: Form, _ part: (String) -> Mutant.Part) -> [SentSecret] {
      form.names.flatMap { name in
        form[name].map(\.text).filter { !$0.isEmpty && rule.isSecret($0, under: name) && !values.isKnown($0) }.map {
          SentSecret(part: part(name), name: name, value: $0)
        }
      }
    }
    let query = RequestURL(url)?.query.map { ofItems(Form($0.utf8), Mutant.Part.query) } ?? []
    let ofBody: [SentSecret] =
      switch RequestProposal.Content(self) {
      case .json(let json): json.secrets(below: "", by: rule).filter { !values.isKnown($0.value) }
      case .form(let form): ofItems(form, Mutant.Part.field)
      default: []
      }
    return ofHeaders + ofCookies + query + ofBody
  }
}

extension JSON {
  fileprivate func secrets(below pointer: String, by rule: Secrets) -> [SentSecret] {
    switch kind {
    case .array(let elements): return elements.flatMap { $0.secrets(below: pointer + "/*", by: rule) }
    case .object(let object):
      return object.members.flatMap { member -> [SentSecret] in
        let path = pointer + JSONPointer.step(member.name)
        guard let text = member.value.string, !text.isEmpty,
          rule.isSecret(name: member.name, of: member.value, in: object)
        else { return member.value.secrets(below: path, by: rule) }
        return [SentSecret(part: .json(path), name: member.name, value: text)]
      }
    default: return []
    }
  }
}
