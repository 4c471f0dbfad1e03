import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("contract-run init", .slow, .timeLimit(.minutes(60)))
struct InitTests {
  @Test("in an empty folder, the driver is in Swift, and imports no client")
  func empty() async throws {
    try await InitFolder.with { folder in
      let ended = try await folder.run("init")
      #expect(ended.status == 0)
      #expect(ended.errors == "")
      expectText(
        ended.output,
        is: """
          wrote contracts/specs/example.contract.json
          wrote contracts/Sources/contract-driver/ContractDriver.swift
          wrote contracts/Package.swift
          wrote contracts/.gitignore
          wrote contract-run.json
          note: no job for CI was written, because this folder has neither .github nor .gitlab-ci.yml; jobs to copy: https://github.com/contractkit/ContractKit/blob/main/docs/ci.md
          note: ContractKit 0.1.0 comes from https://github.com/contractkit/ContractKit; to use a clone, delete these files, and add --package PATH

          next:
            1. add these files to .gitignore: contract-results.xml, .contract-run.last.json
            2. call your client instead of the example: contracts/Sources/contract-driver/ContractDriver.swift:9
            3. write the input of a call, and what your server answers: contracts/specs/example.contract.json
            4. check that the driver starts and follows the protocol: contract-run check --drivers
            5. add what the client sends and returns to the contract: contract-run learn --write

          """)
      #expect(
        Set(folder.contents.keys.filter { $0.contains(".") })
          == [
            "contract-run.json", "contracts/.gitignore", "contracts/Package.swift",
            "contracts/Sources/contract-driver/ContractDriver.swift", "contracts/specs/example.contract.json",
          ])
      expectText(
        folder.client.text("contracts/Package.swift"),
        is: """
          // swift-tools-version: 6.1
          import PackageDescription

          let package = Package(
            name: "contract-driver",
            platforms: [.macOS(.v15)],
            dependencies: [
              .package(url: "https://github.com/contractkit/ContractKit", from: "0.1.0"),
            ],
            targets: [
              .executableTarget(
                name: "contract-driver",
                dependencies: [
                  .product(name: "ContractKit", package: "ContractKit"),
                ]),
            ],
            swiftLanguageModes: [.v6]
          )

          """)
      #expect(
        folder.client.text("contracts/Sources/contract-driver/ContractDriver.swift")?.hasPrefix(
          "import ContractKit\nimport Foundation\n\n") == true)
    }
  }

  @Test("docs/configuration.md shows what it prints in a Swift package")
  func document() async throws {
    let files = InitFolder.package.merging([".github/CODEOWNERS": ""]) { $1 }
    try await InitFolder.with(files) { folder in
      let ended = try await folder.run("init", "--package", "../ContractKit")
      #expect(ended.status == 0)
      let page = try Page("docs/configuration.md")
      let command = "$ contract-run init --package ../ContractKit\n"
      expectText(command + ended.output, is: try #require(page.fences.first { $0.text.hasPrefix(command) }))
      #expect(folder.contents.keys.contains(".github/workflows/contracts.yml"))
    }
  }

  @Test(
    "the configuration that it writes is valid, and names its client after the folder",
    arguments: Language.allCases)
  func configuration(_ language: Language) async throws {
    try await InitFolder.with { folder in
      #expect(try await folder.run("init", "--language", language.rawValue).status == 0)
      let path = folder.client.appendingPathComponent("contract-run.json").path
      let client = try #require(Configuration.read(path).configuration?.clients.first)
      #expect(client.name == "shop")
      #expect(client.specs.allSatisfy { FileManager.default.fileExists(atPath: $0) })
    }
  }

  @Test("a name that is not safe in every language gets hyphens")
  func name() {
    func name(_ clientFolder: String) -> String { ProjectTemplate(clientFolder: clientFolder, language: .shell).name }
    #expect(name("/clients/my 'shop' \"1\"\\\n") == "my--shop---1---")
    #expect(name("/clients/Zürich_2.0") == "Zürich_2.0")
    #expect(name("/clients/…") == "client")
    #expect(name("/") == "client")
  }

  @Test("if a file is already there, nothing is written", arguments: Language.allCases)
  func existing(_ language: Language) async throws {
    let services = [".github/CODEOWNERS": "", ".gitlab-ci.yml": ""]
    let paths = try await InitFolder.with(services) { folder in
      let before = folder.contents
      let ended = try await folder.run("init", "--language", language.rawValue)
      #expect(ended.status == 0)
      return folder.contents.filter { before[$0.key] == nil && !$0.value.isEmpty }.keys.sorted()
    }
    #expect(paths.count >= 6)
    for path in paths {
      try await InitFolder.with(services.merging([path: "mine\n"]) { $1 }) { folder in
        let before = folder.contents
        let ended = try await folder.run("init", "--language", language.rawValue)
        #expect(ended.status == 2)
        #expect(ended.output == "")
        #expect(ended.errors.contains(path))
        #expect(folder.contents == before)
      }
    }
  }

  @Test("what is there is named, also a link that leads nowhere, or a file in clientFolder of a folder")
  func named() async throws {
    try await InitFolder.with(["contracts": ""]) { folder in
      let before = folder.contents
      let ended = try await folder.run("init", "--language", "python")
      #expect(ended.status == 2)
      expectText(
        ended.errors,
        is: """
          contract-run: error: already there: contracts
          contract-run: nothing was written; rename what is there, and run this again
          contract-run: run 'contract-run init --help' for usage

          """)
      #expect(folder.contents == before)
    }
    try await InitFolder.with(["contracts/driver.sh": ""]) { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder.client.appendingPathComponent("contracts/json.sh").path, withDestinationPath: "nowhere")
      let ended = try await folder.run("init", "--language", "shell")
      #expect(ended.status == 2)
      expectText(
        ended.errors,
        is: """
          contract-run: error: already there: contracts/driver.sh, contracts/json.sh
          contract-run: nothing was written; rename what is there, and run this again
          contract-run: run 'contract-run init --help' for usage

          """)
    }
    try await InitFolder.with(["contract-run.json": "{}"]) { folder in
      let ended = try await folder.run("init")
      #expect(ended.status == 2)
      expectText(
        ended.errors,
        is: """
          contract-run: error: this folder already has a contract-run.json
          contract-run: to run its clients: contract-run; to add a client, change the file
          contract-run: run 'contract-run init --help' for usage

          """)
    }
  }

  @Test("if a file cannot be written, the message has the reason", .enabled(if: geteuid() != 0, "root may write"))
  func unwritable() async throws {
    try await InitFolder.with { folder in
      let path = folder.client.path
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
      defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path) }
      let ended = try await folder.run("init")
      #expect(ended.status == 3)
      #expect(ended.output == "")
      expectText(
        ended.errors,
        is: """
          contract-run: error: contracts/specs/example.contract.json cannot be written: failed to create the folder shop/contracts/specs: Permission denied
          contract-run: nothing was written; fix this, and run this again

          """)
    }
  }

  @Test("if a file in the middle cannot be written, what was written is printed, and init can run again without it")
  func halfway() async throws {
    try await InitFolder.with { folder in
      // Nobody, not even root, can make a folder there.
      let github = folder.client.appendingPathComponent(".github").path
      try FileManager.default.createSymbolicLink(atPath: github, withDestinationPath: "/proc/self/fd")
      let ended = try await folder.run("init", "--language", "python")
      #expect(ended.status == 3)
      expectText(
        ended.output,
        is: """
          wrote contracts/specs/example.contract.json
          wrote contracts/driver.py
          wrote contracts/contract_driver.py

          """)
      expectText(
        ended.errors,
        is: """
          contract-run: error: .github/workflows/contracts.yml cannot be written: failed to create the folder shop/.github/workflows: No such file or directory
          contract-run: fix this, delete contracts/specs/example.contract.json, contracts/driver.py and contracts/contract_driver.py, and run this again

          """)
      // Does what the message says.
      for file in [
        ".github", "contracts/specs/example.contract.json", "contracts/driver.py", "contracts/contract_driver.py",
      ] {
        try FileManager.default.removeItem(at: folder.client.appendingPathComponent(file))
      }
      #expect(try await folder.run("init", "--language", "python").status == 0)
    }
  }

  @Test("if the driver cannot import the client, it prints what to do")
  func notImportable() async throws {
    func step(_ manifest: String) async throws -> Substring? {
      try await InitFolder.with(["Package.swift": manifest]) { folder in
        let ended = try await folder.run("init")
        #expect(ended.status == 0)
        #expect(folder.client.text("contracts/Package.swift")?.contains("\"..\"") == false)
        return ended.output.firstMatch(of: #/  1\. ([\s\S]*?)\n  2\./#)?.1
      }
    }
    expectText(
      try await step(InitFolder.manifest(targets: #".target(name: "ShopKit"), .executableTarget(name: "shop")"#)),
      is: """
        Package.swift has no library product, so the driver does not import your client;
             add this product: .library(name: "ShopKit", targets: ["ShopKit"]); then delete the files above, and run this again
        """)
    expectText(
      try await step(InitFolder.manifest(targets: #".executableTarget(name: "shop")"#)),
      is: """
        Package.swift has no library product, so the driver does not import your client;
             move the client into a library target, and add a product for it; then delete the files above, and run this again
        """)
    expectText(
      try await step("not a manifest"),
      is: """
        Package.swift cannot be read, so the driver does not import your client;
             fix what 'swift package dump-package' prints; then delete the files above, and run this again
        """)
  }

  @Test("without --package, the driver has the ContractKit of the client's package")
  func kit() async throws {
    let manifest = InitFolder.manifest(
      products: #".library(name: "Shop", targets: ["Shop"])"#,
      dependencies: #".package(name: "ContractKit", path: "../my-clone")"#, targets: #".target(name: "Shop")"#)
    for (words, path) in [([], "../../my-clone"), (["--package", "../Other"], "../../Other")] {
      try await InitFolder.with(["Package.swift": manifest]) { folder in
        try folder.parent.write("", to: "Other/Package.swift")
        let ended = try await folder.run(["init"] + words)
        #expect(ended.status == 0)
        #expect(folder.client.text("contracts/Package.swift")?.contains("path: \"\(path)\"") == true)
        // Nobody has to know where it comes from.
        #expect(!ended.output.contains("\(KitLocation.url);"))
      }
    }
  }

  @Test("without Swift, the driver imports no client, and a driver in Python has no need of it")
  func withoutSwift() async throws {
    try await InitFolder.with(InitFolder.package) { folder in
      let ended = try await folder.run("init", environment: ["PATH": "/nowhere"])
      #expect(ended.status == 0)
      expectText(
        ended.output,
        has: """
          swift was not found, so the driver does not import your client;
               add its folder to PATH; then delete the files above, and run this again
          """)
    }
    try await InitFolder.with(InitFolder.package) { folder in
      let ended = try await folder.run("init", "--language", "python", environment: ["PATH": "/nowhere"])
      #expect(ended.status == 0)
      #expect(!ended.output.contains("Package.swift"))
    }
  }

  @Test("names in the client's manifest are literals in the driver's")
  func names() async throws {
    let (package, product) = (#"we"ird \(x) pkg"#, #"my "lib""#)
    let manifest = InitFolder.manifest(
      products: #".library(name: "my \"lib\"", targets: ["Shop"])"#, targets: #".target(name: "Shop")"#
    ).replacing(#""Shop", products"#, with: #""we\"ird \\(x) pkg", products"#)
    try await InitFolder.with(["Package.swift": manifest]) { folder in
      try folder.parent.write("", to: "it's \"mine\"/Package.swift")
      #expect(try await folder.run("init", "--package", "../it's \"mine\"").status == 0)
      let dumped = try await BuiltCommand(
        ["swift", "package", "--package-path", "contracts", "dump-package"], program: "/usr/bin/env",
        in: folder.client, files: folder.parent
      ).end()
      #expect(dumped.status == 0, "\(dumped.errors)")
      let driver = try #require(JSON.parse(Array(dumped.output.utf8)))
      let paths = driver["dependencies"]?.array?.compactMap { $0["fileSystem"]?.array?.first?["path"]?.string }
      #expect(paths == [folder.parent.path + "/it's \"mine\"", folder.client.path])
      let products = driver["targets"]?.array?.first?["dependencies"]?.array?.compactMap { $0["product"]?.array }
      #expect(products?.last?.prefix(2) == [.string(product), .string(package)])
    }
  }

  @Test("a target that would have the driver's files must exclude them")
  func flat() async throws {
    for (exclude, isNamed) in [("", true), (#", exclude: ["contracts"]"#, false)] {
      let manifest = InitFolder.manifest(
        products: #".library(name: "Shop", targets: ["Shop"])"#,
        targets: #".target(name: "Shop", path: "."\#(exclude))"#)
      try await InitFolder.with(["Package.swift": manifest]) { folder in
        let ended = try await folder.run("init")
        #expect(ended.output.contains(#"exclude: ["contracts"]"#) == isNamed)
      }
    }
  }
}
