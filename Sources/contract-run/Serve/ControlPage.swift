import ContractCore

/// The control page: one document, which fetches only the state. Its script is in `ControlPage.Script.swift`.
enum ControlPage {
  /// Returns the document.
  ///
  /// - Parameter nonce: The mark of the page's own style and script. The browser runs no others (CSP, level 3).
  static func html(nonce: String) -> String {
    """
    \(HTMLPage.head)
    <title>contract-run serve</title>
    <link rel="icon" href="data:,">
    <style nonce="\(nonce)">
    \(HTMLPage.partStyle)
    \(style)
    </style>
    </head>
    <body>
    \(body)
    <script nonce="\(nonce)">
    \(script)
    </script>
    </body>
    </html>

    """
  }

  private static let body = """
    <header>
      <h1>contract-run serve</h1>
      <p class="address"><span id="apis"></span> <span id="link" role="status">connecting</span></p>
      <button type="button" id="reset" disabled>Reset all to default</button>
    </header>
    <nav aria-label="Parts of the page">
      <a href="#scenarios">Endpoints <span id="endpoint-count"></span></a>
      <a href="#requests">Requests <span id="request-count"></span></a>
    </nav>
    <section id="problems" aria-labelledby="problems-title" hidden>
      <h2 id="problems-title">Files with errors</h2>
      <p>Their contracts keep the answers from before the change.</p>
      <div id="problem-list"></div>
    </section>
    <p id="failure" role="alert" hidden></p>
    <main>
      <section aria-labelledby="endpoints-title" id="scenarios" tabindex="-1">
        <div class="bar">
          <h2 id="endpoints-title">Endpoints</h2>
          <label class="filter"><span class="unseen">Filter endpoints and scenarios</span>
            <input id="filter" type="search" placeholder="Filter" autocomplete="off" spellcheck="false"></label>
        </div>
        <p class="empty" id="no-endpoints" hidden>Nothing matches the filter.</p>
        <div id="endpoints"></div>
      </section>
      <section aria-labelledby="requests-title" id="requests" tabindex="-1">
        <div class="bar">
          <h2 id="requests-title">Requests</h2>
          <label class="check"><input id="wrong" type="checkbox"> only unexpected requests</label>
          <button type="button" id="clear" disabled>Clear</button>
        </div>
        <p class="empty" id="no-requests">No requests yet. Set the base URL of your app to <code id="here"></code>.</p>
        <div id="log"></div>
      </section>
    </main>
    <noscript><p class="banner">This page needs JavaScript. Without it, use the API: see
    \(Documentation.page("serve.md")).</p></noscript>
    """

  private static let style = """
    :root {
      color-scheme: light dark;
      --ground: #f6f7f9; --card: #fff; --text: #1b1f24; --soft: #57606a; --line: #d5dae0; --strong: #0b57d0;
      --on: #e8f0fe; --good: #116329; --bad: #b3261e; --bad-ground: #fdeceb; --code: #f1f3f5;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #111418; --card: #1a1e24; --text: #e4e7eb; --soft: #9aa4af; --line: #323942; --strong: #8ab4f8;
        --on: #1f3050; --good: #6fd08c; --bad: #ff8f86; --bad-ground: #3a1c1b; --code: #12161b;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; padding: 0 16px 40px; max-width: 1440px; background: var(--ground); color: var(--text);
      font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
    }
    h1 { font-size: 18px; margin: 0; }
    h2 { font-size: 15px; margin: 0; }
    h3, h5 { font-size: 13px; font-weight: 600; color: var(--soft); margin: 0; overflow-wrap: anywhere; }
    p { margin: 0; }
    code, pre, textarea, .path, .verb, .start { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 13px; }
    button, input, textarea { font: inherit; color: inherit; }
    button {
      padding: 6px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--card); cursor: pointer;
    }
    button:hover:enabled { border-color: var(--strong); }
    button:disabled { color: var(--soft); cursor: default; opacity: .7; }
    :focus-visible { outline: 2px solid var(--strong); outline-offset: 2px; }
    nav { display: flex; gap: 18px; position: sticky; top: 0; z-index: 1; margin: 0 -16px 12px; padding: 8px 16px;
      background: var(--ground); border-bottom: 1px solid var(--line); }
    nav a { color: var(--strong); }
    nav span { color: var(--soft); }
    nav .bad { color: var(--bad); }
    main > section { scroll-margin-top: 48px; outline-offset: 6px; }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap; }
    header { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 16px; padding: 16px 0 12px; }
    .address { flex: 1 1 auto; color: var(--soft); overflow-wrap: anywhere; }
    .address code { color: var(--text); }
    .api:not(:last-child)::after { content: ", "; }
    #link { white-space: nowrap; }
    #link::before { content: ""; display: inline-block; width: 8px; height: 8px; margin: 0 5px 1px 6px;
      border-radius: 50%; background: var(--soft); }
    #link.live::before { background: var(--good); }
    #link.lost { color: var(--bad); }
    #link.lost::before { background: var(--bad); }
    #problems, #failure, .banner {
      background: var(--bad-ground); border: 1px solid var(--bad); border-radius: 8px; padding: 10px 14px;
      margin: 0 0 12px;
    }
    #problems h2 { color: var(--bad); }
    main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 24px; align-items: start; }
    @media (min-width: 960px) {
      main { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); }
      /* Never in the flow: a click must not miss because the page moves when the focus leaves. */
      nav { position: fixed; left: -9999px; right: auto; margin: 0; }
      nav:focus-within { left: 0; right: 0; }
      #requests { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 0 4px 16px 0; }
    }
    .bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 12px; min-height: 36px;
      margin-bottom: 8px; }
    .filter input { width: 100%; max-width: 220px; padding: 5px 10px; border: 1px solid var(--line); border-radius: 6px;
      background: var(--card); }
    .check { color: var(--soft); white-space: nowrap; }
    .empty { color: var(--soft); padding: 12px 14px; border: 1px dashed var(--line); border-radius: 8px;
      overflow-wrap: anywhere; }
    .group { background: none; border: 0; }
    .group > summary { padding: 4px 34px 4px 2px; font-size: 13px; }
    .group > summary::after { top: 4px; }
    .endpoint, #log details { background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin: 0 0 8px; }
    .group { margin-bottom: 14px; }
    summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 10px; padding: 8px 34px 8px 14px;
      cursor: pointer; list-style: none; border-radius: 8px; position: relative; }
    summary::-webkit-details-marker { display: none; }
    summary::after { content: "▸"; color: var(--soft); position: absolute; right: 14px; top: 8px; }
    details[open] > summary::after { content: "▾"; }
    .verb { font-weight: 600; }
    summary > span { overflow-wrap: anywhere; min-width: 0; }
    .soft { color: var(--soft); }
    .state { flex-basis: 100%; color: var(--soft); font-size: 13px; overflow-wrap: anywhere; }
    .state b { color: var(--strong); font-weight: 600; }
    .inside { padding: 2px 14px 12px; border-top: 1px solid var(--line); }
    .option { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 6px; align-items: start; }
    .option > .show { margin-top: 3px; padding: 2px 8px; font-size: 13px; color: var(--soft); }
    .panel { grid-column: 1 / -1; padding: 2px 0 10px; }
    .panel > * + * { margin-top: 10px; }
    .exchange { margin-top: 8px; }
    /* Half of the page is too narrow for two columns. */
    @media (max-width: 1439px) { .exchange { grid-template-columns: minmax(0, 1fr); } }
    .try { border: 1px solid var(--line); border-radius: 6px; }
    .try > summary { padding: 4px 34px 4px 10px; font-size: 13px; }
    .try > summary::after { top: 4px; }
    .try form { display: grid; gap: 8px; padding: 2px 10px 10px; }
    .try label { display: grid; gap: 2px; font-size: 13px; color: var(--soft); }
    .try input, .try textarea { width: 100%; padding: 4px 8px; border: 1px solid var(--line); border-radius: 6px;
      background: var(--card); color: var(--text); font-size: 13px; resize: vertical; }
    .try button { justify-self: start; }
    .try p { font-size: 13px; overflow-wrap: anywhere; }
    .hits { font-variant-numeric: tabular-nums; white-space: nowrap; }
    .inside > p { margin-top: 8px; color: var(--soft); font-size: 13px; overflow-wrap: anywhere; }
    fieldset { border: 0; padding: 0; margin: 8px 0 0; min-width: 0; }
    .choice { display: grid; grid-template-columns: auto minmax(55%, 1fr) minmax(0, auto); gap: 0 10px; align-items: baseline;
      padding: 5px 8px; border-radius: 6px; cursor: pointer; }
    .choice:hover { background: var(--code); }
    .choice:has(:checked) { background: var(--on); }
    .choice:has(:disabled) { color: var(--soft); cursor: default; }
    .choice input { margin: 0; accent-color: var(--strong); transform: translateY(1px); }
    .choice .name { overflow-wrap: anywhere; }
    .choice .kind { color: var(--soft); font-size: 13px; text-align: right; overflow-wrap: anywhere; }
    .choice small { grid-column: 2 / -1; color: var(--soft); font-size: 13px; overflow-wrap: anywhere; }
    .mark { font-weight: 700; }
    .good .mark { color: var(--good); }
    .bad .mark { color: var(--bad); }
    details.bad { border-left: 4px solid var(--bad); }
    .when { color: var(--soft); font-size: 13px; font-variant-numeric: tabular-nums; }
    .first { flex-basis: 100%; color: var(--bad); font-size: 13px; overflow-wrap: anywhere; }
    pre { margin: 8px 0 0; padding: 8px 10px; background: var(--code); border-radius: 6px; white-space: pre-wrap;
      overflow-wrap: anywhere; }
    /* Lines must not wrap, so that a caret stays under its character. */
    #problem-list pre { white-space: pre; overflow-x: auto; }
    @media (max-width: 480px) {
      .choice { grid-template-columns: auto minmax(0, 1fr); }
      .choice .kind { grid-column: 2; text-align: left; }
      header button { width: 100%; }
    }
    """
}
