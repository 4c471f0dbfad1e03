/// What clients sent while all of it was watched: how much there was to watch.
package struct SecurityTally: Sendable {
  package private(set) var requests = 0
  /// The hosts that they went to, in the terms of contracts.
  package private(set) var hosts: Set<String> = []
  /// How many secrets were watched. Equal ones of one scenario count once.
  package var secrets: Int { recorded + hashes.count }
  /// How many calls leaked one.
  package internal(set) var leaked = 0

  /// The secrets, as hash values, because nothing keeps a secret.
  private var hashes: Set<Int> = []
  /// How many secrets were counted before.
  private var recorded = 0

  package init(requests: Int = 0, hosts: [String] = [], secrets: Int = 0, leaked: Int = 0) {
    (self.requests, self.hosts, recorded, self.leaked) = (requests, Set(hosts), secrets, leaked)
  }

  /// The tally with the number of its secrets, without what they are recognized by.
  package var counted: SecurityTally {
    SecurityTally(requests: requests, hosts: hosts.sorted(), secrets: secrets, leaked: leaked)
  }

  package func adding(_ other: SecurityTally) -> SecurityTally {
    copy(of: self) { sum in
      sum.requests += other.requests
      sum.hosts.formUnion(other.hosts)
      sum.hashes.formUnion(other.hashes)
      sum.recorded += other.recorded
      sum.leaked += other.leaked
    }
  }

  mutating func add(_ request: CapturedRequest, to host: String, _ secrets: Secrets) {
    requests += 1
    hosts.insert(host)
    for credential in secrets.credentials(of: request) { hashes.insert(credential.value.hashValue) }
  }
}
