// swift-tools-version: 6.1
import PackageDescription

/// The settings of the root package, and warnings as errors if CI requests that.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + (Context.environment["CONTRACTKIT_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])])

// A separate package, so that a build of ContractKit does not build the benchmarks. Run them with
// `swift run -c release --package-path Benchmarks benchmarks`.
//
// Sources contains ContractKit, the command and an example as symbolic links. Some rows measure code that ContractKit
// does not make public, and everything that is measured is built only once.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "ContractResources", exclude: ["completions", "init", "pages"]),
    .target(name: "ContractMetaSchemas", exclude: ["2020-12"]),
    .target(name: "ContractProtocol", swiftSettings: settings),
    .target(
      name: "ContractCore", dependencies: ["ContractProtocol", "ContractMetaSchemas"], swiftSettings: settings),
    .target(name: "ContractLoopback", dependencies: ["ContractCore"], swiftSettings: settings),
    .target(
      name: "ContractReporting", dependencies: ["ContractCore", "ContractResources"], swiftSettings: settings),
    .target(name: "ContractAuthoring", dependencies: ["ContractCore"], swiftSettings: settings),
    .target(name: "ContractKit", dependencies: ["ContractProtocol"], swiftSettings: settings),
    .target(name: "ContractTesting", dependencies: ["ContractCore", "ContractKit"], swiftSettings: settings),
    .target(name: "CContractRun", path: "Sources/contract-run/C"),
    .executableTarget(
      name: "contract-run",
      dependencies: [
        "ContractCore", "ContractLoopback", "ContractReporting", "ContractAuthoring", "ContractResources",
        "CContractRun",
      ], exclude: ["C"], swiftSettings: settings),
    .target(name: "TodoClient", swiftSettings: settings),
    .executableTarget(name: "todo-driver", dependencies: ["ContractKit", "TodoClient"], swiftSettings: settings),
    .executableTarget(
      name: "benchmarks",
      dependencies: ["ContractTesting", "ContractLoopback", "ContractReporting", "ContractAuthoring"],
      swiftSettings: settings),
    // The checks of specs/todo, with hand-written mocks. The row `todo` runs them.
    .testTarget(name: "HandWrittenMocks", dependencies: ["TodoClient"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
