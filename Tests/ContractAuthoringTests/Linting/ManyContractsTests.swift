import Foundation
import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("Reading many contracts on all cores gives the same result as reading them one by one", .slow)
struct ManyContractsTests {
  private static func file(_ index: Int) -> String { "\(index / 100)/c\(1000 + index).contract.json" }

  @Test("contracts and diagnostics are in path order, and mistakes in a shared file are reported once")
  func order() throws {
    let folder = try ContractFolder(["shared/base.json": #"{"request": {"method": "GET", "path": "/a", "colors": 1}}"#])
    let request = BaseContract.text[
      try #require(BaseContract.text.range(of: #""request""#))
        .lowerBound..<(try #require(
          BaseContract.text.range(of: #""scenarios""#)
        ).lowerBound)]
    for index in 0..<600 {
      let text =
        switch index % 100 {
        case 7: BaseContract.edited(#""kind": "valid""#, #""kind": "vaild""#)
        case 9: BaseContract.text.replacingOccurrences(of: request, with: #""extends": "../shared/base.json", "#)
        default: BaseContract.text
        }
      try folder.write(text, to: Self.file(index))
    }
    let set = folder.load()
    let right = (0..<600).filter { ![7, 9].contains($0 % 100) }.map { String(Self.file($0).dropLast(14)) }
    #expect(set.contracts.map(\.name) == right)
    #expect(
      set.diagnostics.map { $0.range.source.path.replacing(folder.path + "/", with: "") }.filter {
        $0 != "shared/base.json"
      }
        == (0..<6).map { Self.file($0 * 100 + 7) })
    #expect(set.diagnostics.filter { $0.range.source.path.hasSuffix("base.json") }.count == 1)
    #expect(set.files == [folder.path + "/shared/base.json"])
  }

  @Test("warnings about each contract are in the same order, after the errors")
  func doubts() throws {
    let folder = try ContractFolder()
    for index in 0..<300 {
      let text =
        index == 200
        ? BaseContract.edited(#""kind": "valid""#, #""kind": "vaild""#)
        : BaseContract.edited(#""contract": 1"#, #""contract": 1, "tags": []"#)
      try folder.write(text, to: Self.file(index))
    }
    let set = Linter.load([folder.path], below: [])
    func files(_ isError: Bool) -> [String] {
      set.diagnostics.filter { ($0.severity == .error) == isError }.map {
        $0.range.source.path.replacing(folder.path + "/", with: "")
      }
    }
    #expect(set.diagnostics.first?.severity == .error)
    #expect(files(true) == [Self.file(200)])
    // None of these contracts has all five response kinds.
    #expect(files(false) == (0..<300).filter { $0 != 200 }.map(Self.file))
    #expect(set.contracts.count == 299)
  }
}
