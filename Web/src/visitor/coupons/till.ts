import type { Coupon } from "../../api";
import { couponCode, grouped, halfMinuteOf, period, prefix } from "../../coupon/code";
import { codePicture } from "../../coupon/picture";
import { stateAt } from "../../coupon/words";
import { el, fill, setText } from "../../dom";
import { nearestText, plural, t } from "../../i18n";
import { timeSpan } from "../../format";
import { icon } from "../../icons";
import { Scope } from "../../observable";
import { notice } from "../../ui/banner";
import { dialog } from "../../ui/dialog";
import type { Context } from "../context";
import { type CodeClock, deviceClock, simulatedClock } from "./clock";

/** How long a card stays open, in milliseconds: whoever walks away with it open shows it to others. */
const stay = 180_000;
/** How often the server is asked whether the till has taken the code, in milliseconds. */
const asking = 4000;

/** Shows a coupon at a till, over the whole page: done once it is closed, by itself too. */
export async function showAtTill(context: Context, coupon: Coupon): Promise<void> {
  const scope = new Scope();
  context.looked.notice(context.venue.value?.shop(coupon.shop.major)?.category ?? "");
  const { text, tag, isMine } = nearestText(coupon.text);
  const place = el("div", { class: "till-code" });
  const notes = el("div", { class: "till-notes" });
  const close = el("button", { type: "button", class: "button", onclick: () => box.close() }, t("close"));
  const box = dialog(
    coupon.shop.name,
    el("p", { class: "till-text", lang: isMine ? undefined : tag }, text), place, notes, close,
  );
  box.element.classList.add("till");
  let isOver = false;

  /** Puts what became of the coupon in place of its code. */
  function end(picture: "check" | "cross", words: string, more: string): void {
    isOver = true;
    fill(place, el("div", { class: "state", role: "status" }, icon(picture), el("h2", {}, words), el("p", {}, more)));
    fill(notes);
    close.focus();
  }

  function follow(clock: CodeClock): void {
    const code = el("p", { class: "till-letters" });
    const bar = el("span", { class: "till-left" });
    const left = el("p", { class: "quiet" });
    const picture = el("div", { class: "till-picture", role: "img", "aria-label": t("coupon.qr") });
    let shown = NaN;
    const tick = (): void => {
      const now = clock.now();
      if (isOver) return;
      if (stateAt(coupon, now) === "expired") return end("cross", t("coupon.over"), t("coupon.over.text"));
      const rest = period - (now % period);
      bar.style.width = `${(rest / period) * 100}%`;
      setText(left, t("coupon.next", { seconds: Math.ceil(rest / 1000 / clock.speed) }));
      const halfMinute = halfMinuteOf(now);
      if (halfMinute === shown) return;
      shown = halfMinute;
      void couponCode(coupon.id, coupon.secret ?? "", halfMinute).then((made) => {
        // A slower one of before must not take the place of this one.
        if (shown !== halfMinute || isOver || scope.isEnded) return;
        setText(code, grouped(made));
        fill(picture, codePicture(prefix + made));
      });
    };
    fill(
      place, picture, el("p", { class: "quiet" }, t("coupon.type")), code,
      el("div", { class: "till-bar", "aria-hidden": "true" }, bar), left,
    );
    fill(
      notes,
      clock.behind !== 0 && notice("alert", clockWords(clock.behind), "warn"),
      clock.speed !== 1 && notice("question", t("coupon.simulated")),
      el("p", { class: "quiet" }, t("coupon.bright")),
    );
    tick();
    scope.every(200, tick);
  }

  /** The list comes anew now and then: the till's word arrives with it. */
  function watch(): void {
    scope.watch(context.coupons.resource.observable, () => {
      const current = context.coupons.resource.value?.find(({ id }) => id === coupon.id);
      if (isOver || current?.state !== "used") return;
      const isPaid = current.points > 0 && current.pointsPaid === "redeemed";
      end("check", t("coupon.taken"), isPaid ? plural("coupon.taken.points", current.points) : t("coupon.taken.text"));
    });
    scope.every(asking, () => {
      if (!isOver && navigator.onLine) void context.coupons.resource.load();
    });
  }

  const timer = window.setTimeout(() => {
    box.close();
    context.toasts.show({ key: "till", icon: "offers", text: t("coupon.closed") });
  }, stay);
  scope.add(() => window.clearTimeout(timer));
  // Another page of the app is not seen below it.
  scope.listen(window, "hashchange", () => box.close());
  keepAwake(scope);
  const closed = box.open();
  if (coupon.secret === undefined) end("cross", t("coupon.noSecret"), t("coupon.noSecret.text"));
  else {
    fill(place, el("p", { class: "quiet", role: "status" }, t("loading")));
    const isSimulated = (context.venue.value?.demo ?? null) !== null;
    // Without an answer the device's own clock is as good as it is.
    const clock = isSimulated ? await simulatedClock().catch(deviceClock) : await deviceClock();
    if (box.element.isConnected) {
      follow(clock);
      watch();
    }
  }
  await closed;
  scope.end();
}

function clockWords(behind: number): string {
  const span = timeSpan(Math.abs(behind));
  return t(behind > 0 ? "coupon.clock.behind" : "coupon.clock.ahead", { span });
}

/** What a browser that can keep its screen on gives for it; the compiler's library does not know it yet. */
interface Awake {
  release: () => Promise<void>;
}

/** Keeps the screen from going dark where the browser can, also after the reader has looked elsewhere. */
function keepAwake(scope: Scope): void {
  const { wakeLock } = navigator as { wakeLock?: { request: (kind: "screen") => Promise<Awake> } };
  if (wakeLock === undefined) return;
  let lock: Awake | undefined;
  const ask = (): void => {
    if (document.hidden || scope.isEnded) return;
    wakeLock.request("screen").then((granted) => {
      if (scope.isEnded) void granted.release();
      else lock = granted;
      // A battery that is low, or a browser that will not: the card is as good.
    }, () => undefined);
  };
  ask();
  scope.listen(document, "visibilitychange", ask);
  scope.add(() => void lock?.release().catch(() => undefined));
}
