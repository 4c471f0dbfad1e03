import Foundation
import Testing

@testable import contract_run

@Suite("What contract-run init reads about a client in Python")
struct PythonProjectTests {
  @Test(
    "the name is the one that the package declares, and its files show what pip installs",
    arguments: [
      (["pyproject.toml": "[build-system]\nx = []\n\n[project] # its\nname = \"shop-sdk\" # own\n"], "shop-sdk", "."),
      (["pyproject.toml": "[tool.poetry]\nversion = \"1\"\nname='shop_sdk'\n"], "shop_sdk", "."),
      (["pyproject.toml": "[tool.other]\nname = \"other\"\n[project.urls]\nname = \"x\"\n"], nil, nil),
      (["pyproject.toml": "[project]\r\nname = \"shop\"\r\n", "requirements.txt": ""], "shop", "-r requirements.txt"),
      (["pyproject.toml": "[project]\nname = 7 + x\n"], nil, nil),
      (["setup.cfg": "[metadata]\nname = shop.sdk\n"], "shop.sdk", "."),
      (["pyproject.toml": "[tool.black]\n", "setup.cfg": "[metadata]\nname = shop\n"], "shop", "."),
      (["setup.py": "setup(name='shop')\n"], nil, "."),
      (["requirements.txt": "requests\n"], nil, "-r requirements.txt"),
      (["shop.py": "name = 'x'\n"], nil, nil),
    ] as [([String: String], String?, String?)])
  func read(_ files: [String: String], _ name: String?, _ requirements: String?) async throws {
    try await InitFolder.with(files) { folder in
      let project = PythonProject(in: folder.client.path)
      #expect(project.name == name)
      #expect(project.requirements == requirements)
    }
  }

  @Test("init gives the client the name of its package")
  func named() async throws {
    try await InitFolder.with(["pyproject.toml": "[project]\nname = \"shop-sdk\"\n"]) { folder in
      #expect(try await folder.run("init").status == 0)
      let path = folder.client.appendingPathComponent("contract-run.json").path
      let client = try #require(Configuration.read(path).configuration?.clients.first)
      #expect(client.name == "shop-sdk")
      #expect(client.transports == .loopback)
      #expect(folder.client.text("contracts/driver.py")?.contains("Driver(\"shop-sdk\")") == true)
    }
  }
}

@Suite("What contract-run init reads about a client in Node or Go")
struct OtherProjectTests {
  @Test("a module that cannot have the kit is refused, with what to do, and nothing is written")
  func refused() async throws {
    let old = "the module's language is go 1.16, and the kit needs 1.19"
    for (manifest, message) in [
      ("module example.com/shop\n", old), ("module example.com/shop\n\ngo 1.16\n", old),
      ("module example.com/my.\ngo 1.21.3\n", "Go allows no package with the path 'example.com/my.'"),
      ("module example.com/.my\ngo 1.19\n", "Go allows no package with the path 'example.com/.my'"),
    ] {
      try await InitFolder.with(["go.mod": manifest]) { folder in
        let ended = try await folder.run("init")
        #expect(ended.status == 2)
        #expect(ended.errors.hasPrefix("contract-run: error: \(message)\ncontract-run: "), "\(ended.errors)")
        #expect(folder.contents.keys.sorted() == ["go.mod"])
      }
    }
  }

  @Test("a folder of a larger module or package has its language, up to the root of the repository")
  func below() async throws {
    for (file, language) in [("go.mod", Language.go), ("package.json", .node), ("Cargo.toml", nil)] {
      try await InitFolder.with { folder in
        try folder.parent.write("", to: file)
        #expect(Language.used(in: folder.client.path) == nil)
        try folder.parent.write("", to: ".git/HEAD")
        #expect(Language.used(in: folder.client.path) == language)
        try folder.client.write("", to: ".git/HEAD")
        #expect(Language.used(in: folder.client.path) == nil)
      }
    }
  }

  @Test("the name in package.json has no scope, and a package-lock.json is what a job installs")
  func node() async throws {
    try await InitFolder.with(["package.json": #"{"name": "@shops/shop"}"#, "package-lock.json": "{}"]) { folder in
      let project = NodeProject(in: folder.client.path)
      #expect(project.name == "shop")
      #expect(project.isLocked)
      #expect(!project.hasKit)
    }
    for text in ["", "[]", #"{"name": 7}"#, #"{"name": ""}"#] {
      try await InitFolder.with(["package.json": text]) { folder in
        #expect(NodeProject(in: folder.client.path).name == nil)
        #expect(!NodeProject(in: folder.client.path).isLocked)
      }
    }
  }

  @Test(
    "the import path of a folder begins with its module's",
    arguments: [
      ("module example.com/shop\ngo 1.19\n", "example.com/shop/shop", "shop", false),
      ("// the shop\n\nmodule \"example.com/shop\" // its\n", "example.com/shop/shop", "shop", false),
      (
        "module a.b/c\nrequire github.com/contractkit/ContractKit/Kits/go v0.1.0\n", "a.b/c/shop", "shop", true
      ),
      ("go 1.19\n", nil, nil, false),
    ] as [(String, String?, String?, Bool)])
  func go(_ manifest: String, _ path: String?, _ name: String?, _ hasKit: Bool) async throws {
    try await InitFolder.with { folder in
      try folder.parent.write(manifest, to: "go.mod")
      let project = GoProject(in: folder.client.path)
      #expect(project?.importPath == path)
      #expect(project?.name == name)
      #expect((project?.hasKit ?? false) == hasKit)
    }
    try await InitFolder.with(["go.mod": "module example.com/shop/v2\n"]) { folder in
      let project = GoProject(in: folder.client.path)
      #expect(project?.importPath == "example.com/shop/v2")
      #expect(project?.name == "shop")
    }
  }
}
