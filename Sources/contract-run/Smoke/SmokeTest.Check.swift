import ContractCore

extension SmokeTest {
  /// A part of what smoke prints, with its own title.
  enum Check {
    case build, hello
    case unknownOperation(Transport)
    case unknownMember, deepInput, foreignInput, longInput
    case callsAtOnce(Int)
    case bye, endOfInput

    var title: String {
      switch self {
      case .build: "build"
      case .hello: "hello"
      case .unknownOperation(let transport): "a call of an unknown operation, on \(transport.rawValue)"
      case .unknownMember: "a call with an unknown member"
      case .deepInput: "a call whose input is 100 nested arrays"
      case .foreignInput: "a call whose input is not ASCII"
      case .longInput: "a call whose input is 1 MiB long"
      case .callsAtOnce(let count): "\(count) calls at once"
      case .bye: "bye"
      case .endOfInput: "end of input without bye, in a second process"
      }
    }
  }
}
