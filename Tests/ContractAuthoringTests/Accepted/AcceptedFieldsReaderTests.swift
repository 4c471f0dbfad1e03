import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Mistakes in accepted changes of fields")
struct AcceptedFieldsReaderTests {
  private static func entry(_ members: String) -> String {
    "[{ \"contract\": \"todo\", \"because\": \"x\", \"fields\": { \(members) } }]"
  }

  @Test(
    "a mistake is reported at its place",
    arguments: [
      (
        entry(#""pointers": ["/a"], "changes": ["null"]"#),
        #"accepted.json:1:50 missing member "result" in "fields""#
      ),
      (
        entry(#""pointers": ["a"], "changes": ["null"], "result": "same""#),
        #"accepted.json:1:65 an element of "pointers" is the string "a", expected "", or a JSON pointer such as "/items/*/price""#
      ),
      (
        entry(#""pointers": ["/a"], "changes": ["nul"], "result": "same""#),
        #"accepted.json:1:84 unknown change 'nul'"#
      ),
      (
        entry(#""pointers": ["/a"], "changes": ["null"], "result": "decode""#),
        #"accepted.json:1:103 unknown result 'decode'"#
      ),
      (
        entry(#""pointers": ["/a"], "changes": ["null"], "result": { "success": 1, "changed": {} }"#),
        #"accepted.json:1:103 "result" is an object, expected "same", a category of failures, or an object with success, failure or changed"#
      ),
      (
        entry(#""pointers": ["/a", "/a"], "changes": ["null"], "result": "same""#),
        "accepted.json:1:2 this entry has /a null twice"
      ),
      (
        #"[{"contract": "a", "because": "x", "fields": {"pointers": ["/a"], "changes": ["null"], "result": "same"}},"#
          + #" {"contract": "a", "because": "x", "fields": {"pointers": ["/a"], "changes": ["null"], "result": "decoding"}}]"#,
        "accepted.json:1:108 line 1 already has a result for /a null"
      ),
      (
        entry(#""pointers": ["/a"], "changes": ["null"], "result": { "changed": 3 }"#),
        #"accepted.json:1:116 "changed" is the number 3, expected an object with JSON pointers and values, such as {"/id": 0}"#
      ),
      (
        entry(#""pointers": ["/a"], "changes": ["null"], "result": { "changed": { "id": 3 } }"#),
        #"accepted.json:1:116 "changed" is an object, expected an object with JSON pointers and values, such as {"/id": 0}"#
      ),
    ])
  func mistakes(text: String, message: String) {
    let diagnostics = AcceptedReader.read(Source(path: "accepted.json", text: text), clients: ["app"]).diagnostics
    expectTexts(
      diagnostics.map { "\($0.range.description) \($0.message)" }, are: [message])
  }
}
