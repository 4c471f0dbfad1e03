import Testing

@testable import ContractKit

@Suite("Slots: whose request is it", .timeLimit(.minutes(2)))
struct MemorySlotTests {
  @Test("64 calls at a time, half with delegates of their own, each get their own answers and no other's")
  func parallel() async throws {
    let wrong = Notes<String>()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<64 {
        group.addTask {
          let call = Call.memory { request in
            if !request.url.hasPrefix("http://localhost/\(number)/") { wrong.add("call \(number) got \(request.url)") }
            return .ok(request.url)
          }
          let delegate = Delegate()
          let session =
            number.isMultiple(of: 2)
            ? call.session : URLSession(configuration: call.configuration, delegate: delegate, delegateQueue: nil)
          for n in 0..<20 {
            let url = "http://localhost/\(number)/\(n)"
            do {
              let (data, _) = try await session.data(from: URL(string: url)!)
              let text = String(decoding: data, as: UTF8.self)
              if text != url { wrong.add("\(url) was answered \(text)") }
            } catch {
              wrong.add("\(url): \(error)")
            }
          }
        }
      }
    }
    #expect(wrong.all == [])
  }

  @Test("every slot has a class of its own, which knows its number")
  func classes() throws {
    let ring = MemorySlot.Ring()
    let responder = ClosureResponder { _ in .ok("{}") }
    var seen: Set<ObjectIdentifier> = []
    for index in 0..<MemorySlot.Ring.count {
      let type = ring.claim(for: responder).protocolClass
      seen.insert(ObjectIdentifier(type))
      #expect(type.slot == index)
    }
    #expect(seen.count == 4096)
    #expect(ring.claim(for: responder).protocolClass.slot == 0)
  }

  @Test("a request on an old call's session still goes to that call, 4,000 calls later")
  func lateRequest() async throws {
    let old = Call.memory { _ in .ok("old") }
    let session = old.session
    for _ in 0..<4000 { _ = Call.memory { _ in .ok("new") }.protocolClasses }
    let (data, _) = try await session.data(from: URL(string: "http://localhost/")!)
    #expect(String(decoding: data, as: UTF8.self) == "old")
  }

  @Test("a call has one slot, whichever doors are asked for")
  func oneSlot() {
    let call = Call.memory()
    let first = call.protocolClasses.map { ObjectIdentifier($0) }
    #expect(first.count == 1)
    #expect(call.configuration.protocolClasses?.first.map { ObjectIdentifier($0) } == first.first)
    #expect(call.session.configuration.protocolClasses?.first.map { ObjectIdentifier($0) } == first.first)
    #expect(call.session === call.session)
  }
}
