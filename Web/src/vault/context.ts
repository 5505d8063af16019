import * as api from "../api";
import type { VaultPageCategories, VaultPageCategory, VaultPageRecovery, VaultPageState } from "../api";
import { ask, Failure } from "../client";
import { t } from "../i18n";
import { Observable } from "../observable";
import { Resource } from "../remote";
import { Toasts } from "../ui/toasts";
import { Clipboard } from "./clipboard";

/** Milliseconds that deriving a key may take on a slow machine under load. */
export const keyPatience = 60_000;

/** What all parts of the vault's page share: how the vault stands, its categories, and notices. */
export class VaultContext {
  readonly state = new Resource<VaultPageState>(() => ask(api.vaultPageState));
  readonly categories = new Resource<VaultPageCategories>(() => ask(api.vaultPageCategories));
  readonly toasts = new Toasts();
  readonly clipboard = new Clipboard(this.toasts);
  /** A recovery code that was made just now and waits until its owner has kept it. */
  readonly freshRecovery = new Observable<VaultPageRecovery | null>(null);
  /** Changes whenever a record has changed, so that lists are asked for again. */
  readonly changes = new Observable(0);
  /** Why the vault is locked although nobody pressed the button. */
  lockReason: string | null = null;

  /** Tells of a failed action; a vault that has locked itself meanwhile is shown as locked. */
  report(error: unknown): void {
    const failure = Failure.from(error);
    if (this.closes(failure)) return;
    this.toasts.show({ text: failure.explanation, tone: "bad" });
  }

  /** Whether a failure says that the vault is no longer open to this page, which is then shown. */
  closes(failure: Failure): boolean {
    if (failure.status !== 401) return false;
    if (failure.code === "vault.locked") this.lockReason = t("vault.door.idle");
    this.forget();
    void this.state.load();
    return true;
  }

  /** Takes what the desk says now; what was known of an open vault is forgotten with its being open. */
  take(state: VaultPageState): void {
    if (state.state !== "open") this.forget();
    this.state.set(state);
  }

  /** Says that a record has changed: lists and counters are asked for again. */
  changed(): void {
    void this.categories.load();
    this.changes.set(this.changes.value + 1);
  }

  async lock(): Promise<void> {
    this.lockReason = null;
    try {
      this.take(await ask(api.vaultPageLock));
    } catch (error) {
      this.report(error);
    }
  }

  category(id: string): VaultPageCategory | undefined {
    return this.categories.value?.categories.find((category) => category.id === id);
  }

  /** Seconds until a copied value is taken off the clipboard. */
  get clipboardSeconds(): number {
    return this.state.value?.preferences?.clipboardSeconds ?? 20;
  }

  private forget(): void {
    this.categories.clear();
    this.freshRecovery.set(null);
    this.state.clear();
  }
}
