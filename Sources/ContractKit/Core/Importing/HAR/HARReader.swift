/// The reader of a HAR file.
struct HARReader {
  /// Returns the endpoints of a document.
  static func endpoints(
    of document: ImportedDocument, _ settings: ImportSettings
  ) throws(ImportFailure) -> [ImportedEndpoint] {
    throw ImportFailure(place: document.file, message: "this format cannot be imported yet")
  }
}
