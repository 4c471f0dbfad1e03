// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] =
  Context.environment["CONTRACTKIT_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])]

// Clients whose types have names that a test tool would like to have, too; `.ci/run` builds them. `shop-driver` imports its client
// and ContractKit, and names each type without a module's name in front. `bank-driver` has to qualify the three names that
// ContractKit keeps, as docs/swift-drivers.md shows.
let package = Package(
  name: "Clashes",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ContractKit", path: "../../..")],
  targets: [
    .target(name: "ShopClient", swiftSettings: settings),
    .executableTarget(
      name: "shop-driver", dependencies: ["ShopClient", .product(name: "ContractKit", package: "ContractKit")],
      swiftSettings: settings),
    .target(name: "BankClient", swiftSettings: settings),
    .executableTarget(
      name: "bank-driver", dependencies: ["BankClient", .product(name: "ContractKit", package: "ContractKit")],
      swiftSettings: settings),
  ]
)
