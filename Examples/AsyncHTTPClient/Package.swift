// swift-tools-version: 6.1
import PackageDescription

/// The settings of the root package. If CI asks for it, warnings are errors; a command-line flag would also apply to
/// the dependencies.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + (Context.environment["CONTRACTKIT_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])])

/// The parts of SwiftNIO and AsyncHTTPClient that a target uses.
func products(_ nio: String...) -> [Target.Dependency] {
  [.product(name: "AsyncHTTPClient", package: "async-http-client")]
    + nio.map { .product(name: $0, package: "swift-nio") }
}

// This is a separate package, because ContractKit itself has no dependencies.
let package = Package(
  name: "AsyncHTTPClientExample",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ContractKit", path: "../.."),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
  ],
  targets: [
    .target(
      name: "TodoNIO", dependencies: products("NIOCore", "NIOHTTP1"), path: "Client", swiftSettings: settings),
    .target(
      name: "NIOFailures",
      dependencies: [.product(name: "ContractKit", package: "ContractKit")] + products("NIOCore", "NIOPosix"),
      path: "Failures", swiftSettings: settings),
    .executableTarget(
      name: "todo-nio-driver", dependencies: ["TodoNIO", "NIOFailures"] + products(), path: "Driver",
      swiftSettings: settings),
    // The driver of the contracts in Kits/tests, for `.ci/check-kits`.
    .executableTarget(
      name: "stacks-nio-driver", dependencies: ["NIOFailures"] + products("NIOCore", "NIOHTTP1"), path: "Stack",
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
