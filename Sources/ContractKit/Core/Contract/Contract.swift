import Foundation

/// One endpoint's contract, as one `*.contract.json` file says it: read, checked, and ready to run.
package final class Contract: Sendable {
  /// The file; positions of everything below point into it, or into one of the files that it is made of.
  package let source: Source
  /// The absolute locations of all other files that it is made of: what it extends, what its references name, bodies,
  /// schemas.
  package let files: [String]
  /// The path below its specs folder without `.contract.json`: the middle part of verdict ids.
  package let name: String
  /// What people call the endpoint.
  package let endpoint: String
  /// Where `endpoint`'s value stands, or what names the file that has it.
  package let range: SourceRange
  /// The driver's name for what this contract calls.
  package let operation: Located<String>
  /// Words for people; nil where there are none.
  package let description: String?
  /// The tags that `--tag` chooses all its scenarios by.
  package let tags: [String]
  /// Further addresses, in the order written.
  package let baseURLs: [(name: String, url: BaseURL)]
  /// Where requests go, as the contract writes it: the addresses of a run in memory.
  package let addresses: Addresses
  /// In the order written, at least one; their names are unique.
  package let scenarios: [Scenario]
  /// Where the name `scenarios` stands; nil where no file says.
  package let scenariosRange: SourceRange?

  /// Makes a contract; its reader checks it.
  package init(
    source: Source, files: [String] = [], name: String, endpoint: String, range: SourceRange,
    operation: Located<String>, description: String? = nil, tags: [String] = [], baseURL: BaseURL,
    baseURLs: [(name: String, url: BaseURL)] = [], scenarios: [Scenario], scenariosRange: SourceRange? = nil
  ) {
    (self.source, self.files, self.name, self.endpoint, self.range) = (source, files, name, endpoint, range)
    (self.operation, self.description, self.tags, self.baseURLs) = (operation, description, tags, baseURLs)
    addresses = Addresses(base: baseURL, named: Dictionary(baseURLs.map { ($0.name, $0.url) }) { first, _ in first })
    self.scenarios = scenarios
    self.scenariosRange = scenariosRange
  }

  /// Where requests go; `http://localhost` where the contract does not say.
  package var baseURL: BaseURL { addresses.base }
}
