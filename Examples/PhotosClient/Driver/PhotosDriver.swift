import ContractKit
import PhotosClient

@main struct PhotosDriver: Driver {
  func register(in operations: inout Operations) {
    // While one call waits for a busy service, others can run.
    operations.maxConcurrentCalls = 8
    operations.add { PhotosClient(session: $0.session, baseURL: $0.baseURL, credentials: try $0.credentials) }
  }
}

extension Operations {
  /// Adds all operations of the client.
  ///
  /// - Parameter client: Creates the client for a call.
  mutating func add(client: @escaping @Sendable (Call) throws -> PhotosClient) {
    on("createAlbum") { try await client($0).createAlbum(title: $0.input(at: "title")) }
    on("album") { try await client($0).album($0.input(at: "album")) }
    on("photos") { call in
      try await client(call).photos(in: call.input(at: "album"), tags: call.input([String]?.self, at: "tags") ?? [])
    }
    on("overview") { try await client($0).overview(of: $0.input(at: "album")) }
    on("upload") { try await client($0).upload($0.input(at: "photo"), to: $0.input(at: "album")) }
    on("importPhotos") { try await client($0).importPhotos($0.input(at: "photos"), to: $0.input(at: "album")) }
    on("report") { try await client($0).report($0.input(at: "metrics")) }
    on("events") { try client($0).events(in: $0.input(at: "album")) }
    mapFailures { error, failure in
      switch error as? PhotosError {
      case .status, .busy, .authStatus, .uploadRefused: failure.category = .status
      case .notHTTP, .cutOff, .pagesRepeat, .foreignPage: failure.category = .invalidResponse
      default: break
      }
    }
  }
}

extension Call {
  /// The tokens of the contract's user. All contracts have the same tokens.
  var credentials: Credentials {
    get throws {
      guard let auth = baseURLs["auth"] else { throw MissingAddress() }
      return Credentials(access: "A1", refresh: "R/1+=&", authURL: auth)
    }
  }
}

/// The error for a contract without the base URL of the auth server.
private struct MissingAddress: Error {}
