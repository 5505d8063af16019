import type { PlanDocument } from "../../api";
import { Observable } from "../../observable";
import { after, begun, type Command, exists, type History, redone, type Ref, undone } from "./model";

/** What the finger does on the plan. */
export type Tool = "select" | "wall" | "door" | "shop" | "beacon" | "scale";

/** A plan on the table: its states, what is chosen of it, and the tool in hand. */
export class Drawing {
  readonly history: Observable<History>;
  readonly selection = new Observable<Ref | null>(null);
  readonly tool = new Observable<Tool>("select");
  readonly isSnapping = new Observable(true);

  constructor(document: PlanDocument) {
    this.history = new Observable(begun(document));
  }

  get document(): PlanDocument {
    return this.history.value.present;
  }

  /** Does a command; those of one gesture are undone together. */
  run(command: Command, gesture: string | null = null): void {
    this.show(after(this.history.value, command, gesture));
  }

  undo(): void {
    this.show(undone(this.history.value));
  }

  redo(): void {
    this.show(redone(this.history.value));
  }

  /** Begins anew with a plan that came from elsewhere: what was before cannot be gone back to. */
  begin(document: PlanDocument): void {
    this.show(begun(document));
  }

  select(ref: Ref | null): void {
    const now = this.selection.value;
    if (now?.kind !== ref?.kind || now?.index !== ref?.index) this.selection.set(ref);
  }

  /** Adds something and chooses it, so that its fields are at hand. */
  add(kind: Ref["kind"], command: Command): void {
    const { plan, shops, beacons } = this.document;
    const index = { wall: plan.walls, door: plan.doors, shop: shops, beacon: beacons }[kind].length;
    this.run(command);
    this.select({ kind, index });
  }

  /** Removes what is chosen. */
  removeSelected(): void {
    const ref = this.selection.value;
    if (ref === null) return;
    this.select(null);
    this.run({ do: "remove", ref });
  }

  private show(history: History): void {
    if (history === this.history.value) return;
    const ref = this.selection.value;
    this.history.set(history);
    if (ref !== null && !exists(history.present, ref)) this.select(null);
  }
}
