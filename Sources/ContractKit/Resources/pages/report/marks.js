// MARK: What is wrong in a request

/** Returns where the value of a JSON pointer is in a text; undefined if the text is cut or has no such value. */
function jsonRange(text, pointer) {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const steps = pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const token = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/gy, space = /\s*/gy;
  let next = 0;
  function take() {
    space.lastIndex = next;
    space.exec(text);
    const start = token.lastIndex = space.lastIndex;
    const [word] = token.exec(text);
    next = token.lastIndex;
    return [word, start];
  }
  /** Reads a value. The path leads to the wanted value in it; without one, nothing in it is wanted. */
  function value(path, [word, start] = take()) {
    let found;
    if (word === "{" || word === "[") {
      for (let index = 0, inner = take(); !"]}".includes(inner[0]); index += 1, inner = take()) {
        if (inner[0] === ",") inner = take();
        let name = String(index);
        if (word === "{") {
          name = JSON.parse(inner[0]);
          take();
          inner = take();
        }
        found = value(path?.[0] === name ? path.slice(1) : undefined, inner) ?? found;
      }
    }
    return path?.length === 0 ? [start, next] : found;
  }
  return value(steps);
}

const decoded = (text) => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
};

/** Returns the ranges of the pairs with a name in a text such as `a=1&b=2`. */
function pairRanges(text, name, offset) {
  const ranges = [];
  let start = offset;
  for (const pair of text.split("&")) {
    if (decoded(pair.split("=")[0]) === name) ranges.push([start, start + pair.length]);
    start += pair.length + 1;
  }
  return ranges;
}

/** Returns the ranges of what reasons call wrong in a request, and the names of what is missing. */
function requestMarks(request, reasons) {
  const marks = { line: [], headers: [], body: [], missing: [] };
  const nouns = { query: "query item", formField: "form field" };
  const begin = request.method.length + 1;
  const [, origin, path, query] = /^([a-z]+:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/i.exec(request.url);
  const [pathStart, body] = [begin + (origin ?? "").length, request.body?.text];
  const headers = headerLines(request.headers).map(([name, value]) => [name, `${name}: ${value}`]);
  const find = {
    method: () => [["line", [[0, request.method.length]]]],
    origin: () => [["line", [[begin, pathStart]]]],
    path: () => [["line", [[pathStart, pathStart + path.length]]]],
    query: (name) => [["line", pairRanges(query, name, pathStart + path.length + 1)]],
    header: (name) => {
      let start = 0;
      const ranges = [];
      for (const [own, text] of headers) {
        if (own.toLowerCase() === name?.toLowerCase()) ranges.push([start, start + text.length]);
        start += text.length + 1;
      }
      return [["headers", ranges]];
    },
    cookie: () => find.header("cookie"),
    body: (name, pointer) => [["body", [pointer ? jsonRange(body, pointer) : [0, body.length]].filter(Boolean)]],
    formField: (name) => [["body", pairRanges(body, name, 0)]],
  };
  find.pathPrefix = find.pathParameter = find.path;
  for (const [number, part, name, pointer, isMissing] of reasons.flatMap((reason) => reason.wrong ?? [])) {
    if (number !== request.n) continue;
    if (isMissing) marks.missing.push(`${nouns[part] ?? part} ${name ?? pointer}`.trim());
    else if (find[part] && (body !== undefined || !["body", "formField"].includes(part))) {
      for (const [place, ranges] of find[part](name, pointer)) marks[place].push(...ranges);
    }
  }
  return marks;
}
