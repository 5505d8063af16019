import * as api from "../../api";
import type { ListedSession } from "../../api";
import { ask } from "../../client";
import { el } from "../../dom";
import { t } from "../../i18n";
import type { Scope } from "../../observable";
import { Resource } from "../../remote";
import { button } from "../../ui/button";
import { confirmed } from "../../ui/dialog";
import { mark } from "../../ui/list";
import { remote } from "../../ui/states";
import type { Context } from "../context";
import { part, securityRow } from "./parts";
import { day, deviceName } from "./words";

/** Where the reader is signed in; all but this session can be ended here. */
export function sessionsPart(context: Context, scope: Scope): { element: HTMLElement; reload: () => void } {
  const sessions = new Resource(async () => (await ask(api.sessions)).sessions);
  const standing = remote(scope, sessions, list);
  void sessions.load();

  function list(found: readonly ListedSession[]): HTMLElement {
    const others = found.filter((session) => !session.isCurrent).length;
    const rows = found.map((session) =>
      securityRow({ "data-session": session.id }, {
        picture: mark(session.isCurrent ? "immediate" : "near", "globe"), title: deviceName(session.label),
        tag: session.isCurrent ? t("security.current.session") : "",
        notes: [
          t("security.sessions.since", { day: day(session.begunOn) }),
          session.role === undefined ? "" : t("security.sessions.health"),
        ],
        actions: [!session.isCurrent && endButton(session)],
      }),
    );
    return el(
      "div", { class: "security-stack" },
      el("ul", { class: "rows", "aria-label": t("security.sessions.title") }, ...rows),
      others === 0
        ? el("p", { class: "quiet" }, t("security.sessions.alone"))
        : button("plain", "leave", t("security.sessions.endOthers"), () => void endOthers()),
    );
  }

  function endButton(session: ListedSession): HTMLElement {
    const label = t("security.sessions.endLabel", { device: deviceName(session.label) });
    return el(
      "button",
      { type: "button", class: "button-text", "aria-label": label, onclick: () => void end(session) },
      t("security.sessions.end"),
    );
  }

  async function end(session: ListedSession): Promise<void> {
    const title = t("security.sessions.endLabel", { device: deviceName(session.label) });
    if (!(await confirmed(title, t("security.sessions.endText"), t("security.sessions.end")))) return;
    await change(() => ask((options) => api.endSession(session.id, options)), t("security.sessions.ended"));
  }

  async function endOthers(): Promise<void> {
    const title = t("security.sessions.endOthers");
    if (!(await confirmed(title, t("security.sessions.endText"), title))) return;
    await change(() => ask(api.endOtherSessions), t("security.sessions.othersEnded"));
  }

  async function change(work: () => Promise<void>, text: string): Promise<void> {
    try {
      await work();
      context.toasts.show({ key: "security", text });
    } catch (error) {
      context.report(error);
    }
    await sessions.load();
    // The button that had the focus is gone with its row.
    const next = standing.querySelector<HTMLElement>("button") ?? heading;
    next?.focus();
  }

  const element = part("sessions", t("security.sessions.title"), t("security.sessions.text"), standing);
  const heading = element.querySelector<HTMLElement>("h2");
  heading?.setAttribute("tabindex", "-1");
  return { element, reload: () => void sessions.load() };
}
