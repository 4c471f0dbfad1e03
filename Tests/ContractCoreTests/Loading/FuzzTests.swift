import Testing

@testable import ContractCore
@testable import ContractProtocol
@testable import TestSupport

@Suite("Reading a file ends, whatever the file contains", .slow)
struct FuzzTests {
  private static let pieces: [String] = [
    "{", "}", "[", "]", ":", ",", "\"", "\\", "\\u", "\\uD800", "null", "true", "-", "1e", "0", "//", "\n", "$any",
    "\"$ref\": 1", "\"from\"", "\"$partial\"", "\"$optional\": {}", "{{baseURL}}", "\u{FEFF}", "\u{0}", "%", "{id}",
  ]

  @Test("2,000 mutations of a contract each give a contract, or diagnostics with places in the text", arguments: 0..<8)
  func mutations(_ seed: Int) {
    var numbers = SeededNumbers(state: UInt64(seed))
    let texts = GoodContract.all.map { Array($0.text.utf8) }
    for _ in 0..<250 {
      var bytes = texts.randomElement(using: &numbers) ?? []
      for _ in 0...Int.random(in: 0..<4, using: &numbers) { bytes.mutate(with: Self.pieces, using: &numbers) }
      let source = Source(path: "f.contract.json", bytes: bytes)
      let file = ContractFile(path: source.path, location: "/specs/f.contract.json", root: "/specs")
      let (contract, diagnostics) = ContractReader.read(source, file: file)
      #expect((contract == nil) == diagnostics.hasErrors)
      for diagnostic in diagnostics {
        #expect(diagnostic.range.end <= bytes.count)
        #expect(!diagnostic.text.isEmpty)
        _ = diagnostic.range.pointer
      }
    }
  }

  @Test("a value moved to any other place of the contract gives a contract or a diagnostic")
  func swaps() throws {
    let root = try #require(JSON.parse(BaseContract.text))
    let values: [JSON] = [
      .null, true, 0, -1, "", "x", [], [.null], [:], ["$any": true], ["$ref": "x"], ["a": ["b": .null]],
    ]
    var places: [[String]] = []
    collect(root, [], into: &places)
    for place in places {
      for value in values {
        let text = replacing(root, place[...], with: value).prettyText
        let (contract, diagnostics) = ContractReader.read(text)
        #expect((contract == nil) == diagnostics.hasErrors)
      }
    }
    #expect(places.count > 40)
  }

  private func collect(_ json: JSON, _ place: [String], into places: inout [[String]]) {
    places.append(place)
    for member in json.object?.members ?? [] { collect(member.value, place + [member.name], into: &places) }
    for (index, element) in (json.array ?? []).enumerated() { collect(element, place + [String(index)], into: &places) }
  }

  private func replacing(_ json: JSON, _ place: ArraySlice<String>, with value: JSON) -> JSON {
    guard let step = place.first else { return value }
    if var object = json.object {
      for index in object.members.indices where object.members[index].name == step {
        object.members[index].value = replacing(object.members[index].value, place.dropFirst(), with: value)
      }
      return JSON(.object(object))
    }
    if var array = json.array, let index = Int(step), array.indices.contains(index) {
      array[index] = replacing(array[index], place.dropFirst(), with: value)
      return .array(array)
    }
    return json
  }
}
