import type { Alert, MarketOrder } from "../../api";
import { t } from "../../i18n";
import { alertsOf } from "../alerts/known";
import { Decimal } from "../../numbers/decimal";
import type { TradeInput } from "../trade/input";
import { askToMove } from "./amend";
import type { Palette } from "./colours";
import type { Drawing } from "./drawing";
import { Handles, type Mark } from "./handles";
import { Outside } from "./outside";
import type { Words } from "./setting";

/** More of a kind would cover the candles; all are in the lists of orders and of alerts. */
const most = 12;

/** Own orders and alerts of a market on its chart: a line each, and what they are moved and removed with. */
export class Marks {
  private readonly handles: Handles;
  private readonly outside = new Outside();

  constructor(private readonly input: TradeInput, private readonly words: Words, private readonly drawing: Drawing) {
    this.handles = new Handles({
      drawing, tick: words.tick, priceText: (price) => words.priceInFull(price.text),
      nearestPrice: (drawn) => words.nearestPrice(drawn),
    });
    this.handles.element.append(this.outside.above, this.outside.below);
  }

  get element(): HTMLElement {
    return this.handles.element;
  }

  place(): void {
    this.handles.place();
    const { axis } = this.drawing.measures;
    this.outside.place((price) => this.drawing.heightOf(price), this.element.clientHeight - axis);
  }

  /** Draws the alerts, and those orders that are nearest to the last price. */
  draw(orders: readonly MarketOrder[], alerts: readonly Alert[], palette: Palette, last: number): void {
    const distance = ({ price }: Mark): number => Math.abs(price.approximate - last);
    const nearest = (marks: Mark[]): Mark[] => marks.sort((one, other) => distance(one) - distance(other)).slice(0, most);
    const [ofAlerts, ofOrders] = [alerts.flatMap((alert) => this.ofAlert(alert)), orders.flatMap((order) => this.ofOrder(order))];
    const marks = [...nearest(ofAlerts), ...nearest(ofOrders)];
    this.outside.show([...ofAlerts, ...ofOrders].map(({ kind, price }) => ({ kind: kind === "alert" ? kind : "order", price: price.approximate })));
    const colours = { buy: palette.up, sell: palette.down, alert: palette.warn };
    this.drawing.drawLines(marks.map(({ price, kind }) => ({ price: price.approximate, color: colours[kind], style: kind === "alert" ? 1 : 2 })));
    this.handles.show(marks);
    this.place();
  }

  private ofAlert(alert: Alert): Mark[] {
    if (alert.price === undefined) return [];
    const { context, market } = this.input;
    const price = Decimal.from(alert.price);
    const text = this.words.priceInFull(price.text);
    return [{
      key: `alert ${alert.id}`, kind: "alert", price, text: this.words.price(price.text), label: t("chart.alert.remove", { price: text }),
      press: () => void alertsOf(context).remove(alert, `${market.name} ${text}`),
    }];
  }

  private ofOrder(order: MarketOrder): Mark[] {
    const { side, remaining } = order;
    const isWaiting = order.status === "waiting";
    const price = isWaiting ? order.stop : order.price;
    if (price === undefined) return [];
    const amount = this.words.amount(remaining);
    const said = { amount, price: this.words.priceInFull(price) };
    const label = t(side === "buy" ? "chart.order.buy" : "chart.order.sell", said);
    const canMove = order.type === "limit" && !isWaiting;
    return [{
      key: `order ${order.id}`, kind: side, price: Decimal.from(price),
      text: `${side === "buy" ? "▲" : "▼"} ${amount}`,
      label: canMove ? `${label}. ${t("chart.order.move")}` : label,
      press: () => this.input.go("orders"),
      ...(canMove && { move: (to: Decimal) => void askToMove(this.input, this.words, order, to) }),
    }];
  }
}
