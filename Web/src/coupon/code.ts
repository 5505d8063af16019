/** How long a code is shown, in milliseconds. */
export const period = 30_000;

/** The word before a code in its QR code: the same keys on QWERTY, QWERTZ and AZERTY keyboards, and no code has a U. */
export const mark = "CUPON";

/** What stands before a code in its QR code: the mark, and the letters that show a scanner's keyboard layout. */
export const prefix = `${mark}AYZ`;

/** The letters of the prefix of version 0.2 and before. */
export const formerPrefix = "CERCA";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 20;
const proofBits = 52n;

/** The half minute of an instant, counted from 1970-01-01T00:00:00Z. */
export function halfMinuteOf(milliseconds: number): number {
  return Math.floor(milliseconds / period);
}

/**
 * What a phone shows at a till for one half minute: twenty characters of Crockford's base 32, 48 bits that name the coupon
 * and 52 of HMAC-SHA256 over the half minute.
 *
 * The coupon's identifier and its secret are hexadecimal, as they travel. `CouponCode` of the server is the same in Swift.
 */
export async function couponCode(coupon: string, secret: string, halfMinute: number): Promise<string> {
  const message = new Uint8Array(22);
  message.set(new TextEncoder().encode("cerca.coupon/1"));
  new DataView(message.buffer).setBigInt64(14, BigInt(halfMinute));
  const key = await crypto.subtle.importKey("raw", bytesOf(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const proof = numberOf(new Uint8Array(await crypto.subtle.sign("HMAC", key, message)), 8) >> (64n - proofBits);
  let rest = (numberOf(bytesOf(coupon), 6) << proofBits) | proof;
  let text = "";
  for (let index = 0; index < length; index += 1, rest >>= 5n) text = (alphabet[Number(rest & 31n)] ?? "") + text;
  return text;
}

/** A code as people read and type it: in groups of four. */
export function grouped(code: string): string {
  return code.replace(/(.{4})(?=.)/g, "$1 ");
}

function numberOf(bytes: Uint8Array, count: number): bigint {
  let number = 0n;
  for (let index = 0; index < count; index += 1) number = (number << 8n) | BigInt(bytes[index] ?? 0);
  return number;
}

/** The bytes of a hexadecimal text; what is none gives none. */
function bytesOf(text: string): Uint8Array {
  const pairs = /^(?:[0-9a-f]{2})+$/i.test(text) ? (text.match(/../g) ?? []) : [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}
