import Testing

@testable import ContractCore

// Swift 6.3.1 printed each output on x86-64 Linux with
// SWIFT_BACKTRACE=color=no,interactive=no,threads=crashed,registers=none,images=none,limit=12. Paths are shortened.
@Suite("Crashes in a driver's output")
struct CrashTraceTests {
  private func trace(_ output: String) -> [String?] {
    let trace = CrashTrace(output)
    return [trace?.message, trace?.function, trace?.location]
  }

  @Test("a force unwrap in a debug build has a message, a function and a line")
  func debugForceUnwrap() {
    let output = """
      a line of the client's own
      main/Crash.swift:10: Fatal error: Unexpectedly found nil while unwrapping an Optional value

      *** Signal 4: Backtracing from 0x7fb50a56df7f... done ***

      *** Program crashed: Illegal instruction at 0x00007fb50a56df7f ***

      Platform: x86_64 Linux (Debian GNU/Linux 12 (bookworm))

      Thread 1 "oot.default-qos" crashed:

        0                  0x00007fb50a56df7f closure #1 in closure #1 in _assertionFailure(_:_:file:line:flags:) + 623 in libswiftCore.so
        1 [ra]             0x00007fb50a6f961f _assertionFailure(_:_:file:line:flags:) + 302 in libswiftCore.so
        2 [ra]             0x0000555e425f73e2 TodoClient.force(_:) + 401 in crash-debug at /app/Sources/Crash.swift:10:27
        3 [ra]             0x0000555e425f7228 TodoClient.deleteTodo(_:) + 55 in crash-debug at /app/Sources/Crash.swift:6:12
        4 [async]          0x0000555e425f8170 static Main.main() in crash-debug at /app/Sources/Crash.swift:22
        5 [async] [system] 0x0000555e425f8400 static Main.$main() in crash-debug at //<compiler-generated>
      ...

      Backtrace took 0.02s

      """
    #expect(
      trace(output) == [
        "Fatal error: Unexpectedly found nil while unwrapping an Optional value", "TodoClient.force(_:)",
        "/app/Sources/Crash.swift:10:27",
      ])
  }

  @Test(
    "what `precondition` and `assert` print is a crash only behind a file and a line",
    arguments: [
      ("ShelfClient/ShelfAPI.swift:83: Precondition failed", "Precondition failed", "ShelfClient/ShelfAPI.swift:83"),
      ("App/A.swift:1: Assertion failed: no page", "Assertion failed: no page", "App/A.swift:1"),
      ("Precondition failed", nil, nil), ("log: Assertion failed: no page", nil, nil),
    ] as [(String, String?, String?)])
  func checks(_ output: String, _ message: String?, _ location: String?) {
    #expect(trace(output) == [message, nil, location])
  }

  @Test("a force unwrap in a release build is found without a Fatal error line")
  func releaseForceUnwrap() {
    let output = """

      *** Signal 4: Backtracing from 0x55855c97da5b... done ***

      *** Swift runtime failure: Unexpectedly found nil while unwrapping an Optional value ***

      Platform: x86_64 Linux (Debian GNU/Linux 12 (bookworm))

      Thread 1 "oot.default-qos" crashed:

        0 [inlined] [system] 0x000055855c97da5b Swift runtime failure: Unexpectedly found nil while unwrapping an Optional value in crash-release at //<compiler-generated>
        1                    0x000055855c97da5b TodoClient.force(_:) + 1003 in crash-release at /app/Sources/Crash.swift:10:27
      ...
      """
    #expect(
      trace(output) == [
        "Unexpectedly found nil while unwrapping an Optional value", "TodoClient.force(_:)",
        "/app/Sources/Crash.swift:10:27",
      ])
  }

  @Test("a build without debug information gives only the function")
  func noDebugInformation() {
    let output = """
      swift-runtime: failed to suspend thread 5937 while processing a crash; backtraces will be missing information

      *** Signal 11: Backtracing from 0x565199bc5a53... done ***

      *** Program crashed: Bad pointer dereference at 0x0000000000000010 ***

      Thread 1 "oot.default-qos" crashed:

        0  0x0000565199bc5a53 TodoClient.force(_:) + 995 in crash-nodebug
      ...
      """
    #expect(trace(output) == ["Bad pointer dereference", "TodoClient.force(_:)", nil])
  }

  @Test("a fatalError whose backtrace ends in the standard library has the line that the message names")
  func messageAlone() {
    let output = """
      main/Crash.swift:11: Fatal error: no such todo: nil

      *** Program crashed: Illegal instruction at 0x00007f546e4f9361 ***

        0  0x00007f546e4f9361 _assertionFailure(_:_:file:line:flags:) + 225 in libswiftCore.so
      """
    #expect(trace(output) == ["Fatal error: no such todo: nil", nil, "main/Crash.swift:11"])
  }

  @Test("the standard library's own line is not reported as the location of the crash")
  func indexOutOfRange() {
    let output = """
      Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range
        0                  0x00007f0eec36df7f closure #1 in closure #1 in _assertionFailure(_:_:file:line:flags:) + 623 in libswiftCore.so
        2 [ra]             0x00007f0eeca15f65 specialized Array.subscript.getter + 84 in libswiftSwiftOnoneSupport.so
        3 [ra]             0x00005650d943b754 closure #1 in TodoClient.list(in:at:) + 1283 in crash-debug at /app/at home/in here/Crash.swift:12:42
      """
    #expect(
      trace(output) == [
        "Fatal error: Index out of range", "closure #1 in TodoClient.list(in:at:)",
        "/app/at home/in here/Crash.swift:12:42",
      ])
    let cut = "Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range\n"
    #expect(trace(cut) == ["Fatal error: Index out of range", nil, nil])
  }

  @Test("a failed cast is reported without the memory addresses that differ from run to run")
  func cast() {
    let output = """
      Could not cast value of type 'Swift.String' (0x7fea823d7ca0) to 'Swift.Int' (0x7fea823da698).

      *** Program crashed: Aborted at 0x00000000000016e9 ***

      Thread 3 "oot.default-qos" crashed:

        0  0x00007fea808cfeec __pthread_kill_implementation + 268 in libc.so.6
      """
    #expect(trace(output) == ["Could not cast value of type 'Swift.String' to 'Swift.Int'.", nil, nil])
  }

  @Test("frames of a static standard library have the program's image and are not the client's")
  func staticLibrary() {
    let output = """
      *** Swift runtime failure: arithmetic overflow ***
        0 [inlined] [system] 0x000055e443dc8fe3 Swift runtime failure: arithmetic overflow in app at //<compiler-generated>
        1 [ra] 0x000055e443dc8fe3 _assertionFailure(_:_:file:line:flags:) + 225 in app
        2 [thunk] 0x000055e443dc8fe3 thunk for @escaping () -> () + 2 in app
        3 0x000055e443dc8fe3 sum(_:) + 9 in app at /app/Sum.swift:1:2
      """
    #expect(trace(output) == ["arithmetic overflow", "sum(_:)", "/app/Sum.swift:1:2"])
  }

  @Test("a log line about a fatal error is ignored if a crash follows")
  func earlierLog() {
    let output = """
      log: Fatal error in the last run, recovered
      *** Swift runtime failure: arithmetic overflow ***
        1  0x000055e443dc8fe3 sum(_:) + 9 in app at /app/Sum.swift:1:2\r
      """
    #expect(trace(output).prefix(2) == ["arithmetic overflow", "sum(_:)"])
  }

  @Test(
    "a message without a file is a crash only if no other output follows",
    arguments: [
      ("Fatal error: cache is corrupt", "Fatal error: cache is corrupt"),
      ("Fatal error: cache is corrupt\n\r\n  \n", "Fatal error: cache is corrupt"),
      ("Fatal error: cache is corrupt\ngoing on\n", nil),
      ("Fatal error: cache is corrupt\ngoing on\nFatal error: x", "Fatal error: x"),
      (
        "Fatal error: x\n\n*** Signal 4: Backtracing from 0x7f… done ***\n\nPlatform: Linux\n\nThread 1 crashed:\n",
        "Fatal error: x"
      ),
      ("Fatal error: x\nswift-runtime: failed to suspend thread 1\nThread 1 crashed:\n", "Fatal error: x"),
      (
        "Fatal error: x\ngoing on\n*** Program crashed: Bad pointer dereference at 0x0000000000000010 ***\n",
        "Bad pointer dereference"
      ),
      // The message of a crash can have more than one line, and other threads go on for a moment.
      ("App/A.swift:3: Fatal error: x\nsecond line\nlog of another thread\n", "Fatal error: x"),
    ] as [(String, String?)])
  func log(_ output: String, _ message: String?) {
    #expect(trace(output).first == message)
  }

  @Test(
    "output without a crash has no trace",
    arguments: ["", "\n", "all is well\n", "  0 is a number\n", "1 [\n", "3 0xzz\n"])
  func none(output: String) {
    #expect(CrashTrace(output) == nil)
  }

  @Test("a panic in Go has a message, a function and a line")
  func go() {
    let output = """
      panic: assignment to entry in nil map

      goroutine 6 [running]:
      internal/runtime/maps.fatal({0x1, 0x2})
      \t/usr/lib/go/src/runtime/maps.go:4 +0x1d
      example.com/shop.(*Client).Price(0xc000012345, {0x4b5f60, 0x3})
      \t/app/shop/client.go:4 +0x2a
      github.com/contractkit/ContractKit/Kits/go/contractdriver.(*call).run(0xc0)
      \t/app/contractdriver/call.go:5 +0x6b
      created by main.main in goroutine 1
      \t/app/main.go:5 +0x1a
      exit status 2
      """
    #expect(
      trace(output) == [
        "panic: assignment to entry in nil map", "example.com/shop.(*Client).Price", "/app/shop/client.go:4",
      ])
    let deadlock = """
      fatal error: all goroutines are asleep - deadlock!

      goroutine 1 [chan receive]:
      main.main()
      \t/app/main.go:2 +0x25
      """
    #expect(trace(deadlock) == ["fatal error: all goroutines are asleep - deadlock!", "main.main", "/app/main.go:2"])
    #expect(CrashTrace("panic: in a log\ngoing on") == nil)
  }

  @Test("an error that nobody catches in Node has a message, a function and a line")
  func node() {
    let output = """
      file:///app/shop.mjs:1
      export class Shop { }
                         ^

      TypeError: no price
      at all
          at new Promise (<anonymous>)
          at Shop.fail (file:///app/shop.mjs:1:81)
          at Timeout._onTimeout (/app/old (1)/shop.cjs:1:52)
          at listOnTimeout (node:internal/timers:581:17) {
        code: 'E1'
      }

      Node.js v20.20.2

      """
    #expect(trace(output) == ["TypeError: no price\nat all", "Shop.fail", "/app/shop.mjs:1:81"])
    let top = "\nError: boom\n    at file:///app/driver.mjs:2:1\n    at x (node:internal/y:3:25)\n\nNode.js v24.1.0\n"
    #expect(trace(top) == ["Error: boom", nil, "/app/driver.mjs:2:1"])
    let rejected = "\nUnhandledPromiseRejection: … \"text\".\n    at x (node:internal/y:389:7)\n\nNode.js v20.20.2"
    #expect(trace(rejected) == ["UnhandledPromiseRejection: … \"text\".", nil, nil])
    for output in ["Node.js v20", "    at x (y)\nNode.js v20", "Node.js v20\n    at x (y)"] {
      #expect(CrashTrace(output)?.function == nil)
    }
  }

  @Test("an error that nobody catches in Python has a message, a function and a line")
  func python() {
    let output = """
      a line of the client
      Traceback (most recent call last):
        File "/app/driver.py", line 30, in <module>
          contract_driver.run({"price": price})
        File "/app/contract_driver.py", line 8, in run
          answer(call)
        File "/app/my shop.py", line 12, in price
          return json.loads(text)["price"]
                 ^^^^^^^^^^^^^^^^
        File "/usr/lib/python3.11/json/__init__.py", line 346, in loads
          return _default_decoder.decode(s)
      KeyError: 'price'

      """
    #expect(trace(output) == ["KeyError: 'price'", "price", "/app/my shop.py:12"])
    let top = "Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\nValueError: 1\n"
    #expect(trace(top) == ["ValueError: 1", nil, nil])
    #expect(CrashTrace(top + "going on\n") == nil)
    #expect(CrashTrace("Traceback (most recent call last):\n") == nil)
  }
}
