extension ContractReader {
  static let partMembers = ["name", "filename", "contentType", "body"]

  /// Reads the parts of a `multipart` body; nil if they are not a list.
  func parts(_ body: ObjectReader) -> [RequestShape.Part]? {
    guard let elements = body.array("multipart", of: "parts") else { return nil }
    return elements.compactMap { element in
      guard
        let part = ObjectReader(
          element.withoutOptional, as: "a part", allowed: Self.partMembers, called: "an element of \"multipart\"",
          diagnostics)
      else { return nil }
      func text(_ name: String, in context: PatternContext) -> Pattern? {
        part.value(name).map { pattern($0, in: context, mayBeAbsent: true, called: .member(name)) }
      }
      return RequestShape.Part(
        name: text("name", in: .text), filename: text("filename", in: .text),
        contentType: text("contentType", in: .header),
        body: part.value("body").flatMap { requestBody($0, owner: "a part's body", forms: Self.bodyForms) },
        isOptional: element.onlyMember?.name == "$optional", range: part.range)
    }
  }
}
