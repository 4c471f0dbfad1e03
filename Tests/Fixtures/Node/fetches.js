// A driver whose client is Node's fetch.
const write = (message) => process.stdout.write(JSON.stringify(message) + "\n");

write({ hello: { protocol: 1, driver: "fetches", operations: ["deleteTodo"], transports: ["loopback"] } });
require("readline")
  .createInterface({ input: process.stdin })
  .on("line", async (line) => {
    const { call, bye } = JSON.parse(line);
    if (bye) process.exit(0);
    if (!call) return;
    let outcome;
    try {
      const answer = await fetch(call.baseURL + "/todos/1", { method: "DELETE" });
      outcome = { success: await answer.json() };
    } catch (error) {
      const { code, message } = error.cause ?? error;
      outcome = { failure: { category: "network", type: error.name, case: code, message } };
    }
    write({ result: { id: call.id, outcome } });
  });
