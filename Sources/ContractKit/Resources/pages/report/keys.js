// MARK: The whole page

function drawHeader() {
  const counts = tally(rows.slice(0, scenarioCount)).map((count, status) => count + data.left[status]);
  for (const own of data.contracts.flatMap((contract) => Object.values(contract.varied))) {
    own.forEach((count, index) => { counts[index === NOT_RUN ? ERRORED : index] += count; });
  }
  counts.forEach((count, status) => {
    if (!count) return;
    const part = make("span", `s${status}`);
    part.style.flexGrow = count;
    at("bar").append(part);
  });
  tally(rows).forEach((listed, status) => {
    const count = listed + data.left[status];
    if (!count) return;
    const words = status === KNOWN ? wordOf(count, "known issue")
      : `${count.toLocaleString("en-US")} ${statuses[status][0]}`;
    const chip = button(`chip s${status}`, words, () => {
      const isOn = !wanted.statuses.delete(status);
      if (isOn) wanted.statuses.add(status);
      chip.setAttribute("aria-pressed", String(isOn));
      filter();
    }, make("span", "sign", statuses[status][1]), ` ${words}`);
    chip.setAttribute("aria-pressed", "false");
    at("statuses").append(chip);
  });
}

function drawProblems() {
  at("problems").hidden = data.problems.length === 0;
  at("problems").append(...data.problems.map((text) => {
    const [title, ...lines] = text.split("\n");
    return make("div", "problem", make("h3", "", title), lines.length > 0 && make("pre", "body", lines.join("\n")));
  }));
}

function drawRemarks() {
  const section = at("remarks");
  const list = make("dl", "facts remarks");
  for (const [label, value] of data.remarks) {
    const [, start, id] = /^(.*? {2})(.*)$/.exec(value) ?? [];
    const text = make("dd", "", ...(byID.has(id) ? [start, rowLink(byID.get(id))] : [value]));
    const last = list.lastElementChild;
    if (last?.firstChild.textContent === label) last.append(text);
    else list.append(make("div", "", make("dt", "", label), text));
  }
  section.append(list);
  if (data.accepted.length) {
    const draw = ([covers, count, why, place, problem]) => make("tr", problem ? "bad" : "", rowHead(covers, place),
      make("td", "", problem ? `✗ ${problem}` : `~ ${count}`), make("td", "words", why));
    section.append(make("h3", "", "Known issues"),
      ...drawTable(["entry", "scenarios", "why"], data.accepted, draw, "entry"));
  }
  if (data.strength.length) {
    const draw = ([id, words, place]) => make("tr", "", rowHead(id, place), make("td", "words", words));
    section.append(make("h3", "", "Strength"),
      ...drawTable(["scenario", "what is known"], data.strength, draw, "scenario"));
  }
  if (data.mutants.length) {
    section.append(foldable("", make("summary", "", "Mutants that survived"),
      () => make("div", "", data.mutants.map((text) => make("pre", "body", text)))));
  }
  section.hidden = !data.remarks.length && section.children.length === 2;
}

function drawParts() {
  const counts = { causes: causeCount, scenarios: scenarioCount };
  for (const { id: name, hidden } of document.querySelectorAll("main > section")) {
    if (hidden) continue;
    const count = counts[name] ? make("span", "soft", ` ${counts[name].toLocaleString("en-US")}`) : undefined;
    const link = make("a", "", at(`${name}-title`).textContent, count);
    link.href = `#${name}`;
    at("parts").append(link);
  }
}

// MARK: Keys

/** Moves the focus to a cause or a scenario, below the bar that stays at the top. */
function go(element) {
  element.focus({ preventScroll: true });
  const box = element.getBoundingClientRect();
  const top = Math.max(0, at("tools").getBoundingClientRect().bottom) + 8;
  if (box.top < top || box.bottom > innerHeight) scrollBy(0, box.top - top);
}

/** Returns the cause or the scenario that has the focus. */
const focused = () => document.activeElement.closest(".cause, li.row");

function step(by) {
  const all = [...document.querySelectorAll(".cause, li.row")];
  const now = all.indexOf(focused());
  const next = all[now < 0 ? 0 : now + by];
  if (next) go(next);
}

const keys = {
  "/": () => { at("filter").focus(); at("filter").select(); },
  "j": () => step(1), "ArrowDown": () => step(1), "k": () => step(-1), "ArrowUp": () => step(-1),
  "?": () => at("help").showModal(),
  "c": () => {
    const row = focused() && rows[focused().dataset.row];
    if (row) copyText(alone(row));
  },
  "Enter": () => {
    const details = focused()?.querySelector("details");
    if (details) details.open = !details.open;
  },
  "Escape": () => {
    const details = focused()?.querySelector("details[open]");
    if (!details) return clearFilter();
    details.open = false;
    go(details.parentElement);
  },
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || at("help").open) return;
  const { key, target } = event;
  if (target === at("filter")) {
    if (!["Escape", "Enter", "ArrowDown"].includes(key)) return;
    target.blur();
    if (key === "Escape") clearFilter();
    else step(1);
    event.preventDefault();
    return;
  }
  // These keys have a meaning of their own there.
  if (target.closest("summary, button, a, .scroll") && ["Enter", "ArrowUp", "ArrowDown"].includes(key)) return;
  if (!Object.hasOwn(keys, key)) return;
  keys[key]();
  event.preventDefault();
});

// On paper, nothing can be opened: what did not pass is drawn in full.
const printedCauses = 200;
addEventListener("beforeprint", () => {
  causeList?.grow(printedCauses);
  for (const details of document.querySelectorAll(".cause details")) {
    if (details.children.length === 1) details.append(drawDetail(rows[details.parentElement.dataset.row], false));
    details.open = true;
  }
});
addEventListener("afterprint", () => {
  for (const details of document.querySelectorAll(".cause details")) details.open = false;
});

drawHeader();
drawProblems();
drawCauses();
drawMatrix();
drawRemarks();
drawList();
drawParts();
new ResizeObserver(keepBelowBar).observe(at("tools"));
at("filter").addEventListener("input", filter);
at("keys").addEventListener("click", () => at("help").showModal());
at("close").addEventListener("click", () => at("help").close());
addEventListener("hashchange", follow);
follow();
document.documentElement.dataset.ready = "";
