extension HTMLPage {
  /// The page's style. Colors and shapes are those of the control page of `serve`.
  static let style = """
    :root {
      color-scheme: light dark;
      --ground: #f6f7f9; --card: #fff; --text: #1b1f24; --soft: #57606a; --line: #d5dae0; --strong: #0b57d0;
      --good: #116329; --bad: #b3261e; --odd: #8a4b00; --good-ground: #e6f4ea; --bad-ground: #fdeceb; --code: #f1f3f5;
      --mark-good: #b7e4c4; --mark-bad: #f9c9c5; --mark: #ffe49a;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #111418; --card: #1a1e24; --text: #e4e7eb; --soft: #9aa4af; --line: #323942; --strong: #8ab4f8;
        --good: #6fd08c; --bad: #ff8f86; --odd: #f2b866; --good-ground: #15301f; --bad-ground: #3a1c1b; --code: #12161b;
        --mark-good: #1f5c36; --mark-bad: #7d2b27; --mark: #5f4b12;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; padding: 0 16px 48px; max-width: 1440px; background: var(--ground); color: var(--text);
      font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
    }
    h1, h2, h3, h4, h5, p, dl, dd, ol, pre { margin: 0; padding: 0; }
    h1 { font-size: 34px; line-height: 1.15; letter-spacing: -.01em; overflow-wrap: anywhere; }
    h2 { font-size: 20px; }
    h3 { font-size: 15px; }
    h4 { font-size: 15px; overflow-wrap: anywhere; }
    h5 { font-size: 13px; color: var(--soft); font-weight: 600; }
    code, pre, .value, .start { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
      font-size: 14px; }
    button, input { font: inherit; color: inherit; }
    button { padding: 3px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--card);
      cursor: pointer; }
    button:hover { border-color: var(--strong); }
    :focus-visible { outline: 2px solid var(--strong); outline-offset: 2px; }
    a { color: var(--strong); overflow-wrap: anywhere; }
    mark { background: var(--mark); color: inherit; border-radius: 2px; }
    .soft { color: var(--soft); }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap; }
    .skip { position: absolute; left: -9999px; }
    .skip:focus { position: fixed; left: 16px; top: 8px; z-index: 3; padding: 6px 12px; background: var(--card); }
    .sign { font-weight: 700; display: inline-block; min-width: 1.1em; }
    .s0 .sign, .sign.s0 { color: var(--good); }
    .s1 .sign, .sign.s1, td.s1, .why.s1 { color: var(--bad); }
    .s2 .sign, .sign.s2, td.s2, .why.s2 { color: var(--odd); }
    .s3 .sign, .sign.s3, .s4 .sign, .sign.s4, .why.s3, .why.s4 { color: var(--soft); }
    .banner { background: var(--bad-ground); border: 1px solid var(--bad); border-radius: 8px; padding: 10px 14px; }

    header { padding: 22px 0 12px; }
    header.good h1 .sign { color: var(--good); }
    header.bad h1 .sign { color: var(--bad); }
    header.odd h1 .sign { color: var(--odd); }
    #subject { display: block; font-size: 17px; font-weight: 400; line-height: 1.4; letter-spacing: 0; margin-top: 4px; }
    #subject:empty { display: none; }
    #command { margin-top: 4px; overflow-wrap: anywhere; }
    #command code { color: var(--soft); }
    #summary { font-size: 17px; margin-top: 6px; overflow-wrap: anywhere; }
    #meta { color: var(--soft); margin-top: 2px; overflow-wrap: anywhere; }
    #bar { display: flex; gap: 2px; height: 10px; border-radius: 5px; overflow: hidden; margin: 12px 0 0; }
    #bar span { min-width: 4px; }
    #bar .s0 { background: var(--good); }
    #bar .s1 { background: var(--bad); }
    #bar .s2 { background: var(--odd); }
    #bar .s3 { background: repeating-linear-gradient(135deg, var(--bad) 0 3px, var(--line) 3px 7px); }
    #bar .s4 { background: var(--line); }

    #tools { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; align-items: center;
      gap: 6px 12px;
      margin: 0 -16px 20px; padding: 8px 16px; background: var(--ground); border-bottom: 1px solid var(--line); }
    #filter { width: 260px; max-width: 100%; padding: 4px 10px; border: 1px solid var(--line); border-radius: 6px;
      background: var(--card); }
    #statuses { display: flex; flex-wrap: wrap; gap: 6px; }
    .chip { white-space: nowrap; font-variant-numeric: tabular-nums; }
    .chip[aria-pressed="true"] { border-color: var(--strong); background: var(--strong); color: var(--card); }
    .chip[aria-pressed="true"] .sign { color: inherit; }
    #found { color: var(--soft); white-space: nowrap; }
    #parts { display: flex; gap: 16px; margin-left: auto; }
    #parts a { white-space: nowrap; }
    #keys { width: 30px; padding: 3px 0; }
    main > section { margin-bottom: 32px; }
    main > section > h2, .head { margin-bottom: 10px; }
    .head { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 4px 20px; }
    .titled { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 14px; }
    .empty { color: var(--soft); padding: 12px 14px; border: 1px dashed var(--line); border-radius: 8px; }
    .more { padding: 6px 0; }

    .alone code { background: var(--code); border-radius: 4px; padding: 1px 6px; }

    .cause { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--bad);
      border-radius: 8px;
      padding: 12px 16px; margin-bottom: 12px; }
    .cause.s2 { border-left-color: var(--odd); }
    .cause:focus, li.row:focus { outline: 2px solid var(--strong); outline-offset: 1px; }
    .cause h3 { font-size: 17px; line-height: 1.35; display: flex; gap: 0 8px; align-items: baseline; }
    .cause h3 .sign { flex: none; }
    .cause h3 .number { flex: none; font-weight: 400; font-size: 15px; }
    .cause h3 .number a { color: var(--soft); text-decoration: none; }
    .cause h3 .title { overflow-wrap: anywhere; min-width: 0; flex: 1 1 auto; }
    .cause h3 .count { flex: none; font-size: 14px; font-weight: 400; color: var(--soft); padding-left: 8px; }
    .where { display: flex; flex-wrap: wrap; gap: 0 14px; margin-top: 2px; }
    .cause .alone, .cause .others { margin-top: 10px; }
    .cause details { margin-top: 8px; }
    summary { cursor: pointer; color: var(--strong); border-radius: 4px; }
    .link { border: 0; padding: 0; background: none; color: var(--strong); text-decoration: underline; }

    .reason { margin-top: 10px; }
    .facts > div { display: grid; grid-template-columns: 92px minmax(0, 1fr); gap: 0 12px; margin-bottom: 4px; }
    .facts dt { color: var(--soft); }
    .facts dd { overflow-wrap: anywhere; white-space: pre-wrap; grid-column: 2; }
    .facts .value { background: var(--code); border-radius: 4px; padding: 1px 8px; line-height: 1.5;
      align-self: start; }
    .facts .value.long { white-space: pre; overflow-x: auto; }
    .facts .fact-expected .value { border-left: 3px solid var(--good); }
    .facts .fact-actual .value { border-left: 3px solid var(--bad); }
    .facts .fact-expected mark { background: var(--mark-good); }
    .facts .fact-actual mark { background: var(--mark-bad); }
    .facts .fact-next dt, .facts .fact-next dd { font-weight: 600; color: inherit; }
    .contract { margin-top: 8px; }
    .place { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 14px; }
    .place .soft { overflow-wrap: anywhere; }
    .lines { background: var(--code); border-radius: 6px; padding: 4px 0; margin-top: 3px; overflow-x: auto; }
    pre .line { display: block; width: max-content; min-width: 100%; padding: 0 12px 0 0; color: var(--soft);
      line-height: 1.5; }
    pre .line.broken { color: var(--text); background: color-mix(in srgb, var(--mark) 28%, transparent); }
    pre .number { display: inline-block; min-width: 44px; padding-right: 12px; text-align: right;
      user-select: none; color: var(--soft); }

    .detail { padding-top: 6px; }
    .detail > * + * { margin-top: 10px; }

    .scroll { position: relative; overflow-x: auto; border: 1px solid var(--line); border-radius: 8px;
      background: var(--card); max-height: 80vh; }
    #matrix h3, #remarks h3 { margin: 18px 0 8px; }
    #matrix h2 + h3 { margin-top: 0; }
    table { border-collapse: separate; border-spacing: 0; width: 100%; }
    th, td { padding: 4px 8px; text-align: center; border-bottom: 1px solid var(--line);
      font-variant-numeric: tabular-nums; }
    tr:last-child > * { border-bottom: 0; }
    thead th { position: sticky; top: 0; z-index: 1; background: var(--card); font-size: 13px;
      color: var(--soft); font-weight: 600;
      vertical-align: bottom; line-height: 1.25; }
    th:first-child, th.words { text-align: left; }
    tbody th { font-weight: 600; position: sticky; left: 0; background: var(--card); overflow-wrap: anywhere;
      min-width: 110px; }
    tbody th span { display: block; }
    tr:has(td.words) th small { overflow-wrap: anywhere; }
    #matrix tbody th > * { max-width: 55vw; }
    tbody th small { color: var(--soft); font-weight: 400; font-size: 13px; }
    tbody th.client { background: var(--code); }
    tr.part th { font-weight: 400; padding-left: 24px; }
    td.none::before { content: "·"; color: var(--soft); }
    td.bad, tr.bad td { background: var(--bad-ground); }
    td { white-space: nowrap; }
    td.time, td.words { color: var(--soft); }
    td.words { white-space: normal; text-align: left; overflow-wrap: anywhere; }
    .cell { border: 0; background: none; padding: 2px 6px; white-space: nowrap; color: inherit;
      text-decoration: none; display: inline-block; }
    button.cell:hover, a.cell:hover { text-decoration: underline; }
    .missing { display: block; color: var(--bad); font-size: 13px; white-space: nowrap; }

    .rows { list-style: none; background: var(--card); border: 1px solid var(--line); border-radius: 8px;
      overflow: clip; }
    .rows:empty { display: none; }
    .rows > li { border-top: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 32px; }
    .rows > li:first-child { border-top: 0; }
    .group { display: flex; flex-wrap: wrap; gap: 0 14px; align-items: baseline; padding: 8px 14px 6px;
      background: var(--code); font-size: 13px; }
    .group .file { overflow-wrap: anywhere; }
    .entry { display: grid; grid-template-columns: 18px minmax(0, 1fr) 150px 72px 84px; gap: 0 10px;
      align-items: baseline;
      padding: 4px 14px; }
    li.row:focus { outline-offset: -2px; }
    .entry .name, .entry .kinds { overflow-wrap: anywhere; }
    .entry .kinds, .entry .transport, .entry .time { color: var(--soft); font-size: 13px; }
    .entry .time { text-align: right; font-variant-numeric: tabular-nums; }
    .entry .why { grid-column: 2 / -1; font-size: 13px; overflow-wrap: anywhere; }
    .row summary { color: inherit; list-style: none; }
    .row summary::-webkit-details-marker { display: none; }
    .row summary:hover { background: var(--code); }
    .row div.entry .time { padding-right: 15px; }
    .row summary .time::after { content: " ▸"; }
    .row details[open] summary .time::after { content: " ▾"; }
    .row .detail { padding: 4px 14px 14px 42px; }

    .remarks > div { grid-template-columns: 110px minmax(0, 1fr); }
    .problem { background: var(--bad-ground); border: 1px solid var(--bad); border-radius: 8px;
      padding: 10px 14px; margin-bottom: 8px; }
    .problem .facts { margin-top: 6px; }
    dialog { border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: var(--text);
      max-width: 420px; padding: 16px 20px; }
    dialog::backdrop { background: rgb(0 0 0 / .4); }
    dialog dl { margin: 12px 0; }
    dialog dl div { display: grid; grid-template-columns: 130px 1fr; padding: 3px 0; }
    kbd { border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px; padding: 0 5px;
      background: var(--code); font: 13px ui-monospace, monospace; }

    @media (max-width: 640px) {
      h1 { font-size: 28px; }
      #tools { position: static; }
      #tools > label { flex: 1 1 100%; }
      #filter { width: 100%; }
      #parts { margin-left: 0; gap: 12px; }
      #keys { display: none; }
      .scroll { max-height: none; }
      .place code { font-size: 13px; }
      pre .line { width: auto; white-space: pre-wrap; overflow-wrap: anywhere; padding-left: 44px;
        text-indent: -44px; }
      .cause h3 .count { padding-left: 30px; }
      .facts > div, .remarks > div { grid-template-columns: minmax(0, 1fr); }
      .facts dd { grid-column: 1; }
      .cause { padding: 10px 12px; }
      .cause h3 { flex-wrap: wrap; }
      .cause h3 .title { flex-basis: 75%; }
      .entry { grid-template-columns: 18px minmax(0, 1fr) auto; padding: 5px 10px; }
      .entry .name { grid-column: 2; }
      .entry .time { grid-column: 3; grid-row: 1; }
      .entry .kinds { grid-column: 2; grid-row: 2; }
      .entry .transport { grid-column: 3; grid-row: 2; text-align: right; }
      .row .detail { padding-left: 12px; padding-right: 12px; }
      thead th { font-size: 11px; padding: 4px 3px; }
      thead th:first-child { padding-left: 6px; }
      td { padding: 3px 1px; }
      td .cell { padding: 2px; }
      /* The table scrolls, so that its words stay whole. */
      tbody th { min-width: 110px; font-size: 13px; padding: 4px 6px; overflow-wrap: break-word; }
      td.words { min-width: 160px; }
      td.time { font-size: 12px; white-space: normal; }
    }
    @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
    @media print {
      :root { --ground: #fff; --card: #fff; --code: #f4f4f4; }
      body { max-width: none; font-size: 11pt; padding: 0; }
      #tools, .copy, .skip, .more, .again button, .cause summary { display: none; }
      #scenarios .row.s0 { display: none; }
      .cause { break-inside: auto; }
      .cause h3, .contract, .facts > div { break-inside: avoid; }
      .scroll { overflow: visible; max-height: none; }
      thead th, tbody th { position: static; }
      .message pre, .curl code { max-height: none; }
      .rows > li { content-visibility: visible; }
    }
    """
}
