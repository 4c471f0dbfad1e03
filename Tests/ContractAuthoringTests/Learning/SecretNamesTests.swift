import TestSupport
import Testing

@testable import ContractCore

@Suite("Names of secrets")
struct SecretNamesTests {
  /// Headers and query items of real APIs that are not secrets, although a word in their name is one of a secret.
  private static let ordinary: [(name: String, value: String)] = [
    ("X-Stainless-Auth-Version", "2024-10-01"),
    ("Auth0-Client", "eyJuYW1lIjoiYXV0aDAuanMiLCJ2ZXJzaW9uIjoiOS4yNi4xIn0="),
    ("X-Key-Version", "7f3a2b1c9d8e4f5a6b7c8d9e"), ("X-Partition-Key", "tenant-0123456789abcdef0123"),
    ("X-Cache-Key", "5f2b6c9d8e7f0a1b2c3d4e5f"), ("X-Api-Key-Id", "key_01HZX3V8Q4N7B2M5K9"),
    ("X-Pass-Through", "enabled"),
    ("X-Signature-Version", "2020-10-15T00:00:00Z"), ("X-Max-Tokens", "1048576"), ("max_tokens", "100000000"),
    ("X-Credential-Scope", "20260101/us-east-1/s3/aws4_request"), ("max-keys", "1000"),
    ("key-marker", "photos/2026/01/5f2b6c9d8e7f0a1b"), ("Idempotency-Key", "5f2b6c9d8e7f0a1b2c3d4e5f"),
    ("x-ms-version", "2024-11-04"), ("next_page_token", "CAUQAA5f2b6c9d8e7f0a"), ("pageToken", "CAUQAA5f2b6c9d8e7f0a"),
    ("continuation-token", "1ueGcxLPRx1Tr5f2b6c9d8e7f0a"), ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ("X-Routing-Key", "orders.created.v2.eu-west-1"), ("X-Token-Expires-At", "2026-01-01T00:00:00Z"),
    ("X-Auth-Method", "client-credentials"), ("Surrogate-Key", "article-1 article-2"),
    ("x-public-key", "MCowBQYDK2VwAyEA1b"),
    ("oauth_signature_method", "HMAC-SHA256"), ("token_endpoint", "https://login.example.com/v2.0/oauth2/token"),
    ("X-Amz-Server-Side-Encryption-Aws-Kms-Key-Id", "arn:aws:kms:eu:1:key/5f2b6c9d8e7f0a1b"),
    ("x-amz-server-side-encryption-bucket-key-enabled", "true"), ("Access-Control-Allow-Credentials", "true"),
    ("Cookie2", #"$Version="1""#),
  ]

  @Test("the last word of a name decides whether it is secret", arguments: ordinary)
  func harmless(name: String, value: String) {
    #expect(!Secrets.standard.isSecret(value, under: name))
    #expect(!Secrets.standard.isSecret(name: name, of: .string(value)))
    #expect(Secrets.standard.expression(forHeader: name, value: value) == nil)
    #expect(Secrets.standard.masked(Headers([.init(name, value)]))[name] == value)
    let request = CapturedRequest(
      method: "GET", url: "http://h/?\(name)=\(value)", headers: Headers([.init(name, value)]))
    #expect(Secrets.standard.credentials(of: request).isEmpty)
  }

  @Test(
    "credentials of real APIs are secret",
    arguments: [
      "Authorization", "Cookie", "X-Api-Key", "apikey", "access_token", "client_secret", "password",
      "X-Amz-Security-Token", "X-Amz-Signature", "X-Auth-Token", "PRIVATE-TOKEN", "DD-API-KEY",
      "DD-APPLICATION-KEY", "Ocp-Apim-Subscription-Key", "X-Shopify-Access-Token", "X-Vault-Token", "sig",
      "AWSAccessKeyId",
      "X-CSRF-Token", "x-functions-key", "X-Figma-Token", "X-Auth-Key", "X-Parse-REST-API-Key",
      "x-amz-server-side-encryption-customer-key", "Api-Token", "X-Algolia-API-Key", "X-Master-Key", "secret_id",
      "oauth_token_secret", "refresh_token", "id_token", "private_key_pem", "passwordConfirmation", "new_password",
      "SecretString", "TokenCode", "pin_code", "auth_code", "password_hash", "api-key-v2", "tokenValue",
      "contrasen\u{303}a", "PASSWORD_DB", "passwordPlaintextCopy",
    ])
  func credentials(name: String) {
    #expect(Secrets.standard.isSecret("hunter2x", under: name))
    #expect(Secrets.standard.isSecret(name: name, of: "hunter2x"))
    let object = JSON.object([(name, .string("hunter2x"))])
    #expect(Mask.standard.json(["a": object]).text.contains("…"))
  }

  @Test("if the last word says nothing, what looks like a key is secret")
  func byValue() {
    for name in ["apiKeyProduction", "TOKEN_GITHUB", "X-Auth-Extra"] {
      for key in ["5f2b6c9d8e7f0a1b2c3d4e5f", "6f9619ff-8b86-d011-b42d-00c04fc964ff"] {
        #expect(Secrets.standard.isSecret(key, under: name), "\(name)")
        #expect(Secrets.standard.isSecret(name: name, of: ["a", .string(key)]), "\(name)")
        #expect(Secrets.standard.masked("\(name)=\(key)") == "\(name)=…")
      }
      #expect(!Secrets.standard.isSecret("enabled", under: name), "\(name)")
      #expect(!Secrets.standard.isSecret(name: name, of: ["a": "b"]), "\(name)")
    }
  }

  @Test("what has neither a text nor a number is not a secret")
  func nothing() {
    let plain: [JSON] = [
      .null, true, [:], [], [.null, false], ["$absent": true], ["$any": true], ["$type": "string"],
      ["$format": "uuid"], ["$regex": "^.+$"], ["$regex": "^Bearer .+$"], ["$optional": ["$any": true]],
    ]
    for value in plain {
      for name in ["X-Api-Key", "Authorization", "password", "key"] {
        #expect(!Secrets.standard.isSecret(name: name, of: value), "\(value.text)")
        let line = "\(JSON.string(name).text): \(value.text), \"a\": 1"
        #expect(Secrets.standard.masked(line) == line)
        #expect(Mask.standard.source(line) == line)
        #expect(Secrets.standard.covered(source: line) == line)
        let object = JSON.object([(name, value)])
        #expect(Secrets.standard.masked(object) == object)
      }
    }
    for value: JSON in [["$regex": "^hunter2$"], ["$anyOf": ["hunter2", true]], ["a": [1]]] {
      #expect(Secrets.standard.isSecret(name: "X-Api-Key", of: value), "\(value.text)")
    }
    #expect(!Secrets(["X-Tenant"]).isSecret("null", under: "X-Api-Key"))
  }
}
