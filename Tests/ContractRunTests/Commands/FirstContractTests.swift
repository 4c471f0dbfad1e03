import ContractCore
import Foundation
import TestSupport
import Testing

@testable import ContractAuthoring

@Suite("The package of docs/first-contract.md", .timeLimit(.minutes(60)))
struct FirstContractTests {
  private static let contract = "specs/weather.contract.json"
  private static let adopter = TestFolder.package.appendingPathComponent("Tests/Fixtures/Adopter")

  private static func fences() throws -> [Page.Fence] {
    try Page("docs/first-contract.md").fences
  }

  /// The fence of a file, whose path follows the language.
  private static func fence(_ path: String) throws -> Page.Fence {
    try #require(try fences().first { $0.info.hasSuffix(" \(path)") })
  }

  @Test(
    "its sources are those of Tests/Fixtures/Adopter, without comments",
    arguments: ["Sources/WeatherClient/WeatherClient.swift", "Sources/weather-driver/WeatherDriver.swift"])
  func sources(_ path: String) throws {
    let text = try #require(Self.adopter.text(path)).replacing(#/ *\/\/\/ .*\n/#, with: "")
    expectText(text, is: try Self.fence(path))
  }

  @Test("the change that it shows leads to the contract of Tests/Fixtures/Adopter")
  func change() throws {
    let before = try Self.fence(Self.contract).text
    let after = try #require(Self.adopter.text(Self.contract))
    let shown = LineDiff(Array(before.utf8), Array(after.utf8), path: Self.contract).text
    let fence = try #require(try Self.fences().first { $0.info == "diff" })
    let next = "next: run the contracts: swift run contract-run"
    expectText(shown + "\nlearned 5 scenarios\n  wrote  \(Self.contract)\n\(next)\n", is: fence)
  }

  @Test("its files build, and each step prints what it shows", .exhaustive)
  func steps() async throws {
    try await TestFolder.temporary { folder in
      let package = folder.appendingPathComponent("Weather")
      for fence in try Self.fences() {
        guard let path = fence.info.split(separator: " ").dropFirst().first else { continue }
        try package.write(fence.text, to: String(path))
      }
      try package.write(
        try Self.fence("Package.swift").text.replacing("../ContractKit", with: TestFolder.package.path),
        to: "Package.swift")
      let screens = try Self.fences().filter { $0.info == "" }
      try #require(screens.count == 2)
      try await SharedBuild.with(package, product: "weather-driver", files: folder) { built in
        #expect(built.status == 0, "\(built.output)\(built.errors)")
        let first = try await contractRun(
          ["--timeout", "600"], in: package, environment: SharedBuild.environment, output: folder)
        #expect(first.status == 3, "\(first.output)\(first.errors)")
        // The page shows what `swift run` prints in the folder of the package.
        let output = first.output.replacing(" --timeout 600", with: "")
          .replacing(" contract-run ", with: " swift run contract-run ")
        expectText(output, has: screens[0].text)

        let learned = try await contractRun(
          ["learn", "--write"], in: package, environment: SharedBuild.environment, output: folder)
        #expect(learned.status == 0, "\(learned.output)\(learned.errors)")
        expectText(
          learned.output.replacing(": contract-run", with: ": swift run contract-run"),
          is: try #require(try Self.fences().first { $0.info == "diff" }))
        #expect(package.text(Self.contract) == Self.adopter.text(Self.contract))

        let again = try await contractRun(
          ["--timeout", "600"], in: package, environment: SharedBuild.environment.merging(["CI": ""]) { $1 },
          output: folder)
        #expect(again.status == 0, "\(again.output)\(again.errors)")
        // The times on the page stay as they are written there.
        var times = screens[1].text.matches(of: #/\d+\.\d\d s/#).map(\.output)
        let quick = again.output.replacing(" --timeout 600", with: "")
          .replacing(" contract-run ", with: " swift run contract-run ")
        let shown = quick.replacing(#/(?:\d+ min )?\d+\.?\d* s\b/#) { times.isEmpty ? $0.output : times.removeFirst() }
        expectText(shown, is: screens[1])
      }
    }
  }
}
