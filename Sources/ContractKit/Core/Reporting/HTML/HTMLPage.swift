/// The frame of the HTML report: everything besides its data.
package enum HTMLPage {
  /// The beginning of any document, which follows the reader's choice of colors.
  package static let head = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    """

  /// What is at the top of a report, as texts.
  struct Heading {
    /// The result of the run: `good`, `bad` or `odd`.
    var kind: String
    /// The sign of the result.
    var sign: String
    var headline: String
    /// What ran: clients, project and commit.
    var subject: String
    var command: String
    var summary: String
    var facts: String
  }

  /// Returns the document up to its data.
  static func start(_ heading: Heading) -> String {
    let (kind, sign) = (heading.kind, heading.sign)
    let headline = XMLWriter.content(heading.headline)
    let subject = XMLWriter.content(heading.subject)
    let command = XMLWriter.content(heading.command)
    let summary = XMLWriter.content(heading.summary)
    let facts = XMLWriter.content(heading.facts)
    let title = [headline, subject, command].filter { !$0.isEmpty }.joined(separator: " · ")
    return """
      \(head)
      <meta http-equiv="Content-Security-Policy"
        content="default-src 'none'; base-uri 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <title>\(sign) \(title)</title>
      <style>
      \(partStyle)
      \(style)
      </style>
      </head>
      <body>
      <a class="skip" href="#scenarios">Skip to the scenarios</a>
      <header class="\(kind)">
        <h1><span class="sign" aria-hidden="true">\(sign)</span> \(headline) <span id="subject">\(subject)</span></h1>
        <div id="bar" aria-hidden="true"></div>
        <p id="summary">\(summary)</p>
        <p id="meta">\(facts)</p>
        <p id="command"><code>\(command)</code></p>
      </header>
      <noscript><p class="banner">This page needs JavaScript to show more than these counts: \(summary)</p></noscript>
      \(body)
      <script type="application/json" id="data">
      """
  }

  /// The document after its data.
  static let end = """
    </script>
    <script>
    \(data)
    \(parts)
    \(marks)
    \(details)
    \(causes)
    \(matrix)
    \(scenarios)
    \(keys)
    </script>
    </body>
    </html>

    """

  private static let body = """
    <div id="tools" role="search">
      <label><span class="unseen">Filter causes and scenarios</span>
        <input id="filter" type="search" placeholder="Filter  ( / )" autocomplete="off" spellcheck="false"></label>
      <div id="statuses" role="group" aria-label="Statuses that are shown"></div>
      <span id="found" role="status"></span>
      <nav aria-label="Parts of the page" id="parts"></nav>
      <button type="button" id="keys" aria-label="Keyboard keys">?</button>
    </div>
    <main>
      <section id="problems" aria-labelledby="problems-title" hidden>
        <h2 id="problems-title">Problems</h2>
      </section>
      <section id="causes" aria-labelledby="causes-title" hidden>
        <h2 id="causes-title">Causes</h2>
      </section>
      <section id="matrix" aria-labelledby="matrix-title" hidden><h2 id="matrix-title">Matrix</h2></section>
      <section id="remarks" aria-labelledby="remarks-title" hidden>
        <h2 id="remarks-title">Notes</h2>
      </section>
      <section id="scenarios" aria-labelledby="scenarios-title"><h2 id="scenarios-title">Scenarios</h2></section>
    </main>
    <dialog id="help" aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      <dl>
        <div><dt><kbd>/</kbd></dt><dd>go to the filter</dd></div>
        <div><dt><kbd>j</kbd> <kbd>k</kbd> <kbd>↓</kbd> <kbd>↑</kbd></dt>
          <dd>next and previous cause or scenario</dd></div>
        <div><dt><kbd>Enter</kbd></dt><dd>open or close its requests and answers</dd></div>
        <div><dt><kbd>c</kbd></dt><dd>copy the command that runs it alone</dd></div>
        <div><dt><kbd>Esc</kbd></dt><dd>close it, or clear the filter</dd></div>
        <div><dt><kbd>?</kbd></dt><dd>show these keys</dd></div>
      </dl>
      <button type="button" id="close">Close</button>
    </dialog>
    """
}
