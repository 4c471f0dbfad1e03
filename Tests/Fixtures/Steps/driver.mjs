// The clients of driver.py for Node: `node driver.mjs careless|careful`.

import { driver } from "../../../Kits/node/driver.mjs";

const careful = process.argv[2] === "careful";

class StatusError extends Error {}

/** Sends a request on a connection of its own. Returns the status and the text of its response. */
async function send(call, method, path, { body, token } = {}) {
  const headers = { Connection: "close" };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  const response = await call.fetch(call.baseURL + path, {
    method,
    headers,
    body: body && JSON.stringify(body),
    redirect: "manual",
    signal: AbortSignal.timeout(5000),
  });
  const text = new TextDecoder("utf-8", { fatal: true }).decode(await response.arrayBuffer());
  return { status: response.status, text };
}

/** Returns the text of a response with the status of a success. */
function checked({ status, text }) {
  if (status < 200 || status >= 300) throw new StatusError(`status ${status}`);
  return text;
}

/** Sends a request. Returns the JSON of its response. */
async function read(...request) {
  return JSON.parse(checked(await send(...request)));
}

/** The same, whatever the status is. */
async function unchecked(...request) {
  return JSON.parse((await send(...request)).text);
}

/** Returns a member that an answer must have. A careless client goes on without it. */
function member(answer, name) {
  if (careful && answer[name] === undefined) throw new Error(`no ${name} in the answer`);
  return answer[name];
}

const user = { name: "ann", password: "p-1234567890" };

const operations = {
  /** Takes any answer to its login for a token. */
  async login(call) {
    const answer = await (careful ? read : unchecked)(call, "POST", "/login", { body: user });
    return read(call, "GET", "/todos", { token: `${member(answer, "token")}` });
  },

  /** Does not look at what marking a message as read leads to. */
  async middle(call) {
    const { text } = await read(call, "GET", "/messages/first");
    try {
      checked(await send(call, "PUT", "/messages/first/read"));
    } catch (error) {
      if (careful) throw error;
    }
    return { text, unread: (await read(call, "GET", "/unread")).unread };
  },

  /** Renews its token for as long as it is refused. */
  async refresh(call) {
    let answer = await send(call, "GET", "/me", { token: call.argument("token", String) });
    for (let renewed = 0; answer.status === 401 && renewed < (careful ? 1 : 20); renewed++) {
      const { token } = await read(call, "POST", "/token", { body: { refresh: call.argument("refresh", String) } });
      answer = await send(call, "GET", "/me", { token });
    }
    return read(call, "GET", `/plans/${JSON.parse(checked(answer)).plan}`);
  },

  /** Pays again if the connection is lost. */
  async payment(call) {
    const order = { body: { amount: call.argument("amount", Number) } };
    const pay = () => send(call, "POST", "/payments", order);
    let answer = await pay().catch((error) => {
      const isLost = error.cause instanceof Error || error.name === "TimeoutError";
      if (careful || !isLost) throw error;
      return pay();
    });
    if (answer.status === 503) answer = await pay(); // the server says that it did nothing
    return read(call, "GET", `/payments/${JSON.parse(checked(answer)).id}`);
  },

  /** Writes what an answer does not have into a path and a body. */
  async account(call) {
    const ask = careful ? read : unchecked;
    const number = member(await ask(call, "GET", "/me"), "account");
    const rate = member(await ask(call, "GET", `/accounts/${number}`), "rate");
    return read(call, "POST", "/orders", { body: { article: "tea", rate: rate ?? null } });
  },

  /** Takes the pages before an error for all of them. */
  async pages(call) {
    const items = [];
    for (let cursor = ""; cursor !== null; ) {
      try {
        const page = await read(call, "GET", cursor ? `/items?cursor=${cursor}` : "/items");
        items.push(...page.items);
        cursor = page.next;
      } catch (error) {
        if (careful || items.length === 0) throw error;
        break;
      }
    }
    return { owner: (await read(call, "GET", "/owner")).name, items };
  },

  /** Completes an upload, although a part of it is lost. */
  async upload(call) {
    const path = `/uploads/${(await read(call, "POST", "/uploads")).id}`;
    const tags = [];
    for (const [index, text] of ["first half", "second half"].entries()) {
      try {
        tags.push((await read(call, "PUT", `${path}/parts/${index + 1}`, { body: { text } })).tag);
      } catch (error) {
        if (careful) throw error;
      }
    }
    return read(call, "POST", `${path}/complete`, { body: { tags } });
  },

  /** Says goodbye, although it is still logged in. */
  async logout(call) {
    const { token } = await read(call, "POST", "/login", { body: user });
    let mail;
    try {
      mail = await read(call, "GET", "/inbox", { token });
    } finally {
      try {
        checked(await send(call, "POST", "/logout", { token }));
      } catch (error) {
        if (careful) throw error;
      }
    }
    return { mail, goodbye: (await read(call, "GET", "/goodbye")).text };
  },
};

driver({ name: "steps", operations, transports: ["memory", "loopback"] });
