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
  /// The certificates that were made, by kind and host.
  private let made = Mutex<[String: String]>([:])

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
      for key in [path("authority.key"), key] {
        try Self.openSSL(["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key])
      }
      try Self.openSSL(
        [
          "req", "-x509", "-new", "-key", path("authority.key"), "-subj", "/CN=contract-run", "-days", "2", "-out",
          path("authority.pem"), "-addext", "keyUsage=critical,keyCertSign",
        ])
      try Self.openSSL(["req", "-new", "-key", key, "-subj", "/CN=contract-run", "-out", path("server.csr")])
    } catch {
      remove()
      throw error
    }
  }

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
  func certificate(_ kind: SecurityVariation.Certificate, for host: String) throws(Failure) -> String {
    let name = "\(kind.rawValue.filter { $0 != " " })-\(host)"
    if let known = made.withLock({ $0[name] }) { return known }
    let (certificate, extensions) = (path("\(name)-\(UUID().uuidString).pem"), path("\(UUID().uuidString).ext"))
    let certified = kind == .otherHost ? AnotherHost.baseURL.host : host
    let isAddress = certified.allSatisfy { $0.isNumber || $0 == "." }
    let text = "subjectAltName=\(isAddress ? "IP" : "DNS"):\(certified)\nextendedKeyUsage=serverAuth\n"
    guard FileManager.default.createFile(atPath: extensions, contents: Data(text.utf8)) else {
      throw Failure(description: "cannot write \(extensions)")
    }
    let signer =
      kind == .selfSigned
      ? ["-signkey", key]
      : [
        "-CA", path("authority.pem"), "-CAkey", path("authority.key"), "-set_serial",
        String(Int.random(in: 1...Int.max)),
      ]
    // It ends before it begins, so that it is expired in each case.
    let days = kind == .expired ? "-1" : "1"
    try Self.openSSL(
      ["x509", "-req", "-in", path("server.csr"), "-days", days, "-extfile", extensions, "-out", certificate] + signer)
    return made.withLock { made in
      made[name] = made[name] ?? certificate
      return made[name] ?? certificate
    }
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// The program, which is looked up in PATH.
  static let program = URL(fileURLWithPath: "/usr/bin/env")

  private static func openSSL(_ arguments: [String]) throws(Failure) {
    let process = Process()
    let errors = Foundation.Pipe()
    (process.executableURL, process.arguments) = (program, ["openssl"] + arguments)
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
