import type { Session } from "./session";

/**
 * Goes back to the page that sent the reader here to sign in, once somebody is signed in: `?next=/market…`.
 *
 * Only the market and the consoles of venues do; any other address could be somebody else's.
 */
export function comeBackWhenSignedIn(session: Session): void {
  const next = new URLSearchParams(window.location.search).get("next");
  if (next === null || !/^\/(?:market|console\/merchant|console\/operator)(?:[#/?]|$)/.test(next)) return;
  session.account.observable.subscribe((remote) => {
    if (remote.state === "ready" && remote.value !== null) window.location.replace(next);
  });
}
