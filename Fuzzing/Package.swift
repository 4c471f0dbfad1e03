// swift-tools-version: 6.1
import PackageDescription

/// The settings of the root package, and warnings as errors if CI requests that.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    // Targets call code that only its own module uses.
    .unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"]),
  ] + (Context.environment["CONTRACTKIT_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])])

// A separate package, because all of its code is compiled for libFuzzer and AddressSanitizer. `.ci/fuzz` builds and runs
// it.
//
// Sources contains the modules that need no network stack, and one file of the command, as symbolic links. The linker is
// lld, because gold warns of each function of AddressSanitizer, and fails with an internal error if the build is
// optimized.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "ContractResources", exclude: ["completions", "init", "pages"]),
    .target(name: "ContractMetaSchemas", exclude: ["2020-12"]),
    .target(name: "ContractProtocol", swiftSettings: settings),
    .target(
      name: "ContractCore", dependencies: ["ContractProtocol", "ContractMetaSchemas"], swiftSettings: settings),
    .target(name: "ContractLoopback", dependencies: ["ContractCore"], swiftSettings: settings),
    .target(
      name: "ContractReporting", dependencies: ["ContractCore", "ContractResources"], swiftSettings: settings),
    .target(name: "ContractAuthoring", dependencies: ["ContractCore"], swiftSettings: settings),
    .executableTarget(
      name: "fuzz", dependencies: ["ContractCore", "ContractLoopback", "ContractReporting", "ContractAuthoring"],
      swiftSettings: settings,
      linkerSettings: [.unsafeFlags(["-use-ld=lld", "-sanitize=fuzzer,address"])]),
  ],
  swiftLanguageModes: [.v6]
)
