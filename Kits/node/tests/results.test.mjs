import assert from "node:assert/strict";
import { test } from "node:test";
import { play } from "./runner.mjs";

// What an operation returns, and the JSON that the runner gets, or why it gets none.
const CASES = [
  ["undefined", "null"],
  ["({ a: undefined, b: null, c: [undefined], d() {}, e: Symbol() })", '{ "b": null, "c": [null] }'],
  ["[0.5, 1e21, -0, 2n ** 53n + 1n, -(2n ** 63n), 10n ** 30n]", "[0.5, 1e21, 0, 9007199254740993, -9223372036854775808, 1000000000000000000000000000000]"],
  ["[NaN, Infinity, -Infinity]", '["NaN", "Infinity", "-Infinity"]'],
  ['[new Date("2026-11-25T10:00:00Z"), new Date("2026-11-25T10:00:00.5Z")]', '["2026-11-25T10:00:00Z", "2026-11-25T10:00:00.500Z"]'],
  ["new Uint8Array([255, 0, 1]).subarray(0, 2)", '{ "base64": "/wA=" }'],
  ['({ a: Buffer.from("abc"), b: new ArrayBuffer(1), c: new Float64Array([0.5]) })', '{ "a": "YWJj", "b": "AA==", "c": [0.5] }'],
  ['[new Map([["a", new Set([1, 2])], [7, 8]]), Object.create(null)]', '[{ "a": [1, 2], "7": 8 }, {}]'],
  ["new (class { id = 1; note; #hidden = 2; get double() { return 2; } })()", '{ "id": 1 }'],
  ["({ toJSON: () => ({ at: new URL('http://a/b') }) })", '{ "at": "http://a/b" }'],
  ["['\\ud800 \\u2028 \\ud83d\\ude00', { 'a\\udc00': 1 }]", '["\\ufffd \\u2028 😀", { "a\\ufffd": 1 }]'],
  ['JSON.parse(\'{ "__proto__": 1 }\')', '{ "__proto__": 1 }'],
  ["({ error: new RangeError('no') })", '{ "error": { "name": "RangeError", "message": "no" } }'],
  ["(function* () { yield 1; yield [2]; })()", "[1, [2]]"],
  ["(async function* () { yield Buffer.from('a'); })()", '[{ "base64": "YQ==" }]'],
  ["new Blob(['ab']).stream()", '[{ "base64": "YWI=" }]'],
  ["(() => { const a = { b: [] }; a.b.push(a); return a; })()", /^the result\.b\[0\] contains itself$/],
  ["(() => { let a = 1; for (let i = 0; i < 300; i++) a = [a]; return a; })()", /is nested too deeply$/],
  ["(() => { let a = 1; for (let i = 0; i < 200000; i++) a = [a]; return a; })()", /is nested too deeply$/],
  ["new Response('a')", /^the result is a Response without members; let the operation return what the contract describes$/],
  ["({ a: Promise.resolve(1) })", /^the result\.a is a Promise without members/],
  ["Symbol('a')", /^the result is a symbol/],
  ["[() => 1]", /^the result\[0\] is a function/],
  ["({ get a() { throw new Error('not yet'); } })", /"type":"Error","message":"not yet"/],
  ["new Map([['1', 0], [1, 0]])", /^the result has the member "1" twice$/],
];

test("results become JSON", async (t) => {
  const operations = CASES.map(([code], index) => `r${index}: () => ${code}`);
  const scenarios = CASES.map(([, json], index) => [
    `r${index}`,
    `{ "name": "it", "exchanges": [], "expect": { "success": ${typeof json === "string" ? json : "null"} } }`,
  ]);
  const results = await play(t, `driver({ operations: { ${operations} } });`, Object.fromEntries(scenarios));
  for (const [index, [code, json]] of CASES.entries()) {
    const { status, outcome, reasons } = results[`r${index}`];
    if (typeof json === "string") assert.equal(status, "passed", `${code}: ${reasons[0]?.text}`);
    else assert.match(outcome.unsupported ?? JSON.stringify(outcome), json, code);
  }
});

test("arguments are what the client takes", async (t) => {
  const input = { text: "a", number: 1.5, whole: 7, no: false, day: "2026-11-25", list: [1], object: { a: 1 }, nothing: null };
  const good = `[call.argument("text", String), call.argument("number", Number), call.argument("no", Boolean),
    call.argument("whole", BigInt), call.argument("day", Date), call.argument("list", Array),
    call.argument("object", Object), call.argument("nothing"), call.argument("missing", Number, null)]`;
  const wrong = {
    missing: ['call.argument("other", String)', "input has no member other"],
    proto: ['call.argument("toString", Object)', "input has no member toString"],
    type: ['call.argument("text", Number)', 'input.text is the string "a", expected Number'],
    half: ['call.argument("number", BigInt)', "input.number is 1.5, expected BigInt"],
    list: ['call.argument("list", Object)', "input.list is an array, expected Object"],
    nothing: ['call.argument("nothing", Object)', "input.nothing is null, expected Object"],
    date: ['call.argument("text", Date)', 'input.text is the string "a", expected Date'],
  };
  const operations = Object.entries({ good: [good], ...wrong }).map(([name, [code]]) => `${name}: (call) => ${code}`);
  const names = ["good", ...Object.keys(wrong)];
  const code = `driver({ operations: { ${operations}, none: (call) => call.argument("a") } });`;
  const scenarios = { ...Object.fromEntries(names.map((name) => [name, { input }])), none: { input: [1] } };
  const results = await play(t, code, scenarios);
  assert.deepEqual(results.good.outcome, {
    success: ["a", 1.5, false, 7, "2026-11-25T00:00:00Z", [1], { a: 1 }, null, null],
  });
  for (const [name, [, text]] of Object.entries(wrong)) assert.equal(results[name].outcome.unsupported, text);
  assert.equal(results.none.outcome.unsupported, "input is an array, expected an object with the member a");
});

test("a call whose input has a number that JavaScript cannot hold is not made", async (t) => {
  const inputs = ["9007199254740993", "[-12345678901234567890]", "9007199254740992", "1e21", '"9007199254740993"', "1.0000000000000001"];
  const scenarios = inputs.map((input, index) => [
    `n${index}`, `{ "name": "it", "input": ${input}, "exchanges": [], "expect": { "success": 1 } }`,
  ]);
  const code = `driver({ operations: { ${inputs.map((_, index) => `n${index}: () => 1`)} } });`;
  const results = await play(t, code, Object.fromEntries(scenarios));
  const texts = inputs.map((_, index) => {
    const { status, reasons } = results[`n${index}`];
    return status === "passed" ? status : reasons.map((reason) => reason.text).join("\n");
  });
  assert.match(texts[0], /input has 9007199254740993, which no number of JavaScript holds; give it as a string/);
  assert.match(texts[1], /input has -12345678901234567890/);
  assert.deepEqual(texts.slice(2), ["passed", "passed", "passed", "passed"]);
});
