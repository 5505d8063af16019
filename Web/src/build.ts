/** What the build writes at the head of the worker: its own name, and the files of the visitor's page. */
export interface Build {
  /** A hash of the page and all of its files. */
  hash: string;
  /** The paths that every reader needs, the page itself first. */
  files: readonly string[];
  /** The texts, by language: a reader needs those of one. */
  texts: Readonly<Record<string, readonly string[]>>;
}

/** What the worker answers to `build`: its own build, and those of which it still has files. */
export interface Builds {
  hash: string;
  older: readonly string[];
}

/** What a page says to the worker. */
export type Message = { kind: "build" } | { kind: "take-over" } | { kind: "language"; language: string };
