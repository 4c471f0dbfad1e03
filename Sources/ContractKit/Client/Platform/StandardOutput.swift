#if canImport(Darwin)
  private let standardOutputSymbol = "__stdoutp"
#else
  private let standardOutputSymbol = "stdout"
#endif

/// Makes C's standard output, which `print` uses, give away each line when it ends.
///
/// C's variable is shared mutable state, which Swift 6 does not let us name; its address can be asked for.
func bufferStandardOutputByLine() {
  guard let symbol = dlsym(dlopen(nil, RTLD_NOW), standardOutputSymbol) else { return }
  let file = symbol.assumingMemoryBound(to: Optional<UnsafeMutablePointer<FILE>>.self).pointee
  if let file { setvbuf(file, nil, _IOLBF, 0) }
}

/// `write(2)`, under a name that a method called `write` does not hide.
func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
