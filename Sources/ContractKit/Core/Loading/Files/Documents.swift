/// The JSON files that the contracts of a run name. Each is read once, however many contracts name it. They belong to
/// one thread.
package final class Documents {
  /// The size of the largest file that is read, in bytes.
  package static let sizeLimit = 64 << 20

  /// One file, as it was read.
  struct Document {
    var source: Source
    /// The value; nil if the parser stopped early.
    var json: JSON?
    var diagnostics: [Diagnostic]
  }

  /// The reason why there is no document.
  enum ReadError: Error {
    case missing
    case unreadable(why: String)
  }

  /// The absolute locations of all files that were named, found or not.
  var named: Set<String> = []

  private var read: [String: Result<Document, ReadError>] = [:]
  /// The location of the file that each source was read from. The documents keep their sources alive, so no source can
  /// be mistaken for another.
  private var locations: [ObjectIdentifier: String] = [:]
  private var real: [String: String] = [:]
  /// The members and elements of what is large in the files.
  var index = MemberIndex()

  /// Returns the location of the file that a source was read from; nil if it is not one of these documents.
  package func location(of source: Source) -> String? { locations[ObjectIdentifier(source)] }

  /// Returns a location with every link resolved.
  func real(_ location: String) -> String {
    if let known = real[location] { return known }
    let path = FileSystem.real(location)
    real[location] = path
    return path
  }

  func document(at location: String) -> Result<Document, ReadError> {
    if let known = read[location] { return known }
    let result = Self.read(location)
    if case .success(let document) = result { locations[ObjectIdentifier(document.source)] = location }
    read[location] = result
    return result
  }

  private static func read(_ location: String) -> Result<Document, ReadError> {
    guard FileSystem.kind(location) == .file else { return .failure(.missing) }
    let bytes: [UInt8]
    do throws(FileSystem.ReadError) {
      bytes = try FileSystem.bytes(location, upTo: Self.sizeLimit)
    } catch {
      return .failure(.unreadable(why: error.why(for: "a file that a contract names")))
    }
    let source = Source(path: FileSystem.shown(location), bytes: bytes)
    var diagnostics: [Diagnostic] = []
    // A file that is named once is usually named often.
    let json = JSON.parse(source, diagnostics: &diagnostics)?.unfolded
    return .success(Document(source: source, json: json, diagnostics: diagnostics))
  }

  // MARK: Values made from texts that many contracts share, such as their base URL

  /// The number of values of each kind that are kept.
  private static let limit = 1000

  private var addresses: [ExactString: BaseURL] = [:]
  private var expressions: [ExactString: Pattern.Regex] = [:]

  func baseURL(_ text: String, range: SourceRange) -> BaseURL? {
    if var known = addresses[ExactString(text)] {
      known.range = range
      return known
    }
    guard let made = BaseURL(text, range: range) else { return nil }
    if addresses.count < Self.limit { addresses[ExactString(text)] = made }
    return made
  }

  func expression(_ text: String) throws(ECMAExpression.SyntaxError) -> Pattern.Regex {
    if let known = expressions[ExactString(text)] { return known }
    let made = try Pattern.Regex(text)
    if expressions.count < Self.limit { expressions[ExactString(text)] = made }
    return made
  }
}
