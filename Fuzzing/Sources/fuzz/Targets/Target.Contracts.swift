@testable import ContractAuthoring
@testable import ContractCore

extension Target {
  /// A text is a contract, or it has errors. Each error and warning has a place in it.
  static func checkContract(_ bytes: [UInt8]) {
    let source = Source(path: "fuzz.contract.json", bytes: bytes)
    let (contract, diagnostics) = contract(source)
    requireUsable(diagnostics, in: source)
    require(
      (contract == nil) == diagnostics.hasErrors,
      "the contract \(contract == nil ? "was not read" : "was read"), with these errors: \(diagnostics.map(\.message))")
    guard let contract else { return }
    var linter = Linter()
    linter.lint(contract)
    requireUsable(linter.diagnostics, in: source)
    require(!linter.diagnostics.hasErrors, "the linter reports an error: \(linter.diagnostics.map(\.message))")
  }

  /// Reads a text as a contract in a folder with no other files.
  static func contract(_ source: Source) -> (contract: Contract?, diagnostics: [Diagnostic]) {
    let file = ContractFile(path: source.path, location: "/nowhere/\(source.path)", root: "/nowhere")
    return ContractReader.read(source, file: file)
  }
}
