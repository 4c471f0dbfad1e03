/// A body of multiple parts in the format `multipart/form-data` (RFC 7578).
struct MultipartForm {
  private let boundary = "photos-\(UUID().uuidString)"
  private var parts = Data()

  var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  var body: Data { parts + Data("--\(boundary)--\r\n".utf8) }

  /// Adds a part.
  ///
  /// - Parameter filename: The name of the part's file; nil if the part is not a file.
  mutating func add(_ name: String, filename: String? = nil, type: String, _ content: Data) {
    var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.quoted(name))\""
    if let filename { head += "; filename=\"\(Self.quoted(filename))\"" }
    head += "\r\nContent-Type: \(type)\r\n\r\n"
    parts += Data(head.utf8) + content + Data("\r\n".utf8)
  }

  /// Returns a name in the form in which browsers write it (HTML, "multipart form data"). The name can end neither its
  /// quotes nor its line.
  private static func quoted(_ name: String) -> String {
    name.replacing("\r", with: "%0D").replacing("\n", with: "%0A").replacing("\"", with: "%22")
  }
}
