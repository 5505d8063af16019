/** Small preferences of this browser. Where storage is forbidden they last as long as the page. */

const fallback = new Map<string, string>();

type Preference =
  "language" | "signed-in" | "guest" | "visits" | "visited" | "market" | "chart" | "favourites" | "plan" | "till";

export function recall(name: Preference): string | null {
  try {
    return window.localStorage.getItem(`cerca.${name}`);
  } catch {
    return fallback.get(name) ?? null;
  }
}

export function remember(name: Preference, value: string): void {
  try {
    window.localStorage.setItem(`cerca.${name}`, value);
  } catch {
    fallback.set(name, value);
  }
}

export function forget(name: Preference): void {
  try {
    window.localStorage.removeItem(`cerca.${name}`);
  } catch {
    fallback.delete(name);
  }
}

/** Hears when another tab has changed a preference; it can be read here by then. */
export function follow(name: Preference, listener: () => void): void {
  window.addEventListener("storage", ({ key }) => {
    if (key === `cerca.${name}`) listener();
  });
}
