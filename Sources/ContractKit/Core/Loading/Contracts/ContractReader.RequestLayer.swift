extension ContractReader {
  /// What one request says by itself, before it is laid over others or others over it.
  struct RequestLayer {
    /// Something that a request may say.
    enum Part<Value> {
      case absent
      /// Said, and wrong: it was noted.
      case wrong
      case right(Value)

      /// What is said; nil where nothing is, or where it is wrong.
      var value: Value? { if case .right(let value) = self { value } else { nil } }
      /// Whether nothing is said.
      var isAbsent: Bool { if case .absent = self { true } else { false } }

      func over(_ base: Self) -> Self { isAbsent ? base : self }
    }

    /// A path with the names in it.
    struct Path {
      var text: Located<String>
      /// Nil where something is wrong with the text.
      var names: [String]?
    }

    /// One name of a map.
    struct Name {
      var name: String
      var range: SourceRange
      /// Nil for null, and where something is wrong with it.
      var described: RequestShape.Named?
      /// Whether it is null, which takes the name away from what is below.
      var isNull: Bool
    }

    var range: SourceRange
    /// Whether a reference is left in its place, which leads nowhere: then no request comes of it.
    var isReference = false
    var method = Part<Located<String>>.absent
    var base = Part<Located<String>>.absent
    var path = Part<Path>.absent
    var pathParameters = Part<[Name]>.absent
    var query = Part<[Name]>.absent
    var otherQuery = Part<RequestShape.Others>.absent
    var headers = Part<[Name]>.absent
    var otherHeaders = Part<RequestShape.Others>.absent
    var timeout = Part<Pattern>.absent
    var body = Part<Located<RequestShape.Body>>.absent
  }

  /// A request laid over another: maps name by name, all else whole.
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
    func isSame(_ a: String, _ b: String) -> Bool { map == "headers" ? a.isSameName(b) : a.isExactly(b) }
    var all = below.value ?? []
    for name in names {
      let index = all.firstIndex { isSame($0.name, name.name) }
      switch (name.isNull, index) {
      case (true, let index?): all.remove(at: index)
      case (true, nil): diagnostics.note(.nothingToTake(name.name, map: map), at: name.range)
      case (false, let index?): all[index] = name
      case (false, nil): all.append(name)
      }
    }
    return .right(all)
  }
}
