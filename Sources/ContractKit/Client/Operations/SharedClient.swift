import Synchronization

/// The client of one call, or of all calls of a group. It is made when it is first needed.
package final class SharedClient: Sendable {
  typealias Make = @Sendable (Call) async throws -> any Sendable

  /// A client, with what the call that it was made for holds: its session ends with that.
  private struct Made: Sendable {
    var client: any Sendable
    var points: any AnyObject & Sendable
  }

  private let make: Make?
  private let made = Mutex<Task<Made, any Error>?>(nil)

  /// That of a driver that does not say how it is made.
  package static let none = SharedClient(nil)

  /// - Parameter make: Makes the client; nil if the driver does not say how.
  init(_ make: Make?) { self.make = make }

  /// Returns the client. The first call that needs it makes it, and all others wait for that.
  func client(of call: Call, keeping points: any AnyObject & Sendable) async throws -> any Sendable {
    guard let make else {
      throw ClientError(why: "the driver has no `operations.client`, so there is no `call.client`")
    }
    let task = made.withLock { made in
      let task = made ?? Task { Made(client: try await make(call), points: points) }
      made = task
      return task
    }
    return try await task.value.client
  }
}

/// The error of a call whose driver has no such client.
struct ClientError: Error, CustomStringConvertible {
  var why: String

  var description: String { why }
}
