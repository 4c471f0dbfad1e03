import ContractCore
import ContractLoopback
import Foundation
import Synchronization

/// A certificate authority that exists only for some calls, with the certificates that it made.
///
/// Keys are only in memory. Clients know the authority by a file with its certificate, which is removed with it.
final class CertificateAuthority: TLSServer {
  /// What was made so far. While something is made, others wait for it.
  private struct State {
    /// The authority, or why there is none; nil before anybody asked.
    var result: Result<OpenSSL.Authority, SocketError>?
    var identities: [String: OpenSSL.Identity] = [:]
  }

  private let folder: URL
  /// The folder, locked as long as the run lives; nil before it is needed.
  private let lock = Mutex<Int32?>(nil)
  private let state = Mutex(State())

  /// How the folder of each run begins.
  private static let prefix = "contract-run-authority-"

  /// Creates an authority, which makes nothing before it is needed.
  init() {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(Self.prefix + UUID().uuidString.prefix(8))
  }

  deinit { remove() }

  /// Checks before a run that this machine can have the TLS that clients need.
  static func check(_ clients: [Configuration.Client]) throws(Exit) {
    if clients.allSatisfy({ $0.route == .http }) { return }
    do throws(SocketError) {
      try OpenSSL.load()
    } catch {
      throw Exit(2, "no https on this machine: \(error)")
    }
  }

  /// The paths of its own certificate, by which clients know it.
  var files: DriverTrust.Files {
    (folder.appendingPathComponent("authority.pem").path, folder.appendingPathComponent("authority.jks").path)
  }

  /// Makes the authority, if that was not done before.
  ///
  /// - Throws: Why there is none.
  func prepare() throws(SocketError) { _ = try state.withLock { state throws(SocketError) in try made(&state) } }

  private func made(_ state: inout State) throws(SocketError) -> OpenSSL.Authority {
    if let result = state.result { return try result.get() }
    do throws(SocketError) {
      let authority = try OpenSSL.Authority(valid: (-2, 3))
      try write(authority.text)
      state.result = .success(authority)
      return authority
    } catch {
      remove()
      // Descriptors may be there again later.
      if !error.isExhaustion { state.result = .failure(error) }
      throw error
    }
  }

  private func write(_ text: String) throws(SocketError) {
    removeThoseOfEndedRuns()
    // It gets its name when it is locked, so that no other run takes it for one without an owner.
    let new = folder.deletingLastPathComponent().appendingPathComponent("." + folder.lastPathComponent).path
    if mkdir(new, 0o700) != 0 { throw SocketError("create \(folder.path)") }
    lock.withLock { $0 = AtomicFile.claim(new, isFolder: true) }
    if rename(new, folder.path) != 0 { throw SocketError("create \(folder.path)") }
    try write(Array(text.utf8), to: files.pem)
    try write(Self.keyStore(text), to: files.keyStore)
  }

  private func write(_ bytes: [UInt8], to path: String) throws(SocketError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if file < 0 { throw SocketError("open \(path)") }
    defer { close(file) }
    if !Descriptor.write(bytes, to: file) { throw SocketError("write \(path)") }
  }

  /// Returns a certificate in the form of Java's key stores (JKS, version 2), which is what a JVM reads without a password.
  ///
  /// - Parameter text: The certificate in the form PEM.
  private static func keyStore(_ text: String) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    func named(_ text: String) -> [UInt8] { [0, UInt8(text.utf8.count)] + Array(text.utf8) }
    let base64 = text.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    let certificate = [UInt8](Data(base64Encoded: base64) ?? Data())
    let date = [UInt8](repeating: 0, count: 8)
    // Nobody checks the digest if there is no password.
    let digest = [UInt8](repeating: 0, count: 20)
    return [0xFE, 0xED, 0xFE, 0xED] + number(2) + number(1) + number(2) + named("contract-run") + date + named("X.509")
      + number(certificate.count) + certificate + digest
  }

  /// Removes its file. The certificates stay valid for clients that have read it.
  func remove() {
    try? FileManager.default.removeItem(at: folder)
    if let locked = lock.withLock({ $0.take() }) { close(locked) }
  }

  /// Removes the folders of runs that were killed.
  private func removeThoseOfEndedRuns() {
    let parent = folder.deletingLastPathComponent()
    for name in (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    where name.hasPrefix(Self.prefix) {
      let path = parent.appendingPathComponent(name)
      guard let locked = AtomicFile.claim(path.path, isFolder: true) else { continue }
      try? FileManager.default.removeItem(at: path)
      close(locked)
    }
  }

  func identity(_ kind: Certificate, for host: String) throws(SocketError) -> any TLSIdentity {
    try state.withLock { state throws(SocketError) in
      let name = "\(kind.rawValue) \(host)"
      if let known = state.identities[name] { return known }
      let authority = try made(&state)
      let days: OpenSSL.Days =
        switch kind {
        case .expired: (-2, -1)
        case .notYetValid: (1, 2)
        case .valid, .otherHost, .selfSigned: (-1, 1)
        }
      let identity = try OpenSSL.Identity(
        kind == .otherHost ? AnotherHost.baseURL.host : host, valid: days, by: kind == .selfSigned ? nil : authority)
      state.identities[name] = identity
      return identity
    }
  }
}
