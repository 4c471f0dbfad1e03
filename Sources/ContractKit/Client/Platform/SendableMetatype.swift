#if compiler(<6.2)
  extension Operations {
    /// The protocol that Swift 6.2 requires of a type whose conformance is used across isolation. Earlier compilers do
    /// not have it.
    public typealias SendableMetatype = Any
  }
#endif
