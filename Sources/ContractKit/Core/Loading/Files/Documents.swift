/// The JSON files of a run that contracts name, each read once however many do; belongs to one thread.
final class Documents {
  /// The size of the largest file that is read, in bytes.
  static let sizeLimit = 64 << 20

  /// One file, as it was read.
  struct Document {
    var source: Source
    /// Nil where reading ended early.
    var json: JSON?
    /// What is wrong with the text.
    var diagnostics: [Diagnostic]
  }

  /// Why there is no document.
  enum ReadError: Error {
    case missing
    case unreadable(why: String)
  }

  /// The absolute locations of all that was named, found or not.
  private(set) var named: Set<String> = []

  /// What is made of texts that several contracts have.
  let texts = CommonTexts()

  private var read: [String: Result<Document, ReadError>] = [:]
  /// Where the file is that a source was read from. The documents keep their sources, so that none is taken for another.
  private var locations: [ObjectIdentifier: String] = [:]
  private var real: [String: String] = [:]
  private var index = MemberIndex()

  func noteNamed(_ location: String) { named.insert(location) }

  /// Where the file is that one of these documents was read from; nil for a source that came otherwise.
  func location(of source: Source) -> String? { locations[ObjectIdentifier(source)] }

  /// A location with every link followed.
  func real(_ location: String) -> String {
    if let known = real[location] { return known }
    let path = Path.real(location)
    real[location] = path
    return path
  }

  /// The file at an absolute location.
  func document(at location: String) -> Result<Document, ReadError> {
    if let known = read[location] { return known }
    let result = Self.read(location)
    if case .success(let document) = result { locations[ObjectIdentifier(document.source)] = location }
    read[location] = result
    return result
  }

  /// The member of an object that was read from a file; nil where it has none of that name.
  func member(_ name: String, of json: JSON) -> JSON? { index.member(name, of: json) }

  /// The element of an array that was read from a file; nil where it has none of that index.
  func element(_ index: Int, of json: JSON) -> JSON? { self.index.element(index, of: json) }

  private static func read(_ location: String) -> Result<Document, ReadError> {
    guard Path.kind(location) == .file else { return .failure(.missing) }
    let bytes: [UInt8]
    do throws(Path.ReadError) {
      bytes = try Path.bytes(location, upTo: Self.sizeLimit)
    } catch {
      guard case .tooLarge(let size) = error else { return .failure(.unreadable(why: "the file cannot be opened")) }
      return .failure(.unreadable(why: "it has \(size) bytes, and a file that a contract names 64 MiB at most"))
    }
    let source = Source(path: Path.shown(location), bytes: bytes)
    var diagnostics: [Diagnostic] = []
    // What is named once is named often.
    let json = JSON.parse(source, diagnostics: &diagnostics)?.unfolded
    return .success(Document(source: source, json: json, diagnostics: diagnostics))
  }
}
