import Foundation
import TestSupport
import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// Files of which nothing can be imported.
@Suite("Refused documents") struct RefusedDocumentTests {
  @Test("if all of an archive is left out, the failure says why") func nothing() throws {
    let sample = try ImportSample([
      "pages.har": """
      {"log": {"entries": [{"request": {"method": "GET", "url": "https://a.example/", "headers": []},
        "response": {"status": 200, "headers": [], "content": {"mimeType": "text/html", "text": "<html></html>"}}}]}}
      """
    ])
    let failure = try #require(try sample.run(.har, ["pages.har"]).failures.first)
    #expect(failure.message == "nothing was imported")
    #expect(failure.help.count == 1 && failure.help[0].contains("not what pages consist of"), "\(failure.help)")
  }

  @Test(
    "a document that cannot be read is a failure that says what to do", .slow,
    arguments: [
      ("openapi: 3.0.0\npaths: {}\n", "the file is not JSON; if it is YAML, convert it", "yq . "),
      (#"{"log": {"entries": []}}"#, "this is not an OpenAPI document", "it looks like HAR"),
      (#"{"swagger": "2.0", "paths": {}}"#, "this is Swagger 2.0", "npx swagger2openapi"),
      (#"{"openapi": "4.0.0"}"#, "the version of this document is '4.0.0'", "OpenAPI 3.0, 3.1 and 3.2"),
      (#"{"openapi": "3.0.0", }"#, "trailing comma in object", ""),
      ("", "the file is empty", ""),
      (#"{"a": 1}"#, "this is not an OpenAPI document", "convert it to OpenAPI"),
      (
        #"{"info": {"_postman_id": "1", "name": "n"}, "item": []}"#, "this is not an OpenAPI document",
        "npx -p postman-to-openapi p2o"
      ),
      (
        #"{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "item": []}"#,
        "this is not an OpenAPI document", "it is a collection of Postman"
      ),
      (#"{"_type": "export", "__export_format": 4}"#, "this is not an OpenAPI document", "export the requests as HAR"),
      (
        #"{"interactions": [{"request": {"method": "GET", "uri": "https://a.b/"}, "response": {}}], "version": 1}"#,
        "this is not an OpenAPI document", "it is a cassette of VCR"
      ),
      (
        #"[{"httpRequest": {"path": "/a"}, "httpResponse": {"body": "x"}}]"#, "this is not an OpenAPI document",
        "it is of MockServer"
      ),
      (
        "version: 1\ninteractions:\n- request:\n    uri: https://a.b/\n", "this is a cassette of VCR",
        "proxy that writes HAR"
      ),
      (#"{"asyncapi": "3.0.0"}"#, "this is not an OpenAPI document", "AsyncAPI describes messages"),
      (#"{"data": {"__schema": {}}}"#, "this is not an OpenAPI document", "a schema of GraphQL has no requests"),
      (#"{"contract": 1, "scenarios": []}"#, "this is not an OpenAPI document", "it is a contract already"),
      (String(repeating: "[", count: 100_000), "nested deeper than 512 levels", ""),
    ])
  func failures(text: String, message: String, help: String) throws {
    let sample = try ImportSample(["bad.json": text, "good.json": ImportTests.document([("a", "1")])])
    let result = try sample.run(.openapi, ["bad.json", "good.json"])
    let failure = try #require(result.failures.first)
    #expect(failure.message.hasPrefix(message))
    #expect(help.isEmpty || failure.help.joined(separator: "\n").contains(help))
    #expect(sample.names == ["a"])
  }

  @Test(
    "a command for another tool has the file's name as typed, quoted for a shell, and does not write into that file",
    arguments: [
      ("openapi: 3.0.0", "my api.v1.yaml", "yq . 'my api.v1.yaml' > 'my api.v1.json'"),
      ("openapi: 3.0.0", "it's.yml", #"yq -o json . 'it'\''s.yml' > 'it'\''s.json'"#),
      ("openapi: 3.0.0", "api", "sys.stdout)' < api > api.json"), ("openapi: 3.0.0", ".api", "yq . .api > .api.json"),
      ("openapi: 3.0.0", "api.json", "yq . api.json > api.json.json"),
      (#"{"swagger": "2.0", "paths": {}}"#, "openapi.json", "npx swagger2openapi openapi.json > openapi.openapi.json"),
      (#"{"swagger": "2.0", "paths": {}}"#, "$x.json", "npx swagger2openapi '$x.json' > '$x.openapi.json'"),
      (
        #"{"info": {"_postman_id": "1"}, "item": []}"#, "My API.postman_collection.json",
        "p2o 'My API.postman_collection.json' -f 'My API.postman_collection.openapi.json' -o p2o.json"
      ),
    ]) func commands(text: String, name: String, command: String) throws
  {
    let sample = try ImportSample([name: text])
    let help = try #require(try sample.run(.openapi, [name]).failures.first).help.joined(separator: "\n")
    #expect(help.replacing(sample.folder + "/", with: "").contains(command), "\(help)")
  }

  @Test("missing files, folders and files that are too large are failures") func files() throws {
    let sample = try ImportSample()
    try FileManager.default.createDirectory(atPath: sample.folder + "/folder", withIntermediateDirectories: true)
    try sample.write("", to: "large.json")
    let handle = try #require(FileHandle(forWritingAtPath: sample.folder + "/large.json"))
    try handle.truncate(atOffset: 100 << 20)
    try handle.close()
    #expect(
      try sample.run(.openapi, ["none.json", "folder", "large.json"]).failures.map(\.message) == [
        "no such file", "this is a folder", "the file has 104,857,600 bytes; the limit is 64 MiB",
      ])
  }
}
