import ContractCore
import Foundation
import Testing

/// The JUnit XML schemas of other projects. They check strict reports if this machine has them and xmllint.
enum JUnitSchemas {
  private static let xmllint = ["/usr/bin/xmllint", "/usr/local/bin/xmllint", "/opt/homebrew/bin/xmllint"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  static let areThere = xmllint != nil && TestFolder.junitSchemas != nil
  static let absence: Comment = "xmllint is missing, or ../shared/suites/junit-xsd is not beside this package"

  static func validate(_ file: URL) throws {
    let (xmllint, folder) = (try #require(xmllint), try #require(TestFolder.junitSchemas))
    let schemas = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".xsd") }
    #expect(schemas.count >= 2)
    for schema in schemas.sorted() {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: xmllint)
      process.arguments = ["--noout", "--schema", folder.appendingPathComponent(schema).path, file.path]
      let output = Foundation.Pipe()
      process.standardOutput = output
      process.standardError = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(schema): \(text)")
    }
  }
}
