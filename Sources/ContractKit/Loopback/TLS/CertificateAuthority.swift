import ContractCore
import Foundation
import Synchronization

/// A certificate authority that exists only for some calls, with the certificates that it made.
///
/// The program `openssl` makes them, because neither Swift nor Foundation can. Its files are removed with it.
package final class CertificateAuthority: Sendable {
  /// Why there is none: the program is missing, or refuses something.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// The folder of its files. Its path is short, because those of sockets have a limit.
  let folder: URL
  /// The names of the certificates that were made.
  private let made = Mutex<Set<String>>([])

  /// Makes an authority.
  ///
  /// - Throws: What `openssl` reported.
  package init() throws(Failure) {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "contract-run-\(UUID().uuidString.prefix(8))")
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Failure(description: "cannot create \(folder.path): \(error.localizedDescription)")
    }
    do throws(Failure) {
      try write(Self.configuration, to: "openssl.cnf")
      try write("", to: "issued.txt")
      try write(String(UInt64.random(in: 1 << 60..<1 << 63), radix: 16), to: "serial")
      for key in ["authority.key", "server.key"] {
        try openSSL("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key)
      }
      let request = ["req", "-config", "openssl.cnf", "-new"]
      try openSSL(request + ["-x509", "-key", "authority.key", "-days", "3", "-out", "authority.pem"])
      try openSSL(request + ["-key", "server.key", "-out", "server.csr"])
    } catch {
      remove()
      throw error
    }
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
  package func remove() { try? FileManager.default.removeItem(at: folder) }

  /// The variables by which HTTP stacks know the authority: OpenSSL with Python and Go, curl, requests, and Node.
  package var environment: [String: String] {
    let names = ["SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"]
    return Dictionary(uniqueKeysWithValues: names.map { ($0, path("authority.pem")) })
  }

  /// The path of the key of all certificates.
  var key: String { path("server.key") }

  /// Returns the path of a certificate for a host.
  func certificate(_ kind: Certificate, for host: String) throws(Failure) -> String {
    // The program cannot issue two at the same time.
    try made.withLock { made throws(Failure) in
      let name = "\(kind.rawValue.filter { $0 != " " })-\(host)"
      if made.insert(name).inserted {
        do throws(Failure) {
          try make(kind, for: host, name)
        } catch {
          made.remove(name)
          throw error
        }
      }
      return path("\(name).pem")
    }
  }

  private func make(_ kind: Certificate, for host: String, _ name: String) throws(Failure) {
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

  private func write(_ text: String, to name: String) throws(Failure) {
    guard FileManager.default.createFile(atPath: path(name), contents: Data(text.utf8)) else {
      throw Failure(description: "cannot write \(path(name))")
    }
  }

  /// The program, which is looked up in PATH.
  static let program = URL(fileURLWithPath: "/usr/bin/env")

  private func openSSL(_ arguments: String...) throws(Failure) { try openSSL(arguments) }

  private func openSSL(_ arguments: [String]) throws(Failure) {
    let process = Process()
    let errors = Foundation.Pipe()
    (process.executableURL, process.arguments) = (Self.program, ["openssl"] + arguments)
    process.currentDirectoryURL = folder
    (process.standardInput, process.standardOutput, process.standardError) = (
      FileHandle.nullDevice, FileHandle.nullDevice, errors
    )
    do { try process.run() } catch { throw Failure(description: "openssl: \(error.localizedDescription)") }
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      throw Failure(description: "openssl \(arguments[0]): \(text.trimmingCharacters(in: .whitespacesAndNewlines))")
    }
  }
}
