import Foundation
import TestSupport
import Testing

@testable import ContractAuthoring
@testable import ContractCore

@Suite("Credentials that are made of the input")
struct CredentialFormsTests {
  private typealias Fixture = LearningFixture

  private static let key = "k-9f8e7d6c5b4a3210"

  /// Forms of Authorization that real APIs use, with KEY in place of the key.
  private static let forms = [
    "KEY", "Bearer KEY", "Bot KEY", "SSWS KEY", "Token KEY", "Token token=KEY", #"Token token="KEY""#, "token a:KEY",
    "GenieKey KEY", "sso-key KEY:x", "Klaviyo-API-Key KEY", "ApiKey KEY", "DeepL-Auth-Key KEY", "Discogs token=KEY",
    "OAuth KEY", "Zoho-oauthtoken KEY", "key KEY", "Key KEY:SECRET", "apikey token:KEY", "api_key: KEY",
    "ShippoToken KEY",
    "Server-Token KEY", #"MediaBrowser Token="KEY""#, "BASIC:ann@example.com:KEY", "BASIC:KEY:", "BASIC:api:KEY",
    "BASIC:KEY:x", "BASIC:KEY:api_token", "BASIC:ann/token:KEY",
  ]

  /// Returns a header in one of the forms.
  private static func header(_ form: String, key: String) -> String {
    let text = form.replacing("KEY", with: key).replacing("SECRET", with: "s-" + key.suffix(12))
    guard text.hasPrefix("BASIC:") else { return text }
    return "Basic " + Data(text.dropFirst("BASIC:".count).utf8).base64EncodedString()
  }

  private func request(_ value: String, under name: String = "Authorization", knows known: [String]) throws -> JSON {
    let samples = try [Transport.memory, .loopback].map { try Fixture.sample("/", $0, headers: [(name, value)]) }
    let contract = JSON.array(known.map(JSON.string)).text
    let proposal = try RequestProposal.make(samples, present: Fixture.present) { contract.contains($0) }
    #expect(try Fixture.differences(proposal, samples) == [], "\(proposal.text)")
    return proposal
  }

  @Test("each form of Authorization is kept with the key of the input, so that another key differs", arguments: forms)
  func kept(form: String) throws {
    let value = Self.header(form, key: Self.key)
    let proposal = try request(value, knows: [Self.key, "s-" + Self.key.suffix(12)])
    #expect(proposal["headers"]?["Authorization"] == .string(value))
    let wrong = try Fixture.sample("/", headers: [("Authorization", Self.header(form, key: "k-0123456789abcdef"))])
    #expect(try Fixture.differences(proposal, [wrong]).count == 1)
  }

  @Test(
    "what the input does not have is any text, also beside what it has",
    arguments: [
      ("sso-key KEY:hunter2", "^sso-key KEY:.+$"), ("sso-key hunter2:KEY", "^sso-key [^:]+:KEY$"),
      ("hunter2 KEY", "^[^ ]+ KEY$"),
      ("MediaBrowser Client=\"hunter2\", Token=\"KEY\"", "^MediaBrowser Client=\"[^\"]+\", Token=\"KEY\"$"),
      (
        "OAuth oauth_consumer_key=KEY, oauth_signature=hunter2==",
        "^OAuth oauth_consumer_key=KEY, oauth_signature=[^=]+==$"
      ),
      // Nothing of the input is in these.
      ("Token token=hunter2", "^Token .+$"), ("Bot hunter2", "^.+$"), ("Bearer hunter2", "^Bearer .+$"),
      ("Basic aHVudGVyMjpodW50ZXIy", "^Basic .+$"), ("hunter2=", "^.+$"),
    ])
  func unknown(form: String, expression: String) throws {
    let value = form.replacing("KEY", with: Self.key)
    let pattern = try request(value, knows: [Self.key])["headers"]?["Authorization"]
    #expect(pattern?["$regex"]?.string == expression.replacing("KEY", with: Self.key.expression))
  }

  @Test("other headers with secrets keep the input's value between delimiters, too")
  func others() throws {
    for value in ["Key \(Self.key)", "token=\(Self.key)", Self.key] {
      #expect(try request(value, under: "X-Api-Key", knows: [Self.key])["headers"]?["X-Api-Key"] == .string(value))
    }
  }

  @Test("a password that only one half of Basic shares with the input is not written")
  func half() throws {
    for pair in ["\(Self.key):hunter2", "hunter2:\(Self.key)", "\(Self.key):correcthorse"] {
      let value = "Basic " + Data(pair.utf8).base64EncodedString()
      #expect(try request(value, knows: [Self.key])["headers"]?["Authorization"] == ["$regex": "^Basic .+$"], "\(pair)")
    }
  }
}
