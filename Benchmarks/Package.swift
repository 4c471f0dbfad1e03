// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// A package of its own, so that measuring is no part of anybody's build: `swift run -c release --package-path
// Benchmarks`.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ContractKit", path: ".."), .package(name: "Todo", path: "Todo")],
  targets: [
    // ContractCore by a symbolic link: the loopback server is for its own package only.
    .target(name: "CoreInternals", swiftSettings: settings),
    .executableTarget(
      name: "benchmarks", dependencies: ["CoreInternals", .product(name: "ContractKit", package: "ContractKit")],
      swiftSettings: settings),
    // What specs/todo checks, by mocks as people write them: run by the row `todo`.
    .testTarget(
      name: "HandWrittenMocks", dependencies: [.product(name: "TodoClient", package: "Todo")], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
