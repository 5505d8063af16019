/** What a call throws when the server refused or failed. */
export class ProblemError extends Error {
  constructor(
    /** The problem document. */
    readonly problem: Problem,
    /** Seconds after which to try again, when the server says so. */
    readonly retryAfter?: number,
  ) {
    super(problem.title);
    this.name = "ProblemError";
  }

  /** What happened, for programs. */
  get code(): ProblemCode {
    return this.problem.code;
  }
}

/** What a call may be told besides its body. */
export interface CallOptions {
  /** Gives the call up. */
  signal?: AbortSignal;
  /** What makes the request happen once, however often it is sent: 16 to 64 printable characters, for routes that take it. */
  key?: string;
  /** The number of what the change was made from; a route that takes it refuses when that is no longer so. */
  match?: number;
}

async function call<Answer>(
  method: string, path: string, options?: CallOptions, body?: unknown, file?: string,
): Promise<Answer> {
  // The header tells the server that no other site made the browser send this.
  const headers: Record<string, string> = { Accept: "application/json, application/problem+json", "X-Cerca": "1" };
  const init: RequestInit = { method, headers, credentials: "same-origin" };
  if (options?.signal) init.signal = options.signal;
  if (options?.key !== undefined) headers["Idempotency-Key"] = options.key;
  if (options?.match !== undefined) headers["If-Match"] = `"${options.match}"`;
  if (body !== undefined) {
    headers["Content-Type"] = file ?? "application/json";
    init.body = file === undefined ? JSON.stringify(body) : (body as Blob);
  }
  const response = await fetch(path, init);
  if (!response.ok) throw await problemOf(response);
  if (response.status === 204) return undefined as Answer;
  const isJSON = response.headers.get("Content-Type")?.startsWith("application/json") === true;
  const text = await response.text();
  // Some answers say with their status all that there is to say.
  if (text === "") return undefined as Answer;
  return (isJSON ? JSON.parse(text) : text) as Answer;
}

function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  return path + (asked.length > 0 ? "?" : "") + asked.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join("&");
}

async function problemOf(response: Response): Promise<ProblemError> {
  const retryAfter = Number(response.headers.get("Retry-After")) || undefined;
  if (response.headers.get("Content-Type")?.startsWith("application/problem+json")) {
    return new ProblemError((await response.json()) as Problem, retryAfter);
  }
  const title = response.statusText || "The server failed";
  return new ProblemError({ type: "about:blank", title, status: response.status, code: "server.internal" }, retryAfter);
}
// STREAMS
/** What to do with each event of a stream; what is left out is passed over. */
export type Handlers<Events> = { [Name in keyof Events]?: (data: Events[Name]) => void };

function listen<Events>(path: string, handlers: Handlers<Events>): EventSource {
  const source = new EventSource(path);
  for (const name of Object.keys(handlers) as (keyof Events & string)[]) {
    source.addEventListener(name, (event) => {
      handlers[name]?.(JSON.parse((event as MessageEvent<string>).data) as Events[typeof name]);
    });
  }
  return source;
}

/** A function for each stream; it reconnects by itself until `close()`. */
export const streams = {
