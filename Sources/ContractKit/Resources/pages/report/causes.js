// MARK: Causes

for (const cause of data.causes) {
  const reasons = data.details[cause.shown]?.reasons ?? [];
  cause.reasons = reasons.filter((reason) => reason.cause === cause.number - 1);
  if (!cause.reasons.length) cause.reasons = [{ text: cause.summary }];
  cause.title = parsed(cause.reasons[0].text).title;
  cause.status = Math.max(...cause.rows.map((index) => rows[index].status));
}

function causeLink(cause) {
  const link = make("a", "", String(cause.number));
  link.href = `#cause=${cause.key}`;
  return link;
}

function rowLink(row) {
  const link = make("a", "", unbroken(row.id));
  link.href = `#id=${encodeURIComponent(row.id)}`;
  return link;
}

/** Returns `3 scenarios and 1 variation`. */
function counted(some) {
  const variations = some.filter((row) => row.isVariation).length;
  return [some.length > variations && wordOf(some.length - variations, "scenario"),
    variations && wordOf(variations, "variation")].filter(Boolean).join(" and ");
}

const shownOthers = 6;

function drawOthers(cause, others) {
  const links = others.slice(0, shownOthers).flatMap((other, index) => [index ? ", " : "", rowLink(other)]);
  const list = make("p", "others", make("span", "soft", `also in ${wordOf(others.length, "other")} `), ...links);
  if (others.length > shownOthers) {
    const more = (others.length - shownOthers).toLocaleString("en-US");
    list.append(", ", button("link", `and ${more} more`, () => setFilter(`cause:${cause.number}`, "scenarios")));
  }
  return list;
}

function drawCause(cause) {
  const row = rows[cause.shown];
  const own = cause.rows.map((index) => rows[index]);
  const number = causeLink(cause);
  number.setAttribute("aria-label", `Cause ${cause.number}`);
  const card = make("article", `cause s${cause.status}`,
    make("h3", "", make("span", "number", number), ...sign(cause.status), make("span", "title", cause.title),
      make("span", "count", counted(own))),
    make("p", "where", rowLink(row), make("span", "soft", `${kindsOf(row)} · ${row.transport}`)),
    ...drawReasons(cause.reasons, false),
    make("p", "alone", make("span", "soft", "run it alone "), copyable(alone(row))),
    foldable("", make("summary", "", "Requests, answers and output"), () => drawDetail(row, false)),
    own.length > 1 && drawOthers(cause, own.filter((other) => other !== row)));
  card.id = `cause-${cause.key}`;
  card.tabIndex = -1;
  card.dataset.row = row.index;
  return card;
}

let causeList = null, shownCauses = [];

function drawCauses() {
  const section = at("causes");
  section.hidden = data.causes.length === 0;
  if (section.hidden) return;
  shownCauses = data.causes.filter((cause) => cause.rows.some((index) => isShown(rows[index])));
  const broken = rows.filter((row) => [FAILED, ERRORED].includes(row.status));
  const count = make("span", "soft", `${wordOf(causeCount, "cause")} in ${counted(broken)}`);
  causeList?.stop();
  const into = make("div");
  causeList = piecewise(shownCauses, into, drawCause, 20, "cause");
  const head = make("div", "head", make("div", "titled", at("causes-title"), count));
  // The results of a driver on the command line are not kept.
  if (data.lastFailed)
    head.append(make("p", "alone", make("span", "soft", "run what failed again "), copyable(data.lastFailed)));
  section.replaceChildren(head, into, causeList.more);
  if (!shownCauses.length) section.append(make("p", "empty", "No cause matches the filter."));
  if (data.moreCauses) section.append(make("p", "empty", leftOut(`${wordOf(data.moreCauses, "more cause")} are`)));
}
