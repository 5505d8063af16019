import * as api from "../../api";
import type { OperatorPlan, PlanDocument, PlanRemark } from "../../api";
import { Failure } from "../../client";
import { Observable } from "../../observable";
import { forget, recall, remember } from "../../storage";
import type { VenueContext } from "../../venueconsole/context";

/** How what was drawn is kept. */
export type Keeping =
  | { state: "saved"; at: string | null }
  | { state: "waiting" | "saving" | "offline" | "clash" }
  | { state: "failed"; failure: Failure };

/** What a browser keeps of a plan until the server has it. */
interface Kept {
  venue: string;
  number: number;
  base: number;
  before: PlanDocument | null;
  document: PlanDocument;
}

/** What somebody else has put in the place of what was worked on. */
export interface Clashing {
  /** What my changes began from. */
  before: PlanDocument | null;
  theirs: PlanDocument;
  who: string | null;
}

const pause = 1200;
const again = 15_000;

/** Keeps a draft on the server a moment after each change, and in the browser until the server has it. */
export class Keeper {
  readonly keeping: Observable<Keeping>;
  readonly remarks: Observable<readonly PlanRemark[]>;
  readonly clash = new Observable<Clashing | null>(null);
  private timer: number | undefined;
  private running: Promise<void> | null = null;
  /** What the server has last been known to have, of the draft or of the plan in force. */
  private before: PlanDocument | null;
  private number: number;
  private base: number;
  private current: PlanDocument | null = null;
  private saved: PlanDocument | null;

  /** `start` is what lies on the table: what the server has, or the empty floor of a first plan. */
  constructor(private readonly context: VenueContext, plan: OperatorPlan, start: PlanDocument) {
    const { draft } = plan;
    this.number = draft.number;
    // A draft of an older version than the one in force is looked at together with that.
    this.base = draft.isEmpty ? plan.version?.number ?? 0 : draft.base;
    this.before = plan.draftDocument ?? plan.document ?? null;
    this.saved = start;
    this.keeping = new Observable<Keeping>({ state: "saved", at: draft.isEmpty ? null : draft.savedAt ?? null });
    this.remarks = new Observable<readonly PlanRemark[]>(draft.faults);
    context.scope.add(() => window.clearTimeout(this.timer));
    context.scope.listen(window, "online", () => void this.flush());
  }

  /** The number that the next change of the draft names. */
  get draftNumber(): number {
    return this.number;
  }

  /** What was drawn here and never came to the server, if it can go on from what is there; else it clashes. */
  recalled(plan: OperatorPlan): PlanDocument | null {
    const kept = read();
    if (kept === null || kept.venue !== this.context.venue.venue) return null;
    if (JSON.stringify(kept.document) === JSON.stringify(this.before)) return null;
    if (kept.number === this.number && kept.base === this.base) return kept.document;
    this.before = kept.before;
    this.meet(plan, kept.document);
    return kept.document;
  }

  /** Hears of a change. */
  changed(document: PlanDocument): void {
    if (document === this.current) return;
    this.current = document;
    if (document === this.saved || this.clash.value !== null) return;
    this.keep(document);
    this.keeping.set({ state: "waiting" });
    this.later(pause);
  }

  /** Sends what has not been sent; true when the server has everything. */
  async flush(): Promise<boolean> {
    window.clearTimeout(this.timer);
    while (this.running !== null) await this.running;
    const { current } = this;
    if (this.clash.value !== null) return false;
    if (current === null || current === this.saved) return true;
    this.running = this.send(current);
    await this.running;
    this.running = null;
    if (this.current !== this.saved && this.keeping.value.state === "waiting") return this.flush();
    return this.current === this.saved;
  }

  /** Goes on from what is there now, with what was decided. */
  settled(plan: OperatorPlan, document: PlanDocument): void {
    this.number = plan.draft.number;
    this.base = plan.version?.number ?? 0;
    this.before = plan.draftDocument ?? plan.document ?? null;
    this.saved = JSON.stringify(document) === JSON.stringify(this.before) ? document : this.before;
    this.current = document;
    this.clash.set(null);
    this.remarks.set(plan.draft.faults);
    forget("plan");
    this.keeping.set({ state: "saved", at: plan.draft.savedAt ?? null });
    if (this.saved !== document) {
      this.keep(document);
      this.keeping.set({ state: "waiting" });
      this.later(0);
    }
  }

  /** What the server has now is to be looked at beside what is here. */
  meet(plan: OperatorPlan, mine: PlanDocument): void {
    const theirs = plan.draftDocument ?? plan.document;
    if (theirs === undefined) {
      this.settled(plan, mine);
      return;
    }
    this.keep(mine);
    this.keeping.set({ state: "clash" });
    const who = plan.draft.isEmpty ? plan.version?.by : plan.draft.savedBy;
    this.clash.set({ before: this.before, theirs, who: who ?? null });
  }

  private later(milliseconds: number): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.flush(), milliseconds);
  }

  private async send(document: PlanDocument): Promise<void> {
    this.keeping.set({ state: "saving" });
    const { venue } = this.context.venue;
    try {
      const draft = await this.context.ask((options) =>
        api.savePlanDraft(venue, { onto: this.base }, document, { ...options, match: this.number }));
      this.number = draft.number;
      this.saved = document;
      this.before = document;
      this.remarks.set(draft.faults);
      if (this.current === document) {
        forget("plan");
        this.keeping.set({ state: "saved", at: draft.savedAt ?? new Date().toISOString() });
      } else {
        this.keep(this.current ?? document);
        this.keeping.set({ state: "waiting" });
      }
    } catch (error) {
      await this.failed(Failure.from(error), document);
    }
  }

  private async failed(failure: Failure, document: PlanDocument): Promise<void> {
    if (failure.code.startsWith("network.") || failure.status >= 500) {
      this.keeping.set({ state: "offline" });
      if (!this.context.scope.isEnded) this.later(again);
      return;
    }
    if (failure.status !== 412) {
      this.keeping.set({ state: "failed", failure });
      return;
    }
    const { venue } = this.context.venue;
    try {
      this.meet(await this.context.ask((options) => api.operatorPlan(venue, options)), this.current ?? document);
    } catch (error) {
      this.keeping.set({ state: "failed", failure: Failure.from(error) });
    }
  }

  private keep(document: PlanDocument): void {
    const kept: Kept = { venue: this.context.venue.venue, number: this.number, base: this.base, before: this.before, document };
    remember("plan", JSON.stringify(kept));
  }
}

function read(): Kept | null {
  try {
    const kept = JSON.parse(recall("plan") ?? "null") as Kept | null;
    return kept !== null && typeof kept.document === "object" && typeof kept.venue === "string" ? kept : null;
  } catch {
    return null;
  }
}
