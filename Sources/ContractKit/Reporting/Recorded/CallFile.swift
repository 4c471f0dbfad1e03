package import ContractCore
import Foundation
import Synchronization

/// A temporary file with the requests, the replies and the outcomes of calls that passed. Only a few reports show them,
/// and those of a hundred thousand calls would fill the memory.
package final class CallFile: Sendable {
  private struct State {
    /// The bytes that are not in the file yet.
    var pending: [UInt8] = []
    /// How many bytes the file has.
    var written = 0
    /// Whether the file cannot be written any more. Then the pending bytes stay in memory.
    var isFull = false
  }

  /// How many bytes are written at once.
  private static let pieceSize = 1 << 16

  private let descriptor: Int32
  private let state = Mutex(State())

  /// Creates the file. Nobody else can open it, and it is gone as soon as it is closed.
  ///
  /// - Parameter folder: The folder for it; nil for the system's folder for temporary files.
  /// - Returns: nil if there is no folder in which a file can be created.
  package convenience init?(in folder: String? = nil) {
    let folder = folder ?? FileManager.default.temporaryDirectory.path
    let path = FileSystem.join(folder, AtomicFile.temporaryName)
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0 { return nil }
    unlink(path)
    self.init(descriptor: descriptor)
  }

  /// Takes over an open file.
  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Returns a verdict whose call is in the file, with secrets hidden. If the file cannot be written, the call stays in
  /// memory.
  package func storing(_ verdict: Verdict, _ secrets: Secrets) -> Verdict {
    let masked = secrets.applied(to: verdict)
    return storing(masked.value, JSONReport.members(of: masked)) ?? masked.value
  }

  /// Returns a verdict whose call is in the file; nil if the file cannot be written.
  ///
  /// - Parameters:
  ///   - call: The call, as a JSON report has it.
  ///   - secrets: What is hidden when it is read; nil if it has no secrets.
  func storing(_ verdict: Verdict, _ call: JSON, hiding secrets: Secrets? = nil) -> Verdict? {
    let bytes = call.utf8
    let start = state.withLock { state -> Int? in
      if state.isFull { return nil }
      state.pending += bytes
      defer { if state.pending.count >= Self.pieceSize { write(&state) } }
      return state.written + state.pending.count - bytes.count
    }
    guard let start else { return nil }
    var stored = verdict
    stored.store(
      Call(file: self, start: start, count: bytes.count, requestCount: call["record"]?.count ?? 0, secrets: secrets))
    return stored
  }

  private func write(_ state: inout State) {
    guard Descriptor.write(state.pending, to: descriptor) else {
      // Some of the bytes may be in the file, which nobody reads there.
      state.isFull = true
      return
    }
    state.written += state.pending.count
    state.pending.removeAll(keepingCapacity: true)
  }

  private func bytes(from start: Int, count: Int) -> [UInt8] {
    state.withLock { state in
      if start >= state.written { return Array(state.pending[(start - state.written)...].prefix(count)) }
      return [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
        while length < count {
          let read = pread(descriptor, buffer.baseAddress.map { $0 + length }, count - length, off_t(start + length))
          if read < 0, errno == EINTR { continue }
          if read <= 0 { break }
          length += read
        }
      }
    }
  }

  private final class Call: StoredCall {
    let requestCount: Int
    private let file: CallFile
    private let start: Int
    private let count: Int
    private let secrets: Secrets?

    init(file: CallFile, start: Int, count: Int, requestCount: Int, secrets: Secrets?) {
      (self.file, self.start, self.count, self.requestCount) = (file, start, count, requestCount)
      self.secrets = secrets
    }

    var json: JSON? { secrets == nil ? written : nil }

    private var written: JSON? { JSON.parse(file.bytes(from: start, count: count)) }

    func load() -> Verdict.Call {
      DeepStack.run {
        let part = MessagePart(written ?? .null, named: "call", MessageErrors())
        let call = part.map { Verdict.Call(recorded: $0) } ?? Verdict.Call()
        return secrets?.masked(call) ?? call
      }
    }
  }
}
