import Foundation
import TestSupport
import Testing

/// The JUnit XML schemas of other projects. They check strict reports if this machine has them and xmllint.
enum JUnitSchemas {
  private static let xmllint = CommandLineTool("xmllint")

  static let areThere = xmllint != nil && TestFolder.junitSchemas != nil
  static let absence: Comment = "xmllint is missing, or ../shared/suites/junit-xsd is not beside this package"

  static func validate(_ file: URL) throws {
    let (xmllint, folder) = (try #require(xmllint), try #require(TestFolder.junitSchemas))
    let schemas = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".xsd") }
    #expect(schemas.count >= 2)
    for schema in schemas.sorted() {
      let (status, output) = try xmllint.run(
        ["--noout", "--schema", folder.appendingPathComponent(schema).path, file.path])
      #expect(status == 0, "\(schema): \(output)")
    }
  }
}
