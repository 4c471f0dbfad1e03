import Foundation
import Testing

@testable import ContractKit

@Suite("A client cannot reach the protocol's streams", .timeLimit(.hang))
struct StandardStreamsTests {
  @Test("printed text goes to standard error line by line, even before a trap, and standard input is empty")
  func prints() async throws {
    let result = await #expect(processExitsWith: .signal(SIGKILL), observing: [\.standardErrorContent]) {
      // Standard output is buffered like this if it is a pipe, but not in a test's process.
      bufferStandardOutput(_IOFBF)
      var wire: [Int32] = [0, 0]
      pipe(&wire)
      dup2(wire[0], STDIN_FILENO)
      dup2(wire[1], STDOUT_FILENO)
      let streams = StandardStreams()
      print("printed")
      FileHandle.standardOutput.write(Data("written\n".utf8))
      if readLine() != nil { print("read the runner's messages") }
      Descriptor.write(Array("wire\n".utf8), to: streams.output)
      var lines = LineReader(descriptor: streams.input)
      print("the wire has: \(String(decoding: lines.next() ?? [], as: UTF8.self))")
      for descriptor in [streams.input, streams.output] where fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0 {
        print("children inherit \(descriptor)")
      }
      raise(SIGKILL)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text == "printed\nwritten\nthe wire has: wire\n")
  }
}
