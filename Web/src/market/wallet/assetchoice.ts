import type { MarketAsset } from "../../api";
import { el, fill } from "../../dom";
import { t } from "../../i18n";
import { select } from "../../ui/menu";
import { emptyState, failedState, loadingState } from "../../ui/states";
import { settings } from "../settings/settings";
import type { ViewInput } from "../view";
import { valuationBase } from "./base";

/** Which asset it is about, as a list; what is drawn for it is drawn anew when another one is chosen. */
export function forAsset(
  { context: { store }, scope, path }: ViewInput, draw: (asset: MarketAsset, place: HTMLElement) => void,
): HTMLElement {
  const place = el("div", { class: "wallet-body" });
  let isShown = false;
  scope.watch(store.assets.observable, (assets) => {
    if (isShown) return;
    if (assets.state === "loading") return fill(place, loadingState());
    if (assets.state === "failed") return fill(place, failedState(assets.failure, () => void store.assets.load()));
    const active = assets.value.filter(({ isActive }) => isActive);
    const wanted = path[0] ?? settings.value.counter ?? valuationBase(active);
    const first = active.find(({ name }) => name === wanted) ?? active[0];
    if (first === undefined) return fill(place, emptyState("wallet", t("wallet.none"), t("wallet.none.text")));
    isShown = true;
    const body = el("div", { class: "wallet-body" });
    const choices = active.map(({ name, title }) => ({ value: name, label: `${name} · ${title}` }));
    const chooser = select(t("wallet.asset"), choices, first.name, (name) => {
      const asset = active.find((one) => one.name === name);
      if (asset !== undefined) draw(asset, body);
    });
    fill(place, chooser.element, body);
    draw(first, body);
  });
  return place;
}
