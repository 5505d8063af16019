/** A claim as its QR code or somebody's hand gives it. */
export interface ClaimCode {
  id: string;
  secret: string;
}

/**
 * The address that a claim's QR code holds. All of the claim stands behind `#`, which no browser sends: whoever serves the
 * page never sees it.
 */
export function claimLink(origin: string, { id, secret }: ClaimCode): string {
  return `${origin}/claim#${id}.${secret}`;
}

/** The claim in an address, or in what was typed of it: 32 digits and letters from a to f, twice. */
export function claimCode(text: string): ClaimCode | null {
  const found = /([0-9a-f]{32})[#\s.:/-]+([0-9a-f]{32})\s*$/i.exec(text.trim());
  const [, id, secret] = found ?? [];
  return id === undefined || secret === undefined ? null : { id: id.toLowerCase(), secret: secret.toLowerCase() };
}

/** A key in groups of eight, as it is read aloud or typed. */
export function grouped(digits: string): string {
  return digits.match(/.{1,8}/g)?.join(" ") ?? "";
}
