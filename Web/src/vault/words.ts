import type { VaultPageFieldKind } from "../api";
import { type Key, known, t } from "../i18n";
import type { IconName } from "../icons";

/** The kinds of field that can be chosen, in the order in which they are offered. */
export const plainKinds = [
  "type", "user", "password", "description", "url", "note", "pin", "secret-number", "email", "phone", "otp",
] as const;

const concealed = new Set(["password", "pin", "secret-number", "otp", "concealed"]);

/** What a field is called: the name that somebody gave it, or that of its kind. */
export function kindName(kind: VaultPageFieldKind): string {
  return kind.name ?? known(`vault.kind.${kind.kind}`) ?? kind.kind;
}

export function isConcealed(kind: VaultPageFieldKind): boolean {
  return concealed.has(kind.kind);
}

export function isSameKind(left: VaultPageFieldKind, right: VaultPageFieldKind): boolean {
  return left.kind === right.kind && left.name === right.name;
}

/** The factors of a slot in words: "Place and password". */
export function factorNames(factors: readonly string[]): string {
  const names = factors.map((factor) => known(`vault.factor.${factor}`) ?? factor);
  const text = names.join(` ${t("vault.and")} `);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A cipher as it is written in the field. */
export function cipherName(name: string): string {
  return known(`vault.cipher.${name}`) ?? name;
}

const pictures: Record<string, IconName> = {
  globe: "globe", bank: "bank", mail: "mail", card: "card", wifi: "wifi", note: "news", key: "key", person: "me",
  phone: "phone", server: "server", star: "star", folder: "folder",
};

export function categoryPicture(name: string): IconName {
  return pictures[name] ?? "folder";
}

/** The picture of a factor. */
export function factorPicture(factor: string | undefined): IconName {
  if (factor === "place" || factor === "presence") return "here";
  if (factor === "recovery") return "lifebuoy";
  return factor === "tang" ? "server" : "key";
}

const units = [
  [86_400, "day"], [3600, "hour"], [60, "minute"], [1, "second"],
] as const;

/** A span in its two largest units: "4 min 10 s". */
export function span(seconds: number): string {
  let rest = Math.max(0, Math.round(seconds));
  const parts: string[] = [];
  for (const [size, unit] of units) {
    const count = Math.floor(rest / size);
    if (count > 0 && parts.length < 2) parts.push(t(`vault.span.${unit}` as Key, { count }));
    rest -= count * size;
  }
  return parts.length > 0 ? parts.join(" ") : t("vault.span.second", { count: 0 });
}
