import * as api from "../../api";
import { ask } from "../../client";
import { el, fill } from "../../dom";
import { decimal } from "../../format";
import { t } from "../../i18n";
import { icon } from "../../icons";
import type { Scope } from "../../observable";

/** The points of a reader, and where they can be used. */
interface Points {
  asset: string;
  total: string;
  /** The market where they are sold, where there is one. */
  market: string | undefined;
}

/** What the reader has of each kind of points; nothing where the server has no market. */
async function points(): Promise<Points[]> {
  const [{ assets }, { balances }, { markets }] = await Promise.all([ask(api.marketAssets), ask(api.marketBalances), ask(api.markets)]);
  return assets.filter(({ kind }) => kind === "points").flatMap(({ name }) => {
    const total = balances.find((balance) => balance.asset === name)?.total ?? "0";
    return total === "0" ? [] : [{ asset: name, total, market: markets.find(({ base, isActive }) => base === name && isActive)?.name }];
  });
}

/** "My points", which lead to their market and to the wallet; it is there once there are some. */
export function pointsPart(scope: Scope): HTMLElement {
  const place = el("div", { class: "my-points", hidden: true });
  points().then((found) => {
    if (scope.isEnded || found.length === 0) return;
    fill(place, ...found.map(({ asset, total, market }) => el(
      "div", { class: "notice" }, icon("star"),
      el(
        "div", { class: "my-points-body" }, el("strong", {}, t("offers.mine", { total: decimal(total), asset })),
        el(
          "p", { class: "actions" },
          market !== undefined && el("a", { class: "panel-link", href: `/market#/market/${encodeURIComponent(market)}` }, t("offers.mine.market")),
          el("a", { class: "panel-link", href: `/market#/wallet/${encodeURIComponent(asset)}` }, t("offers.mine.wallet")),
        ),
      ),
    )));
    place.hidden = false;
    // What is known of offers stays as it is where there is no market, or no answer.
  }, () => undefined);
  return place;
}
