import Synchronization

/// One of the run-time `URLProtocol` subclasses: the class by which a request on any session tells its call.
///
/// Nothing else that a client cannot change goes from a session to its `URLProtocol` on Linux; a class of its own in
/// `protocolClasses` does, also through the client's own configurations and delegates.
///
/// Such classes are never freed, so they are leased: a generic class whose marker type spells a number in binary. A slot
/// waits until 4,096 have been made before it is leased again, so that a late request still names its call.
struct MemorySlot: Sendable {
  /// The slots of this process.
  static let ring = Ring()

  let index: Int
  let protocolClass: MemoryProtocol.Type

  /// Lends slots to calls. A slot that a call has given back waits until many others have been, so that a late request
  /// on the old call's session still names its own call.
  final class Ring: Sendable {
    /// How many slots are made before one is lent again. A slot is about 1 kB.
    static let size = 4096

    private struct State: Sendable {
      var classes: [MemoryProtocol.Type] = []
      var responders: [any Responder] = []
      /// The slots given back, the first of them first.
      var returned: [Int] = []
    }

    private let state = Mutex(State())

    /// Lends a slot to a call whose requests a responder answers.
    func claim(for responder: any Responder) -> MemorySlot {
      state.withLock { state in
        let index: Int
        if state.classes.count < Ring.size || state.returned.isEmpty {
          index = state.classes.count
          state.classes.append(MemorySlot.protocolClass(at: index))
          state.responders.append(responder)
        } else {
          index = state.returned.removeFirst()
          state.responders[index] = responder
        }
        return MemorySlot(index: index, protocolClass: state.classes[index])
      }
    }

    /// Takes a slot back from a call that is over; what answers its late requests stays until the slot is lent again.
    func takeBack(_ slot: MemorySlot) { state.withLock { $0.returned.append(slot.index) } }

    /// What answers the requests of the last call that had a slot; nil where no call had.
    func responder(of index: Int) -> (any Responder)? {
      state.withLock { $0.responders.indices.contains(index) ? $0.responders[index] : nil }
    }
  }
}

// MARK: A class for each number

extension MemorySlot {
  // A million calls at once are enough.
  private static let bits = 20

  /// The class whose marker spells a number in binary; the runtime makes it when first asked.
  private static func protocolClass(at index: Int) -> MemoryProtocol.Type {
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
