import * as api from "../../api";
import type { Alert, AlertDraft } from "../../api";
import { ask } from "../../client";
import { t } from "../../i18n";
import { Resource } from "../../remote";
import type { MarketContext } from "../context";

/** What the account wants to be told of markets; empty while nobody is signed in. */
export class KnownAlerts {
  readonly resource = new Resource<Alert[]>(async () => (await ask(api.alerts)).alerts);

  constructor(private readonly context: MarketContext) {
    context.session.account.observable.subscribe((remote) => {
      this.resource.clear();
      if (remote.state !== "ready") return;
      if (remote.value === null) this.resource.set([]);
      else void this.resource.load();
    });
  }

  /** Makes an alert; fails with what the server says. */
  async add(draft: AlertDraft): Promise<Alert> {
    const alert = await ask((options) => api.addAlert(draft, options));
    this.resource.set([...(this.resource.value ?? []), alert]);
    return alert;
  }

  /** Removes an alert at once, and lets it be made again for as long as the notice stays. */
  async remove(alert: Alert, what: string): Promise<void> {
    const all = this.resource.value ?? [];
    this.resource.set(all.filter(({ id }) => id !== alert.id));
    try {
      await ask((options) => api.deleteAlert(alert.id, options));
    } catch (error) {
      void this.resource.load();
      this.context.report(error);
      return;
    }
    const { market, direction, price } = alert;
    const again = (): void => {
      const draft = { ...(market !== undefined && { market }), ...(direction !== undefined && { direction }), ...(price !== undefined && { price }) };
      this.add(draft).catch((error: unknown) => this.context.report(error));
    };
    this.context.toasts.show({ text: t("chart.alert.removed", { what }), undo: { what, run: again } });
  }

  /** Forgets an alert that has told what it was for. */
  forget(market: string, direction: string, price: string): void {
    const all = this.resource.value;
    if (all === undefined) return;
    this.resource.set(all.filter((alert) => alert.market !== market || alert.direction !== direction || alert.price !== price));
  }
}

const known = new WeakMap<MarketContext, KnownAlerts>();

/** The alerts of a page, which all of its views share. */
export function alertsOf(context: MarketContext): KnownAlerts {
  let alerts = known.get(context);
  if (alerts === undefined) {
    alerts = new KnownAlerts(context);
    known.set(context, alerts);
  }
  return alerts;
}
