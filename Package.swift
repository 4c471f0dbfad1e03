// swift-tools-version: 6.1
import PackageDescription

/// One list for every target: Swift 6 language mode, and the upcoming features that keep imports honest.
///
/// `.ci/run` sets CONTRACTKIT_STRICT, which makes warnings errors. Nobody else sets it: a new compiler's warning stops no
/// adopter, and a package with unsafe flags cannot be depended on by version.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + (Context.environment["CONTRACTKIT_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])])

/// The commit that `contract-run --version` names, such as `abc1234` or `abc1234-dirty`: what
/// `git describe --always --dirty --exclude '*'` prints.
///
/// It comes from the environment, because `Context.gitInformation` is only correct in the first build: SwiftPM keeps what
/// a manifest returned until the manifest or the environment changes (swiftlang/swift-package-manager#8202). A wrong
/// commit would be worse than none.
let commit = (Context.environment["CONTRACTKIT_COMMIT"] ?? "").filter {
  $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
}

/// Where the files to embed are, for compilers that do not have `#embed`.
let resourceSettings: [CSetting] = [
  .define("FOLDER", to: "\"\(Context.packageDirectory)/Sources/ContractKit/Resources\"")
]

let package = Package(
  name: "ContractKit",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "ContractKit", targets: ["ContractKit"]),
    .library(name: "ContractTesting", targets: ["ContractTesting"]),
    .executable(name: "contract-run", targets: ["contract-run"]),
  ],
  targets: [
    // Files that the program has in itself: schemas, driver kits, pages, templates. Some are in other folders.
    .target(
      name: "ContractResources", path: "Sources/ContractKit/Resources",
      exclude: ["completions", "init", "pages"],
      cSettings: resourceSettings),
    .target(
      name: "ContractMetaSchemas", path: "Sources/ContractKit/MetaSchemas", exclude: ["2020-12"],
      cSettings: resourceSettings),
    // What a driver and the command share: JSON, requests, answers, and the messages about them. A driver compiles this
    // and ContractKit, and nothing else.
    .target(name: "ContractProtocol", path: "Sources/ContractKit/Protocol", swiftSettings: settings),
    // What needs no network stack: reading contracts, judging, results. See docs/maintainers/architecture.md.
    .target(
      name: "ContractCore", dependencies: ["ContractProtocol", "ContractMetaSchemas"], path: "Sources/ContractKit/Core",
      swiftSettings: settings),
    // The real transport: sockets, HTTP/1.1 as a server speaks it, faults.
    .target(
      name: "ContractLoopback", dependencies: ["ContractCore"], path: "Sources/ContractKit/Loopback",
      swiftSettings: settings),
    // Console, HTML, JUnit XML, JSON.
    .target(
      name: "ContractReporting", dependencies: ["ContractCore", "ContractResources"],
      path: "Sources/ContractKit/Reporting", swiftSettings: settings),
    // What writes contracts: learn, import, the warnings of check.
    .target(
      name: "ContractAuthoring", dependencies: ["ContractCore"], path: "Sources/ContractKit/Authoring",
      swiftSettings: settings),
    // What sits beside the client, in its own process: Driver, Call, doubles.
    .target(
      name: "ContractKit", dependencies: ["ContractProtocol"], path: "Sources/ContractKit/Client",
      swiftSettings: settings),
    // Contracts in XCTest and Swift Testing, without the command.
    .target(
      name: "ContractTesting", dependencies: ["ContractCore", "ContractKit"], path: "Sources/ContractKit/Testing",
      swiftSettings: settings),
    // A target of its own, so that only this file is compiled again for another commit.
    .target(
      name: "CContractRun", path: "Sources/contract-run/C",
      cSettings: [.define("CONTRACTKIT_COMMIT", to: "\"\(commit)\"")]),
    .executableTarget(
      name: "contract-run",
      dependencies: [
        "ContractCore", "ContractLoopback", "ContractReporting", "ContractAuthoring", "ContractResources",
        "CContractRun",
      ],
      path: "Sources/contract-run",
      exclude: ["C"], swiftSettings: settings),

    // The example clients, each with the driver that puts it under contract.
    .target(name: "TodoClient", path: "Examples/TodoClient/Client", swiftSettings: settings),
    .executableTarget(
      name: "todo-driver", dependencies: ["ContractKit", "TodoClient"], path: "Examples/TodoClient/Driver",
      swiftSettings: settings),
    .target(name: "UploadClient", path: "Examples/UploadClient/Client", swiftSettings: settings),
    .executableTarget(
      name: "upload-driver", dependencies: ["ContractKit", "UploadClient"], path: "Examples/UploadClient/Driver",
      swiftSettings: settings),
    .target(name: "UserClient", path: "Examples/UserClient/Client", swiftSettings: settings),
    .executableTarget(
      name: "user-driver", dependencies: ["ContractKit", "UserClient"], path: "Examples/UserClient/Driver",
      swiftSettings: settings),
    .target(name: "PhotosClient", path: "Examples/PhotosClient/Client", swiftSettings: settings),
    .executableTarget(
      name: "photos-driver", dependencies: ["ContractKit", "PhotosClient"], path: "Examples/PhotosClient/Driver",
      swiftSettings: settings),
    // Clients of every shape that was met, one small file each.
    .executableTarget(
      name: "shapes-driver", dependencies: ["ContractKit"], path: "Examples/ClientShapes", exclude: ["README.md"],
      swiftSettings: settings),

    // The same contracts from the test frameworks: what an adopter would write, as docs/in-tests.md shows it.
    .testTarget(
      name: "TodoContractTests", dependencies: ["ContractTesting", "todo-driver"], path: "Examples/TodoClient/Tests",
      swiftSettings: settings),

    // Clients that misbehave in ways that only Swift has, for the tests of the command.
    .executableTarget(
      name: "misbehaving-driver", dependencies: ["ContractKit"], path: "Tests/Fixtures/MisbehavingDrivers/SwiftDriver",
      swiftSettings: settings),
    // Clients with the mistakes of docs/what-it-catches.md.
    .executableTarget(
      name: "faults-driver", dependencies: ["ContractKit"], path: "Tests/Fixtures/Faults",
      exclude: ["contract-run.json", "specs"], swiftSettings: settings),
    // Clients with mistakes that only variations find.
    .executableTarget(
      name: "variation-faults-driver", dependencies: ["ContractKit"], path: "Tests/Fixtures/VariationFaults",
      exclude: ["contract-run.json", "specs"], swiftSettings: settings),

    // Clients that break in the middle of a flow.
    .executableTarget(
      name: "step-faults-driver", dependencies: ["ContractKit"], path: "Tests/Fixtures/Steps",
      exclude: ["driver.mjs", "driver.py", "specs"], swiftSettings: settings),
    // Clients of streams.
    .executableTarget(
      name: "streams-driver", dependencies: ["ContractKit"], path: "Tests/Fixtures/Streams",
      exclude: ["driver.mjs", "driver.py", "specs"], swiftSettings: settings),
    // Clients that live longer than one call.
    .executableTarget(
      name: "groups-driver", dependencies: ["ContractKit"], path: "Tests/Fixtures/Groups",
      exclude: ["driver.mjs", "driver.py", "go", "specs"], swiftSettings: settings),
    // Clients that write their input into requests.
    .executableTarget(
      name: "inputs-driver", dependencies: ["ContractKit"], path: "Tests/Fixtures/Inputs",
      exclude: ["driver.mjs", "driver.py", "go", "specs"], swiftSettings: settings),
    // Clients that write lists in queries and forms.
    .executableTarget(
      name: "lists-driver", dependencies: ["ContractKit"], path: "Tests/Fixtures/Lists",
      exclude: ["driver.mjs", "driver.py", "go", "specs"], swiftSettings: settings),
    // URLSession in the table of docs/security.md.
    .executableTarget(
      name: "stacks-driver", dependencies: ["ContractKit"], path: "Kits/tests/URLSession", swiftSettings: settings),

    // What the tests share: expected texts, folders, other programs, contracts. It is a test target, because only those
    // can see the internals of ContractCore in every build.
    .testTarget(name: "TestSupport", dependencies: ["ContractCore"], path: "Tests/Support", swiftSettings: settings),
    // Each of these sees one module and those below it: .ci/check-structure holds it.
    .testTarget(
      name: "ContractProtocolTests", dependencies: ["ContractProtocol", "TestSupport"],
      path: "Tests/ContractProtocolTests",
      swiftSettings: settings),
    .testTarget(
      name: "ContractCoreTests", dependencies: ["ContractCore", "TestSupport"], path: "Tests/ContractCoreTests",
      exclude: ["Golden"],
      swiftSettings: settings),
    .testTarget(
      name: "ContractVariationTests", dependencies: ["ContractCore", "TestSupport"],
      path: "Tests/ContractVariationTests",
      swiftSettings: settings),
    .testTarget(
      name: "ContractLoopbackTests", dependencies: ["ContractCore", "ContractLoopback", "TestSupport"],
      path: "Tests/ContractLoopbackTests",
      swiftSettings: settings),
    .testTarget(
      name: "ContractReportingTests", dependencies: ["ContractCore", "ContractReporting", "TestSupport"],
      path: "Tests/ContractReportingTests", exclude: ["Golden"],
      swiftSettings: settings),
    .testTarget(
      name: "ContractAuthoringTests", dependencies: ["ContractCore", "ContractAuthoring", "TestSupport"],
      path: "Tests/ContractAuthoringTests", exclude: ["Golden"],
      swiftSettings: settings),
    .testTarget(
      name: "ContractKitTests",
      dependencies: [
        "ContractTesting", "TestSupport", "PhotosClient", "TodoClient", "UploadClient", "UserClient", "photos-driver",
        "todo-driver",
        "upload-driver", "user-driver",
      ],
      path: "Tests/ContractKitTests",
      swiftSettings: settings),
    .testTarget(
      name: "ContractRunTests",
      dependencies: [
        "contract-run", "todo-driver", "upload-driver", "user-driver", "photos-driver", "shapes-driver",
        "misbehaving-driver", "faults-driver", "variation-faults-driver", "step-faults-driver", "lists-driver",
        "streams-driver", "groups-driver", "stacks-driver", "ContractCore", "ContractLoopback", "ContractReporting",
        "ContractAuthoring",
        "ContractTesting", "ContractResources", "CContractRun", "TestSupport",
      ],
      path: "Tests/ContractRunTests", exclude: ["Commands/Screens", "Golden"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
