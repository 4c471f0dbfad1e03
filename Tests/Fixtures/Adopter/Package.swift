// swift-tools-version: 6.1
import PackageDescription

// What an adopter's package looks like: it depends on ContractKit and puts a client of its own under contract.
// `.ci/run` runs `swift run contract-run` here, and sees that none of ContractKit's examples was built.
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
