/// The client of a photo service.
///
/// All requests carry the access token, except requests for a token and requests to a pre-signed URL. If the service no
/// longer accepts the token, the client renews it once. If the service is busy and names a time to wait, the client
/// waits and tries again. Network errors are `URLError`s. JSON that cannot be decoded is a `DecodingError`. Every other
/// error is a `PhotosError`.
public struct PhotosClient: Sendable {
  let baseURL: URL
  let credentials: Credentials
  let retries: RetryPolicy
  let network: Network

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - session: The session that sends the requests; the shared session by default.
  ///   - baseURL: The base URL of the API.
  ///   - credentials: The user's tokens. Clients that share them renew them once.
  ///   - retries: How often and how long the client waits for a busy service.
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

  /// Returns an album.
  public func album(_ id: String) async throws -> Album {
    try await decoded(request("GET", ["albums", id]))
  }

  /// Creates an album. If the client sends the request again, the service recognizes its key and creates one album
  /// only.
  public func createAlbum(title: String) async throws -> Album {
    var request = try request("POST", ["albums"], json: NewAlbum(title: title))
    request.setValue(network.makeKey(), forHTTPHeaderField: "Idempotency-Key")
    return try await decoded(request)
  }

  /// Returns all photos of an album, from all pages.
  ///
  /// - Parameters:
  ///   - album: The ID of the album.
  ///   - tags: The tags that a photo must have; none by default, which returns all photos.
  /// - Throws: `PhotosError.pagesRepeat` if the next page is one that was loaded already. `PhotosError.foreignPage` if
  ///   the next page is not on this service, because another server must not get the token.
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

  /// Returns an album with its photos. Both are requested at the same time.
  public func overview(of album: String) async throws -> Overview {
    async let details = Result { try await self.album(album) }
    async let photos = Result { try await self.photos(in: album) }
    // Waits for both even if one fails, so that no request is left running.
    let (first, second) = await (details, photos)
    return Overview(album: try first.get(), photos: try second.get())
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
