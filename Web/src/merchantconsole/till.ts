import * as api from "../api";
import { el, fill, setText, uniqueId } from "../dom";
import { plural, t } from "../i18n";
import { type ScanWords, scanPart } from "../qr/scan";
import { recall, remember } from "../storage";
import { notice } from "../ui/banner";
import { button, iconButton } from "../ui/button";
import { field } from "../ui/field";
import { section } from "../ui/section";
import { clock } from "../format";
import type { ShopContext } from "../venueconsole/context";
import { consolePage } from "../venueconsole/page";
import { answerPanel, oneLine } from "./till/answer";
import { type Answered, mostWaiting, TillQueue } from "./till/queue";
import { redeemedPart } from "./till/redeemed";
import { typedCode } from "./till/typed";

/** The till of a shop: a coupon is scanned or typed, and a large answer says what became of it. It makes no sound. */
export function tillPage(context: ShopContext): HTMLElement {
  const { venue, shop } = context;
  const answer = el("div", { class: "till-answer", role: "status", "aria-live": "assertive" });
  const waiting = el("div", { class: "till-waiting" });
  const told = el("ol", { class: "rows till-told" });
  const redeemed = redeemedPart(context);
  const place = `till.queue.${venue.venue}.${shop.major}`;

  const queue = new TillQueue(
    { read: () => window.localStorage.getItem(`cerca.${place}`), write: (text) => window.localStorage.setItem(`cerca.${place}`, text) },
    (shown) => context.ask((options) => api.redeemCoupon(venue.venue, shop.major, shown, options)),
    (answered) => {
      if (context.scope.isEnded) return;
      show(answered);
      if (!(answered.answer instanceof Error) && answered.answer.outcome === "redeemed") redeemed.reload();
    },
  );

  function show(answered: Answered): void {
    fill(answer, answerPanel(answered, context.timeZone, (failure) => context.explain(failure)));
    // What waited without a network is told of one by one: its customers have gone.
    if (answered.hasWaited) told.prepend(oneLine(answered, context.timeZone, (failure) => context.explain(failure)));
    showWaiting();
  }

  function showWaiting(): void {
    const count = queue.waiting.length;
    if (count === 0) return fill(waiting);
    fill(
      waiting, notice("offline", plural("till.waiting", count), "warn"),
      el("p", { class: "quiet" }, t("till.waiting.risk", { most: mostWaiting })),
      el("ul", { class: "rows" }, ...queue.waiting.map((showing) => el(
        "li", { class: "row" },
        el("div", { class: "row-body" }, el("p", { class: "row-title figures" }, `… ${showing.code.slice(-4)}`),
          el("p", { class: "row-note" }, clock(new Date(showing.shownAt).toISOString(), context.timeZone))),
        iconButton("trash", t("till.drop"), () => {
          queue.drop(showing.key);
          showWaiting();
          const run = (): void => {
            queue.restore(showing);
            void replay();
          };
          context.toasts.show({ key: "till", icon: "trash", text: t("till.dropped"), undo: { what: t("till.coupon"), run } });
        }),
      ))),
    );
  }

  async function replay(): Promise<void> {
    const before = queue.waiting.length;
    await queue.replay();
    if (context.scope.isEnded) return;
    showWaiting();
    // Nothing was answered: the customer is told that the coupon was taken, and not that it is good.
    if (queue.waiting.length > 0 && queue.waiting.length === before) fill(answer, notice("offline", t("till.taken"), "warn"));
  }

  function take(text: string): void {
    const code = typedCode(text);
    if (code === null) return fill(answer, answerPanel({ answer: "mistyped" }, context.timeZone, () => ""));
    if (queue.isFull) return fill(answer, notice("alert", t("till.full"), "warn"));
    const key = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    if (!queue.take({ key, code, till: name.value.trim(), shownAt: Date.now() })) return fill(answer, notice("alert", t("till.twice"), "warn"));
    input.value = "";
    fill(answer, el("p", { class: "quiet" }, t("till.asking")));
    void replay();
  }

  const name: HTMLInputElement = el("input", { id: uniqueId("till"), type: "text", maxlength: 30, autocomplete: "off" });
  name.value = recall("till") ?? t("till.first");
  name.addEventListener("change", () => remember("till", name.value.trim()));
  const input: HTMLInputElement = el("input", {
    id: uniqueId("code"), type: "text", maxlength: 100, autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
    class: "figures",
  });
  const form = el(
    "form", { class: "till-form" }, field(t("till.code"), input, t("till.code.hint")).element,
    el("button", { type: "submit", class: "button button-primary" }, t("till.check")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    take(input.value);
    input.focus();
  });
  const problem = el("p", { class: "form-fault", role: "alert" });
  const scan = scanPart(
    context.scope, scanWords(), take, () => setText(problem, t("till.scan.failed")), (words) => setText(problem, words));

  context.scope.listen(window, "online", () => void replay());
  context.scope.every(15_000, () => {
    if (queue.waiting.length > 0) void replay();
  });
  showWaiting();
  if (queue.waiting.length > 0) void replay();
  const clear = button("plain", "cross", t("till.told.clear"), () => fill(told));
  return consolePage(
    t("till.title"), t("till.lead"), answer, scan, problem, form, waiting,
    el("details", { class: "zone-details" }, el("summary", {}, t("till.told")), told, clear),
    section("ruled", t("till.redeemed"), redeemed.element), field(t("till.name"), name, t("till.name.hint")).element,
  );
}

function scanWords(): ScanWords {
  return {
    title: t("till.scan.title"), why: t("till.scan.why"), scan: t("till.scan"), photo: t("till.scan.photo"),
    reading: t("till.scan.reading"), noCode: t("till.scan.noCode"), noPicture: t("till.scan.noPicture"),
    camera: t("till.scan.camera"), looking: t("till.scan.looking"), stop: t("till.scan.stop"),
    refused: t("till.scan.refused"), missing: t("till.scan.missing"),
  };
}
