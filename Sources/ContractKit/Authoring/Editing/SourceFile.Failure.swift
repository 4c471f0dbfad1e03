import ContractCore

extension SourceFile {
  /// Why a file was not replaced. It then has the bytes that it had before.
  package enum Failure: Error, Equatable, Sendable {
    /// The path does not lead to a file any more.
    case missing(path: String)
    /// The file has other bytes than when it was read.
    case changed(path: String)
    /// The file's mode or its file system does not allow writing.
    case readOnly(path: String)
    /// A step of writing failed, with the system's reason.
    case unwritable(path: String, step: String, why: String)
  }
}
