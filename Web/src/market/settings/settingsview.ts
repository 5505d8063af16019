import { Failure } from "../../client";
import { el, fill, setText } from "../../dom";
import { t } from "../../i18n";
import { checkbox } from "../../ui/field";
import { type Choice, languageMenu, segmented, select } from "../../ui/menu";
import { page, section } from "../../ui/section";
import { Decimal } from "../../numbers/decimal";
import { exactFigure } from "../numbers/format";
import { moment, zoneName } from "../numbers/instants";
import type { View } from "../view";
import { keepWithAccount, keptCounter } from "./preferences";
import { change, colourSchemes, numberStyles, type Settings, settings, zones } from "./settings";

/** How each region of the number styles is called, in its own language. */
const regions: Record<(typeof numberStyles)[number], string> = {
  "es-CL": "Español (Chile)", "es-ES": "Español (España)", "en-US": "English (US)", "pt-BR": "Português (Brasil)", "it-IT": "Italiano",
};

/** How the reader wants the market to look; each choice holds at once, and what the server goes by is kept with the account. */
export const settingsView: View = ({ context, scope }) => {
  const { session, store } = context;
  const said = el("p", { class: "quiet", role: "status" });

  function set(changes: Partial<Settings>): void {
    change(changes);
    if (!session.account.value) return setText(said, t("order.settings.browser"));
    keepWithAccount().then(
      () => setText(said, t("order.settings.kept")),
      (error: unknown) => {
        const failure = Failure.from(error);
        session.endIfRefused(failure);
        setText(said, t("order.settings.notKept", { why: failure.explanation }));
      },
    );
  }

  const counter = el("div");
  scope.watch(store.assets.observable, () => drawCounter());
  scope.watch(settings, () => drawCounter());

  function drawCounter(): void {
    const names = store.assets.value?.filter(({ isActive, kind }) => isActive && kind !== "points") ?? [];
    const current = settings.value.counter ?? "";
    const told = `${current} ${names.map(({ name }) => name).join(" ")}`;
    if (counter.dataset["told"] === told) return;
    counter.dataset["told"] = told;
    const choices: Choice<string>[] = [{ value: "", label: t("order.settings.counter.first") }, ...names.map(({ name, title }) => ({ value: name, label: `${name} · ${title}` }))];
    const hadFocus = counter.contains(document.activeElement);
    const list = select(t("order.settings.counter"), choices, current, (value) => set({ counter: value === "" ? null : value }));
    fill(counter, list.element, el("p", { class: "field-hint" }, t("order.settings.counter.note")));
    if (hadFocus) list.input.focus();
  }

  // What was chosen in another browser is taken where nothing was chosen in this one.
  if (session.account.value && settings.value.counter === null) {
    keptCounter().then((base) => base !== null && settings.value.counter === null && change({ counter: base }), () => undefined);
  }

  const style = select(
    t("order.settings.numbers"), [{ value: "", label: t("order.settings.numbers.own") }, ...numberStyles.map((value) => ({ value, label: regions[value] }))],
    settings.value.numbers ?? "", (value) => set({ numbers: numberStyles.find((each) => each === value) ?? null }),
  );
  const example = el("p", { class: "field-hint figures" });
  const zone = segmented(t("order.settings.zone"), zones.map((value) => ({ value, label: t(`order.zone.${value}`) })), settings.value.zone, (value) => set({ zone: value }));
  const clock = el("p", { class: "field-hint figures" });
  const sample = (side: "up" | "down", text: string): HTMLElement => el("span", { class: `colour-sample figures ${side}` }, text);
  const colours = segmented(
    t("order.settings.colours"), colourSchemes.map((value) => ({ value, label: t(`order.colours.${value}`) })), settings.value.colours,
    (value) => set({ colours: value }),
  );
  scope.watch(settings, () => {
    setText(example, t("order.settings.example", { number: exactFigure(Decimal.from("1234567.5"), 2) }));
    const now = new Date();
    setText(clock, t("order.settings.now", { time: moment(now), zone: zoneName(now) }));
  });
  const confirming = checkbox(t("order.settings.confirm"), settings.value.isConfirming, (isConfirming) => set({ isConfirming }));
  const hiding = checkbox(t("order.settings.hide"), settings.value.isHidingAmounts, (isHidingAmounts) => set({ isHidingAmounts }));
  return page(
    "market-settings", t("market.nav.settings"), said,
    section("ruled", t("order.settings.values"), counter),
    section("ruled", t("order.settings.language"), languageMenu((error) => context.report(error)), style.element, example),
    section("ruled", t("order.settings.zone"), zone, clock),
    section("ruled", t("order.settings.colours"), colours, el("p", { class: "colour-samples" }, sample("up", `▲ ${t("order.colours.up")}`), sample("down", `▼ ${t("order.colours.down")}`))),
    section("ruled", t("order.settings.care"), confirming.element, el("p", { class: "field-hint" }, t("order.settings.confirm.note")), hiding.element),
  );
};
