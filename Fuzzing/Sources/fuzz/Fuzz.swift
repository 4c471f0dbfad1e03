import Foundation

/// The command: libFuzzer with the target that the environment variable `FUZZ_TARGET` names. All arguments are
/// libFuzzer's own (https://llvm.org/docs/LibFuzzer.html). Without the variable, it prints the names of the targets.
///
/// The target is not an argument, because libFuzzer may start the command again with other arguments.
@main enum Fuzz {
  static let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"]
  static let target = name.flatMap(Target.init)

  static func main() {
    guard let name else { return print(Target.allCases.map(\.rawValue).joined(separator: "\n")) }
    require(target != nil, "FUZZ_TARGET is \(name.debugDescription), which is not a target")
    // The sanitizers multiply the stack that deep input needs.
    let stack = __rlimit_resource_t(RLIMIT_STACK.rawValue)
    var limit = rlimit()
    getrlimit(stack, &limit)
    limit.rlim_cur = min(limit.rlim_max, 100 << 20)
    setrlimit(stack, &limit)
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runDriver(&count, &arguments, check))
  }
}

/// Checks an input. libFuzzer does not mutate it further if the result is -1.
///
/// libFuzzer's own `main`, which `Fuzz.main` replaces, is linked too and needs this name.
@_cdecl("LLVMFuzzerTestOneInput") func check(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzz.target?.takes(Array(UnsafeBufferPointer(start: bytes, count: count))) == true ? 0 : -1
}

/// libFuzzer's main function. It calls a function with each input.
@_silgen_name("LLVMFuzzerRunDriver") private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
