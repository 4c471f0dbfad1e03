import ContractCore

extension SourceFile.Failure: CustomStringConvertible {
  /// What is wrong, and what to do.
  package var description: String {
    switch self {
    case .missing(let path): "\(path) was not changed: the file is gone; run the command again"
    case .changed(let path): "\(path) was not changed: somebody changed it after it was read; run the command again"
    case .readOnly(let path): "\(path) was not changed: it is read-only; make it writable"
    case .unwritable(let path, let step, let why):
      "\(path) was not changed: failed to \(step): \(why); check the permissions and the free space of its folder"
    }
  }
}
