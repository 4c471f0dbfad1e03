/** Thrown by an operation that cannot run this call. The scenario is errored, and its report has the message. */
export class Unsupported extends Error {}

/** One run of an operation. `Client` is what the driver's option `client` makes. */
export interface Call<Client = any> {
  /** The call's number, never used twice with one driver. */
  readonly id: number;
  /** The name of the operation. */
  readonly operation: string;
  readonly transport: "loopback" | "memory";
  /** The URL to which the client must send its requests, in general without a trailing slash. */
  readonly baseURL: string;
  /** The contract's other base URLs, by name. */
  readonly baseURLs: Readonly<Record<string, string>>;
  /** The contract's `input`, which may be any JSON. */
  readonly input: any;
  /** The number that all calls on one client have; undefined if the call has a client of its own. */
  readonly group: number | undefined;
  /**
   * The client that the driver's `client` made for this call, or for the calls of its group.
   *
   * @throws Unsupported if the driver has no `client`.
   */
  readonly client: Client;
  /** The signal that is aborted if this call is canceled. Without it, the operation cannot be canceled. */
  readonly signal: AbortSignal;
  /** The fetch for the client: the runner's test double on the transport `memory`, or else Node's own. */
  readonly fetch: typeof globalThis.fetch;

  /**
   * Returns a member of the input: `call.argument("id", Number)`, `call.argument("limit", Number, 10)`.
   *
   * @param kind what the client takes. BigInt is a whole number, and Date a string in ISO 8601. If omitted, any JSON.
   * @param otherwise the result if the input does not have this member.
   * @throws Unsupported if the input does not fit. The message names the place and what is wrong there.
   */
  argument(name: string): any;
  argument<K extends Kind, T = never>(name: string, kind: K, otherwise?: T): Made<K> | T;
}

type Kind =
  | StringConstructor
  | NumberConstructor
  | BooleanConstructor
  | BigIntConstructor
  | DateConstructor
  | ArrayConstructor
  | ObjectConstructor;

type Made<K extends Kind> = K extends StringConstructor
  ? string
  : K extends NumberConstructor
    ? number
    : K extends BooleanConstructor
      ? boolean
      : K extends BigIntConstructor
        ? bigint
        : K extends DateConstructor
          ? Date
          : K extends ArrayConstructor
            ? any[]
            : Record<string, any>;

/** The handler of a call whose client completes through a handler. */
export interface Done {
  /** Completes with a value, or with an error if the value is an Error. */
  (value?: unknown): void;
  /** Completes with an error. */
  fail(error: unknown): void;
}

/** How contracts describe an error of the client. */
export interface Failure {
  category?: "network" | "status" | "decoding" | "invalidResponse" | "invalidRequest" | "cancelled" | "other";
  /** The error's type, such as its class. */
  type?: string;
  case?: string;
  /** What the case carries: any JSON. */
  payload?: unknown;
  domain?: string;
  code?: number;
  message?: string;
  underlying?: Failure;
}

export interface Options<Client = any> {
  /** The driver's name in reports; "driver" by default. */
  name?: string;
  /**
   * Makes the client that operations then find in `call.client`. Calls of one group get one client, and every other
   * call gets a new one. Without this function, the driver makes no groups of calls. Write it before `close` and
   * `operations`, so that TypeScript knows the type of `call.client`.
   */
  client?: (call: Omit<Call, "client">) => Client | PromiseLike<Client>;
  /** Closes a client that `client` made, after its call or its group has ended. */
  close?: (client: Client) => unknown;
  /**
   * Functions by the names that contracts use. What one returns or resolves to is the client's result, and what it
   * throws is the client's failure. An iterator or an async iterable gives multiple values. A function with a second
   * parameter completes through it.
   */
  operations: Record<string, (call: Call<Client>, done: Done) => unknown>;
  /** Returns the members that describe an error of the client, instead of the default ones. */
  failure?: (error: any) => Failure | undefined | void;
  /** `["loopback"]` by default. Add `"memory"` if the operations give `call.fetch` to the client. */
  transports?: ("loopback" | "memory")[];
  /** How many calls may run at once; 1 by default. */
  inFlight?: number;
}

/** Runs the operations that contract-run asks for, until it sends `bye` or closes the input. */
export function driver<Client = never>(options: Options<Client>): void;
