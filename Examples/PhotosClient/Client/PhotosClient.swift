/// The client of a photo service.
///
/// Every request but those for a token and to a pre-signed address carries the access token, which is renewed once where the
/// service no longer takes it. Where the service is busy and says when to come back, the client does. Network errors
/// surface as `URLError`, JSON that does not decode as `DecodingError`, everything else as `PhotosError`.
public struct PhotosClient: Sendable {
  let baseURL: URL
  let credentials: Credentials
  let retries: RetryPolicy
  let network: Network

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - session: What requests go through; the shared session by default.
  ///   - baseURL: Where the API lives.
  ///   - credentials: The user's tokens; clients that share them renew them once.
  ///   - retries: How often, and for how long, the client waits for a busy service.
  public init(
    session: URLSession = .shared, baseURL: URL, credentials: Credentials, retries: RetryPolicy = RetryPolicy()
  ) {
    self.init(network: Network(session), baseURL: baseURL, credentials: credentials, retries: retries)
  }

  init(network: Network, baseURL: URL, credentials: Credentials, retries: RetryPolicy = RetryPolicy()) {
    self.network = network
    self.baseURL = baseURL
    self.credentials = credentials
    self.retries = retries
  }

  /// One album.
  public func album(_ id: String) async throws -> Album {
    try await decoded(request("GET", ["albums", id]))
  }

  /// Creates an album. However often the request is sent, the service creates one: it knows it by its key.
  public func createAlbum(title: String) async throws -> Album {
    var request = try request("POST", ["albums"], json: NewAlbum(title: title))
    request.setValue(network.makeKey(), forHTTPHeaderField: "Idempotency-Key")
    return try await decoded(request)
  }

  /// All photos of an album, page after page.
  ///
  /// - Parameters:
  ///   - album: Which album.
  ///   - tags: The tags that a photo must have; none by default, which gives all.
  /// - Throws: `PhotosError.pagesRepeat` where a page names as the next one that was there already, and
  ///   `PhotosError.foreignPage` where the next one is not on this service: it must not get the token.
  public func photos(in album: String, tags: [String] = []) async throws -> [Photo] {
    var photos: [Photo] = []
    var seen: Set<URL> = []
    var next: URLRequest? = try request("GET", ["albums", album, "photos"], query: tags.map { ("tag", $0) })
    while let request = next, let url = request.url {
      guard seen.insert(url).inserted else { throw PhotosError.pagesRepeat }
      let (data, response) = try await send(request)
      photos += try Self.decoder.decode([Photo].self, from: data)
      next = nil
      if let target = LinkHeader(response)["next"] {
        guard let address = URL(string: target, relativeTo: url)?.absoluteURL, address.hasOrigin(of: baseURL) else {
          throw PhotosError.foreignPage(target)
        }
        next = self.request("GET", address)
      }
    }
    return photos
  }

  /// An album with its photos, both asked for at once.
  public func overview(of album: String) async throws -> Overview {
    async let details = Result { try await self.album(album) }
    async let photos = Result { try await self.photos(in: album) }
    // Both are waited for where one fails as well, so that nothing is left in flight.
    let (first, second) = await (details, photos)
    return Overview(album: try first.get(), photos: try second.get())
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
