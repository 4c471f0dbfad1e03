import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("The files that the program has in itself")
struct ResourceTests {
  private static let folder = TestFolder.package.appendingPathComponent("Sources/ContractKit/Resources")

  @Test(
    "a compiler has the same bytes of them with #embed and without it",
    .enabled(if: CommandLineTool.canRun(["clang", "--version"]), "it needs clang"),
    arguments: [[], ["-DCONTRACTKIT_NO_EMBED"]])
  func fallback(options: [String]) async throws {
    let sources = ["Resources.c", "../MetaSchemas/MetaSchemas.c"].map(Self.folder.appendingPathComponent)
    let texts = try sources.flatMap { source in
      try String(contentsOf: source, encoding: .utf8).matches(of: /#define TEXT (\w+)\n#define FILE "(.*)"/)
        .map { (name: String($0.1), file: String($0.2)) }
    }
    #expect(texts.count > 40)
    try TestFolder.temporary { folder in
      let declarations = texts.map { "extern const char *const \($0.name);" }.joined(separator: "\n")
      let writes = texts.map { "  write(\"\($0.name)\", \($0.name));" }.joined(separator: "\n")
      try folder.write(
        """
        #include <stdio.h>
        \(declarations)
        static void write(const char *name, const char *text) {
          FILE *file = fopen(name, "wb");
          fputs(text, file);
          fclose(file);
        }
        int main(void) {
        \(writes)
        }
        """, to: "main.c")
      let compiler =
        ["clang", "-Werror", "-DFOLDER=\"\(Self.folder.path)\"", "-I\(Self.folder.path)/include"] + options
        + ["-I\(Self.folder.path)/../MetaSchemas/include", "main.c", "-o", "write"] + sources.map(\.path)
      let compiles = CommandLineTool.canRun(
        ["sh", "-c", #"cd "$1" && shift && "$@" && ./write"#, "sh", folder.path] + compiler)
      try #require(compiles)
      for (name, file) in texts {
        let bytes = try Data(contentsOf: Self.folder.appendingPathComponent(file))
        #expect(try Data(contentsOf: folder.appendingPathComponent(name)) == bytes, "\(file)")
      }
    }
  }

  @Test("all files are embedded")
  func complete() throws {
    let source = try String(contentsOf: Self.folder.appendingPathComponent("Resources.c"), encoding: .utf8)
    let paths = ["completions", "init", "pages"].flatMap { part in
      (FileManager.default.enumerator(atPath: Self.folder.appendingPathComponent(part).path)?.compactMap {
        $0 as? String
      } ?? [])
      .filter { $0.contains(".") }.map { "\(part)/\($0)" }
    }
    #expect(paths.count > 20)
    for path in paths { #expect(source.contains("#define FILE \"\(path)\""), "\(path)") }
  }

  @Test("values stand in place of their names in a template, and are not templates themselves")
  func templates() {
    #expect("a {{b}} {{c}} {{}} {b}".filled(with: ["b": "{{c}}", "c": "\\0 $1"]) == "a {{c}} \\0 $1 {{}} {b}")
    #expect("{{d}}".filled(with: [:]) == "{{d}}")
  }
}
