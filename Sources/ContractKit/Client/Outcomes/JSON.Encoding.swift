extension JSON {
  /// A client's result as JSON: by JSONEncoder with ISO 8601 dates, NaN and the infinities as strings.
  init(encoding value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    self = JSON.parse(Array(try encoder.encode(value))) ?? nil
  }
}
