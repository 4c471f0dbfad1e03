import Foundation

extension FileSystem {
  /// The reason why a file that a user named cannot be read.
  package struct Unreadable: Error {
    package let why: String
  }

  /// Returns the bytes of a file that a user named, other than a contract.
  ///
  /// - Parameter limit: The largest number of bytes; by default that of a file that a contract names.
  package static func document(_ path: String, upTo limit: Int = Documents.sizeLimit) throws(Unreadable) -> [UInt8] {
    switch kind(path) {
    case .missing: throw Unreadable(why: "there is no such file")
    case .folder: throw Unreadable(why: "it is a folder")
    case .file: break
    }
    do throws(ReadError) {
      return try bytes(path, upTo: limit)
    } catch {
      switch error {
      case .tooLarge(let size): throw Unreadable(why: "it has \(size) bytes; the limit is \(limit >> 20) MiB")
      case .unreadable:
        throw Unreadable(why: access(path, R_OK) == 0 ? "it is not a plain file" : "permission was denied")
      }
    }
  }
}
