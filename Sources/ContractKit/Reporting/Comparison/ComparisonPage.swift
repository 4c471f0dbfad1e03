import ContractCore
import ContractResources

/// A comparison of two releases as one HTML file, with both releases beside each other.
package struct ComparisonPage {
  /// The largest size of the file in bytes. Larger files take seconds to open.
  private static let limit = 2_900_000
  /// How many scenarios of a cause are shown with both releases, and how many are listed.
  private static let (examples, listed) = (3, 200)

  private let text: ComparisonText
  private let runner: String

  /// Makes the page of a comparison.
  ///
  /// - Parameter runner: The runner's name and version.
  package init(_ text: ComparisonText, runner: String) { (self.text, self.runner) = (text, runner) }

  /// The file as UTF-8.
  package var utf8: [UInt8] {
    let comparison = text.comparison
    var left = Self.limit
    var body = ""
    // A scenario is shown once, with its first cause.
    var shown: [String: Int] = [:]
    for (title, causes) in text.groups {
      body += "<h2>\(html(title))</h2>\n"
      for cause in causes {
        let block = section(cause, within: left, &shown)
        left -= block.utf8.count
        body += block
      }
    }
    let rest = text.errors + text.stale + text.remarks
    if !rest.isEmpty { body += "<ul class=\"remarks\">\n\(rest.map { "<li>\(html($0))</li>\n" }.joined())</ul>\n" }
    let status = comparison.exitStatus
    let values = [
      "style": String(cString: contractComparisonStyle),
      "kind": status == 0 ? "good" : status == 1 ? "bad" : "odd",
      "sign": ConsoleStyle(isColored: false).sign(status == 0 ? .passed : status == 1 ? .failed : .errored),
      "headline": html(text.headline), "subject": html(text.subject), "runner": html(runner), "causes": body,
    ]
    return Array(String(cString: contractComparisonPage).filled(with: values).utf8)
  }

  /// Returns a cause with some of its scenarios, if there is space for them.
  ///
  /// - Parameter shown: The numbers of the scenarios that the page already has.
  private func section(_ cause: ReleaseCause, within limit: Int, _ shown: inout [String: Int]) -> String {
    let sign = cause.approval == nil ? "✗" : "~"
    var section = """
      <details class="cause"\(shown.isEmpty ? " open" : "")><summary><b>\(sign)</b> <code>\(html(cause.title))</code> \
      <small>\(html(cause.extent))</small></summary>

      """
    if let approval = cause.approval { section += "<p>accepted: \(html(approval))</p>\n" }
    for id in cause.ids.prefix(Self.examples) {
      if let number = shown[id] {
        section += "<p>in <a href=\"#s\(number)\">\(html(id))</a>, too</p>\n"
        continue
      }
      let table = table(of: id, number: shown.count + 1)
      if section.utf8.count + table.utf8.count > limit { break }
      shown[id] = shown.count + 1
      section += table
    }
    let others = cause.ids.dropFirst(Self.examples)
    if !others.isEmpty { section += "<p>also in:</p>\n<ul>\n" }
    var left = others.count
    for id in others.prefix(Self.listed) {
      let item = "<li>\(html(id))</li>\n"
      if section.utf8.count + item.utf8.count > limit { break }
      section += item
      left -= 1
    }
    if !others.isEmpty { section += (left > 0 ? "<li>and \(left) more</li>\n" : "") + "</ul>\n" }
    return section + "</details>\n"
  }

  private func table(of id: String, number: Int) -> String {
    var table = "<h3 id=\"s\(number)\">\(html(id))</h3>\n<p><code>\(html(text.command(id)))</code></p>\n<table>\n<tr>"
    table += "<th scope=\"col\">\(html(text.comparison.old.name))</th>"
    table += "<th scope=\"col\">\(html(text.comparison.new.name))</th></tr>\n"
    for row in CallRows(text.comparison, id).rows {
      let isSame = row.old == row.new
      func cell(_ line: String?, _ kind: String) -> String {
        "<td\(isSame ? "" : line == nil ? " class=\"none\"" : " class=\"\(kind)\"")>\(line.map(html) ?? "")</td>"
      }
      table += "<tr>\(cell(row.old, "old"))\(cell(row.new, "new"))</tr>\n"
    }
    return table + "</table>\n"
  }

  private func html(_ text: String) -> String { XMLWriter.content(text.shownLine) }
}
