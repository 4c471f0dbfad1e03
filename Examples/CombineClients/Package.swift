// swift-tools-version: 6.1
import PackageDescription

/// The settings of the root package. If CI asks for it, warnings are errors; a command-line flag would also apply to
/// OpenCombine.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + (Context.environment["CONTRACTKIT_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])])

// The folder is not called OpenCombine: a package has the name of its folder, and cannot depend on a package with the
// same name. No code asks `canImport(OpenCombine)`, because any other package in the build could make that true.

/// Returns the targets of a client and its driver.
func example(_ client: String, driver: String) -> [Target] {
  [
    .target(
      name: client, dependencies: ["CombineAnywhere"], path: "\(client)/Client", swiftSettings: settings),
    .executableTarget(
      name: driver, dependencies: [.target(name: client), "ContractKitOpenCombine", "ContractKit"],
      path: "\(client)/Driver", swiftSettings: settings),
  ]
}

// This is a separate package, because ContractKit itself has no dependencies. These clients need OpenCombine on
// platforms without Combine.
//
// ContractKit and the command are symbolic links, because the tests need declarations that ContractKit shares only
// within its own package. So a package that depends on this one also gets ContractKit and the command from here.
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
    .target(name: "CContractRun", path: "contract-run/C"),
    .executableTarget(
      name: "contract-run", dependencies: ["ContractCore", "CContractRun"], path: "contract-run", exclude: ["C"],
      swiftSettings: settings),
    // Symbolic links to ContractKit's own files for Combine.
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
