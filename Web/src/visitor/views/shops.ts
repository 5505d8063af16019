import type { Shop } from "../../api";
import { el, fill, setText } from "../../dom";
import { plural, t } from "../../i18n";
import { icon } from "../../icons";
import { segmented } from "../../ui/menu";
import { emptyState, failedState, loadingState, remote } from "../../ui/states";
import { stepName, whatIsKnown } from "../consent/panel";
import { type Step, type Term, type TermChange, terms, usualTerm } from "../consent/term";
import type { Venue } from "../venue";
import { categoryName } from "../words";
import { offerTabs, openTab } from "./offers";
import { plain, searchField } from "./search";
import { signedIn } from "./signedin";
import type { ViewInput } from "./view";

const manyShops = 8;

/** What a shop gets that is turned on: the reader's last word on it, for as long as the page is open. */
let usual: Term = usualTerm;

/** Which shops may know of the reader, and what: a switch and the terms of each, saved at once. */
export function shopsView(input: ViewInput): HTMLElement {
  return signedIn(input, t("shops.title"), t("shops.sign"), () => [
    offerTabs("shops", (tab) => openTab(input, tab)),
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
  const all = el("button", { type: "button", class: "button", onclick: () => void chooseAll() }, t("shops.allButton"));
  const stop = el(
    "button", { type: "button", class: "button", "data-stop": "all", onclick: () => void stopAll() },
    icon("shield"), t("terms.stopAll"),
  );

  async function chooseAll(): Promise<void> {
    const majors = shops.map((shop) => shop.major).filter((major) => !context.choices.has(uuid, major));
    const changes = majors.map((major) => ({ venue: uuid, major, step: usual }));
    const text = plural("terms.on", majors.length, { step: stepName(usual) });
    await change(input, changes, text, plural("shops.number", majors.length));
  }

  /** Stops whatever any shop of any venue may know. */
  async function stopAll(): Promise<void> {
    const changes = context.choices.all().map((one): TermChange => ({ ...one, step: "nothing" }));
    await change(input, changes, plural("terms.stopped", changes.length), plural("shops.number", changes.length));
  }

  scope.watch(context.choices.resource.observable, () => {
    for (const row of rows) row.refresh();
    const chosen = context.choices.count(uuid);
    setText(count, plural("shops.count", chosen, { total: shops.length }));
    // The one that had the focus may go.
    const hadFocus = all === document.activeElement || stop === document.activeElement;
    all.hidden = chosen === shops.length;
    stop.hidden = context.choices.all().length === 0;
    if (hadFocus) (all.hidden ? stop : all).focus();
  });
  const search = shops.length > manyShops && searchField((text) => {
    for (const row of rows) row.element.hidden = !row.matches(text);
    none.hidden = rows.some((row) => !row.element.hidden);
  });
  const usually = segmented(
    t("terms.usual"), terms.map((value) => ({ value, label: t(`terms.usual.${value}`) })), usual,
    (value) => (usual = value),
  );
  return el(
    "div",
    { class: "shops" },
    el("p", { class: "lead" }, t("shops.explanation")),
    el("div", { class: "terms-usual" }, el("p", { class: "quiet" }, t("terms.usual")), usually),
    search,
    el("div", { class: "shops-head" }, count, el("div", { class: "actions" }, all, stop)),
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
  const step = el("span", { class: "shop-term" });
  const toggle = el(
    "button",
    {
      type: "button", class: "shop-row", role: "switch", "data-major": shop.major,
      onclick: () => void set(choices.has(uuid, shop.major) ? "nothing" : usual),
    },
    el("span", { class: "shop-name" }, shop.name),
    el("span", { class: "shop-category" }, category, step),
    el("span", { class: "switch", "aria-hidden": "true" }),
  );
  const place = el("div", { class: "shop-terms", id: `terms-${shop.major}`, hidden: true });
  const more = el(
    "button",
    {
      type: "button", class: "button-icon shop-more", "aria-expanded": "false", "aria-controls": place.id,
      "aria-label": t("terms.open", { shop: shop.name }), title: t("terms.open", { shop: shop.name }), onclick: open,
    },
    icon("chevron"),
  );

  function open(): void {
    const isOpen = place.hidden;
    if (isOpen) input.context.looked.notice(shop.category);
    if (isOpen && !place.hasChildNodes()) place.append(whatIsKnown(input, venue, shop, (chosen) => void set(chosen)));
    place.hidden = !isOpen;
    more.setAttribute("aria-expanded", String(isOpen));
  }

  async function set(chosen: Step): Promise<void> {
    const text = chosen === "nothing"
      ? t("terms.none", { shop: shop.name }) : t("terms.changed", { shop: shop.name, step: stepName(chosen) });
    await change(input, [{ venue: uuid, major: shop.major, step: chosen }], text, shop.name);
  }

  // `#/shops/104` is that shop's terms.
  if (input.path[0] === String(shop.major)) {
    open();
    window.requestAnimationFrame(() => toggle.scrollIntoView({ block: "start" }));
  }
  const haystack = plain(`${shop.name} ${category}`);
  return {
    element: el("li", { class: "shop-item" }, el("div", { class: "shop-line" }, toggle, more), place),
    refresh: () => {
      const current = choices.step(uuid, shop.major);
      toggle.setAttribute("aria-checked", String(current !== "nothing"));
      setText(step, current === "nothing" ? "" : ` · ${stepName(current)}`);
    },
    matches: (text) => haystack.includes(plain(text)),
  };
}

/** Makes changes and offers to take them back; `what` names what was changed. */
async function change(
  { context }: ViewInput, changes: readonly TermChange[], text: string, what: string,
): Promise<void> {
  const undo = context.choices.before(changes);
  const apply = async (wanted: readonly TermChange[]): Promise<void> => {
    try {
      await context.choices.change(wanted);
    } catch (error) {
      context.report(error);
    }
  };
  const isMore = changes.some(({ step }) => step !== "nothing");
  context.toasts.show({
    key: "choice", text, icon: isMore ? "check" : "shield", undo: { what, run: () => void apply(undo) },
  });
  await apply(changes);
}
