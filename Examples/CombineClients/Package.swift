// swift-tools-version: 6.1
import PackageDescription

/// The list of the root package, and warnings as errors where CI asks for that: by flag it would reach OpenCombine too.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + (Context.environment["CONTRACTKIT_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])])

// The folder is not called OpenCombine, because a package is known by its folder's name and cannot depend on its own. Nothing asks
// `canImport(OpenCombine)`, because any other package in the build could make that true.

/// A client, and the driver that puts it under contract.
func example(_ client: String, driver: String) -> [Target] {
  [
    .target(
      name: client, dependencies: ["CombineAnywhere"], path: "\(client)/Client", swiftSettings: settings),
    .executableTarget(
      name: driver, dependencies: [.target(name: client), "ContractKitOpenCombine", "ContractKit"],
      path: "\(client)/Driver", swiftSettings: settings),
  ]
}

// A package of its own: ContractKit depends on nothing, and these need OpenCombine if there is no Combine.
//
// ContractKit and the command stand here by symbolic links: the tests need what ContractKit keeps to its own package. So a
// package that depends on this one gets them from here too.
let package = Package(
  name: "OpenCombineExamples",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ContractKit", targets: ["ContractKit"]),
    .library(name: "ContractKitOpenCombine", targets: ["ContractKitOpenCombine"]),
    .executable(name: "contract-run", targets: ["contract-run"]),
  ],
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")
  ],
  targets: [
    .target(name: "ContractCore", path: "ContractCore", swiftSettings: settings),
    .target(name: "ContractKit", dependencies: ["ContractCore"], path: "ContractKit", swiftSettings: settings),
    .executableTarget(
      name: "contract-run", dependencies: ["ContractCore"], path: "contract-run", swiftSettings: settings),
    // ContractKit's own files for Combine, by symbolic links.
    .target(
      name: "ContractKitOpenCombine",
      dependencies: ["ContractKit", .product(name: "OpenCombine", package: "OpenCombine")],
      path: "ContractKitOpenCombine", swiftSettings: settings + [.define("CONTRACTKIT_OPENCOMBINE")]),
    .target(
      name: "CombineAnywhere", dependencies: [.product(name: "OpenCombineShim", package: "OpenCombine")],
      path: "CombineAnywhere", swiftSettings: settings),
    .testTarget(
      name: "ContractKitOpenCombineTests",
      dependencies: ["ContractKitOpenCombine", "CombineAnywhere", "MovieService", "ContractKit"], path: "Tests",
      swiftSettings: settings),
  ] + example("FetchClient", driver: "fetch-driver") + example("MovieService", driver: "movies-driver")
    + example("TodoCombine", driver: "todo-combine-driver"),
  swiftLanguageModes: [.v6]
)
