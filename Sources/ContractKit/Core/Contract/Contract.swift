import Foundation

/// The contract of one endpoint, as one `*.contract.json` file describes it: read, checked, and ready to run.
package final class Contract: Sendable {
  /// The contract's own file. The positions in everything below point into it, or into one of `files`.
  package let source: Source
  /// The absolute locations of all other files that the contract uses: the files that it extends, the files that its
  /// references name, bodies and schemas.
  package let files: [String]
  /// The path below the specs folder, without `.contract.json`. It is the middle part of verdict ids.
  package let name: String
  /// The name that people use for the endpoint.
  package let endpoint: String
  /// The place of `endpoint`'s value. If another file has that value, the place that names that file.
  package let range: SourceRange
  /// The name of the operation that the driver calls.
  package let operation: SourceLocated<String>
  package let description: String?
  /// The tags by which `--tag` selects all scenarios of this contract.
  package let tags: [String]
  /// The further base URLs, in the order written.
  package let baseURLs: [(name: String, url: BaseURL)]
  /// The base URLs as the contract writes them. They are the ones that a run in memory uses.
  package let addresses: Addresses
  /// The hosts of the base URLs, each with its port if that is written.
  package let hosts: [String]
  /// The requests of `requests`, which exchanges name, in the order written.
  package let requests: [(name: String, shape: RequestShape)]
  /// The scenarios in the order written: at least one, with unique names.
  package let scenarios: [Scenario]
  /// What the contract declares about variations of its scenarios; nil if it declares nothing, or turns them off.
  package let variations: VariationRules?
  /// Whether the contract turns off variations with `false`.
  package let turnsOffVariations: Bool
  /// The place of the member name `scenarios`; nil if no file has it.
  package let scenariosRange: SourceRange?
  /// Whether its client keeps these base URLs on loopback, and reaches the runner through a proxy.
  package let isProxied: Bool

  /// Makes a contract without checking it; its reader does that.
  package init(
    source: Source, files: [String] = [], name: String, endpoint: String, range: SourceRange,
    operation: SourceLocated<String>, description: String? = nil, tags: [String] = [], baseURL: BaseURL,
    baseURLs: [(name: String, url: BaseURL)] = [], requests: [(name: String, shape: RequestShape)] = [],
    scenarios: [Scenario], variations: VariationRules? = nil,
    turnsOffVariations: Bool = false, scenariosRange: SourceRange? = nil, isProxied: Bool = false
  ) {
    (self.source, self.files, self.name, self.endpoint, self.range) = (source, files, name, endpoint, range)
    (self.operation, self.description, self.tags, self.baseURLs) = (operation, description, tags, baseURLs)
    addresses = Addresses(base: baseURL, named: Dictionary(baseURLs.map { ($0.name, $0.url) }) { first, _ in first })
    hosts = [baseURL.authority] + baseURLs.map(\.url.authority)
    (self.requests, self.scenarios) = (requests, scenarios)
    self.variations = variations.map { rules in copy(of: rules) { $0.error = scenarios.error } }
    (self.turnsOffVariations, self.scenariosRange) = (turnsOffVariations, scenariosRange)
    self.isProxied = isProxied
  }

  /// Returns the contract for a client that keeps its base URLs.
  package func proxied() -> Contract {
    Contract(
      source: source, files: files, name: name, endpoint: endpoint, range: range, operation: operation,
      description: description, tags: tags, baseURL: baseURL, baseURLs: baseURLs, requests: requests,
      scenarios: scenarios, variations: variations, turnsOffVariations: turnsOffVariations,
      scenariosRange: scenariosRange, isProxied: true)
  }

  /// The URL below which requests go; `http://localhost` if the contract does not name one.
  package var baseURL: BaseURL { addresses.base }
}

extension BaseURL {
  /// The host, with its port if it is written.
  fileprivate var authority: String {
    let rest = text.utf8.dropFirst(scheme.utf8.count)
    let host = rest.starts(with: "://".utf8) ? rest.dropFirst(3) : text.utf8[...]
    return String(Substring(host.prefix { $0 != UInt8(ascii: "/") }))
  }
}
