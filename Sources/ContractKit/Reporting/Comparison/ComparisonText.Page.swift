import ContractCore
import ContractResources

// A comparison of two releases as one HTML file, with both releases beside each other.
extension ComparisonText {
  /// The largest size of the file in bytes. Larger files take seconds to open.
  private static let limit = 2_900_000
  /// How many scenarios of a cause are shown with both releases, and how many are listed.
  private static let (examples, listed) = (3, 200)

  /// Returns the page.
  ///
  /// - Parameter runner: The runner's name and version.
  package func page(runner: String) -> [UInt8] {
    var left = Self.limit
    var body = ""
    // A scenario is shown once, with its first cause.
    var shown: [String: Int] = [:]
    for (title, causes) in groups {
      body += "<h2>\(title.shownHTML)</h2>\n"
      for cause in causes {
        let block = section(cause, within: left, &shown)
        left -= block.utf8.count
        body += block
      }
    }
    let rest = errors + stale + remarks + limits
    if !rest.isEmpty { body += "<ul class=\"remarks\">\n\(rest.map { "<li>\($0.shownHTML)</li>\n" }.joined())</ul>\n" }
    let values = [
      "style": String(cString: contractComparisonStyle),
      "kind": status == .passed ? "good" : status == .failed ? "bad" : "odd",
      "sign": ConsoleStyle(isColored: false).sign(status).string,
      "headline": headline.shownHTML, "subject": subject.shownHTML, "runner": runner.shownHTML,
      "causes": body,
    ]
    return Array(String(cString: contractComparisonPage).filled(with: values).utf8)
  }

  /// Returns a cause with some of its scenarios, if there is space for them.
  ///
  /// - Parameter shown: The numbers of the scenarios that the page already has.
  private func section(_ cause: ReleaseCause, within limit: Int, _ shown: inout [String: Int]) -> String {
    let sign = !cause.isAccepted ? "✗" : "~"
    var section = """
      <details class="cause"\(shown.isEmpty ? " open" : "")><summary><b>\(sign)</b> <code>\(cause.title.shownHTML)</code> \
      <small>\(cause.extent.shownHTML)</small></summary>

      """
    if let approval = cause.acceptance { section += "<p>accepted: \(approval.shownHTML)</p>\n" }
    for id in cause.ids.prefix(Self.examples) {
      if let number = shown[id] {
        section += "<p>in <a href=\"#s\(number)\">\(id.shownHTML)</a>, too</p>\n"
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
      let item = "<li>\(id.shownHTML)</li>\n"
      if section.utf8.count + item.utf8.count > limit { break }
      section += item
      left -= 1
    }
    if !others.isEmpty { section += (left > 0 ? "<li>and \(left) more</li>\n" : "") + "</ul>\n" }
    return section + "</details>\n"
  }

  private func table(of id: String, number: Int) -> String {
    var table =
      "<h3 id=\"s\(number)\">\(id.shownHTML)</h3>\n<p><code>\(command(id).shownHTML)</code></p>\n<table>\n<tr>"
    table += "<th scope=\"col\">\(comparison.old.name.shownHTML)</th>"
    table += "<th scope=\"col\">\(comparison.new.name.shownHTML)</th></tr>\n"
    for row in CallRows(comparison, id).rows {
      let isSame = row.old == row.new
      func cell(_ line: String?, _ kind: String) -> String {
        "<td\(isSame ? "" : line == nil ? " class=\"none\"" : " class=\"\(kind)\"")>\(line.map(\.shownHTML) ?? "")</td>"
      }
      table += "<tr>\(cell(row.old, "old"))\(cell(row.new, "new"))</tr>\n"
    }
    return table + "</table>\n"
  }
}
