import { type Child, el } from "../dom";
import { page } from "../ui/section";

/** A page of the console: its heading, what it is for in a sentence, and its parts. */
export function consolePage(title: string, lead: string, ...children: Child[]): HTMLElement {
  return page("console-view", title, lead !== "" && el("p", { class: "lead quiet" }, lead), ...children);
}
