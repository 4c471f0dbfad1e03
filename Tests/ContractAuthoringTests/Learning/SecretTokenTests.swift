import TestSupport
import Testing

@testable import ContractCore

@Suite("Recognizing tokens by their form")
struct SecretTokenTests {
  private static let letters = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"

  /// Tokens of known forms. They are put together here, so that nobody takes this file for a leak.
  private static let known =
    [
      "ghp", "gho", "ghu", "ghs", "ghr", "github_pat", "sk_live", "sk_test", "rk_live", "rk_test", "whsec", "npm",
    ].map { "\($0)_\(letters)" }
    + ["xoxa", "xoxb", "xoxp", "xoxr", "xoxs", "glpat"].map { "\($0)-\(letters.prefix(24))" }
    + ["AIza\(letters.prefix(35))", "AKIA1B2C3D4E5F6G7H8I", "ASIA1B2C3D4E5F6G7H8I"]
    // By chance, some have no digit.
    + ["glpat-\(capitals)", "ghp_\(capitals)", "sk_live_\(capitals)", "AKIA\(capitals.prefix(16))"]

  private static let capitals = "QWERTZUIOPASDFGHJKLY"

  @Test("a token is masked under any name", arguments: known)
  func tokens(token: String) {
    for (text, masked) in [
      (token, "…"), ("see \(token), please", "see …, please"), (#"{"note": "\#(token)"}"#, #"{"note": "…"}"#),
      ("https://a/b/\(token)/c?d=\(token)&e=1", "https://a/b/…/c?d=…&e=1"),
    ] {
      #expect(Secrets.standard.masked(text) == masked)
    }
    #expect(Mask.standard.json(["note": .string(token)]) == ["note": "…"])
    #expect(Secrets.standard.masked("x\(token)") == "x\(token)", "it does not begin at the beginning of a word")
  }

  @Test(
    "what only begins like a token is not masked",
    arguments: [
      "npm_config_registry", "npm_package_version_is_the_version_of_1", "ghp_", "sk_live_mode", "xoxo-love", "AIzaXYZ",
      "AKIA", "AKIAS are birds of 2026", "glpat-", "whsec_", "-----BEGIN CERTIFICATE-----", "--- BEGIN PRIVATE KEY",
      "https://hooks.slack.com/services/", "https://discord.com/channels/1234567890",
    ])
  func words(text: String) { #expect(Secrets.standard.masked(text) == text) }

  @Test("a private key in the form of PEM is masked to its last line")
  func pem() {
    let (begin, end) = ("-----BEGIN RSA PRIVATE " + "KEY-----", "-----END RSA PRIVATE " + "KEY-----")
    #expect(Secrets.standard.masked("a \(begin)\nMIIEpAIB\n\(end)\nb") == "a …\nb")
    #expect(Secrets.standard.masked(#"{"pem": "\#(begin)\nMIIE\n\#(end)\n"}"#) == #"{"pem": "…\n"}"#)
    #expect(Secrets.standard.masked("\(begin)\nMIIEpAIB") == "…")
  }

  @Test("the key that stands near the id of a key of Amazon Web Services is masked")
  func keyAfterID() {
    let key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKE0"
    #expect(Secrets.standard.masked("AKIA1B2C3D4E5F6G7H8I,\(key)") == "…,…")
    #expect(Secrets.standard.masked("1,\(key)") == "1,\(key)")
    // The name of a commit has no capitals.
    let commit = "da39a3ee5e6b4b0d3255bfef95601890afd80709"
    #expect(Secrets.standard.masked("AKIA1B2C3D4E5F6G7H8I \(commit)") == "… \(commit)")
  }

  @Test("64 hexadecimal digits are a key under a header, except for checksums and ids of traces")
  func hexadecimal() {
    let key = String(repeating: "0a1b2c3d", count: 8)
    #expect(Secrets.standard.expression(forHeader: "X-Tenant", value: key) == "^.+$")
    #expect(Secrets.standard.masked(Headers([.init("X-Tenant", key)]))["X-Tenant"] == "…(64 characters)")
    for name in ["ETag", "X-Amz-Content-Sha256", "Content-Digest", "X-File-Hash", "If-None-Match", "X-Commit"] {
      #expect(Secrets.standard.expression(forHeader: name, value: key) == nil, "\(name)")
    }
    #expect(Mask.standard.json(["checksum": .string(key)]) == ["checksum": .string(key)])
  }

  @Test(
    "secrets in the shapes in which they travel are masked",
    arguments: [
      ("https://hooks.slack.com/services/T01/B02/abc3", "https://hooks.slack.com/services/…"),
      ("https://discord.com/api/webhooks/123/abc.d-e", "https://discord.com/api/webhooks/…"),
      ("https://ann:pa/ss@host/x", "https://…@host/x"), ("https://ann:pa/s@s@host/x", "https://…@host/x"),
      ("https://host:8080/a@2x.png", "https://host:8080/a@2x.png"), ("https://host/a:b@c", "https://host/a:b@c"),
      ("https://[::1]:80/a@b", "https://[::1]:80/a@b"),
      (#"mutation { login(password: """hunter2""") { id } }"#, #"mutation { login(password: """…""") { id } }"#),
      (#"{\"query\": \"{ a(password: \"\"\"b c\"\"\") }\"}"#, #"{\"query\": \"{ a(password: \"\"\"…\"\"\") }\"}"#),
      ("user%5Bname%5D=ann&user%5Bpassword%5D=hunter2&a=b", "user%5Bname%5D=ann&user%5Bpassword%5D=…&a=b"),
      (#"{"\u0070assword": "hunter2", "a": 1}"#, #"{"\u0070assword": "…", "a": 1}"#),
      (#"{"pass\u0077ord": "hunter2"}"#, #"{"pass\u0077ord": "…"}"#),
    ])
  func shapes(text: String, masked: String) { #expect(Secrets.standard.masked(text) == masked) }

  @Test("what a JSON Patch, a pair, or an object of a name and a value says about a password is masked")
  func pairs() {
    func masked(_ json: JSON) -> String { Secrets.standard.masked(json).text }
    #expect(
      masked(["op": "add", "path": "/user/password", "value": "hunter2"])
        == #"{"op":"add","path":"/user/password","value":"…(7 characters)"}"#)
    #expect(masked(["op": "add", "path": "/user/name", "value": "ann"]).contains("ann"))
    #expect(masked(["path": "password", "value": "ann"]).contains("ann"), "this is not a pointer")
    #expect(masked(["name": "password", "value": "hunter2"]) == #"{"name":"password","value":"…(7 characters)"}"#)
    #expect(
      masked([["user", "ann"], ["password", "hunter2"]]) == #"[["user","ann"],["password","…(7 characters)"]]"#)
    // These are lists of names.
    #expect(masked([["password", "token"], ["cookie"]]).contains("token"))
    #expect(masked(["password", "token"]).contains("token"))
  }

  @Test(
    "names of secrets in other languages and trades",
    arguments: [
      "pw", "totp", "cardNumber", "card_number", "iban", "ssn", "mnemonic", "seedPhrase", "SAMLResponse", "dsn",
      "connectionString", "Connection-String", "passwort", "Passwort", "contraseña", "motDePasse", "mot_de_passe",
    ])
  func names(name: String) { #expect(Secrets.standard.isSecret(name: name)) }

  @Test("a session, a ticket and a webhook are secret only if the value looks like a key")
  func codes() {
    for name in ["session", "ticket", "webhook"] {
      #expect(Secrets.standard.isSecret("5f2b6c9d8e7f0a1b2c3d4e5f", under: name))
      #expect(!Secrets.standard.isSecret("4711", under: name))
      #expect(!Secrets.standard.isSecret("a new printer for room 7", under: name))
      #expect(!Secrets.standard.isSecret(name: name, of: ["id": 1, "title": "a"]))
    }
    for name in ["company", "panel", "card", "cards", "responses", "seed", "number", "connection"] {
      #expect(!Secrets.standard.isSecret(name: name), "\(name)")
    }
  }

  @Test("the members of an object below key have names of their own")
  func keys() {
    let json: JSON = [
      "map": ["key": ["name": "Ann", "password": "x"], "key3": [["name": "Bob"]]], "key": "AIza1", "keys": ["a1b2"],
    ]
    #expect(
      Secrets.standard.masked(json).text
        == #"{"map":{"key":{"name":"Ann","password":"…(1 character)"},"key3":[{"name":"Bob"}]},"key":"…(5 characters)","keys":"…"}"#
    )
  }

  @Test("words in camel case with a digit are not random")
  func camelCase() {
    for text in [
      "spreadRecordUnion2", "getHTTPResponseBody2", "SpreadStringRecord2", "oauth2AuthorizationCode",
      "orderItemsOf2026",
    ] {
      #expect(!Secrets.isRandom(text), "\(text)")
    }
    for text in [
      "aB3dE5fG7hI9jK1lM", "sessionKey12345678901", "Qx7ZpLm2RtYv9KdW", "deadbeefcafebabe1", "iAmAKey9fXq2LpRt8Zw",
    ] {
      #expect(Secrets.isRandom(text), "\(text)")
    }
  }

  @Test("hostile texts take linear time", .exhaustive)
  func time() {
    for part in [
      "sk_live_-", "AKIA1B2C3D4E5F6G7H8I ", "-----BEGIN PRIVATE KEY", "a://b:c/", "\\u0070", "%5B", "pw: \"\"\"",
    ] {
      _ = Secrets.standard.ranges(in: String(repeating: part, count: 20_000))
    }
  }
}
