/**
 * A secret that came in an address and is not used yet.
 *
 * It is taken out of the address at once, where a history or a screenshot would keep it, and stays with the tab until it was
 * used: a page that is loaded again still has it.
 */
export class TabSecret {
  private kept: string;

  /** The secret that was kept under a name, or the one that has just come, which takes its place. */
  constructor(private readonly name: string, given = "") {
    this.kept = given;
    try {
      if (given === "") this.kept = window.sessionStorage.getItem(name) ?? "";
      else window.sessionStorage.setItem(name, given);
    } catch {
      // Where storage is forbidden it lasts as long as the page.
    }
  }

  /** The secret; empty when nothing waits. */
  get value(): string {
    return this.kept;
  }

  /** Forgets it, once it was used. */
  forget(): void {
    this.kept = "";
    try {
      window.sessionStorage.removeItem(this.name);
    } catch {
      // Nothing was kept.
    }
  }
}
