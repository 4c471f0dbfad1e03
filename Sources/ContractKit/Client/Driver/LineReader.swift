import Foundation

/// The lines of a descriptor, read with blocking calls.
struct LineReader {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Returns the next line without its line feed, or nil at the end of input. An unfinished last line is dropped.
  mutating func next() -> [UInt8]? {
    var searched = 0
    while true {
      if let end = buffer.firstIndex(of: 0x0A, from: searched) {
        let line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        return line
      }
      searched = buffer.count
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        buffer.append(contentsOf: chunk[..<count])
      } else if count == 0 || errno != EINTR {
        return nil
      }
    }
  }
}
