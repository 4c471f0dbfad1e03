// swift-tools-version: 6.1
import PackageDescription

/// The list of the root package, and warnings as errors where CI asks for that: by flag it would reach OpenCombine too.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + (Context.environment["CONTRACTKIT_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])])

let contractKit: Target.Dependency = .product(name: "ContractKit", package: "ContractKit")

/// A client, and the driver that puts it under contract.
func example(_ client: String, driver: String) -> [Target] {
  [
    .target(
      name: client, dependencies: ["CombineAnywhere"], path: "\(client)/Client", swiftSettings: settings),
    .executableTarget(
      name: driver, dependencies: [.target(name: client), "ContractKitOpenCombine", contractKit],
      path: "\(client)/Driver", swiftSettings: settings),
  ]
}

// A package of its own: ContractKit depends on nothing, and these need OpenCombine where there is no Combine.
let package = Package(
  name: "OpenCombineExamples",
  platforms: [.macOS(.v15)],
  products: [.library(name: "ContractKitOpenCombine", targets: ["ContractKitOpenCombine"])],
  dependencies: [
    .package(name: "ContractKit", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    // ContractKit's own files for Combine, by symbolic links.
    .target(
      name: "ContractKitOpenCombine",
      dependencies: [contractKit, .product(name: "OpenCombine", package: "OpenCombine")],
      path: "ContractKitOpenCombine", swiftSettings: settings + [.define("CONTRACTKIT_OPENCOMBINE")]),
    .target(
      name: "CombineAnywhere", dependencies: [.product(name: "OpenCombineShim", package: "OpenCombine")],
      path: "CombineAnywhere", swiftSettings: settings),
    .testTarget(
      name: "ContractKitOpenCombineTests",
      dependencies: ["ContractKitOpenCombine", "CombineAnywhere", "MovieService", contractKit], path: "Tests",
      swiftSettings: settings),
  ] + example("FetchClient", driver: "fetch-driver") + example("MovieService", driver: "movies-driver")
    + example("TodoCombine", driver: "todo-combine-driver"),
  swiftLanguageModes: [.v6]
)
