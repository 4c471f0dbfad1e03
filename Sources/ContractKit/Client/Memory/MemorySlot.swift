import Synchronization

/// One of the `URLProtocol` subclasses that are created at run time. The class identifies the call to which a request
/// on any session belongs.
///
/// On Linux, a client can change everything else that a `URLProtocol` receives from its session. A separate class in
/// `protocolClasses` works also through the client's own configurations and delegates.
///
/// Such classes are never freed, so they are leased. Each is a generic class whose marker type spells a number in
/// binary. A slot is not leased again before 4,096 slots exist, so that a late request still identifies its call.
struct MemorySlot: Sendable {
  static let ring = Ring()

  let index: Int
  let protocolClass: MemoryProtocol.Type
  private(set) var call: MemoryCall

  /// The slots of a process, which calls lease. A returned slot waits until many others were returned, so that a late
  /// request on the old call's session still identifies its own call.
  final class Ring: Sendable {
    /// How many slots are created before one is leased again. A slot takes about 1 kB.
    static let size = 4096

    private struct State: Sendable {
      var slots: [MemorySlot] = []
      /// The returned slots, in the order of their return.
      var returned: [Int] = []
    }

    private let state = Mutex(State())

    /// Leases a slot to a call. The responder answers the call's requests.
    func claim(for responder: any Responder) -> MemorySlot {
      state.withLock { state in
        let call = MemoryCall(responder: responder)
        if state.slots.count < Ring.size || state.returned.isEmpty {
          let index = state.slots.count
          state.slots.append(MemorySlot(index: index, protocolClass: MemorySlot.protocolClass(at: index), call: call))
          return state.slots[index]
        }
        let index = state.returned.removeFirst()
        state.slots[index].call = call
        return state.slots[index]
      }
    }

    /// Releases the slot of a call that is over. Its responder answers late requests until the slot is leased again.
    func release(_ slot: MemorySlot) { state.withLock { $0.returned.append(slot.index) } }

    /// Returns the last call that had a slot, or nil if no call has had it.
    func call(of index: Int) -> MemoryCall? {
      state.withLock { $0.slots.indices.contains(index) ? $0.slots[index].call : nil }
    }
  }
}

// MARK: A class for each number

extension MemorySlot {
  // A million calls at once are enough.
  private static let bits = 20

  /// Returns the class whose marker spells a number in binary. The runtime creates it on first use.
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

/// The test double of one slot. `MemoryProtocol` holds its state.
private final class SlotProtocol<Marker: SlotMarker>: MemoryProtocol {
  override class var slot: Int { Marker.index }
}
