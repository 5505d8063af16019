import type { Failure } from "../client";
import { type Child } from "../dom";
import { page } from "../ui/section";

/** Whether a failure is about the name that was given, and belongs beside its field. */
export function isAboutName(failure: Failure): boolean {
  return failure.code === "vault.invalid_name" || failure.code === "vault.name_taken";
}

/** A page of one column with its heading. */
export function vaultPage(title: string, ...children: Child[]): HTMLElement {
  return page("vault-view", title, ...children);
}
