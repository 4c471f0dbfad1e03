import ContractCore
import TestSupport
import Testing

@testable import contract_run

@Suite("A client's package, as its manifest describes it")
struct ClientPackageTests {
  private func package(_ members: String) throws -> ClientPackage {
    let manifest = try #require(JSON.parse(Array(#"{ "name": "Shop", \#(members) }"#.utf8)))
    return try #require(ClientPackage(manifest))
  }

  /// Returns the package with library products, each with a target of its name.
  private func package(libraries: [String], dependencies: String = "", platforms: String = "") throws -> ClientPackage {
    let products = libraries.map {
      #"{ "name": "\#($0)", "targets": ["\#($0)"], "type": { "library": ["automatic"] } }"#
    }
    let targets = libraries.map { #"{ "name": "\#($0)", "type": "regular" }"# }
    return try package(
      """
      "products": [\(products.joined(separator: ","))], "targets": [\(targets.joined(separator: ","))],
      "dependencies": [\(dependencies)], "platforms": [\(platforms)]
      """)
  }

  @Test("a name in a generated driver hides nothing: what an editor does not show is escaped")
  func literals() {
    let name = "a\u{202E}b\u{200B}\"\\\u{1B}ü"
    #expect(name.swiftLiteral == #""a\u{202e}b\u{200b}\"\\\u{1b}ü""#)
    #expect(name.jsonLiteral == #""a\u202eb\u200b\"\\\u001bü""#)
  }

  @Test(
    "the client is the library with a typical name, then the one of the package, then the first",
    arguments: [
      (["ShopUI", "ShopClientMocks", "ShopClient"], "ShopClient"), (["ShopKit", "ShopAPI"], "ShopAPI"),
      (["UI", "network-layer"], "network-layer"), (["UI", "Shop"], "Shop"), (["UI", "Core"], "UI"),
    ])
  func client(_ libraries: [String], _ client: String) throws {
    #expect(try package(libraries: libraries).client?.product == client)
  }

  @Test("the module is a target of the product that can be imported")
  func module() throws {
    let targets = [("Macros", "macro"), ("shop-ui", "regular"), ("2shop.client", "regular"), ("cli", "executable")]
      .map { #"{ "name": "\#($0)", "type": "\#($1)" }"# }.joined(separator: ",")
    func package(_ own: String, _ type: String = "library") throws -> ClientPackage {
      try self.package(
        #""products": [{ "name": "P", "targets": [\#(own)], "type": { "\#(type)": null } }], "targets": [\#(targets)]"#)
    }
    #expect(try package(#""Macros", "shop-ui", "2shop.client""#).client?.module == "_shop_client")
    #expect(try package(#""Macros", "shop-ui""#).client?.module == "shop_ui")
    #expect(try package(#""Macros""#).client == nil)
    #expect(try package(#""cli""#, "executable").client == nil)
    #expect(try package(#""cli""#, "executable").modules == ["shop-ui", "2shop.client"])
  }

  private static let url = "https://example.com/ContractKit.git"

  @Test(
    "its ContractKit is the driver's",
    arguments: [
      (#""range": [{ "lowerBound": "0.1.0", "upperBound": "1.0.0" }]"#, #"from: "0.1.0""#),
      (#""range": [{ "lowerBound": "0.1.0", "upperBound": "0.2.0" }]"#, #""0.1.0"..<"0.2.0""#),
      (#""branch": ["main"]"#, #"branch: "main""#), (#""exact": ["0.1.0"]"#, #"exact: "0.1.0""#),
    ])
  func kit(_ requirement: String, _ versions: String) throws {
    let dependency = """
      { "sourceControl": [{ "identity": "contractkit", "requirement": { \(requirement) },
        "location": { "remote": [{ "urlString": "\(Self.url)" }] } }] }
      """
    let other = #"{ "fileSystem": [{ "identity": "other", "path": "/other" }] }"#
    let kit = try package(libraries: [], dependencies: "\(other), \(dependency)").kit
    #expect(kit == .repository(Self.url, versions: versions))
    #expect(kit?.dependency(of: "/shop/contracts") == #".package(url: "\#(Self.url)", \#(versions))"#)
    #expect(kit?.name == "ContractKit")
    #expect(try package(libraries: [], dependencies: other).kit == nil)
  }

  @Test("a folder of ContractKit is relative to the driver's package")
  func folder() throws {
    let dependency = #"{ "fileSystem": [{ "identity": "contractkit", "path": "/clients/ContractKit" }] }"#
    let kit = try #require(try package(libraries: [], dependencies: dependency).kit)
    #expect(
      kit.dependency(of: "/clients/shop/contracts") == #".package(name: "ContractKit", path: "../../ContractKit")"#)
    #expect(KitLocation("/clients/ContractKit/") == kit)
    let fork = #"from: "0.1.0""#
    #expect(KitLocation("git@example.com:fork.git") == .repository("git@example.com:fork.git", versions: fork))
    #expect(KitLocation("git@example.com:my-kit.git").name == "my-kit")
    #expect(KitLocation("https://example.com/kit").name == "kit")
  }

  @Test(
    "the driver needs the version of macOS that the client and ContractKit need",
    arguments: [("", ".v15"), ("10.13", ".v15"), ("15.0", ".v15"), ("15.4", #""15.4""#), ("26.0", #""26.0""#)])
  func platform(_ version: String, _ expected: String) throws {
    let platform = version.isEmpty ? "" : #"{ "platformName": "macos", "version": "\#(version)" }"#
    let ios = #"{ "platformName": "ios", "version": "26.0" }"#
    let package = try package(
      libraries: ["Shop"], platforms: [ios, platform].filter { !$0.isEmpty }.joined(separator: ","))
    let starter = ProjectTemplate(clientFolder: "/shop", language: .swift, client: .init(package))
    #expect(starter.manifest.text.contains("platforms: [.macOS(\(expected))],"))
  }
}
