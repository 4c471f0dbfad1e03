import Foundation

/// One endpoint's contract, as one `*.contract.json` file says it: read, checked, and ready to run.
package struct Contract: Sendable {
  /// The file; positions of everything below point into it, or into one of the files that it is made of.
  package var source: Source
  /// The absolute locations of all other files that it is made of: what it extends, what its references name, bodies,
  /// schemas.
  package var files: [String]
  /// The path below its specs folder without `.contract.json`: the middle part of verdict ids.
  package var name: String
  /// What people call the endpoint.
  package var endpoint: String
  /// Where `endpoint`'s value stands, or what names the file that has it.
  package var range: SourceRange
  /// The driver's name for what this contract calls.
  package var operation: Located<String>
  /// Words for people; nil where there are none.
  package var description: String?
  /// The tags that `--tag` chooses all its scenarios by.
  package var tags: [String]
  /// Where requests go; `http://localhost` where the contract does not say.
  package var baseURL: BaseURL
  /// Further addresses, in the order written.
  package var baseURLs: [(name: String, url: BaseURL)]
  /// In the order written, at least one; their names are unique.
  package var scenarios: [Scenario]
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
  package var addresses: Addresses {
    // Asked for each call, and most contracts have one address.
    if baseURLs.isEmpty { return Addresses(base: baseURL) }
    return Addresses(base: baseURL, named: Dictionary(baseURLs.map { ($0.name, $0.url) }) { first, _ in first })
  }
}
