/** A key that makes a request happen once, however often it is sent. */
export function newKey(): string {
  return crypto.randomUUID();
}

/** What somebody is about to do: what is sent again unchanged has the same key, and anything else a new one. */
export class Intent {
  private said = "";
  private key = newKey();

  keyFor(...what: unknown[]): string {
    const says = JSON.stringify(what);
    if (this.said !== "" && says !== this.said) this.key = newKey();
    this.said = says;
    return this.key;
  }
}
