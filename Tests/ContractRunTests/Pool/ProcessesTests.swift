import ContractCore
import Foundation
import Testing

@testable import contract_run

@Suite("How processes are started")
struct ProcessesTests {
  @Test(
    "a child has no descriptor but its standard streams, even if another one is not marked close-on-exec",
    arguments: [false, true])
  func descriptors(isGuarded: Bool) throws {
    let inheritable = dup(2)
    defer { close(inheritable) }
    #expect(fcntl(inheritable, F_GETFD) == 0)
    let script = "if [ -e /dev/fd/1 ] && [ ! -e /dev/fd/\(inheritable) ]; then echo closed; fi"
    let processes = Processes()
    let child = try processes.spawn(
      ["/bin/sh", "-c", script], in: nil, environment: [:], streams: .onePipe, isGuarded: isGuarded)
    #expect(processes.reap(child.pid) == .exit(0))
    let output = FileHandle(fileDescriptor: child.output, closeOnDealloc: true).readDataToEndOfFile()
    #expect(String(decoding: output, as: UTF8.self) == "closed\n")
  }
}
