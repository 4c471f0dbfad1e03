#if compiler(<6.2)
  /// The requirement of Swift 6.2 for a type whose conformance is used across isolation. Earlier compilers require
  /// nothing.
  public typealias SendableMetatype = Any
#endif
