import type { Shop } from "../../api";
import { el, fill, setText } from "../../dom";
import { plural, t } from "../../i18n";
import { emptyState, failedState, loadingState, remote } from "../../ui/states";
import type { Venue } from "../venue";
import { categoryName } from "../words";
import { offerTabs } from "./offers";
import { plain, searchField } from "./search";
import { signedIn } from "./signedin";
import type { ViewInput } from "./view";

const manyShops = 8;

/** Which shops may know of the reader's visits: a switch for each, saved at once. */
export function shopsView(input: ViewInput): HTMLElement {
  return signedIn(input, t("shops.title"), t("shops.sign"), () => [
    offerTabs("shops", (tab) => {
      if (tab !== "shops") input.go("offers", ...(tab === "visits" ? [tab] : []));
    }),
    remote(input.scope, input.context.venue, (venue) =>
      venue === null ? emptyState("shops", t("venue.none"), t("venue.none.text")) : whenLoaded(input, venue),
    ),
  ]);
}

/** The list once the choices are known; later changes move single switches, so that the focus stays where it is. */
function whenLoaded(input: ViewInput, venue: Venue): HTMLElement {
  const { resource } = input.context.choices;
  const place = el("div");
  let shown = false;
  input.scope.watch(resource.observable, (current) => {
    if (current.state === "ready" && shown) return;
    shown = current.state === "ready";
    if (current.state === "loading") fill(place, loadingState());
    else if (current.state === "failed") fill(place, failedState(current.failure, () => void resource.load()));
    else fill(place, shopList(input, venue));
  });
  return place;
}

function shopList(input: ViewInput, venue: Venue): HTMLElement {
  const { context, scope } = input;
  const uuid = venue.body.uuid;
  const shops = [...venue.body.shops].sort((a, b) => a.name.localeCompare(b.name));
  const rows = shops.map((shop) => shopRow(input, venue, shop));
  const list = el("ul", { class: "rows shop-rows" }, ...rows.map((row) => row.element));
  const count = el("p", { class: "shops-count", role: "status" });
  const none = el("p", { class: "quiet", hidden: true }, t("shops.noMatch"));
  const all = el("button", { type: "button", class: "button", onclick: () => void changeAll() });

  function isAllChosen(): boolean {
    return context.choices.count(uuid) === shops.length;
  }

  async function changeAll(): Promise<void> {
    const chosen = !isAllChosen();
    const majors = shops.map((shop) => shop.major).filter((major) => context.choices.has(uuid, major) !== chosen);
    const what = plural("shops.number", majors.length);
    await change(input, uuid, majors, chosen, plural(chosen ? "shops.on" : "shops.off", majors.length), what);
  }

  scope.watch(context.choices.resource.observable, () => {
    for (const row of rows) row.refresh();
    setText(count, plural("shops.count", context.choices.count(uuid), { total: shops.length }));
    setText(all, isAllChosen() ? t("shops.noneButton") : t("shops.allButton"));
  });
  const search = shops.length > manyShops && searchField((text) => {
    for (const row of rows) row.element.hidden = !row.matches(text);
    none.hidden = rows.some((row) => !row.element.hidden);
  });
  return el(
    "div",
    { class: "shops" },
    el("p", { class: "lead" }, t("shops.explanation")),
    search,
    el("div", { class: "shops-head" }, count, all),
    none,
    list,
  );
}

interface ShopRow {
  element: HTMLElement;
  refresh(): void;
  matches(text: string): boolean;
}

function shopRow(input: ViewInput, venue: Venue, shop: Shop): ShopRow {
  const { choices } = input.context;
  const uuid = venue.body.uuid;
  const category = categoryName(shop.category);
  const toggle = el(
    "button",
    {
      type: "button", class: "shop-row", role: "switch", "data-major": shop.major,
      onclick: () => {
        const chosen = !choices.has(uuid, shop.major);
        const text = t(chosen ? "shops.chosen" : "shops.dropped", { shop: shop.name });
        void change(input, uuid, [shop.major], chosen, text, shop.name);
      },
    },
    el("span", { class: "shop-name" }, shop.name),
    el("span", { class: "shop-category" }, category),
    el("span", { class: "switch", "aria-hidden": "true" }),
  );
  const haystack = plain(`${shop.name} ${category}`);
  return {
    element: el("li", {}, toggle),
    refresh: () => toggle.setAttribute("aria-checked", String(choices.has(uuid, shop.major))),
    matches: (text) => haystack.includes(plain(text)),
  };
}

/** Makes a change and offers to take it back; `what` names what was changed. */
async function change(
  { context }: ViewInput, uuid: string, majors: readonly number[], chosen: boolean, text: string, what: string,
): Promise<void> {
  const apply = async (value: boolean): Promise<void> => {
    try {
      await context.choices.change(uuid, majors, value);
    } catch (error) {
      context.report(error);
    }
  };
  context.toasts.show({
    key: "choice",
    text,
    icon: chosen ? "check" : "shield",
    undo: { what, run: () => void apply(!chosen) },
  });
  await apply(chosen);
}
