import Foundation

/// The lines of a descriptor, read by blocking.
struct LineReader {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The next line without its ending; nil at the end of input, where an unfinished line is dropped.
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
