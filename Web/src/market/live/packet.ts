/** What a server says to a socket: Engine.IO 4 with Socket.IO above it, of which the market needs a small part. */
export type Packet =
  | { kind: "open" }
  | { kind: "ping" }
  | { kind: "connected" }
  | { kind: "event"; name: string; argument: unknown }
  | { kind: "answer" }
  | { kind: "closed" }
  | { kind: "other" };

/** The longest message that is read: a whole book of 2,000 orders has a twentieth of it. */
const mostCharacters = 8_000_000;

/** The packet of a WebSocket's message; null when it is none. */
export function packetOf(text: unknown): Packet | null {
  if (typeof text !== "string" || text === "" || text.length > mostCharacters) return null;
  switch (text[0]) {
    case "0": return { kind: "open" };
    case "1": return { kind: "closed" };
    case "2": return { kind: "ping" };
    case "4": return messageOf(text);
    default: return { kind: "other" };
  }
}

function messageOf(text: string): Packet | null {
  switch (text[1]) {
    case "0": return { kind: "connected" };
    case "1": case "4": return { kind: "closed" };
    case "2": return eventOf(text);
    case "3": return { kind: "answer" };
    default: return { kind: "other" };
  }
}

function eventOf(text: string): Packet | null {
  const start = text.indexOf("[");
  // Between the type and the arguments stands the number of an event that wants an answer; ours are asked for none.
  if (start < 2 || !/^\d*$/.test(text.slice(2, start))) return null;
  try {
    const [name, argument] = JSON.parse(text.slice(start)) as unknown[];
    return typeof name === "string" ? { kind: "event", name, argument } : null;
  } catch {
    return null;
  }
}

/** The message that connects to the events of the server. */
export const connectMessage = "40";

/** The message that answers a ping. */
export const pongMessage = "3";

/** The message of an event. */
export function eventMessage(name: string, argument?: unknown): string {
  return `42${JSON.stringify(argument === undefined ? [name] : [name, argument])}`;
}

/** A message whose only purpose is that the server answers it: it names an event that there is none of. */
export function beatMessage(number: number): string {
  return `42${number}["beat"]`;
}
