import ContractKit
import Foundation

/// The other roles of this program, which the benchmarks start with `--as`: clients, drivers and the recorder. So there
/// is only one program to build and to run.
enum Role {
  /// A driver with one operation, on URLSession.
  case thingDriver
  /// A driver of the client `CreateTodo`, on `MockSession`. It writes to a file how long its calls took.
  case todoDriver
  /// The client `CreateTodo`, called a number of times in a loop over a hand-written mock.
  case client(calls: Int)
  /// A driver that writes one large message.
  case largeDriver(LargeDriver)
  /// A driver that only connects to its call's base URL.
  case connectingDriver(ConnectingDriver)
  /// The recorder between a runner and a driver.
  case recorder(file: String, driver: [String])

  /// Creates the role of this process, or nil if it is the benchmarks themselves.
  init?(_ words: [String]) throws {
    guard words.first == "--as" else { return nil }
    switch words.dropFirst().first {
    case "thing-driver": self = .thingDriver
    case "todo-driver": self = .todoDriver
    case "client" where words.count == 3: self = .client(calls: Int(words[2]) ?? 0)
    case "large-driver" where words.count == 4: self = .largeDriver(try LargeDriver(words[2], words[3]))
    case "connecting-driver" where words.count == 4:
      self = .connectingDriver(ConnectingDriver(file: words[2], connections: Int(words[3]) ?? 0))
    case "recorder" where words.count > 3: self = .recorder(file: words[2], driver: Array(words.dropFirst(3)))
    default: throw Wrong("--as is for the benchmarks themselves")
    }
  }

  /// Plays the role until the process ends. It uses the main thread, because a driver needs the main thread for its run
  /// loop.
  @MainActor func play() async throws -> Never {
    switch self {
    case .thingDriver: ThingDriver.main()
    case .todoDriver: TodoDriver.main()
    case .client(let calls): try await CreateTodo.call(times: calls)
    case .largeDriver(let driver): driver.run()
    case .connectingDriver(let driver): try driver.run()
    case .recorder(let file, let driver): exit(try Recorder(file: file, driver: driver).run())
    }
    exit(0)
  }
}

/// One call on one URLSession, which is the only one in the process.
struct ThingDriver: Driver {
  private struct Page: Decodable {
    var items: [Int]
    var next: String?
  }

  func register(in operations: inout Operations) {
    operations.on("things") { call in
      var (items, cursor) = ([Int](), String?.some("1"))
      while let page = cursor {
        let item = URLQueryItem(name: "page", value: page)
        let url = call.baseURL.appendingPathComponent("things").appending(queryItems: [item])
        let page = try JSONDecoder().decode(Page.self, from: try await call.session.data(from: url).0)
        (items, cursor) = (items + page.items, page.next)
      }
      return items
    }
    // The number of events. A line end of CR and LF is one character.
    operations.on("events") { call in
      let (data, response) = try await call.session.data(from: call.baseURL.appendingPathComponent("thing"))
      guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
      let text = String(decoding: data, as: UTF8.self)
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let events = lines.split(separator: "", omittingEmptySubsequences: false).dropLast()
      return events.count { event in event.contains { $0.hasPrefix("data:") && !$0.hasSuffix("[DONE]") } }
    }
    operations.on("thing") { call in
      let (data, _) = try await call.session.data(from: call.baseURL.appendingPathComponent("thing"))
      return try JSONDecoder().decode([String: Int].self, from: data)
    }
  }
}
