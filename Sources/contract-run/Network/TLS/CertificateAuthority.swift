import ContractCore
import ContractLoopback
import Foundation
import Synchronization

/// A certificate authority that exists only for some calls, with the certificates that it made.
///
/// The program `openssl` makes them, because neither Swift nor Foundation can. Its files are removed with it.
final class CertificateAuthority: TLSServer {
  /// What was made so far. While something is made, others wait for it.
  private struct State {
    /// Whether there is an authority, or why not; nil before anybody asked.
    var result: Result<Void, SocketError>?
    var certificates: Set<String> = []
  }

  let folder: URL
  let processes: Processes
  private let environment: [String: String]
  private let state = Mutex(State())
  private let stops = Atomic(false)

  /// Creates an authority, which makes nothing before it is needed.
  init(_ processes: Processes, _ environment: [String: String]) {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "contract-run-\(UUID().uuidString.prefix(8))")
    self.processes = processes
    // Reading the machine's own authorities takes most of the time of `openssl`.
    self.environment = environment.merging(["SSL_CERT_FILE": "/dev/null", "SSL_CERT_DIR": "/dev/null"]) { $1 }
  }

  deinit { remove() }

  /// Ends what `openssl` makes or starts at the moment, because the run ends.
  func stop() { stops.store(true, ordering: .relaxed) }

  /// Whether nobody waits for `openssl` any more.
  var isStopped: Bool { stops.load(ordering: .relaxed) }

  /// Makes the authority, if that was not done before.
  ///
  /// - Throws: Why there is none. If the program is missing, the error number is ENOENT.
  func prepare() throws(SocketError) {
    try state.withLock { state throws(SocketError) in try prepare(&state) }
  }

  private func prepare(_ state: inout State) throws(SocketError) {
    if let result = state.result { return try result.get() }
    do throws(SocketError) {
      try make()
      state.result = .success(())
    } catch {
      remove()
      // Descriptors and processes may be there again later.
      if !error.isExhaustion { state.result = .failure(error) }
      throw error
    }
  }

  private func make() throws(SocketError) {
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw SocketError("cannot create \(folder.path): \(error.localizedDescription)", 0)
    }
    try write(Self.configuration, to: "openssl.cnf")
    try write("", to: "issued.txt")
    try write(String(UInt64.random(in: 1 << 60..<1 << 63), radix: 16), to: "serial")
    for key in ["authority.key", "server.key"] {
      try openSSL(["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key])
    }
    let request = ["req", "-config", "openssl.cnf", "-new"]
    try openSSL(request + ["-x509", "-key", "authority.key", "-days", "3", "-out", "authority.pem"])
    try openSSL(request + ["-key", "server.key", "-out", "server.csr"])
  }

  /// What the program needs to certify: `ca` writes down in files what it has issued.
  private static let configuration = """
    [req]
    prompt = no
    distinguished_name = name
    x509_extensions = authority
    [name]
    CN = contract-run
    [authority]
    basicConstraints = critical, CA:true
    keyUsage = critical, keyCertSign
    [ca]
    default_ca = issued
    [issued]
    database = issued.txt
    serial = serial
    new_certs_dir = .
    unique_subject = no
    default_md = sha256
    policy = policy
    [policy]
    commonName = supplied

    """

  /// Removes all files. Nothing can be certified after that.
  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// The path of its own certificate, by which clients know it.
  var path: String { path("authority.pem") }

  func certificate(_ kind: Certificate, for host: String) throws(SocketError) -> String {
    // The program cannot issue two at the same time.
    try state.withLock { state throws(SocketError) in
      try prepare(&state)
      let name = "\(kind.rawValue.filter { $0 != " " })-\(host)"
      if !state.certificates.contains(name) {
        try make(kind, for: host, name)
        state.certificates.insert(name)
      }
      return path("\(name).pem")
    }
  }

  private func make(_ kind: Certificate, for host: String, _ name: String) throws(SocketError) {
    let certified = kind == .otherHost ? AnotherHost.baseURL.host : host
    let isAddress = certified.allSatisfy { $0.isNumber || $0 == "." }
    try write(
      "subjectAltName=\(isAddress ? "IP" : "DNS"):\(certified)\nextendedKeyUsage=serverAuth\n", to: "\(name).ext")
    let files = ["-in", "server.csr", "-extfile", "\(name).ext", "-out", "\(name).pem"]
    if kind == .selfSigned {
      return try openSSL(["x509", "-req", "-signkey", "server.key", "-days", "1"] + files)
    }
    let days =
      switch kind {
      case .expired: (-2.0, -1.0)
      case .notYetValid: (1.0, 2.0)
      case .valid, .otherHost, .selfSigned: (-1.0, 1.0)
      }
    try openSSL(
      ["ca", "-config", "openssl.cnf", "-batch", "-notext", "-cert", "authority.pem", "-keyfile", "authority.key"]
        + ["-startdate", Self.date(inDays: days.0), "-enddate", Self.date(inDays: days.1)] + files)
  }

  /// Returns a date as certificates have it: YYMMDDHHMMSSZ.
  private static func date(inDays days: Double) -> String {
    let date = Date(timeIntervalSinceNow: days * 24 * 60 * 60).ISO8601Format()
    return String(date.filter { $0.isNumber || $0 == "Z" }.dropFirst(2))
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func write(_ text: String, to name: String) throws(SocketError) {
    guard FileManager.default.createFile(atPath: path(name), contents: Data(text.utf8)) else {
      throw SocketError("cannot write \(path(name))", 0)
    }
  }

  /// How many seconds `openssl` may take. It needs some milliseconds.
  private static let limit = 20.0

  private func openSSL(_ arguments: [String]) throws(SocketError) {
    let program = Program(
      command: ["openssl"] + arguments, folder: folder.path, environment: environment, limit: Self.limit,
      isStopped: { [self] in isStopped })
    let end: Program.Output
    do throws(Program.Failure) {
      end = try program.run(processes)
    } catch {
      // Not the program is missing then.
      if !FileManager.default.fileExists(atPath: folder.path) { throw SocketError("\(folder.path) was removed", 0) }
      throw program.error(error)
    }
    if end.status != .exit(0) {
      let text = String(decoding: end.errors, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      throw SocketError("openssl \(arguments[0]) \(end.status.ending): \(text)", 0)
    }
  }

  func start(with certificate: String) throws(SocketError) -> any TLSConnection { try TLSRelay(self, certificate) }

  /// Starts the program for one connection.
  ///
  /// - Parameters:
  ///   - name: The name of the socket in the folder on which it accepts the connection.
  ///   - certificate: The path of its certificate.
  ///   - decrypted: The socket with what it decrypts.
  func startServer(at name: String, with certificate: String, _ decrypted: Int32) throws(SocketError) -> pid_t {
    // The program refuses paths of sockets with more than 31 characters, so it gets the name alone.
    let arguments = ["-quiet", "-unix", name, "-naccept", "1", "-cert", certificate, "-key", path("server.key")]
    do throws(Processes.SpawnFailure) {
      return try processes.spawn(
        ["openssl", "s_server"] + arguments, in: folder.path, environment: environment, streams: .socket(decrypted)
      ).pid
    } catch {
      throw SocketError("openssl cannot be started", error.number)
    }
  }
}
