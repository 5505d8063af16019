import { Observable } from "../observable";
import { Resource } from "../remote";

/** A value of the server that knows how old it is: what is on the page stays when a newer one does not come. */
export class Fetched<Value> extends Resource<Value> {
  /** When the value came that is shown; null before the first. */
  fetchedAt: Date | null = null;
  /** Whether the last try for a newer value has failed. */
  readonly isOld = new Observable(false);

  constructor(fetchValue: () => Promise<Value>) {
    super(async () => {
      try {
        const value = await fetchValue();
        this.fetchedAt = new Date();
        this.isOld.set(false);
        return value;
      } catch (error) {
        if (this.value !== undefined) this.isOld.set(true);
        throw error;
      }
    });
  }
}
