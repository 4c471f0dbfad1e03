import ContractKit
import Foundation

extension Operations {
  mutating func addProtocolClasses() {
    on("protocolClasses") { call in
      try await ConfiguringClient(protocolClasses: call.protocolClasses, baseURL: call.baseURL)
        .thing(call.input(at: "id"))
    }
  }
}

/// A client that hides its configuration, but accepts protocol classes for it.
struct ConfiguringClient: Sendable {
  private let session: URLSession
  private let baseURL: URL

  init(protocolClasses: [AnyClass] = [], baseURL: URL) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpAdditionalHeaders = ["X-App": "shapes"]
    configuration.protocolClasses = protocolClasses + (configuration.protocolClasses ?? [])
    session = URLSession(configuration: configuration)
    self.baseURL = baseURL
  }

  func thing(_ id: Int) async throws -> Thing {
    let (data, response) = try await session.data(from: baseURL.thing(id))
    return try Thing(data, response)
  }
}
