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

/// The package name of the repository's root, as SwiftPM makes it from the folder's name. The tests use `package`
/// declarations of ContractKit.
let repository = String(
  Context.packageDirectory.split(separator: "/").dropLast(2).suffix(1).joined().lowercased()
    .enumerated().map { $1.isLetter || $1.isNumber && $0 > 0 ? $1 : "_" })

let contractKit: Target.Dependency = .product(name: "ContractKit", package: "ContractKit")

// The folder is not called OpenCombine: a package has the name of its folder, and cannot depend on a package with the
// same name. No code asks `canImport(OpenCombine)`, because any other package in the build could make that true.

/// Returns the targets of a client and its driver.
func example(_ client: String, driver: String) -> [Target] {
  [
    .target(
      name: client, dependencies: ["CombineAnywhere"], path: "\(client)/Client", swiftSettings: settings),
    .executableTarget(
      name: driver, dependencies: [.target(name: client), "ContractKitOpenCombine", contractKit],
      path: "\(client)/Driver", swiftSettings: settings),
  ]
}

// This is a separate package, because ContractKit itself has no dependencies. These clients need OpenCombine on
// platforms without Combine.
let package = Package(
  name: "OpenCombineExamples",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ContractKitOpenCombine", targets: ["ContractKitOpenCombine"])
  ],
  dependencies: [
    .package(name: "ContractKit", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    // Symbolic links to ContractKit's own files for Combine.
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
      packageAccess: false, swiftSettings: settings + [.unsafeFlags(["-package-name", repository])]),
  ] + example("FetchClient", driver: "fetch-driver") + example("MovieService", driver: "movies-driver")
    + example("TodoCombine", driver: "todo-combine-driver"),
  swiftLanguageModes: [.v6]
)
