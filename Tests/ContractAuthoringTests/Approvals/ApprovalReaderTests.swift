import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Mistakes in files of approvals")
struct ApprovalReaderTests {
  private static func entry(_ members: String) -> String { "[{ \"contract\": \"todo\", \(members) }]" }

  @Test(
    "a mistake is reported at its place",
    arguments: [
      (#"{}"#, "approvals.json:1:1 a file of approvals is an object, expected a list of objects"),
      (#"[1]"#, "approvals.json:1:2 an approval is the number 1, expected an object"),
      (
        entry(#""pointers": ["/a"], "changes": ["null"]"#),
        #"approvals.json:1:2 missing member "result" in an approval"#
      ),
      (
        entry(#""pointers": ["a"], "changes": ["null"], "result": "same""#),
        #"approvals.json:1:37 an element of "pointers" is the string "a", expected "", or a JSON pointer such as "/items/*/price""#
      ),
      (
        entry(#""pointers": ["/a"], "changes": ["nul"], "result": "same""#),
        #"approvals.json:1:56 unknown change 'nul'"#
      ),
      (
        entry(#""pointers": ["/a"], "changes": ["null"], "result": "decode""#),
        #"approvals.json:1:75 unknown result 'decode'"#
      ),
      (
        entry(#""pointers": ["/a"], "changes": ["null"], "result": { "success": 1, "changed": {} }"#),
        #"approvals.json:1:75 "result" is an object, expected "same", a category of failures, or an object with success, failure or changed"#
      ),
      (
        entry(#""pointers": ["/a", "/a"], "changes": ["null"], "result": "same""#),
        "approvals.json:1:2 this entry has /a null twice"
      ),
      (
        #"[{"contract": "a", "pointers": ["/a"], "changes": ["null"], "result": "same"},"#
          + #" {"contract": "a", "pointers": ["/a"], "changes": ["null"], "result": "decoding"}]"#,
        "approvals.json:1:80 line 1 already has a result for /a null"
      ),
      (
        entry(#""pointers": ["/a"], "changes": ["null"], "result": { "changed": 3 }"#),
        #"approvals.json:1:88 "changed" is the number 3, expected an object with JSON pointers and values, such as {"/id": 0}"#
      ),
      (
        entry(#""pointers": ["/a"], "changes": ["null"], "result": { "changed": { "id": 3 } }"#),
        #"approvals.json:1:88 "changed" is an object, expected an object with JSON pointers and values, such as {"/id": 0}"#
      ),
    ])
  func mistakes(text: String, message: String) {
    let diagnostics = ApprovalReader.read(Source(path: "approvals.json", text: text)).diagnostics
    expectTexts(
      diagnostics.map { "\($0.range.description) \($0.message)" }, are: [message])
  }

  @Test("a file that cannot be read is reported where the configuration names it")
  func unreadable() {
    let source = Source(path: "contract-run.json", text: "\"none.json\"")
    let range = SourceRange(source: source, start: 0, end: 11)
    let diagnostics = ApprovalReader.read(
      AcceptedFile(.approvals, path: "none.json", clients: ["app"], range: range)
    ).diagnostics
    expectTexts(
      diagnostics.map(\.text),
      are: [
        """
        contract-run.json:1:1: error: the approvals in none.json cannot be read: there is no such file
            "none.json"
            ^~~~~~~~~~~
          note: write [] into the file, and learn its entries
        """
      ])
  }
}
