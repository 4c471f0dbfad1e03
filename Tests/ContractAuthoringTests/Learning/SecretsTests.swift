import TestSupport
import Testing

@testable import ContractCore

@Suite("Recognizing secrets")
struct SecretsTests {
  @Test(
    "a name is secret if its last word is",
    arguments: [
      "key", "apiKey", "APIKey", "api_key", "X-Api-Key", "apikeys", "xapikey", "accessKeyId", "primaryKey", "userPIN",
      "SIGValue", "token",
      "accessToken", "access_token", "ACCESS_TOKEN", "accesstoken", "X-Auth-Token", "token2", "csrfToken",
      "client_secret",
      "clientsecret", "Signature", "X-Hub-Signature-256", "sig", "password", "userPassword", "newpassword", "passwd",
      "pwd", "user[password]", "passphrase", "credentials", "X-Amz-Credential", "auth", "Authorization", "oauth2",
      "sessionId", "session_id", "session-id", "sessionid", "JSESSIONID", "jwt", "cookies", "code_verifier",
      "appid", "APPID", "nonce", "pass", "pin", "otp", "bearer", "csrf", "X-XSRF", "sid", "primary_key",
    ])
  func secretNames(name: String) { #expect(Secrets.standard.isSecret(name: name)) }

  @Test(
    "a name is not secret because it contains the letters of one",
    arguments: [
      "monkey", "keyboard", "keyword", "turkey", "author", "authority", "authored", "authenticated", "design",
      "designer", "signal", "sign_up", "tokenize", "tokenizer", "secretary", "passenger", "compass", "bypass",
      "spinner",
      "session", "sessions", "side", "id", "name", "title", "", "-", "é", "page", "kEy",
      "token_type", "keyKind", "passwordLength", "tokenLimit", "tokenCounts", "sort_key", "sortKey", "hasPassword",
      "app_id", "Idempotency-Key",
    ])
  func ordinaryNames(name: String) { #expect(!Secrets.standard.isSecret(name: name)) }

  @Test("a member that is called only key is secret unless its value is a word")
  func keys() {
    #expect(!Secrets.standard.isSecret(name: "key", of: "home"))
    #expect(!Secrets.standard.isSecret(name: "keys", of: ["first name", 7]))
    #expect(Secrets.standard.isSecret(name: "key", of: "AIza1"))
    #expect(!Secrets.standard.isSecret(name: "key", of: ["value": "home"]), "its members have names of their own")
    #expect(Secrets.standard.isSecret(name: "apiKey", of: "home"))
    #expect(!Secrets.standard.isSecret(name: "home", of: "AIza1"))
  }

  @Test("a code is secret if it looks like a key")
  func codes() {
    for text in [
      "SplxlOBeZQQYbYS6WxSbIA", "4/0AX4-Xf_Wh-9abc-def", String(repeating: "a", count: 40),
      "x.5f2b6c9d8e7f0a1b2c3d4e5f x",
    ] {
      #expect(Secrets.standard.isSecret(text, under: "code"), "\(text)")
      #expect(Secrets.standard.isSecret(name: "code", of: .string(text)), "\(text)")
      #expect(!Secrets.standard.isSecret(text, under: "codec"))
    }
    for text in ["", "DE", "404", "insufficient_funds_in_account", "let x = 1; let y = 2; let z = 3; print(x, y)"] {
      #expect(!Secrets.standard.isSecret(text, under: "code"), "\(text)")
    }
    #expect(!Secrets.standard.isSecret(name: "code", of: 12345))
  }

  @Test("truth values and small numbers of tokens are not secrets")
  func counts() {
    #expect(!Secrets.standard.isSecret(name: "usesToken", of: true))
    #expect(!Secrets.standard.isSecret("false", under: "usesToken"))
    for name in ["promptTokens", "tokens", "completion_tokens"] {
      #expect(!Secrets.standard.isSecret(name: name, of: 999_999))
      #expect(!Secrets.standard.isSecret("100", under: name))
      #expect(Secrets.standard.isSecret(name: name, of: 1_000_000))
      #expect(Secrets.standard.isSecret("1000000", under: name))
      #expect(Secrets.standard.isSecret(name: name, of: "abc"))
    }
    #expect(!Secrets.standard.isSecret(name: "tokens_details", of: ["cached": 1, "more": ["audio": 0]]))
    #expect(Secrets.standard.isSecret(name: "tokens", of: ["first": "abc"]))
    #expect(Secrets.standard.isSecret(name: "token", of: 123456))
    #expect(Secrets.standard.isSecret(name: "pin", of: 1234))
  }

  @Test(
    "secrets in a text are masked",
    arguments: [
      ("Bearer \(LearningFixture.token)", "Bearer …"), ("(\(LearningFixture.token))", "(…)"),
      ("v1.\(LearningFixture.token).\(LearningFixture.token)", "v1.…"),
      // The header of a token may be written on multiple lines, and need not have `alg`.
      ("ewogICJ0eXAiOiAiSldUIn0.eyJhIjoxfQ.", "…"),
      // This is not a token: its first part has neither `alg` nor `typ`, or there are only two parts.
      ("eyJhIjoxfQ.eyJhIjoxfQ.abc", "eyJhIjoxfQ.eyJhIjoxfQ.abc"),
      ("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhIjoxfQ", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhIjoxfQ"),
      ("eyes.ewe.eye", "eyes.ewe.eye"),
      ("https://a/b?token=c&d=e", "https://a/b?token=…&d=e"),
      ("to=https%3A%2F%2Fa%3Ftoken%3Db", "to=https%3A%2F%2Fa%3Ftoken%3D…"),
      ("https://user:pw@a/b@c", "https://…@a/b@c"), ("https://a/b@c", "https://a/b@c"),
      (#"{"password": "a b", "c": 1}"#, #"{"password": "…", "c": 1}"#), (#"{"pin":1234}"#, #"{"pin":…"#),
      (#"{"password": "a\"b", "c": 1}"#, #"{"password": "…"#), (#"{\"password\":\"a b\"}"#, #"{\"password\":\"…\"}"#),
      (#"{\"password\":\"a\\\"b\"}"#, #"{\"password\":\"…"#), (#"{"password": "a"#, #"{"password": "…"#),
      (#"{"password": "", "c": 1}"#, #"{"password": "", "c": 1}"#),
      ("<password>a b</password>", "<password>…</password>"),
      (##"<w:Password Type="#Text">a</w:Password>"##, ##"<w:Password Type="#Text">…</w:Password>"##),
      (#"<user password='a b'/>"#, #"<user password='…'/>"#), ("<b>password</b>", "<b>password</b>"),
      ("Bearer hunter2hunter2", "Bearer …"), ("(basic dXNlcjpwdw==).", "(basic …)."),
      ("a Token  my-token, b", "a Token  …, b"),
      ("Digest CANARY.canary!", "Digest …!"), ("Bearer  HUNTER_HUNTER", "Bearer  …"), ("Basic aBcdefgh", "Basic …"),
      (#"Digest username="a", response="b""#, "Digest …"), ("Digest username=a, response=b\nc", "Digest …\nc"),
      (#"Authorization: Digest username="a", response="b""#, "Authorization: Digest …"),
      // These are words, or too short.
      ("Bearer token expired", "Bearer token expired"), ("basic authentication", "basic authentication"),
      ("Basic Authentication.", "Basic Authentication."), ("Token überprüfen", "Token überprüfen"),
      ("Token a1b2c3d", "Token a1b2c3d"),
      ("Forbearer hunter2hunter2", "Forbearer hunter2hunter2"), (#"<basic a="b" c="d">"#, #"<basic a="b" c="d">"#),
      ("https://a/b?code=SplxlOBeZQQYbYS6WxSbIA&d=e", "https://a/b?code=…&d=e"), (#"{"code": 200}"#, #"{"code": 200}"#),
      ("<code>let x = 1</code><code>5f2b6c9d8e7f0a1b2c3d4e5f</code>", "<code>let x = 1</code><code>…</code>"),
      (#"{"max_tokens":100}"#, #"{"max_tokens":100}"#), (#"{"useToken":true}"#, #"{"useToken":true}"#),
      ("Cookie: a=b; c=d\nx", "Cookie: …\nx"), ("authorization: ApiKey abc\"", "authorization: …\""),
      (#"{"tokens": ["a", {"b": "]"}], "c": 1}"#, #"{"tokens": …, "c": 1}"#),
      (#"{"password": {"a": "#, #"{"password": …"#),
      (#"{"tokens": {"total": 1}, "auth": {"user": "me"}}"#, #"{"tokens": {"total": 1}, "auth": {"user": "me"}}"#),
      ("https://a/b?api_key=c,d;e&f=g#h", "https://a/b?api_key=…&f=g#h"),
      ("token=…; password: …(3 characters)", "token=…; password: …(3 characters)"),
      ("Authorization: Bearer abc", "Authorization: Bearer …"), ("Authorization: abc", "Authorization: …"),
      ("the author: me, monkey=1, a=b", "the author: me, monkey=1, a=b"), ("password", "password"),
      // A URL within a query, as clients encode it.
      ("/a?u=https%3A%2F%2Fann%3APW%40host%2Fb&c=d", "/a?u=https%3A%2F%2F…%40host%2Fb&c=d"),
      ("u=https%3a%2f%2fann:PW@host", "u=https%3a%2f%2f…@host"),
      ("u=https:%2F%2Fann%3AP%40W%40host&b=x%40y", "u=https:%2F%2F…%40host&b=x%40y"),
      ("https://ann:P%2FW@host/a%40b", "https://…@host/a%40b"),
      ("u=https%3A%2F%2Fhost%2Fa%40b", "u=https%3A%2F%2Fhost%2Fa%40b"),
      // Encoded more than once. What is encoded once more than the URL belongs to the password.
      ("v=https%253A%252F%252Fann%253APW%2540host%252Fb%2540c", "v=https%253A%252F%252F…%2540host%252Fb%2540c"),
      ("v=https%25253a%25252f%25252fann%25253aPW%252540host", "v=https%25253a%25252f%25252f…%252540host"),
      ("v=https%253A%252F%252Fann%253AP%25252FW%2540host", "v=https%253A%252F%252F…%2540host"),
      ("u=https%3A%2F%2Fann%3AP%252FW%40host", "u=https%3A%2F%2F…%40host"),
      ("v=https%253A%252F%252Fhost%252Fa%2540b", "v=https%253A%252F%252Fhost%252Fa%2540b"),
      ("a%253Ftoken%253Db", "a%253Ftoken%253D…"), ("user%255Bpin%255D%253D1234", "user%255Bpin%255D%253D…"),
      ("a%3Fpin%3D1234", "a%3Fpin%3D…"), ("a%253fpin%253d1234", "a%253fpin%253d…"),
      ("a%3Dspin%3D1234", "a%3Dspin%3D1234"), ("100%25pin=1234", "100%25pin=…"),
      // A multipart body, as it is and as a JSON string.
      (
        "--b\r\nContent-Disposition: form-data; name=\"password\"\r\nA: b\r\n\r\nhunter 2\r\n3\r\n--b\r\nx",
        "--b\r\nContent-Disposition: form-data; name=\"password\"\r\nA: b\r\n\r\n…\r\n--b\r\nx"
      ),
      ("form-data; name=token\n\nhunter2\n--b--", "form-data; name=token\n\n…\n--b--"),
      (
        #""form-data; name=\"password\"; filename=\"a\"\r\n\r\nhunter2\r\n--b--""#,
        #""form-data; name=\"password\"; filename=\"a\"\r\n\r\n…\r\n--b--""#
      ),
      (#"form-data; name=\"password\"\r\n\r\nhunt… (200 characters)"#, #"form-data; name=\"password\"\r\n\r\n…"#),
      ("form-data; name=\"title\"\r\n\r\nme\r\n--b--", "form-data; name=\"title\"\r\n\r\nme\r\n--b--"),
      ("token=é;b", "token=…;b"), ("", ""), ("=:>%", "=:>%"), ("%3D", "%3D"),
    ])
  func masks(text: String, masked: String) { #expect(Secrets.standard.masked(text) == masked) }

  @Test("secrets in a line of a contract are covered, so that the line keeps its length")
  func covers() throws {
    let line = #"    "headers": { "Authorization": "Bearer ö1", "X-Api-Key": { "$regex": "^a" }, "a": "b" }"#
    let covered = #"    "headers": { "Authorization": "*********", "X-Api-Key": { "$regex": "^a" }, "a": "b" }"#
    #expect(Secrets.standard.covered(source: line) == covered)
    for (line, covered) in [
      (#""X-Api-Key": {"$regex": "^hunter2$"}, "a": 1"#, #""X-Api-Key": {"$regex": "*********"}, "a": 1"#),
      (
        #"{"name": "password", "body": {"text": "hunter2"}}, 1"#,
        #"{"name": "password", "body": {"text": "*******"}}, 1"#
      ),
      (
        #"{"body": {"json": ["hunter2"]}, "name": "token"}, 1"#, #"{"body": {"json": ["*******"]}, "name": "token"}, 1"#
      ),
      (#"{"name": "title", "body": {"text": "hunter2"}}"#, #"{"name": "title", "body": {"text": "hunter2"}}"#),
    ] {
      #expect(Secrets.standard.covered(source: line) == covered)
    }
    let source = Source(path: "a.contract.json", text: "{ \"password\": \"hunter2\", \"x\": 1 }")
    let diagnostic = Diagnostic(.methodCase("get"), at: SourceRange(source: source, start: 25, end: 28))
    expectText(
      DiagnosticListing([diagnostic]).text.string,
      is: """
        a.contract.json:1:26: warning: methods are case-sensitive: "get" is not "GET" [method-case]
            { "password": "*******", "x": 1 }
                                     ^~~
          note: did you mean "GET"?
          note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#method-case
        1 warning in 1 file
        """)
  }

  @Test("a hostile text takes linear time", .exhaustive)
  func time() {
    let text = String(repeating: "ey", count: 100_000) + "." + String(repeating: "a=:>%3D<", count: 20_000)
    #expect(Secrets.standard.ranges(in: text).isEmpty)
    for part in [
      "; name=token\n\n", "; name=token\n", "u=a%3A%2F%2F", "https://", "code=", "code=\"", "Bearer ", "Token a=",
      "<code>", "tokens=1 ", "code: '\"\\",
    ] {
      _ = Secrets.standard.ranges(in: String(repeating: part, count: 10_000))
    }
  }

  @Test(
    "the expression for a secret header keeps a known scheme and the names of cookies",
    arguments: [
      ("Authorization", "Bearer abc", "^Bearer .+$"), ("authorization", "abc", "^.+$"),
      ("Proxy-Authorization", "Basic YTpi", "^Basic .+$"),
      ("Authorization", "AWS4-HMAC-SHA256 Credential=a", "^AWS4-HMAC-SHA256 .+$"),
      ("Authorization", "SCRAM-SHA-256 data=a", "^SCRAM-SHA-256 .+$"), ("Authorization", "hunter2 abc", "^.+$"),
      ("Authorization", "SCRAM-hunter2 abc", "^.+$"),
      ("Authorization", "s3cr3t/with+signs and more", "^.+$"),
      ("Cookie", "session=abc; theme=x", "^session=[^;]+; theme=[^;]+$"), ("Cookie", "abc", "^[^;]+$"),
      ("Cookie", "a.b=1;c=; d", #"^a\.b=[^;]+;[^;]+; [^;]+$"#), ("Cookie", "abc, a=b; =c", "^[^;]+; =[^;]+$"),
      ("Cookie", "c2VjcmV0MQ==; a==b", "^[^;]+; a=[^;]+$"), ("Cookie", "s_5f2b6c9d8e7f0a1b2c3d4e5f=1", "^[^;]+$"),
      ("X-Api-Key", "abc", "^.+$"), ("X-Page", "abc", nil), ("X-Max-Tokens", "7", nil),
    ])
  func headers(name: String, value: String, expression: String?) {
    #expect(Secrets.standard.expression(forHeader: name, value: value) == expression)
  }

  @Test("a text that a machine made has a long stretch of letters and digits")
  func random() {
    #expect(Secrets.isRandom("sk_live_51H8xYzAbCdEfGhIj"))
    #expect(Secrets.isRandom("5f2b6c9d8e7f0a1b2c3d4e5f"))
    for text in ["my-post-about-swift-6-and-2026", "1234567890123456", "abcdefghijklmnopqrstuvwxyz", ""] {
      #expect(!Secrets.isRandom(text), "\(text)")
    }
  }
}
