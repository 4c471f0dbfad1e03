extension PhotosClient {
  /// Uploads a photo: requests a URL, puts the bytes there, and confirms the upload.
  ///
  /// - Throws: `PhotosError.uploadRefused` if the server at that URL does not accept the bytes.
  public func upload(_ photo: NewPhoto, to album: String) async throws -> Photo {
    // One key for the whole upload, so that a repeated request for the URL, or a repeated confirmation, changes
    // nothing.
    let key = network.makeKey()
    var ask = try request(
      "POST", ["albums", album, "uploads"], json: Upload(name: photo.name, type: photo.type, size: photo.bytes.count))
    ask.setValue(key, forHTTPHeaderField: "Idempotency-Key")
    let place: Place = try await decoded(ask)

    // The URL is signed, so anyone who has it may put bytes there without a token. That server must not get the token.
    var put = URLRequest(url: place.put)
    put.httpMethod = "PUT"
    put.timeoutInterval = 60
    put.setValue(photo.type, forHTTPHeaderField: "Content-Type")
    put.httpBody = photo.bytes
    let status = try await deliver(put).1.statusCode
    guard (200..<300).contains(status) else { throw PhotosError.uploadRefused(status) }

    var confirm = try request("POST", ["albums", album, "uploads", place.id, "confirm"])
    confirm.setValue(key, forHTTPHeaderField: "Idempotency-Key")
    return try await decoded(confirm)
  }

  /// Uploads multiple small photos in one request.
  public func importPhotos(_ photos: [NewPhoto], to album: String) async throws -> [Photo] {
    var form = MultipartForm()
    form.add("details", type: "application/json", try JSONEncoder().encode(Details(count: photos.count)))
    for photo in photos { form.add("photo", filename: photo.name, type: photo.type, photo.bytes) }
    var request = try request("POST", ["albums", album, "photos"])
    request.setValue(form.contentType, forHTTPHeaderField: "Content-Type")
    request.httpBody = form.body
    return try await decoded(request)
  }

  private struct Upload: Encodable {
    var name: String
    var type: String
    var size: Int
  }

  private struct Place: Decodable {
    var id: String
    var put: URL
  }

  private struct Details: Encodable {
    var count: Int
  }
}
