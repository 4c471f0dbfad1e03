/// The contracts of a run, with everything that is wrong with their files.
public struct ContractSet: Sendable {
  /// In order of their paths; those with errors are left out.
  public var contracts: [Contract]
  /// In source order; a set with errors runs nothing.
  public var diagnostics: [Diagnostic]

  /// Reads every contract below some folders.
  ///
  /// - Parameters:
  ///   - paths: Contract files, and folders that are searched for files ending in `.contract.json`.
  ///   - specs: The folders that contract names are counted from; a file below none of them is named below the path
  ///     that led to it.
  public static func load(_ paths: [String], below specs: [String] = []) -> ContractSet {
    ContractSet(contracts: [], diagnostics: [])
  }
}
