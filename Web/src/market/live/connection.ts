/**
 * How fresh live numbers are: `slow` means that nothing came for three times as long as usual, `lost` that there is no
 * connection, `back` that there is one again since two seconds at most. `since` is when the last message came, in
 * milliseconds of the browser's clock.
 */
export type Connection =
  | { state: "connecting" }
  | { state: "live" }
  | { state: "slow"; since: number }
  | { state: "lost"; since: number }
  | { state: "back" };

/** Whether what is shown may be taken for the present. */
export function isFresh({ state }: Connection): boolean {
  return state === "live" || state === "back";
}
