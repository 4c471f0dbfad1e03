package import ContractCore

/// The description of a request that was seen multiple times, as a contract has it.
///
/// A reader accepts it, and each of the requests matches it. No secret is in it. See `ValueProposal` for single values.
package struct RequestProposal {
  /// The largest description of a body, in bytes of JSON text. Nobody could review a larger one.
  static let bodyLimit = 64 << 10

  let samples: [RequestSample]
  let values: ValueProposal
  let lists: [[JSON]]

  /// Returns the request that all samples match, as the `request` of a contract.
  ///
  /// - Parameters:
  ///   - input: The scenario's input. A text of the query or a form that has a list of it is described as a list.
  ///   - isInContract: Returns whether the contract contains a text, which is then neither a secret nor different tomorrow.
  /// - Throws: The first thing that no request of a contract describes, or that is too large.
  package static func make(
    _ samples: [RequestSample], present: TimeWindow, input: JSON = .null,
    isInContract: @escaping @Sendable (String) -> Bool = { _ in false }
  ) throws(Problem) -> JSON {
    // Bodies may be deep.
    try DeepStack.run { () -> Result<JSON, Problem> in
      let values = ValueProposal(of: .request(present, isInContract: isInContract), addresses: samples.map(\.addresses))
      return Result { () throws(Problem) in
        try RequestProposal(samples: samples, values: values, lists: input.lists().map(\.elements)).request()
      }
    }.get()
  }

  private func request() throws(Problem) -> JSON {
    guard let first = samples.first else { throw .noSamples }
    let method = try method(first.request.method)
    let target = try target()
    let path = try path(target.paths)
    let query = try named(target.queries.map { Form($0) }, isQuery: true)
    func map(_ names: [(String, JSON)]) -> JSON? { names.isEmpty ? JSON?.none : .object(names) }
    return JSON(members: [
      "method": .string(method), "base": target.base.map(JSON.string), "path": .string(path.text),
      "pathParameters": map(path.parameters), "query": map(query), "headers": map(headers), "body": try body(),
    ])
  }

  private func method(_ method: String) throws(Problem) -> String {
    let methods = samples.map(\.request.method)
    if !methods.allSatisfy({ $0.isExactly(method) }) { throw .methods(methods) }
    if !HTTPText.isToken(method) { throw .method(method) }
    return method
  }

  // MARK: Values by name

  /// Returns the values of each name in queries or forms.
  ///
  /// - Parameter forms: The query or form of each sample; nil for a sample without one.
  func named(_ forms: [Form?], isQuery: Bool) throws(Problem) -> [(String, JSON)] {
    let whole: Mismatch.Part = isQuery ? .query("") : .body
    func part(_ name: String) -> Mismatch.Part { isQuery ? .query(name) : .formField(name) }
    if forms.contains(where: { $0?.isTooLarge == true }) { throw .tooManyItems(whole) }
    var members: [(String, JSON)] = []
    for name in forms.compactMap(\.self).flatMap(\.names).uniqued(on: ExactString.init) {
      if !Secrets.standard.ranges(in: name).isEmpty { throw .secretName(whole) }
      let isMatcher = ContractReader.matchers.contains(name) && !ContractReader.namesLikeMatchers.contains(name)
      if name == "$ref" || isMatcher { throw .name(part(name)) }
      let sent = forms.map { form in form.map { $0[name] } }
      if sent.contains(where: { $0?.contains { $0.broken != nil } ?? false }) { throw .notUTF8(part(name)) }
      let counts = sent.compactMap { $0?.count }
      let isSecret = sent.contains { $0?.contains { values.present.secrets.isSecret($0.text, under: name) } ?? false }
      func value(_ index: Int) -> JSON {
        values.text(sent.map { $0.flatMap { index < $0.count ? $0[index].text : nil } }, isSecret: isSecret).written
      }
      if !isSecret, let list = list(sent.compactMap(\.self)) {
        members.append((name, list))
        continue
      }
      switch (Set(counts).count, counts.first ?? 0) {
      case (1, 1): members.append((name, value(0)))
      case (1, let count): members.append((name, .array((0..<count).map(value))))
      case (_, _) where counts.allSatisfy { $0 <= 1 }: members.append((name, ["$optional": value(0)]))
      default: throw .counts(part(name), counts)
      }
    }
    return members
  }

  /// Returns the description of a list of the input that is one text; nil if it is not such a list in all samples.
  private func list(_ sent: [[Form.Value]]) -> JSON? {
    let texts = sent.compactMap { $0.count == 1 ? $0[0].sent : nil }
    guard let first = texts.first, texts.count == sent.count else { return nil }
    for separator in ListSeparator.all {
      let elements = separator.elements(of: first)
      guard elements.count > 1, lists.contains(where: { $0.elementsEqual(elements) { $0.isWritten(as: $1) } }),
        texts.allSatisfy({ separator.elements(of: $0) == elements })
      else { continue }
      let written = elements.indices.map { index in values.text(texts.map { _ in elements[index] }).written }
      return ["separator": .string(separator.text), "elements": .array(written)]
    }
    return nil
  }
}

extension JSON {
  /// Returns the lists in a value whose elements are texts, numbers or booleans, each with its place.
  ///
  /// - Parameter pointer: The place of the value; by default, the whole.
  func lists(below pointer: String = "") -> [(pointer: String, elements: [JSON])] {
    let inner = children.flatMap { $0.value.lists(below: pointer + JSONPointer.step($0.name)) }
    guard let elements = array, elements.allSatisfy({ $0.isScalar && !$0.isNull }) else { return inner }
    return [(pointer, elements)]
  }

  /// Whether a client may write the value as a text: a number also in another notation.
  fileprivate func isWritten(as text: String) -> Bool {
    plainText.isExactly(text) || number != nil && JSON.parse(text) == self
  }
}

/// A request that a client sent, with what it takes to read it.
package struct RequestSample: Sendable {
  package var request: CapturedRequest
  /// The base URLs of the run in which it was sent.
  package var addresses: Addresses
  package var transport: Transport
}
