#if compiler(<6.2)
  /// What Swift 6.2 asks of a type whose conformance is used across isolation; compilers before it ask nothing.
  public typealias SendableMetatype = Any
#endif
