// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that measuring is no part of anybody's build: `swift run -c release --package-path Benchmarks`.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ContractKit", path: "..")],
  targets: [
    // ContractCore by a symbolic link: the loopback server is for its own package only.
    .target(
      name: "CoreInternals",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
      ]),
    .executableTarget(
      name: "benchmarks", dependencies: ["CoreInternals", .product(name: "ContractKit", package: "ContractKit")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
