/// One endpoint's contract, as one `*.contract.json` file says it: read, checked, and ready to run.
public struct Contract: Sendable {
  /// The file; positions of everything below point into it, or into one of the files that it is made of.
  public var source: Source
  /// The absolute locations of all other files that it is made of: what it extends, what its references name, bodies,
  /// schemas.
  public var files: [String]
  /// The path below its specs folder without `.contract.json`: the middle part of verdict ids.
  public var name: String
  /// What people call the endpoint.
  public var endpoint: String
  /// Where `endpoint`'s value stands, or what names the file that has it.
  public var range: SourceRange
  /// The driver's name for what this contract calls.
  public var operation: Located<String>
  /// Words for people; nil where there are none.
  public var description: String?
  /// The tags that `--tag` chooses all its scenarios by.
  public var tags: [String]
  /// Where requests go; `http://localhost` where the contract does not say.
  public var baseURL: BaseURL
  /// Further addresses, in the order written.
  public var baseURLs: [(name: String, url: BaseURL)]
  /// In the order written, at least one; their names are unique.
  public var scenarios: [Scenario]
  /// Where the name `scenarios` stands; nil where no file says.
  package var scenariosRange: SourceRange?

  init(
    source: Source, files: [String] = [], name: String, endpoint: String, range: SourceRange,
    operation: Located<String>, description: String? = nil, tags: [String] = [], baseURL: BaseURL,
    baseURLs: [(name: String, url: BaseURL)] = [], scenarios: [Scenario]
  ) {
    self.source = source
    self.files = files
    self.name = name
    self.endpoint = endpoint
    self.range = range
    self.operation = operation
    self.description = description
    self.tags = tags
    self.baseURL = baseURL
    self.baseURLs = baseURLs
    self.scenarios = scenarios
  }

  /// Where requests go, as the contract writes it: the addresses of a run in memory.
  public var addresses: Addresses {
    // Asked for each call, and most contracts have one address.
    if baseURLs.isEmpty { return Addresses(base: baseURL) }
    return Addresses(base: baseURL, named: Dictionary(baseURLs.map { ($0.name, $0.url) }) { first, _ in first })
  }
}

/// Where a contract's requests go: scheme, host, port, and a path prefix that every request path follows.
public struct BaseURL: Sendable {
  /// The address as written, without a slash at its end.
  public var text: String
  /// Lower case.
  public var scheme: String
  /// Lower case.
  public var host: String
  /// The port, the scheme's own where none is written.
  public var port: Int
  /// Percent-encoded, "" or beginning with a slash, never ending with one.
  public var pathPrefix: String
  /// Where it was written; nil for the default.
  public var range: SourceRange?

  /// The same path prefix at another place: where a run listens.
  ///
  /// - Parameters:
  ///   - origin: Scheme, host and perhaps port, such as `http://127.0.0.1:40123`.
  /// - Returns: The address, which keeps the place where this one was written; nil where that is no origin.
  package func moved(to origin: String) -> BaseURL? { BaseURL(origin + pathPrefix, range: range) }

  /// The same path prefix at a port of 127.0.0.1; nothing has to be read for that.
  func moved(toPort port: Int, scheme: String = "http") -> BaseURL {
    var url = self
    url.text = "\(scheme)://127.0.0.1:\(port)\(pathPrefix)"
    (url.scheme, url.host, url.port) = (scheme, "127.0.0.1", port)
    return url
  }

  /// The address of a contract that names none.
  public static let localhost = BaseURL(text: "http://localhost", scheme: "http", host: "localhost", port: 80)

  private init(text: String, scheme: String, host: String, port: Int) {
    self.text = text
    self.scheme = scheme
    self.host = host
    self.port = port
    pathPrefix = ""
  }

  /// Reads an address: `http` or `https`, a host, perhaps a port and a path; nil where it is none or has more than that.
  public init?(_ text: String, range: SourceRange? = nil) {
    guard let parts = URLComponents(string: text, encodingInvalidCharacters: false),
      let scheme = parts.scheme?.lowercased(),
      scheme == "http" || scheme == "https", let host = parts.percentEncodedHost?.lowercased(), !host.isEmpty,
      parts.query == nil, parts.fragment == nil, parts.user == nil, parts.password == nil,
      parts.port.map({ (1...65535).contains($0) }) ?? true
    else { return nil }
    let path = parts.percentEncodedPath
    pathPrefix = path.hasSuffix("/") ? String(path.dropLast()) : path
    self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
    self.scheme = scheme
    self.host = host
    port = parts.port ?? (scheme == "https" ? 443 : 80)
    self.range = range
  }
}

/// How requests travel between client and runner.
public enum Transport: String, Sendable, CaseIterable, Hashable {
  case memory, loopback

  static let names = allCases.map(\.rawValue)
}
