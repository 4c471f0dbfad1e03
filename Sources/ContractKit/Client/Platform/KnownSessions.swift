import Foundation

#if canImport(FoundationNetworking)
  import Synchronization

  /// The sessions that reflection has found, and what is inside them.
  ///
  /// To reflect the task of each request would slow the benchmarks `session-1` and `session-8` by a fifth. So
  /// reflection finds once at which offset in a task the address of its session is. After that, if a task has the
  /// address of a known session there, and the session is alive, the task belongs to that session. Addresses are only
  /// compared. The memory at an unknown address is never read.
  final class KnownSessions: Sendable {
    private struct Known: @unchecked Sendable {
      // The lock around all of them guards the reference.
      weak var session: URLSession?
      var insides: SessionInsides
    }

    private struct State: Sendable {
      /// The offset of the address in a task, in bytes, and the class in which it was found; nil before the first task.
      var layout: (offset: Int, taskClass: ObjectIdentifier)?
      var sessions: [UInt: Known] = [:]
      /// How many sessions may be stored before released ones are removed.
      var limit = 64
    }

    private let state = Mutex(State())

    /// Returns what is inside a task's session, or nil if reflection does not find it.
    func insides(of task: URLSessionTask) -> SessionInsides? {
      let task = (object: task, address: UnsafeRawPointer(Unmanaged.passUnretained(task).toOpaque()))
      let taskClass = ObjectIdentifier(type(of: task.object))
      let known = state.withLock { state -> SessionInsides? in
        guard let layout = state.layout, layout.taskClass == taskClass else { return nil }
        let known = state.sessions[task.address.load(fromByteOffset: layout.offset, as: UInt.self)]
        return known?.session == nil ? nil : known?.insides
      }
      return known ?? reflect(task.object, task.address, taskClass)
    }

    private func reflect(
      _ task: URLSessionTask, _ address: UnsafeRawPointer, _ taskClass: ObjectIdentifier
    ) -> SessionInsides? {
      guard let session: URLSession = SessionInsides.member("session", of: task) else { return nil }
      let sessionAddress = UInt(bitPattern: Unmanaged.passUnretained(session).toOpaque())
      let insides = SessionInsides(session)
      let word = MemoryLayout<UInt>.size
      let offset = stride(from: 0, through: allocatedSize(at: address) - word, by: word).first { offset in
        address.load(fromByteOffset: offset, as: UInt.self) == sessionAddress
      }
      state.withLock { state in
        if state.layout == nil, let offset { state.layout = (offset, taskClass) }
        state.sessions[sessionAddress] = Known(session: session, insides: insides)
        if state.sessions.count > state.limit {
          state.sessions = state.sessions.filter { $0.value.session != nil }
          state.limit = max(64, 2 * state.sessions.count)
        }
      }
      return insides
    }
  }

  /// Returns how many bytes of an object may be read, or 0 if that is unknown.
  private func allocatedSize(at address: UnsafeRawPointer) -> Int {
    typealias UsableSize = @convention(c) (UnsafeMutableRawPointer?) -> Int
    // C has this function, but Swift's C module does not.
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "malloc_usable_size") else { return 0 }
    return unsafeBitCast(symbol, to: UsableSize.self)(UnsafeMutableRawPointer(mutating: address))
  }
#endif
