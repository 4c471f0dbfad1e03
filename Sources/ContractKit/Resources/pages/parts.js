"use strict";

/** Makes a button that does something. */
function button(kind, label, act, ...children) {
  const element = make("button", kind, ...(children.length ? children : [label]));
  element.type = "button";
  if (children.length) element.setAttribute("aria-label", label);
  element.addEventListener("click", act);
  return element;
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages of some origins may not write to the clipboard.
    const area = make("textarea", "unseen");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

/** Returns the words of an id or a path, so that a line ends after a slash or at a space, and not at a hyphen. A long
 * word may have to break where it is wider than the screen. */
function unbroken(text) {
  return text.split(/(?<=\/)|( +)/).filter(Boolean).map((word) => !word.includes("-") ? word
    : make("span", word.length > 24 ? "unbroken long" : "unbroken", word));
}

/** Returns a text with a mark on some of its ranges. */
function withMarks(text, ranges = []) {
  const parts = [];
  let end = 0;
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (from < end || to <= from) continue;
    parts.push(text.slice(end, from), make("mark", "", text.slice(from, to)));
    end = to;
  }
  return [...parts, text.slice(end)];
}

/** Makes a command or a place that a button copies. */
function copyable(text) {
  const copy = button("copy", "Copy", async () => {
    await copyText(text);
    copy.textContent = "Copied";
    setTimeout(() => { copy.textContent = "Copy"; }, 1500);
  });
  copy.setAttribute("aria-live", "polite");
  return make("span", "copyable", make("code", "", unbroken(text)), copy);
}

// MARK: Requests and answers

const headerLines = (headers) => Object.entries(headers ?? {})
  .flatMap(([name, values]) => [values].flat().map((value) => [name, value]));

/** Draws a request or an answer. The marks are ranges in its first line, its headers and its body. */
function drawMessage(title, line, message, marks, ...more) {
  const headers = headerLines(message.headers).map(([name, value]) => `${name}: ${value}`);
  const box = make("div", "message", make("h5", "", title), make("p", "start", withMarks(line, marks.line)),
    headers.length > 0 && make("pre", "headers", withMarks(headers.join("\n"), marks.headers)));
  if (message.body) {
    box.append(make("pre", "body", withMarks(message.body.text ?? message.body.base64, marks.body)));
    if (message.body.base64 !== undefined) box.append(make("p", "soft", "the body, as base64"));
  }
  box.append(...more.filter(Boolean).map((words) => make("p", "soft", unbroken(words))));
  return box;
}

function replyLine(reply) {
  if (reply.status !== undefined) return String(reply.status);
  if (reply.nonHTTP) return "not HTTP";
  return reply.networkError ? `${reply.networkError.domain} ${reply.networkError.code}` : "answered";
}

const requestLine = (request) => `${request.method} ${request.url}`;

function drawExchange(entry, url, marks = {}) {
  const { request, reply } = entry;
  const sent = drawMessage(`request ${request.n}`, requestLine(request), request, marks,
    marks.missing?.length > 0 && `not sent: ${marks.missing.join(", ")}`,
    request.timeout !== undefined && `timeout: ${request.timeout} s`,
    request.unobserved?.length > 0 && `not checked: ${request.unobserved.join(", ")}`);
  sent.append(make("p", "curl", make("span", "soft", "as curl "), copyable(curl(request, url))));
  const title = `answer ${request.n}`;
  const came = reply
    ? drawMessage(title, replyLine(reply), reply, {},
      reply.delay !== undefined && `after ${reply.delay} s`, entry.answeredBy && `by ${entry.answeredBy} itself`)
    : drawMessage(title, "no answer", {}, {});
  return make("div", "exchange", sent, came);
}

/** Returns the command that sends a request to a URL. */
function curl(request, url) {
  const single = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const words = ["curl", "-i"];
  if (request.method !== "GET" || request.body) words.push("-X", request.method);
  for (const [name, value] of headerLines(request.headers)) {
    if (/^(host|connection|content-length|accept-encoding)$/i.test(name)) continue;
    words.push("-H", single(`${name}: ${value}`));
  }
  if (request.body?.text !== undefined) words.push("--data-binary", single(request.body.text));
  words.push(single(url));
  if (request.body?.base64 === undefined) return words.join(" ");
  return `printf %s ${single(request.body.base64)} | base64 -d | ${words.join(" ")} --data-binary @-`;
}
