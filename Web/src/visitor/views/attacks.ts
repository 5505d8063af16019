import type { DemoTotals } from "../../api";
import { el, setText } from "../../dom";
import { number, percent } from "../../format";
import { t } from "../../i18n";
import { panel } from "../../ui/section";
import { shape } from "../shapes";
import type { AttackKind } from "../terms";

const kinds: readonly AttackKind[] = ["clone", "replay", "share", "relay"];

export interface AttackPanel {
  element: HTMLElement;
  show(totals: DemoTotals): void;
}

/** How far each kind of attacker got, with an honest sentence on what stops it and what does not. */
export function attackPanel(): AttackPanel {
  const rows = kinds.map(attackRow);
  const list = el("ul", { class: "attacks" }, ...rows.map((row) => row.element));
  const about = el("a", { class: "panel-link", href: "#/me" }, t("attacks.about"));
  return {
    element: panel("attacks", t("attacks.title"), about, el("div", { class: "scroll", tabindex: 0 }, list)),
    show: (totals) => rows.forEach((row) => row.show(totals)),
  };
}

function attackRow(kind: AttackKind): AttackPanel {
  const figure = el("p", { class: "attack-figure" });
  const through = el("span", { class: `bar-fill bar-${kind}` });
  const element = el(
    "li",
    { class: "attack", "data-kind": kind },
    el("div", { class: "attack-head" }, shape(kind), el("h3", {}, t(`attack.${kind}`)), figure),
    el("div", { class: "bar", "aria-hidden": "true" }, through),
    el("p", { class: "attack-note" }, t(`attacks.${kind}`)),
  );
  return {
    element,
    show(totals) {
      const { attempts, accepted } = totals.attacks[kind];
      const values = {
        accepted: number(accepted), attempts: number(attempts), share: percent(accepted, attempts),
      };
      setText(figure, attempts === 0 ? t("attacks.none") : t("attacks.figure", values));
      through.style.width = attempts === 0 ? "0" : `${(accepted / attempts) * 100}%`;
      element.dataset["attempts"] = String(attempts);
    },
  };
}
