// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// The example's client and driver by symbolic links, as products: ContractKit has none of examples. They are no targets
// of the benchmarks, so that those are one program and `swift run` need not be told which.
let package = Package(
  name: "Todo",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "TodoClient", targets: ["TodoClient"]),
    .executable(name: "todo-driver", targets: ["todo-driver"]),
  ],
  dependencies: [.package(name: "ContractKit", path: "../..")],
  targets: [
    .target(name: "TodoClient", swiftSettings: settings),
    .executableTarget(
      name: "todo-driver", dependencies: ["TodoClient", .product(name: "ContractKit", package: "ContractKit")],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
