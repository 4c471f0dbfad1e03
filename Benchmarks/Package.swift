// swift-tools-version: 6.1
import PackageDescription

/// The list of the root package, and warnings as errors where CI asks for that.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + (Context.environment["CONTRACTKIT_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])])

// A package of its own, so that nobody who builds ContractKit builds this: `swift run -c release --package-path
// Benchmarks benchmarks`.
//
// ContractKit, the command and an example stand in Sources by symbolic links: some rows measure what ContractKit keeps to
// its own package, and everything that is measured is built once.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "ContractCore", swiftSettings: settings),
    .target(name: "ContractKit", dependencies: ["ContractCore"], swiftSettings: settings),
    .executableTarget(name: "contract-run", dependencies: ["ContractCore"], swiftSettings: settings),
    .target(name: "TodoClient", swiftSettings: settings),
    .executableTarget(name: "todo-driver", dependencies: ["ContractKit", "TodoClient"], swiftSettings: settings),
    .executableTarget(name: "benchmarks", dependencies: ["ContractKit"], swiftSettings: settings),
    // What specs/todo checks, by mocks as people write them: run by the row `todo`.
    .testTarget(name: "HandWrittenMocks", dependencies: ["TodoClient"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
