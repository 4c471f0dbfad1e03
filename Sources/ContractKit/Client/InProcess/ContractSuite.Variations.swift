extension ContractSuite {
  /// The variations that run beside the scenarios: responses that differ from those of the contracts.
  public struct Variations: Sendable, Hashable, CustomStringConvertible {
    /// No variations.
    public static let none = Variations(.none)
    /// The variations that the contracts declare. The same as the command's `--variations declared`.
    public static let declared = Variations(.declared)
    /// Also those of `"variations": true` for contracts that declare none, or none of responses. The same as the
    /// command's `--variations all`.
    public static let all = Variations(.all)

    let choice: VariationChoice

    private init(_ choice: VariationChoice) { self.choice = choice }

    /// The name that the command uses.
    public var description: String { choice.rawValue }
  }
}
