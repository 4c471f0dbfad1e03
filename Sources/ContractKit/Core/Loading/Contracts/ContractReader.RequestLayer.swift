extension ContractReader {
  /// The description in one request by itself, before it is merged with others.
  struct RequestLayer {
    /// A member that a request may have.
    enum Part<Value> {
      case absent
      /// The member is present but wrong, which was noted.
      case wrong
      case right(Value)

      init(_ value: Value?) { self = value.map(Part.right) ?? .wrong }

      /// The value; nil if the member is absent or wrong.
      var value: Value? { if case .right(let value) = self { value } else { nil } }
      var isAbsent: Bool { if case .absent = self { true } else { false } }
      var isWrong: Bool { if case .wrong = self { true } else { false } }

      func over(_ base: Self) -> Self { isAbsent ? base : self }
    }

    struct Path {
      var text: SourceLocated<String>
      /// The names; nil if something is wrong with the path.
      var names: [String]?
    }

    struct Name {
      var member: JSON.Object.Member
      /// The description of the name; nil for null, or if something is wrong with it.
      var described: RequestShape.Named?
    }

    var range: SourceRange
    /// Whether the request is a reference that leads nowhere and was left in place. No request is made from it.
    var isReference = false
    var method = Part<SourceLocated<String>>.absent
    var base = Part<SourceLocated<String>>.absent
    var path = Part<Path>.absent
    var pathParameters = Part<[Name]>.absent
    var query = Part<[Name]>.absent
    var otherQuery = Part<RequestShape.Others>.absent
    var headers = Part<[Name]>.absent
    var otherHeaders = Part<RequestShape.Others>.absent
    var timeout = Part<Pattern>.absent
    var body = Part<SourceLocated<RequestShape.Body>>.absent
  }

  /// Returns a request merged over another: maps name by name, everything else as a whole.
  func lay(_ layer: RequestLayer, over base: RequestLayer) -> RequestLayer {
    var merged = base
    merged.range = layer.range
    merged.isReference = base.isReference || layer.isReference
    merged.method = layer.method.over(base.method)
    merged.base = layer.base.over(base.base)
    merged.path = layer.path.over(base.path)
    merged.pathParameters = lay(layer.pathParameters, over: base.pathParameters, map: "pathParameters")
    merged.query = lay(layer.query, over: base.query, map: "query")
    merged.otherQuery = layer.otherQuery.over(base.otherQuery)
    merged.headers = lay(layer.headers, over: base.headers, map: "headers")
    merged.otherHeaders = layer.otherHeaders.over(base.otherHeaders)
    merged.timeout = layer.timeout.over(base.timeout)
    merged.body = layer.body.over(base.body)
    return merged
  }

  private func lay(
    _ names: RequestLayer.Part<[RequestLayer.Name]>, over below: RequestLayer.Part<[RequestLayer.Name]>, map: String
  ) -> RequestLayer.Part<[RequestLayer.Name]> {
    guard let names = names.value else { return names.over(below) }
    return .right(lay(names, over: below.value ?? [], map: map, \.member))
  }
}
