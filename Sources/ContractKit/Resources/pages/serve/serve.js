"use strict";
const at = (id) => document.getElementById(id);
const base = "/__contract";
let tag = null, drawn = "", run = null, lastNumber = 0, state = null;

/** Makes an element with a class and children; strings become text. */
function make(name, kind, ...children) {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  element.append(...children.flat().filter((child) => child || child === 0)
    .map((child) => typeof child === "string" ? visible(child) : child));
  return element;
}

/** Shows control characters and hidden ones as escapes, as the console does. */
function visible(text) {
  return text.replace(/(?![\n\t\u200C\u200D\p{VS}])[\p{Cc}\p{DI}\u2028\u2029\uFFF9-\uFFFB]/gu, (hidden) =>
    [...Array(hidden.length).keys()]
      .map((unit) => "\\u" + hidden.charCodeAt(unit).toString(16).padStart(4, "0")).join(""));
}

// MARK: Requests to the server

let lastTurn = Promise.resolve(), unsentChanges = 0;

/** Sends requests one after the other. Otherwise the server could get an earlier choice after a later one. */
function inTurn(send) {
  lastTurn = lastTurn.then(send);
  return lastTurn;
}

async function poll() {
  try {
    const headers = tag ? { "If-None-Match": tag } : {};
    const answer = await fetch(base + "/state", { headers, cache: "no-store" });
    if (answer.status === 200) {
      const now = await answer.json();
      // The next choice is already made, so this one would jump back.
      if (unsentChanges > 0) return;
      state = now;
      tag = answer.headers.get("ETag");
      draw();
    } else if (answer.status !== 304) {
      throw new Error(await answer.text());
    }
    say("live", "connected");
  } catch (error) {
    say("lost", "the server is not reachable; trying again");
  }
}

function say(kind, words) {
  const link = at("link");
  if (link.textContent !== words) link.textContent = words;
  link.className = kind;
}

function post(path, body) {
  unsentChanges += 1;
  inTurn(() => change(path, body));
}

async function change(path, body) {
  unsentChanges -= 1;
  const failure = at("failure");
  try {
    const answer = await fetch(base + path, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    failure.hidden = answer.ok;
    if (!answer.ok) failure.textContent = visible(await answer.text());
  } catch (error) {
    failure.hidden = false;
    failure.textContent = "The server could not be reached. Nothing was changed.";
  }
  await poll();
}

/** Returns what the server knows about a path below the page's. */
async function load(path, items) {
  const query = Object.entries(items).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  const answer = await fetch(`${base}${path}?${query}`, { cache: "no-store" });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/** Fills an element with what a function draws, or with the reason why that is not possible. */
async function fill(element, draw) {
  try {
    element.replaceChildren(...await draw());
  } catch (error) {
    element.replaceChildren(make("p", "soft", error.message));
  }
}

// MARK: Endpoints

/** Returns the boxes of all endpoints. */
function boxes() { return [...document.querySelectorAll("#endpoints .endpoint")]; }

/** Returns the groups of endpoints: one for each folder. */
function groups() { return [...document.querySelectorAll("#endpoints .group")]; }

/** Returns whether a group is open when nothing is filtered. */
function isOpen(group) { return group.dataset.open ? group.dataset.open === "true" : group.open; }

/** Returns a number with its noun. */
function number(count, one, many) { return `${count} ${count === 1 ? one : many}`; }

/** Draws the endpoints again only if they changed, so that the focus and open parts stay as they are. */
function drawEndpoints() {
  const frame = JSON.stringify(state.endpoints,
    (name, value) => ["chosen", "requests"].includes(name) ? undefined : value);
  if (frame !== drawn) {
    const known = new Map(boxes().map((one) => [one.dataset.contract, one.open]));
    const opened = new Map(groups().map((one) => [one.dataset.folder, isOpen(one)]));
    const focused = document.activeElement && document.activeElement.id;
    const folders = new Map();
    for (const endpoint of state.endpoints) {
      const slash = endpoint.contract.lastIndexOf("/");
      const folder = slash < 0 ? "" : endpoint.contract.slice(0, slash);
      if (!folders.has(folder)) folders.set(folder, []);
      folders.get(folder).push(endpoint);
    }
    // What fits on a few screens is open, so that one click chooses a scenario.
    const scenarios = state.endpoints.reduce((sum, endpoint) => sum + endpoint.scenarios.length, 0);
    const few = state.endpoints.length <= 20 && scenarios <= 100;
    const parts = [];
    let index = 0;
    for (const [folder, endpoints] of folders) {
      const group = make("details", "group", make("summary", "", make("h3", "", folder || "contracts"),
        make("span", "soft", number(endpoints.length, "endpoint", "endpoints"))));
      group.dataset.folder = folder;
      // A hundred open endpoints would be many screens long.
      group.open = opened.get(folder) ?? (folders.size === 1 || state.endpoints.length <= 20);
      for (const endpoint of endpoints) {
        group.append(drawEndpoint(endpoint, index++, known.get(endpoint.contract) ?? few));
      }
      parts.push(group);
    }
    at("endpoints").replaceChildren(...parts);
    drawn = frame;
    if (focused && at(focused)) at(focused).focus();
  }
  for (const endpoint of state.endpoints) update(endpoint);
  filter();
}

function drawEndpoint(endpoint, index, open) {
  const details = make("details", "endpoint");
  details.dataset.contract = endpoint.contract;
  details.open = open;
  const [first, ...more] = endpoint.addresses;
  const summary = make("summary", "",
    make("span", "verb", first ? first.method : ""), make("span", "path", first ? first.path : "no request"),
    make("span", "soft", endpoint.endpoint + (more.length ? `, ${number(more.length, "more path", "more paths")}`
      : "")),
    make("span", "soft hits"), make("span", "state"));
  summary.id = `endpoint-${index}`;
  const choices = make("fieldset", "", make("legend", "unseen", `Scenario that answers ${endpoint.endpoint}`));
  const byDefault = endpoint.default === null ? "No scenario can be served."
    : `The valid scenario whose request fits best; if multiple fit equally, the first: ${endpoint.default}. `
      + "If none fits, another scenario that fits answers.";
  choices.append(drawChoice(`${index}`, endpoint, null, "Default", "", byDefault, null));
  endpoint.scenarios.forEach((scenario, place) => {
    const own = scenario.addresses.filter((one) => !first || !isSame(one, first));
    const words = [scenario.impossible ? `Cannot be served: ${scenario.impossible}.` : "", scenario.description ?? "",
      ...own.map((one) => `at ${one.method} ${one.path}`)].filter(Boolean).join(" ");
    const kinds = [...new Set(scenario.kinds)].join(", ");
    const answer = kinds === "nonHTTP" ? "" : scenario.answer.replaceAll(", corrupt", "");
    const kind = [kinds, answer].filter(Boolean).join(" · ");
    const id = `${index}-${place}`;
    choices.append(drawChoice(id, endpoint, scenario.name, scenario.name, kind, words, scenario.impossible));
  });
  const inside = make("div", "inside");
  if (endpoint.description) inside.append(make("p", "", endpoint.description));
  inside.append(choices);
  const sharing = state.endpoints.filter((other) => sharesAddress(endpoint, other)).length;
  if (sharing > 1) {
    inside.append(make("p", "", `${sharing} contracts share this method and path. The contract whose request fits best `
      + "answers; if multiple fit equally, the first. A contract with a chosen scenario has priority."));
  }
  inside.append(make("p", "", endpoint.file));
  details.append(summary, inside);
  return details;
}

function sharesAddress(a, b) {
  return a.addresses.some((one) => b.addresses.some((two) => isSame(one, two)));
}

function isSame(one, two) { return one.method === two.method && one.path === two.path; }

function drawChoice(id, endpoint, scenario, name, kind, words, impossible) {
  const input = make("input");
  input.type = "radio";
  input.name = `choice-${id.split("-")[0]}`;
  input.id = `choice-${id}`;
  input.disabled = Boolean(impossible);
  if (scenario !== null) input.dataset.scenario = scenario;
  input.addEventListener("change", () => {
    if (scenario === null) post("/reset", { contract: endpoint.contract });
    else post("/choose", { contract: endpoint.contract, scenario });
  });
  const choice = make("label", "choice", input, make("span", "name", name),
    make("span", "kind", kind, make("span", "hits")), words ? make("small", "", words) : null);
  if (scenario === null || impossible) return choice;
  const panel = make("div", "panel");
  panel.hidden = true;
  const show = button("show", "Show", () => {
    panel.hidden = !panel.hidden;
    show.setAttribute("aria-expanded", String(!panel.hidden));
    if (!panel.hidden) fill(panel, () => drawExamples(endpoint.contract, scenario));
  });
  show.id = `show-${id}`;
  show.setAttribute("aria-expanded", "false");
  show.setAttribute("aria-label", `Show the request and the answer of ${visible(name)}`);
  return make("div", "option", choice, show, panel);
}

/** Draws the requests that a scenario describes, with its answers. */
async function drawExamples(contract, scenario) {
  const examples = await load("/scenario", { contract, scenario });
  return examples.flatMap((example) => [drawExchange(example, example.request.url), drawTry(example.request)]);
}

/** Draws a form that sends a request from this page. */
function drawTry(request) {
  const field = (label, name, text) => {
    const input = make(name);
    input.value = text;
    input.spellcheck = false;
    if (name === "textarea") input.rows = Math.min(8, text.split("\n").length);
    return [input, make("label", "", label, input)];
  };
  const [target, targetField] = field("Path and query", "input", request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, ""));
  const [headers, headersField] = field("Headers", "textarea",
    headerLines(request.headers).map(([name, value]) => `${name}: ${value}`).join("\n"));
  const [body, bodyField] = field("Body", "textarea", request.body?.text ?? "");
  const bytes = request.body?.base64;
  const hasBody = !["GET", "HEAD"].includes(request.method);
  const result = make("p");
  result.setAttribute("role", "status");
  const send = make("button", "", `Send ${request.method}`);
  const form = make("form", "", targetField, headersField,
    hasBody && (bytes === undefined ? bodyField : make("p", "soft", "The body is sent as it is shown, decoded.")),
    send, result);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    // Another cache mode would add headers to the request.
    const settings = { method: request.method, redirect: "manual" };
    try {
      settings.headers = headers.value.split("\n").filter((line) => line.trim())
        .map((line) => [line.split(":")[0].trim(), line.slice(line.indexOf(":") + 1).trim()]);
      if (hasBody && bytes !== undefined) settings.body = Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0));
      else if (hasBody && body.value) settings.body = body.value;
      const sent = new Request(new URL(target.value || "/", location.origin), settings);
      const left = settings.headers.map(([name]) => name).filter((name) => !sent.headers.has(name));
      const answer = await fetch(sent).catch((error) => ({ words: `no answer: ${error.message}` }));
      const words = answer.words ?? (answer.type === "opaqueredirect" ? "a redirect" : `answered ${answer.status}`);
      result.textContent = words + (left.length ? `; a page cannot send ${left.join(", ")}` : "");
    } catch (error) {
      result.textContent = `not sent: ${error.message}`;
      return;
    }
    await inTurn(poll);
    const newest = at("log").firstElementChild;
    if (newest) newest.open = true;
  });
  return make("details", "try", make("summary", "", "Try it"), form);
}

/** Shows which scenario of an endpoint is chosen. */
function update(endpoint) {
  const details = boxes().find((one) => one.dataset.contract === endpoint.contract);
  if (!details) return;
  const counts = new Map(endpoint.scenarios.map((scenario) => [scenario.name, scenario.requests]));
  for (const input of details.querySelectorAll(".choice input")) {
    const { scenario } = input.dataset;
    input.checked = (scenario ?? null) === endpoint.chosen;
    const count = counts.get(scenario);
    input.parentElement.querySelector(".hits").textContent = count ? ` · ${number(count, "request", "requests")}` : "";
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  details.querySelector("summary .hits").textContent = total ? number(total, "request", "requests") : "";
  const byDefault = endpoint.default === null ? "No scenario can be served" : `Default: ${visible(endpoint.default)}`;
  const words = endpoint.chosen === null ? [byDefault] : ["Chosen: ", make("b", "", endpoint.chosen)];
  details.querySelector(".state").replaceChildren(...words);
}

function filter() {
  const wanted = at("filter").value.trim().toLowerCase();
  let shown = 0;
  for (const details of boxes()) {
    details.hidden = wanted !== "" && !details.textContent.toLowerCase().includes(wanted);
    if (!details.hidden) shown += 1;
  }
  for (const group of groups()) {
    group.hidden = ![...group.querySelectorAll(".endpoint")].some((one) => !one.hidden);
    const open = isOpen(group);
    if (wanted) group.dataset.open = String(open);
    else delete group.dataset.open;
    group.open = Boolean(wanted) || open;
  }
  at("no-endpoints").hidden = shown > 0;
  at("no-endpoints").textContent = wanted ? "Nothing matches the filter." : "There are no contracts.";
}

// MARK: Requests

function drawRequests() {
  const log = at("log");
  if (run !== state.run) {
    // Another server runs on the same port. It counts its requests from 1 again.
    log.replaceChildren();
    lastNumber = 0;
    run = state.run;
  }
  for (const request of [...state.requests].reverse()) {
    if (request.number > lastNumber) log.prepend(drawRequest(request));
  }
  const numbers = state.requests.map((request) => request.number);
  lastNumber = Math.max(0, ...numbers);
  for (const details of [...log.children]) {
    if (!numbers.includes(Number(details.dataset.number))) details.remove();
  }
  onlyWrong();
}

function drawRequest(request) {
  const details = make("details", request.asDescribed ? "good" : "bad");
  details.dataset.number = request.number;
  const mark = make("span", "mark", request.asDescribed ? "✓" : "✗");
  mark.setAttribute("aria-hidden", "true");
  const count = request.findings.reduce((sum, finding) => sum + finding.differences, 0);
  const first = request.refusal ? request.refusal.split("\n")[0] : count ? request.findings[0].first : "";
  const summary = make("summary", "", mark,
    make("span", "unseen", request.asDescribed ? "expected:" : "unexpected:"),
    make("span", "verb", request.method), request.target ? make("span", "path", request.target) : null,
    make("span", "", `→ ${request.answer}`),
    request.scenario === null ? null : make("span", "soft", request.scenario),
    make("span", "when", request.time),
    first ? make("span", "first", first + (count > 1 ? `, and ${count - 1} more` : "")) : null);
  const inside = make("div", "inside");
  if (request.contract) inside.append(make("p", "", `${request.contract}/${request.scenario}`));
  if (request.refusal) inside.append(make("pre", "", request.refusal));
  for (const finding of request.findings) inside.append(make("pre", "", finding.text));
  const exchange = make("div", "", make("pre", "", request.text));
  inside.append(exchange);
  let isLoaded = false;
  details.addEventListener("toggle", () => {
    if (isLoaded || request.method === "?") return;
    isLoaded = true;
    fill(exchange, async () => {
      const known = await load("/request", { number: request.number });
      return [drawExchange(known, known.request.url)];
    });
  });
  details.append(summary, inside);
  return details;
}

/** The base URL for apps, with the path of the API if the server stands for one only. */
const ownBase = () => location.origin + (state && state.apis.length === 1 ? state.apis[0].path : "");

function onlyWrong() {
  const wrong = at("wrong").checked;
  let shown = 0;
  for (const details of at("log").children) {
    details.hidden = wrong && !details.classList.contains("bad");
    if (!details.hidden) shown += 1;
  }
  const empty = at("no-requests");
  empty.hidden = shown > 0;
  if (shown === 0 && state && state.requests.length) empty.textContent = "All recent requests match their contracts.";
  else empty.replaceChildren("No requests yet. Set the base URL of your app to ", make("code", "", ownBase()), ".");
}

// MARK: The whole page

const shownAPIs = 3;
let shownBases = "";

/** Shows which APIs the server stands for, also in the title, because multiple pages may be open. */
function drawAPIs() {
  const bases = JSON.stringify(state.apis);
  if (bases === shownBases) return;
  shownBases = bases;
  const parts = state.apis.slice(0, shownAPIs).map(({ path, base }) =>
    make("span", "api", make("code", "", location.origin + path), ` for ${base}`));
  if (state.apis.length > shownAPIs) parts.push(make("span", "api", `${state.apis.length - shownAPIs} more`));
  at("apis").replaceChildren(...parts);
  onlyWrong();
  const hosts = [...new Set(state.apis.map(({ base }) => base.replace(/^[a-z]+:\/\/([^/?#]*).*$/i, "$1")))];
  const more = hosts.length > 1 ? ` and ${hosts.length - 1} more` : "";
  document.title = (hosts.length ? `${visible(hosts[0])}${more} · ` : "") + "contract-run serve";
}

function draw() {
  drawAPIs();
  drawEndpoints();
  drawRequests();
  at("problems").hidden = state.problems.length === 0;
  at("problem-list").replaceChildren(...state.problems.map((problem) => make("pre", "", problem)));
  const wrong = state.requests.filter((request) => !request.asDescribed).length;
  at("endpoint-count").textContent = state.endpoints.length;
  at("request-count").textContent = wrong ? `${state.requests.length}, ${wrong} wrong` : state.requests.length;
  at("request-count").className = wrong ? "bad" : "";
  at("clear").disabled = state.requests.length === 0;
  at("reset").disabled = state.endpoints.every((endpoint) => endpoint.chosen === null);
}

at("here").textContent = location.origin;
at("filter").addEventListener("input", filter);
at("wrong").addEventListener("change", onlyWrong);
at("reset").addEventListener("click", () => post("/reset", {}));
at("clear").addEventListener("click", () => post("/clear", {}));
(async function live() {
  await inTurn(poll);
  setTimeout(live, document.hidden ? 3000 : 700);
})();
