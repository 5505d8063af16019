import { type CallOptions, type Fault, ProblemError } from "./api";
import { known, t } from "./i18n";

/** Why a request failed: a problem of the server by its code, or `network.…` when no answer came. */
export class Failure extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    readonly faults: readonly Fault[] = [],
    /** What is to be sent with the code from a mail: only with `accounts.device_unapproved`. */
    readonly challenge: string | null = null,
  ) {
    super(code);
  }

  /** What to tell the reader. Codes that the page does not know get a general sentence, never the server's. */
  get explanation(): string {
    return known(`problem.${this.code}`) ?? (this.status >= 500 ? t("problem.server") : t("problem.other"));
  }

  static from(error: unknown): Failure {
    if (error instanceof Failure) return error;
    if (error instanceof ProblemError) {
      return new Failure(error.code, error.problem.status, error.problem.faults ?? [], error.problem.challenge ?? null);
    }
    if (error instanceof DOMException && error.name === "AbortError") return new Failure("network.slow", 0);
    // `fetch` rejects with a TypeError when no answer came.
    return new Failure(error instanceof TypeError ? "network.unreachable" : "page.fault", 0);
  }
}

const patience = 15_000;

/** Makes one call of the API with a limit of time in milliseconds; whatever goes wrong is thrown as a `Failure`. */
export async function ask<Answer>(
  call: (options: CallOptions) => Promise<Answer>, limit = patience,
): Promise<Answer> {
  const abort = new AbortController();
  const timer = window.setTimeout(() => abort.abort(), limit);
  try {
    return await call({ signal: abort.signal });
  } catch (error) {
    throw Failure.from(error);
  } finally {
    window.clearTimeout(timer);
  }
}
