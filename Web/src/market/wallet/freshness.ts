import { el, setText } from "../../dom";
import { t } from "../../i18n";
import type { Observable, Scope } from "../../observable";
import { type Connection, isFresh } from "../live/connection";

/** Says how old what is shown is, when it may not be taken for the present. */
export function freshness(scope: Scope, connection: Observable<Connection>): HTMLElement {
  const note = el("p", { class: "wallet-age", role: "status", hidden: true });
  const tell = (): void => {
    const now = connection.value;
    note.hidden = isFresh(now) || now.state === "connecting";
    if (now.state !== "slow" && now.state !== "lost") return;
    const minutes = Math.floor((Date.now() - now.since) / 60_000);
    setText(note, minutes < 1 ? t("wallet.age.now") : t("wallet.age", { minutes }));
  };
  scope.watch(connection, tell);
  scope.every(20_000, tell);
  return note;
}
