import { type Notification, streams } from "../../api";
import { t } from "../../i18n";
import { type Cleanup, Observable } from "../../observable";
import { listen, type StreamStatus } from "../../stream";
import type { MarketContext } from "../context";
import { alertsOf } from "./known";
import { type ToldPrice, toldOf, toldPrice } from "./told";
import { again, toldWords } from "./words";

/** Tells of prices that are reached, on whatever view is open, for as long as somebody is signed in. */
export function followNews(context: MarketContext): void {
  let stop: Cleanup | undefined;
  context.session.account.observable.subscribe((remote) => {
    if (remote.state !== "ready") return;
    stop?.();
    stop = undefined;
    toldOf(context).clear();
    if (remote.value !== null) stop = follow(context);
  });
}

function follow(context: MarketContext): Cleanup {
  const told = toldOf(context);
  const status = new Observable<StreamStatus>("connecting");
  let isEnded = false;
  const stopWatching = status.subscribe((now) => {
    // What came while nobody listened stands in the inbox.
    if (now === "open") void told.look().then((missed) => !isEnded && missed.forEach((each) => say(context, each)));
  });
  const take = (notification: Notification): void => {
    const price = toldPrice(notification);
    if (price !== null && told.add(price)) say(context, price);
  };
  const stopListening = listen(() => streams.userStream({ notification: take }), status);
  return () => {
    isEnded = true;
    stopListening();
    stopWatching();
  };
}

function say(context: MarketContext, told: ToldPrice): void {
  alertsOf(context).forget(told.market, told.direction, told.price);
  context.toasts.show({
    key: `price ${told.market} ${told.price}`, icon: "bell", text: toldWords(context, told),
    action: { label: t("chart.alerts.again"), run: () => void again(context, told) },
  });
}
