import Synchronization

/// One of the run-time `URLProtocol` subclasses: the class by which a request on any session tells its call.
///
/// Nothing else that a client cannot change goes from a session to its `URLProtocol` on Linux; a class of its own in
/// `protocolClasses` does, also through the client's own configurations and delegates.
struct MemorySlot: Sendable {
  /// The slots of this process.
  static let ring = Ring()

  let protocolClass: MemoryProtocol.Type

  /// Calls take slots in turn, so that a late request on an old call's session still names its own call, until so many
  /// others have been made that nobody waits for it any more.
  final class Ring: Sendable {
    /// How many calls a late request may come after its own and still be told apart. A slot is about 1 kB.
    static let count = 1 << MemorySlot.bits

    private struct State: Sendable {
      var next = 0
      var classes: [MemoryProtocol.Type] = []
      var holders: [(responder: any Responder, executor: QueueExecutor)] = []
    }

    private let state = Mutex(State())

    /// Takes the next slot for a call whose requests a responder answers.
    func claim(for responder: any Responder) -> MemorySlot {
      state.withLock { state in
        let index = state.next
        state.next = (index + 1) % Ring.count
        if state.classes.count == index {
          state.classes.append(MemorySlot.protocolClass(at: index))
          state.holders.append((responder, QueueExecutor()))
        }
        state.holders[index].responder = responder
        return MemorySlot(protocolClass: state.classes[index])
      }
    }

    /// What answers the requests of the last call that took a slot, and where; nil where no call has.
    func holder(of index: Int) -> (responder: any Responder, executor: QueueExecutor)? {
      state.withLock { $0.holders.indices.contains(index) ? $0.holders[index] : nil }
    }
  }
}

// MARK: A class for each number

extension MemorySlot {
  fileprivate static let bits = 12

  /// The class whose marker spells a number in binary; the runtime makes it when first asked.
  fileprivate static func protocolClass(at index: Int) -> MemoryProtocol.Type {
    func spell<Marker: SlotMarker>(_ marker: Marker.Type, bits: Int) -> MemoryProtocol.Type {
      if bits == 0 { return SlotProtocol<Marker>.self }
      return (index >> (bits - 1)) & 1 == 0
        ? spell(Zero<Marker>.self, bits: bits - 1) : spell(One<Marker>.self, bits: bits - 1)
    }
    return spell(End.self, bits: bits)
  }
}

/// A type that spells a number.
private protocol SlotMarker { static var index: Int { get } }
private enum End: SlotMarker { static var index: Int { 0 } }
private enum Zero<Rest: SlotMarker>: SlotMarker { static var index: Int { Rest.index << 1 } }
private enum One<Rest: SlotMarker>: SlotMarker { static var index: Int { Rest.index << 1 | 1 } }

/// The double of one slot. Its state is `MemoryProtocol`'s.
private final class SlotProtocol<Marker: SlotMarker>: MemoryProtocol {
  override class var slot: Int { Marker.index }
}
