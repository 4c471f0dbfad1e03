import CContractRun
import ContractCore
import ContractLoopback
import Foundation

/// The library that speaks TLS and makes certificates. It is loaded when it is needed first, unless it was linked into the
/// program.
enum OpenSSL {
  /// The variable of the environment that names the library's file, if it is not where systems install it.
  static let variable = "CONTRACT_RUN_OPENSSL"

  private static let loaded: Result<Void, SocketError> = {
    let names = ProcessInfo.processInfo.environment[variable].map { [$0] } ?? Platform.openSSL
    var why: String?
    for name in names {
      guard let missing = contractRunTLSLoad(name) else { return .success(()) }
      why = why ?? String(cString: missing)
    }
    let advice = "the library OpenSSL cannot be loaded; \(Platform.openSSLAdvice)"
    return .failure(SocketError(advice + (why.map { " (\($0))" } ?? ""), 0))
  }()

  /// Loads the library, if that was not done before.
  ///
  /// - Throws: Why it cannot be loaded, with what to do.
  static func load() throws(SocketError) { try loaded.get() }

  /// Returns the error of a function of the library that failed on this thread just before.
  fileprivate static func failure(_ what: String) -> SocketError {
    let why = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
      guard let start = text.baseAddress else { return "" }
      contractRunTLSError(start, text.count)
      return String(cString: start)
    }
    return SocketError(why.isEmpty ? what : "\(what): \(why)", 0)
  }

  /// Returns a serial number that no other certificate has.
  fileprivate static var serial: UInt64 { UInt64.random(in: 1 << 60..<1 << 63) }

  /// For how long a certificate is valid, in days from now.
  typealias Days = (from: Double, to: Double)

  fileprivate static func seconds(_ days: Double) -> Int { Int(days * 24 * 60 * 60) }
}

extension OpenSSL {
  /// A certificate authority. Its key is only in memory.
  final class Authority: @unchecked Sendable {
    fileprivate let made: ContractRunTLSAuthority

    init(valid days: Days) throws(SocketError) {
      try load()
      made = contractRunTLSAuthority(serial, seconds(days.from), seconds(days.to))
      if made.key == nil || made.certificate == nil {
        let error = failure("no certificate authority could be made")
        contractRunTLSEndAuthority(made)
        throw error
      }
    }

    deinit { contractRunTLSEndAuthority(made) }

    /// Its certificate, in the form PEM.
    var text: String {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8 << 10) { text in
        guard let start = text.baseAddress else { return "" }
        let count = Int(contractRunTLSText(made, start, Int32(text.count)))
        return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
    }
  }

  /// A certificate with its key, by which connections to a host are served. The key is only in memory.
  final class Identity: TLSIdentity, @unchecked Sendable {
    fileprivate let server: UnsafeMutableRawPointer

    /// Makes a key and a certificate.
    ///
    /// - Parameters:
    ///   - host: An IP address, or a name.
    ///   - authority: What issues it; nil if it is self-signed.
    init(_ host: String, valid days: Days, by authority: Authority?) throws(SocketError) {
      try load()
      let isAddress = host.hasPrefix("[") || host.allSatisfy { $0.isNumber || $0 == "." }
      // An IPv6 address has brackets in a URL (RFC 3986, section 3.2.2).
      let name = (isAddress ? "IP:" : "DNS:") + host.trimmingCharacters(in: ["[", "]"])
      let (from, to) = (seconds(days.from), seconds(days.to))
      let made =
        if let authority {
          withUnsafePointer(to: authority.made) { contractRunTLSServer($0, name, serial, from, to) }
        } else {
          contractRunTLSServer(nil, name, serial, from, to)
        }
      guard let made else { throw failure("no certificate for \(host) could be made") }
      server = made
    }

    deinit { contractRunTLSEndServer(server) }

    func begin() throws(SocketError) -> any TLSSession { try Session(self) }
  }

  private final class Session: TLSSession, @unchecked Sendable {
    private let tls: ContractRunTLS

    init(_ identity: Identity) throws(SocketError) {
      var tls = ContractRunTLS()
      guard contractRunTLSBegin(identity.server, &tls) else { throw failure("TLS cannot begin") }
      self.tls = tls
    }

    deinit { contractRunTLSEnd(tls) }

    func receive(_ bytes: UnsafeRawBufferPointer) {
      if let start = bytes.baseAddress, !bytes.isEmpty { _ = contractRunTLSReceive(tls, start, Int32(bytes.count)) }
    }

    func read(into bytes: UnsafeMutableRawBufferPointer) -> Int? {
      guard let start = bytes.baseAddress else { return 0 }
      let count = Int(contractRunTLSRead(tls, start, Int32(clamping: bytes.count)))
      return count == contractRunTLSNeedsMore ? nil : count
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
      guard let start = bytes.baseAddress, !bytes.isEmpty else { return true }
      return contractRunTLSWrite(tls, start, Int32(bytes.count))
    }

    func close() { contractRunTLSClose(tls) }

    func takeAnswers() -> [UInt8] {
      var answers: [UInt8] = []
      withUnsafeTemporaryAllocation(byteCount: 17 << 10, alignment: 1) { buffer in
        guard let start = buffer.baseAddress else { return }
        while case let count = Int(contractRunTLSTake(tls, start, Int32(buffer.count))), count > 0 {
          answers += buffer[..<count]
        }
      }
      return answers
    }
  }
}
