import type { Tracing } from "../../api";
import { Failure } from "../../client";
import type { ViewInput } from "../views/view";

/** What the pages below Health are given: the phone as it is, and a way to be told when it changes. */
export interface PhoneInput extends ViewInput {
  tracing: Tracing;
}

/** Tells of a failed action on the phone; a phone that is gone is looked for again. */
export function report(input: ViewInput, error: unknown): void {
  if (Failure.from(error).code === "exposure.no_phone") void input.context.tracing.resource.load();
  input.context.report(error);
}
