import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("contract-run import accepted", .slow)
struct ConvertedEntriesTests {
  @Test("a former member of a client, and a former file, are errors that name the command which converts them")
  func former() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      func configure(_ top: String, _ own: String) throws {
        try folder.write(
          #"{ \#(top)"clients": [{ "name": "c", "specs": ["specs"], "driver": ["d"]\#(own) }] }"#,
          to: "contract-run.json")
      }
      let old = #"[{ "contract": "b/others", "scenario": "wrong", "code": "mismatch", "because": "a bug" }]"#
      try folder.write(old, to: "known.json")
      try configure("", #", "knownIssues": "known.json""#)
      let member = try await contractRun(["check"], in: folder)
      #expect(member.status == 2)
      expectText(member.errors, has: "note: convert it: contract-run import accepted known.json > accepted.json\n")
      let converted = try await contractRun(["import", "accepted", "known.json"], in: folder)
      #expect(converted.status == 0, "\(converted.errors)")
      try configure(#""accepted": "known.json", "#, "")
      let file = try await contractRun(["check"], in: folder)
      #expect(file.status == 2)
      expectText(file.errors, has: "note: convert the file: contract-run import accepted known.json > new.json\n")
      try folder.write(converted.output, to: "known.json")
      let good = try await contractRun(["check"], in: folder)
      #expect(good.status == 0, "\(good.errors)")
    }
  }

  @Test(
    "what is not an entry of an earlier version is an error at its place",
    arguments: [
      (#"[5]"#, #"k.json:1:2: error: an accepted entry is the number 5, expected an object"#),
      (#"["x"]"#, #"k.json:1:2: error: an accepted entry is the string "x", expected an object"#),
      (#"[null]"#, #"k.json:1:2: error: an accepted entry is null, expected an object"#),
      (#"[{"code": "late", "until": 5}]"#, #"k.json:1:28: error: "until" is the number 5, expected a string"#),
      (#"[{"code": "late", "bogus": 1}]"#, #"k.json:1:2: error: unknown member "bogus" in an accepted entry"#),
      (#"[{"pointers": ["/a"], "result": "same"}]"#, #"k.json:1:2: error: missing member "changes" in "fields""#),
      (#"{}"#, "k.json:1:1: error: a file of what is accepted is an object, expected a list of objects"),
    ])
  func mistakes(_ text: String, _ error: String) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(text, to: "k.json")
      let ended = try await contractRun(["import", "accepted", "k.json"], in: folder)
      #expect(ended.status == 2 && ended.output.isEmpty, "\(ended.output)")
      expectText(ended.errors, has: error + "\n")
    }
  }

  @Test("entries are of the clients whose file it was, and a note says if nothing names these")
  func clients() async throws {
    try await TestFolder.temporary { folder in
      let entry = #"[{ "contract": "a", "code": "late", "because": "x" }]"#
      try folder.write(entry, to: "k.json")
      func configure(_ own: String) throws {
        let clients = [("a", own), ("b", "")].map { #"{ "name": "\#($0)", "specs": ["s"], "driver": ["d"]\#($1) }"# }
        try folder.write(#"{ "clients": [\#(clients.joined(separator: ", "))] }"#, to: "contract-run.json")
      }
      try configure(#", "knownIssues": "k.json""#)
      let named = try await contractRun(["import", "accepted", "k.json"], in: folder)
      #expect(JSON.parse(named.output)?.array?.map { $0["client"] } == ["a"])
      #expect(named.status == 0 && named.errors.isEmpty, "\(named.errors)")
      try configure("")
      let lost = try await contractRun(["import", "accepted", "k.json"], in: folder)
      #expect(JSON.parse(lost.output)?.array?.map { $0["client"] } == [nil])
      #expect(lost.status == 0)
      expectText(lost.errors, has: "note: the entries of k.json are for all clients now, because no client of")
    }
  }
}
