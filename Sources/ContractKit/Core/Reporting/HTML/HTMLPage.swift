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

  /// Returns the document up to its data.
  ///
  /// - Parameters:
  ///   - kind: The result of the run: `good`, `bad` or `odd`.
  ///   - sign: The sign of the result.
  static func start(kind: String, sign: String, headline: String, summary: String, facts: String) -> String {
    let (headline, summary, facts) = (XMLWriter.content(headline), XMLWriter.content(summary), XMLWriter.content(facts))
    return """
      \(head)
      <meta http-equiv="Content-Security-Policy"
        content="default-src 'none'; base-uri 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <title>\(sign) \(headline) · contract-run</title>
      <style>
      \(partStyle)
      \(style)
      </style>
      </head>
      <body>
      <a class="skip" href="#scenarios">Skip to the scenarios</a>
      <header class="\(kind)">
        <h1><span class="sign" aria-hidden="true">\(sign)</span> \(headline)</h1>
        <div id="bar" aria-hidden="true"></div>
        <p id="summary">\(summary)</p>
        <p id="meta">\(facts)</p>
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
        <h2 id="problems-title">Problems of the run</h2>
      </section>
      <section id="causes" aria-labelledby="causes-title" hidden>
        <h2 id="causes-title"></h2>
      </section>
      <section id="matrix" aria-label="Matrix" hidden></section>
      <section id="remarks" aria-labelledby="remarks-title" hidden>
        <h2 id="remarks-title">What to know before you trust it</h2>
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
