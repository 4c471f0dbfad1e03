import ContractCore

extension Starter {
  /// The manifest of the driver's package. The driver has its own package, so that the client's manifest does not change.
  var manifest: File {
    var packages = [kit.dependency(of: "\(place)/\(Self.folder)")]
    var products = [".product(name: \"ContractKit\", package: \(kit.name.swiftLiteral))"]
    var platform = ".v15"
    if case .library(let library, let package) = client {
      // With its name, because without it the package would have the name of the folder, which can differ in CI.
      packages.append(".package(name: \(package.name.swiftLiteral), path: \"..\")")
      products.append(".product(name: \(library.product.swiftLiteral), package: \(package.name.swiftLiteral))")
      // ContractKit itself needs macOS 15.
      if let version = package.macOS, Double(version).map({ $0 > 15 }) ?? true { platform = version.swiftLiteral }
    }
    return File(
      path: "\(Self.folder)/Package.swift",
      text: """
        // swift-tools-version: 6.1
        import PackageDescription

        let package = Package(
          name: "contract-driver",
          platforms: [.macOS(\(platform))],
          dependencies: [
            \(packages.joined(separator: ",\n    ")),
          ],
          targets: [
            .executableTarget(
              name: "contract-driver",
              dependencies: [
                \(products.joined(separator: ",\n        ")),
              ]),
          ],
          swiftLanguageModes: [.v6]
        )

        """)
  }

  var swiftDriver: File {
    var modules = ["ContractKit", "Foundation"]
    if case .library(let library, _) = client { modules.append(library.module) }
    // The module's name before `Driver` and `Operations`, because a client may have types with these names.
    return File(
      path: "\(Self.folder)/Sources/contract-driver/ContractDriver.swift",
      text: """
        \(modules.sorted().map { "import \($0)" }.joined(separator: "\n"))

        /// The driver of your client: contract-run starts it, and it calls the client.
        @main
        struct ContractDriver: ContractKit.Driver {
          func register(in operations: inout ContractKit.Operations) {
        \(operations.isEmpty ? Self.swiftExample : swiftOperations)
          }
        }
        \(operations.isEmpty ? Self.swiftClient : "")
        """)
  }

  /// The lines for each imported operation. As long as they are comments, the driver does not have the operation.
  private var swiftOperations: String {
    """
        // \(Self.mark): for each operation, call your client, which gets call.session and call.baseURL, and return what it
        // returns. For clients that take something else: \(Documentation.page("swift-drivers.md"))

    """
      + operations.map { operation in
        let input = operation.input.map { ", call.input(at: \($0.swiftLiteral))" }.joined()
        return """
              // \(operation.endpoint.cleanedLine)
              // operations.on(\(operation.name.swiftLiteral)) { call in
              //   try await Client(session: call.session, baseURL: call.baseURL\(input))
              // }
          """
      }.joined(separator: "\n\n")
  }

  private static let swiftExample = """
        operations.on("example") { call in
          // \(mark) by a call of your client, which gets call.session and call.baseURL, and return what it returns.
          // For clients that take something else: \(Documentation.page("swift-drivers.md"))
          try await ExampleClient(session: call.session, baseURL: call.baseURL).item(id: call.input(at: "id"))
        }
    """

  private static let swiftClient = """

    private struct ExampleClient {
      struct Item: Codable {
        var id: String
        var name: String
      }

      enum Failure: Error {
        case notHTTP
        case status(Int)
      }

      let session: URLSession
      let baseURL: URL

      func item(id: String) async throws -> Item {
        let url = baseURL.appending(path: "items").appending(path: id)
        let (data, response) = try await session.data(for: URLRequest(url: url))
        guard let response = response as? HTTPURLResponse else { throw Failure.notHTTP }
        guard response.statusCode == 200 else { throw Failure.status(response.statusCode) }
        return try JSONDecoder().decode(Item.self, from: data)
      }
    }

    """
}
