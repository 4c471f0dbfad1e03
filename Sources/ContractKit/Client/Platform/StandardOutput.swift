import Foundation

#if canImport(Darwin)
  private let standardOutputSymbol = "__stdoutp"
#else
  private let standardOutputSymbol = "stdout"
#endif

/// Says when C's standard output, which `print` uses, gives away what it holds: `_IOLBF` is at the end of each line.
///
/// C's variable is shared mutable state, which Swift 6 does not let us name; its address can be asked for.
func bufferStandardOutput(_ mode: Int32) {
  guard let symbol = dlsym(dlopen(nil, RTLD_NOW), standardOutputSymbol) else { return }
  let file = symbol.assumingMemoryBound(to: Optional<UnsafeMutablePointer<FILE>>.self).pointee
  if let file { setvbuf(file, nil, mode, mode == _IONBF ? 0 : Int(BUFSIZ)) }
}
