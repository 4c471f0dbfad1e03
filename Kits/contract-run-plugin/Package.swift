// swift-tools-version: 6.1
import Foundation
import PackageDescription

// `swift package contract-run …`: the built program as a command of SwiftPM, so that an adopter compiles only what a
// driver needs. It is a package of its own, because SwiftPM downloads a binary target for all who depend on its package.

/// The newest release, and the digest of its artifact bundle. `.ci/package record` writes both after a release. There is
/// none yet.
let release = "0.1.0"
let checksum = "0000000000000000000000000000000000000000000000000000000000000000"

/// The program: the artifact bundle in this folder, which `.ci/package` makes, or else the one of the release. It cannot be
/// called `contract-run`, because ContractKit has a target of that name.
let hasBundle = FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/contract-run.artifactbundle")
let program: Target =
  hasBundle
  ? .binaryTarget(name: "contract-run-program", path: "contract-run.artifactbundle")
  : .binaryTarget(
    name: "contract-run-program",
    url: "https://github.com/contractkit/ContractKit/releases/download/\(release)/contract-run.artifactbundle.zip",
    checksum: checksum)

let package = Package(
  name: "contract-run-plugin",
  products: [.plugin(name: "contract-run-plugin", targets: ["contract-run-plugin"])],
  targets: [
    program,
    .plugin(
      name: "contract-run-plugin",
      capability: .command(
        intent: .custom(verb: "contract-run", description: "Run contracts against the clients of contract-run.json"),
        permissions: [
          .allowNetworkConnections(
            scope: .local(ports: []), reason: "The clients send their requests to a server on this machine."),
          .writeToPackageDirectory(reason: "It writes reports, and what 'learn --write' completes."),
        ]),
      dependencies: ["contract-run-program"], path: "Plugins/contract-run"),
  ]
)
