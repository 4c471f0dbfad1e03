// swift-tools-version: 6.1
import PackageDescription

// The package of an adopter: it depends on ContractKit and tests its own client. `.ci/run` runs
// `swift run contract-run` here, and checks that this builds none of ContractKit's examples.
let package = Package(
  name: "Adopter",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ContractKit", path: "../../..")],
  targets: [
    .target(name: "WeatherClient"),
    .executableTarget(
      name: "weather-driver", dependencies: ["WeatherClient", .product(name: "ContractKit", package: "ContractKit")]),
  ]
)
