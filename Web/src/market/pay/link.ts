/** What a text that was scanned, pasted or typed asks for. */
export type Scanned =
  /** A request for a payment on this server. */
  | { kind: "request"; id: string }
  /** A request on another server of this kind. */
  | { kind: "elsewhere"; host: string }
  /** Somebody's address here, and the amount that was written behind it. */
  | { kind: "address"; address: string; amount?: string }
  /** A way to pay that is not ours, by the name that it begins with. */
  | { kind: "foreign"; scheme: string }
  /** Nothing that can be paid. */
  | { kind: "nothing" };

/** More than any link of ours has. */
const mostCharacters = 2000;

const number = /^[0-9a-z]{32}$/;
const ownAddress = /^c[a-km-np-z2-9]{32}$/;

/** The link of a request: the text beside the picture and the picture itself are made of this one value. */
export function linkOf(origin: string, id: string): string {
  return `${origin}/market#/pay/${id}`;
}

/** What a text asks for, seen from the server at `origin`; nothing is ever paid by it alone. */
export function scanned(text: string, origin: string): Scanned {
  const plain = text.trim();
  if (plain === "" || plain.length > mostCharacters) return { kind: "nothing" };
  // Neither has capitals of its own: some keyboards and scanners write nothing else.
  if (number.test(plain.toLowerCase())) return { kind: "request", id: plain.toLowerCase() };
  const compact = plain.replace(/\s/g, "");
  const [, address = "", query = ""] = /^([^?]*)\??(.*)$/.exec(compact) ?? [];
  if (ownAddress.test(address.toLowerCase())) {
    const amount = new URLSearchParams(query).get("amount") ?? "";
    return { kind: "address", address: address.toLowerCase(), ...(/^\d{1,40}(\.\d{1,18})?$/.test(amount) && { amount }) };
  }
  const scheme = /^([a-z][a-z0-9+.-]{0,30}):/i.exec(plain)?.[1]?.toLowerCase();
  if (scheme === undefined) return { kind: "nothing" };
  if (scheme !== "https" && scheme !== "http") return { kind: "foreign", scheme };
  let link: URL;
  try {
    link = new URL(plain);
  } catch {
    return { kind: "nothing" };
  }
  const id = /^#\/pay\/([0-9a-z]{32})$/i.exec(link.hash)?.[1]?.toLowerCase();
  if (id === undefined || link.pathname !== "/market" || link.search !== "" || link.username !== "" || link.password !== "") {
    return link.origin === origin ? { kind: "nothing" } : { kind: "foreign", scheme: link.host };
  }
  return link.origin === origin ? { kind: "request", id } : { kind: "elsewhere", host: link.host };
}
