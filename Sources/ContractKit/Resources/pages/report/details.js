// MARK: What is known about a scenario that did not pass

/** Returns the title of a reason and its labeled texts, from the form in which the console prints it. */
function parsed(text) {
  const [title, ...lines] = text.split("\n");
  const width = 2 + (/^ {2}(\S+ +)/.exec(lines[0] ?? "")?.[1].length ?? 0);
  const labeled = [];
  for (const line of lines) {
    const label = line.slice(0, width).trim();
    if (label || !labeled.length) labeled.push([label, line.slice(width)]);
    else labeled[labeled.length - 1][1] += "\n" + line.slice(width);
  }
  return { title, labeled };
}

/** Returns a value with a mark on what another value does not share with it. */
function marked(value, other) {
  const [mine, its] = [[...value], [...other]];
  if (mine.length > 2000 || its.length > 2000 || [value, other].includes("nothing")) return [value];
  let [start, end] = [0, 0];
  const most = Math.min(mine.length, its.length);
  while (start < most && mine[start] === its[start]) start += 1;
  while (end < most - start && mine[mine.length - 1 - end] === its[its.length - 1 - end]) end += 1;
  if (start + end < mine.length / 4) return [value];
  const part = (from, to) => mine.slice(from, to).join("");
  const middle = part(start, mine.length - end);
  return [part(0, start), middle && make("mark", "", middle), part(mine.length - end)];
}

/** Draws the lines of the contract that a reason is about. */
function drawPlace(reason) {
  const [file, line, column, pointer] = reason.at;
  const box = make("div", "contract",
    make("p", "place", copyable(`${file}:${line}:${column}`), pointer && make("code", "soft", pointer)));
  if (!reason.lines) return box;
  const [first, before, [start, middle, end], after] = reason.lines;
  const texts = [...before, start + middle + end, ...after];
  const indent = Math.min(...texts.filter((text) => text.trim()).map((text) => text.search(/\S/)));
  box.append(make("pre", "lines", texts.map((text, index) => {
    const isBroken = index === before.length;
    const parts = isBroken ? [start.slice(indent), make("mark", "", middle), end] : [text.slice(indent)];
    return make("span", isBroken ? "line broken" : "line", make("span", "number", String(first + index)), ...parts);
  })));
  return box;
}

function drawReason(reason, hasTitle) {
  const { title, labeled } = parsed(reason.text);
  const values = new Map(labeled);
  const list = make("dl", "facts");
  for (let [label, value] of labeled) {
    if (label === "contract" && reason.at) {
      // The place is drawn below. A table of differences may follow it.
      [label, value] = ["", value.split("\n").slice(1).join("\n")];
      if (!value) continue;
    }
    const other = values.get({ expected: "actual", actual: "expected" }[label]);
    const isPlain = ["next", "note"].includes(label);
    const text = make("dd", isPlain ? "" : "value", ...(other === undefined ? [value] : marked(value, other)));
    if (value.includes("\n") && !isPlain) text.classList.add("long");
    list.append(make("div", `fact-${label.replace(" ", "-")}`, make("dt", "", label), text));
  }
  return make("div", "reason", hasTitle && make("h4", "", title), list.children.length > 0 && list,
    reason.at && drawPlace(reason));
}

function drawReasons(reasons, hasTitles) {
  return reasons.map((reason, index) => drawReason(reason, hasTitles || index > 0));
}

/** Returns where a request goes if it is sent again. On loopback, each call has its own port, where nobody listens
 * any more, so it is the contract's base URL. */
function againURL(request, row) {
  const origin = /^[a-z]+:\/\/[^/?#]*/i;
  const base = origin.exec(row.contract.base)?.[0];
  return row.transport === "loopback" && base ? request.url.replace(origin, base) : request.url;
}

/** Draws when multiple calls on one client ran: a lane for each call with its requests, and one for each request that
 * any of the calls may have sent. */
function drawTimeline({ calls, requests }, duration) {
  const spans = [...calls, ...requests];
  const isOpen = calls.some((span) => span.to === undefined);
  const length = Math.max(...spans.map((span) => span.to ?? span.from), isOpen ? duration : 0, 0.001);
  const words = (name, { from, to }) => `${name}: ${time(1000 * from)} to ${to === undefined ? "an open end" : time(1000 * to)}`;
  const bar = (kind, span, text) => {
    const element = make("span", `bar ${kind}`);
    element.style.left = `${(100 * span.from) / length}%`;
    element.style.width = `${(100 * ((span.to ?? length) - span.from)) / length}%`;
    element.title = text;
    return [element, text];
  };
  const lane = (name, bars) => {
    const track = make("span", "track", ...bars.map(([element]) => element));
    track.setAttribute("role", "img");
    track.setAttribute("aria-label", bars.map(([, text]) => text).join(", "));
    return make("div", "lane", make("span", "soft", name), track);
  };
  const sent = requests.map((span, index) => {
    const drawn = bar("request", span, words(`request ${index + 1}`, span));
    if (span.call !== undefined) drawn[0].dataset.number = index + 1;
    return { span, bar: drawn };
  });
  const lanes = calls.map((span, index) => lane(`call ${index + 1}`, [
    bar("call", span, words(`call ${index + 1}`, span)),
    ...sent.filter((request) => request.span.call === index + 1).map((request) => request.bar),
    ...(span.canceled === undefined ? []
      : [bar("canceled", { from: span.canceled, to: span.canceled }, `canceled after ${time(1000 * span.canceled)}`)]),
  ]));
  sent.forEach((request, index) => {
    if (request.span.call === undefined) lanes.push(lane(`request ${index + 1}`, [request.bar]));
  });
  return make("div", "timeline", make("h5", "", "calls on one client"), ...lanes,
    make("div", "lane axis soft", make("span", ""), make("span", "track", "0", make("span", "", time(1000 * length)))));
}

/** Draws everything about a scenario. The reasons are left out if they stand beside it. */
function drawDetail(row, hasReasons = true) {
  const detail = data.details[row.index];
  const box = make("div", "detail");
  if (hasReasons) box.append(make("p", "alone", make("span", "soft", "run it alone "), copyable(alone(row))));
  if (!detail) {
    if (row.note) box.append(make("p", "", row.note));
    if (hasReasons) {
      for (const cause of row.causes) box.append(make("p", "", "cause ", causeLink(cause), `: ${cause.summary}`));
    }
    if (row.status !== SKIPPED) box.append(make("p", "soft", leftOut("Its requests and answers are")));
    return box;
  }
  if (detail.knownIssue) box.append(make("p", "", `known issue: ${detail.knownIssue}`));
  if (detail.runs) box.append(make("p", "", `${detail.runs.passed} of ${detail.runs.total} runs passed`));
  if (hasReasons) box.append(...drawReasons(detail.reasons, true));
  if (detail.difference) box.append(make("p", "", detail.difference));
  if (!detail.record) {
    box.append(make("p", "soft", leftOut("Its requests and answers are")));
  } else {
    if (detail.timeline) box.append(drawTimeline(detail.timeline, row.ms / 1000));
    if (!detail.record.length) box.append(make("p", "soft", "The client sent no request."));
    box.append(...detail.record.map((entry) =>
      drawExchange(entry, againURL(entry.request, row), requestMarks(entry.request, detail.reasons))));
    if (detail.moreRequests) box.append(make("p", "soft", `and ${wordOf(detail.moreRequests, "more request")}`));
  }
  for (const [title, text] of [["outcome", detail.outcome], ["the client printed", detail.output]]) {
    if (text) box.append(make("div", "message", make("h5", "", title), make("pre", "body", text)));
  }
  if (detail.unobserved) box.append(make("p", "soft", `not checked: ${detail.unobserved.join(", ")}`));
  return box;
}

/** Makes a part that draws its content when it is opened. */
function foldable(kind, summary, draw) {
  const details = make("details", kind, summary);
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) details.append(draw());
  });
  return details;
}
