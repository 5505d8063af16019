/** A part of the page that is fetched when it is first needed, and stays at hand from then on. */
export class Later<T> {
  private value: T | undefined;
  private pending: Promise<T> | undefined;

  constructor(private readonly fetchPart: () => Promise<T>) {}

  /** A part that is here already. */
  static of<T>(value: T): Later<T> {
    const part = new Later(() => Promise.resolve(value));
    part.value = value;
    return part;
  }

  /** Something that comes with this part. */
  map<Result>(take: (part: T) => Result): Later<Result> {
    return new Later(async () => take(await this.load()));
  }

  /** The part, once it is here. */
  get ready(): T | undefined {
    return this.value;
  }

  /** Fetches the part unless it is here or on its way; after a failure the next call tries again. */
  load(): Promise<T> {
    this.pending ??= this.fetchPart().then(
      (value) => (this.value = value),
      (error: unknown) => {
        this.pending = undefined;
        throw error;
      },
    );
    return this.pending;
  }
}
