import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("A contract takes parts of itself from other files")
struct ReferencesTests {
  @Test("a mistake is reported at its place, with the references that lead there", .slow, arguments: BrokenFolder.all)
  func said(_ broken: BrokenFolder) throws {
    expectText(try ContractFolder(broken.files).said(), is: broken.says, sourceLocation: broken.sourceLocation)
  }

  /// Returns the contract `x.contract.json` of a folder as it is read, with all references replaced.
  static func assembled(_ folder: ContractFolder) throws -> JSON {
    let bytes = try #require(FileSystem.bytes(folder.path + "/x.contract.json"))
    let source = Source(path: "x.contract.json", bytes: bytes)
    let diagnostics = Diagnostic.Collector()
    let json = try #require(diagnostics.parse(source))
    let root = try #require(ObjectReader(json, as: "a contract", allowed: nil, diagnostics))
    let file = ContractFile(path: source.path, location: folder.path + "/x.contract.json", root: folder.path)
    let files = NamedFiles(file, source: source, json: json, documents: Documents(), diagnostics)
    let whole = try #require(ContractReader(file: file, root: root, files: files).assembled()).root.object
    #expect(diagnostics.diagnostics.map(\.text) == [])
    return JSON(.object(whole))
  }

  static let everywhere = [
    "x.contract.json": ##"""
    {
      "contract": 1, "endpoint": "e", "baseURLs": {"files": "http://files.localhost"},
      "input": {"$ref": "shared/parts.json#/input"},
      "request": {"$ref": "shared/parts.json#/request"},
      "scenarios": [
        {"$ref": "shared/scenarios.json#/0"},
        {"name": "b",
         "request": {"$ref": "shared/parts.json#/overlay"},
         "response": {"$ref": "shared/parts.json#/responses/created"},
         "input": {"$ref": "#/scenarios/2/input"},
         "expect": {"$ref": "shared/parts.json#/expect"}},
        {"name": "c", "input": {"$literal": {"$ref": "as data"}},
         "exchanges": [
           {"request": {"$ref": "shared/parts.json#/overlay"}, "response": {"kind": "statusError", "status": 500}},
           {"request": {"body": {"$ref": "shared/parts.json#/request/body"}},
            "response": {"kind": "valid", "body": {"$ref": "shared/body.json"}}}
         ],
         "expect": {"success": {"$any": true}}}
      ]
    }
    """##,
    "shared/parts.json": ##"""
    {
      "input": ["{{baseURL.files}}"],
      "request": {"method": "PUT", "path": "/a", "body": {"json": {"n": 1}}},
      "overlay": {"path": "/b", "body": {"$ref": "#/request/body"}},
      "responses": {
        "created": {"kind": "valid", "status": 201, "body": {"$ref": "body.json"}}
      },
      "expect": {"success": {"id": {"$type": "integer"}}}
    }
    """##,
    "shared/scenarios.json": #"""
    [
      {"name": "a", "response": {"$ref": "parts.json#/responses/created"}, "expect": {"$ref": "../more/expect.json"}}
    ]
    """#,
    "shared/body.json": #"{"json":   {"id": 1.0}}"#,
    "more/expect.json": #"{"success": {"id": 1}}"#,
  ]

  @Test("a reference is replaced by its target, wherever a reference is allowed")
  func places() throws {
    let folder = try ContractFolder(Self.everywhere)
    let body: JSON = ["json": ["id": 1]]
    let created: JSON = ["kind": "valid", "status": 201, "body": body]
    let overlay: JSON = ["path": "/b", "body": ["json": ["n": 1]]]
    let whole = try Self.assembled(folder)
    #expect(whole["input"] == ["{{baseURL.files}}"])
    #expect(whole["request"] == ["method": "PUT", "path": "/a", "body": ["json": ["n": 1]]])
    #expect(
      whole["scenarios"] == [
        ["name": "a", "response": created, "expect": ["success": ["id": 1]]],
        [
          "name": "b", "request": overlay, "response": created, "input": ["$literal": ["$ref": "as data"]],
          "expect": ["success": ["id": ["$type": "integer"]]],
        ],
        [
          "name": "c", "input": ["$literal": ["$ref": "as data"]],
          "exchanges": [
            ["request": overlay, "response": ["kind": "statusError", "status": 500]],
            ["request": ["body": ["json": ["n": 1]]], "response": ["kind": "valid", "body": body]],
          ], "expect": ["success": ["$any": true]],
        ],
      ])
  }

  @Test("what the client may send after a fault has references, like an exchange")
  func recovery() throws {
    let folder = try ContractFolder([
      "x.contract.json": ##"""
      {
        "contract": 1, "endpoint": "e", "scenarios": [],
        "variations": {"recovery": [{"request": "login", "response": {"$ref": "shared.json#/a"}}], "steps": {"$ref": "shared.json#/b"}}
      }
      """##, "shared.json": #"{"a": {"kind": "valid"}, "b": {"failure": "any"}}"#,
    ])
    let expected: JSON = [
      "recovery": [["request": "login", "response": ["kind": "valid"]]], "steps": ["failure": "any"],
    ]
    #expect(try Self.assembled(folder)["variations"] == expected)
  }

  @Test("every place points into the file that contains its text, and the contract knows its files")
  func positions() throws {
    let folder = try ContractFolder(Self.everywhere)
    let set = folder.load()
    #expect(set.diagnostics.map(\.text) == [])
    let contract = try #require(set.contracts.first)
    func at(_ range: SourceRange?) -> String? { range?.description.replacing(folder.path + "/", with: "") }
    let (a, b, c) = (try contract.scenario("a"), try contract.scenario("b"), try contract.scenario("c"))
    #expect(at(a.range) == "shared/scenarios.json:2:12")
    #expect(at(a.declarationRange) == "x.contract.json:6:14")
    #expect(at(a.expect?.range) == "more/expect.json:1:1")
    #expect(at(a.exchanges[0].range) == "shared/parts.json:6:16")
    #expect(at(a.exchanges[0].shape.body?.range) == "shared/parts.json:3:54")
    #expect(at(b.range) == "x.contract.json:7:14")
    #expect(at(b.declarationRange) == at(b.range))
    #expect(at(b.exchanges[0].shape.path.range) == "shared/parts.json:4:23")
    #expect(at(b.exchanges[0].shape.method.range) == "shared/parts.json:3:25")
    #expect(at(c.exchanges[1].range) == "x.contract.json:15:8")
    // The body has the exact bytes of the file.
    #expect(a.exchanges[0].response.body?.bytes == Array(#"{"id": 1.0}"#.utf8))
    let files = ["shared/parts.json", "shared/scenarios.json", "shared/body.json", "more/expect.json"]
    #expect(Set(contract.files) == Set(files.map { folder.path + "/" + $0 }))
    #expect(contract.files.count == files.count)
    #expect(set.files == Set(contract.files))
  }

  @Test("a contract without other files knows no files")
  func alone() throws {
    let set = try ContractFolder(["x.contract.json": BaseContract.text]).load()
    #expect(set.contracts.map(\.files) == [[]])
    #expect(set.files == [])
  }

  @Test("the files of a contract with errors are known too, also absent ones")
  func filesOfBroken() throws {
    let folder = try ContractFolder([
      "x.contract.json": BrokenFolder.contract(response: #"{"$ref": "gone.json"}"#),
      "y.contract.json": BrokenFolder.contract(#""extends": "base.json","#), "base.json": "{",
    ])
    let set = folder.load()
    #expect(set.contracts.isEmpty)
    #expect(set.files == [folder.path + "/gone.json", folder.path + "/base.json"])
  }

  @Test("a scenario's body may be cut from one whose response is in another file")
  func truncated() throws {
    let text = #"""
      {"contract": 1, "endpoint": "e", "request": {"method": "GET", "path": "/"}, "scenarios": [
        {"name": "a", "response": {"$ref": "r.json"}, "expect": {"success": 1}},
        {"name": "b", "response": {"kind": "corruptJSON", "body": {"$ref": "cut.json"}}, "expect": {"failure": "decoding"}}
      ]}
      """#
    let folder = try ContractFolder([
      "x.contract.json": text, "r.json": #"{"kind": "valid", "body": {"json": [1, 2]}}"#,
      "cut.json": #"{"from": "a", "truncate": 3}"#,
    ])
    let set = folder.load()
    #expect(set.diagnostics.map(\.text) == [])
    let cut = try #require(set.contracts.first).scenario("b")
    #expect(cut.exchanges.first?.response.body?.bytes == Array("[1,".utf8))
  }

  @Test("a response's file is relative to the file that names it")
  func bodyFile() throws {
    let folder = try ContractFolder([
      "x.contract.json": BrokenFolder.contract(response: #"{"$ref": "shared/r.json"}"#),
      "shared/r.json": #"{"kind": "valid", "body": {"file": "../bodies/a.bin"}}"#, "bodies/a.bin": "bytes",
    ])
    let set = folder.load()
    #expect(set.diagnostics.map(\.text) == [])
    #expect(set.contracts.first?.scenarios[0].exchanges[0].response.body?.bytes == Array("bytes".utf8))
    #expect(set.contracts.first?.files == ["/shared/r.json", "/bodies/a.bin"].map { folder.path + $0 })
  }

  @Test("a part of a multipart body may take its body from another file")
  func part() throws {
    let request = #"{"method": "PUT", "path": "/", "body": {"multipart": [{"name": "a", "body": {"$ref": "b.json"}}]}}"#
    let folder = try ContractFolder([
      "x.contract.json": BrokenFolder.contract(request: request), "b.json": #"{"text": "x"}"#,
    ])
    #expect(try Self.assembled(folder)["request"]?["body"] == ["multipart": [["name": "a", "body": ["text": "x"]]]])
    #expect(folder.load().diagnostics.map(\.text) == [])
    let part = #"{"$optional": {"name": "a", "body": {"$optional": {"$ref": "b.json"}}}}"#
    let optional = #"{"method": "PUT", "path": "/", "body": {"$optional": {"multipart": [\#(part)]}}}"#
    try folder.write(BrokenFolder.contract(request: optional), to: "x.contract.json")
    #expect(folder.load().diagnostics.map(\.text) == [])
    #expect(
      try Self.assembled(folder)["request"]?["body"] == [
        "$optional": ["multipart": [["$optional": ["name": "a", "body": ["$optional": ["text": "x"]]]]]]
      ])
    try folder.write(#"{"multipart": []}"#, to: "b.json")
    expectTexts(folder.load().diagnostics.map(\.message), are: ["unknown member \"multipart\" in a part's body"])
  }

  @Test("a reference may be written with JSON escapes")
  func escaped() throws {
    let folder = try ContractFolder([
      "x.contract.json": BrokenFolder.contract(response: #"{"\u0024r\u0065f": "r.json"}"#),
      "r.json": #"{"kind": "valid", "status": 204}"#,
    ])
    #expect(folder.load().contracts.first?.scenarios[0].exchanges[0].response.status == 204)
  }

  @Test("$ref in data and in patterns is not a reference")
  func data() throws {
    let folder = try ContractFolder([
      "x.contract.json": BrokenFolder.contract(
        response: #"{"kind": "valid", "body": {"json": {"$ref": "gone.json"}}}"#,
        expect: #"{"success": {"$literal": {"$ref": "gone.json"}}}"#)
    ])
    let set = folder.load()
    #expect(set.diagnostics.map(\.text) == [])
    #expect(set.contracts.first?.files == [])
  }

  // MARK: Links

  @Test("a link to another place inside the folder is followed, and so is one that leads out of it")
  func links() throws {
    let folder = try ContractFolder([
      "specs/x.contract.json": BrokenFolder.contract(
        #""extends": "out/base.json","#, response: #"{"$ref": "in.json"}"#, expect: #"{"$ref": "out.json"}"#),
      "specs/deep/r.json": #"{"kind": "valid"}"#, "outside/base.json": "{}", "outside/e.json": #"{"success": null}"#,
    ])
    try folder.link("specs/in.json", to: "deep/r.json")
    try folder.link("specs/out.json", to: "../outside/e.json")
    try folder.link("specs/out", to: "../outside")
    let set = ContractSet.load([folder.path + "/specs"])
    expectTexts(set.diagnostics.filter { $0.severity == .error }.map(\.message), are: [])
    #expect(set.contracts.count == 1)
    #expect(Set(set.files.map { FileSystem.last($0) }) == ["base.json", "in.json", "out.json"])
  }

  @Test("reading ends at circular links: a file that names itself by ever longer paths is recognized")
  func linkCircle() throws {
    let folder = try ContractFolder([
      "x.contract.json": BrokenFolder.contract(
        #""extends": "loop/base.json","#, response: #"{"$ref": "loop/r.json"}"#),
      "base.json": #"{"extends": "loop/base.json"}"#, "r.json": #"{"$ref": "loop/r.json"}"#,
    ])
    try folder.link("loop", to: ".")
    let said = Set(folder.load().diagnostics.map(\.message))
    expectTexts(said.sorted(), are: [#"this "$ref" refers to itself"#, #"this "extends" refers to itself"#])
  }
}
