extension ControlPage {
  /// The page's script. It sets text from requests and contracts only as text, never as HTML.
  static let script = #"""
    "use strict";
    const at = (id) => document.getElementById(id);
    const base = "/__contract";
    let tag = null, drawn = "", run = null, lastNumber = 0, state = null;

    /** Makes an element with a class and children; strings become text. */
    function make(name, kind, ...children) {
      const element = document.createElement(name);
      if (kind) element.className = kind;
      element.append(...children.filter((child) => child !== null && child !== undefined && child !== "")
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

    let lastTurn = Promise.resolve(), turns = 0;

    /** Sends requests one after the other. Otherwise the server could get an earlier choice after a later one. */
    function inTurn(send) {
      turns += 1;
      lastTurn = lastTurn.then(send).finally(() => { turns -= 1; });
      return lastTurn;
    }

    async function poll() {
      try {
        const headers = tag ? { "If-None-Match": tag } : {};
        const answer = await fetch(base + "/state", { headers, cache: "no-store" });
        if (answer.status === 200) {
          const now = await answer.json();
          // The next choice is already made, so this one would jump back.
          if (turns > 1) return;
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

    function post(path, body) { inTurn(() => change(path, body)); }

    async function change(path, body) {
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

    // MARK: Endpoints

    /** Returns the boxes of all endpoints. */
    function boxes() { return [...document.querySelectorAll("#endpoints details")]; }

    /** Returns a number with its noun. */
    function number(count, one, many) { return `${count} ${count === 1 ? one : many}`; }

    /** Draws the endpoints again only if they changed, so that the focus and open parts stay as they are. */
    function drawEndpoints() {
      const frame = JSON.stringify(state.endpoints.map((endpoint) => ({ ...endpoint, chosen: null })));
      if (frame !== drawn) {
        const known = new Map(boxes().map((one) => [one.dataset.contract, one.open]));
        const focused = document.activeElement && document.activeElement.id;
        const groups = new Map();
        for (const endpoint of state.endpoints) {
          const slash = endpoint.contract.lastIndexOf("/");
          const folder = slash < 0 ? "" : endpoint.contract.slice(0, slash);
          if (!groups.has(folder)) groups.set(folder, []);
          groups.get(folder).push(endpoint);
        }
        const few = state.endpoints.length <= 3;
        const parts = [];
        let index = 0;
        for (const [folder, endpoints] of groups) {
          const group = make("section", "group");
          if (folder) group.append(make("h3", "", folder));
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
      const details = make("details");
      details.dataset.contract = endpoint.contract;
      details.open = open;
      const [first, ...more] = endpoint.addresses;
      const summary = make("summary", "",
        make("span", "verb", first ? first.method : ""), make("span", "path", first ? first.path : "no request"),
        make("span", "soft", endpoint.endpoint + (more.length ? `, ${number(more.length, "more path", "more paths")}`
          : "")),
        make("span", "state"));
      summary.id = `endpoint-${index}`;
      const choices = make("fieldset", "", make("legend", "unseen", `Scenario that answers ${endpoint.endpoint}`));
      const byDefault = endpoint.default === null ? "No scenario can be served."
        : `The valid scenario whose request fits best; if multiple fit equally, the first: ${endpoint.default}`;
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
      return make("label", "choice", input, make("span", "name", name), make("span", "kind", kind),
        words ? make("small", "", words) : null);
    }

    /** Shows which scenario of an endpoint is chosen. */
    function update(endpoint) {
      const details = boxes().find((one) => one.dataset.contract === endpoint.contract);
      if (!details) return;
      for (const input of details.querySelectorAll("input")) {
        input.checked = (input.dataset.scenario ?? null) === endpoint.chosen;
      }
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
      for (const group of document.querySelectorAll("#endpoints .group")) {
        group.hidden = ![...group.querySelectorAll("details")].some((one) => !one.hidden);
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
      inside.append(make("p", "", "The request:"), make("pre", "", request.text));
      details.append(summary, inside);
      return details;
    }

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
      else empty.replaceChildren("No requests yet. Set the base URL of your app to ", make("code", "", location.origin), ".");
    }

    // MARK: The whole page

    function draw() {
      drawEndpoints();
      drawRequests();
      at("problems").hidden = state.problems.length === 0;
      at("problem-list").replaceChildren(...state.problems.map((problem) => make("pre", "", problem)));
      const wrong = state.requests.filter((request) => !request.asDescribed).length;
      at("endpoint-count").textContent = state.endpoints.length;
      at("request-count").textContent = wrong ? `${state.requests.length}, ${wrong} wrong` : state.requests.length;
      at("request-count").className = wrong ? "bad" : "";
      at("reset").disabled = state.endpoints.every((endpoint) => endpoint.chosen === null);
    }

    at("origin").textContent = location.origin;
    at("here").textContent = location.origin;
    at("filter").addEventListener("input", filter);
    at("wrong").addEventListener("change", onlyWrong);
    at("reset").addEventListener("click", () => post("/reset", {}));
    (async function live() {
      await inTurn(poll);
      setTimeout(live, document.hidden ? 3000 : 700);
    })();
    """#
}
