// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] =
  Context.environment["CONTRACTKIT_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])]

// The types of these clients have names that a test tool could also use. `.ci/run` builds them. `shop-driver` imports
// its client and ContractKit, and names each type without its module. `bank-driver` has to qualify the three names that
// ContractKit also has, as docs/swift-drivers.md shows.
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
