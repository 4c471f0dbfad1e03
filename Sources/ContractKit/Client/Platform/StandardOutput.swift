import Foundation

#if canImport(Darwin)
  private let standardOutputSymbol = "__stdoutp"
#else
  private let standardOutputSymbol = "stdout"
#endif

/// Sets when C's standard output, which `print` uses, writes its buffer. `_IOLBF` writes at the end of each line.
///
/// C's variable is shared mutable state, which Swift 6 does not allow us to name. Its address can be looked up.
func bufferStandardOutput(_ mode: Int32) {
  guard let symbol = dlsym(dlopen(nil, RTLD_NOW), standardOutputSymbol) else { return }
  let file = symbol.assumingMemoryBound(to: Optional<UnsafeMutablePointer<FILE>>.self).pointee
  if let file { setvbuf(file, nil, mode, mode == _IONBF ? 0 : Int(BUFSIZ)) }
}
