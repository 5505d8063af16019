import { Observable } from "../../observable";
import type { Connection } from "./connection";
import { beatMessage, connectMessage, eventMessage, packetOf, pongMessage } from "./packet";

/** The part of a browser's WebSocket that is used. */
export type Wire = Pick<WebSocket, "send" | "close" | "onmessage" | "onclose">;

/** What a link needs from outside; a test gives its own. */
export interface LinkParts {
  open: () => Wire;
  now: () => number;
  /** A number from 0 to 1. */
  chance: () => number;
}

/** Who is told what happens on a link. */
export interface LinkListener {
  /** There is a connection: everything that is followed has to be asked for. */
  connected: () => void;
  event: (name: string, argument: unknown) => void;
  /** There is none any more. */
  disconnected: () => void;
}

/** The milliseconds before each further try, half as much more or less by chance, so that not all come at once. */
const delays = [500, 1000, 2000, 4000, 8000, 15_000] as const;

/** Milliseconds of silence after which the server is asked whether it is there. */
const heartbeat = 4000;

/** Milliseconds of silence after which numbers count as old. */
const slowAfter = 3 * heartbeat;

/** Milliseconds that an answer may take before the connection counts as broken; shorter when there is a reason. */
const patience = 16_000;
const shortPatience = 2000;

/** How long a connection says that it is back, and how long a hidden page keeps one. */
const backFor = 2000;
const hiddenFor = 300_000;

/**
 * Keeps one socket to the market's streams for as long as the page lives, and says how it stands.
 *
 * A connection that is silent is asked whether it is there, because a broken one looks like a quiet market. Whether the
 * browser believes that it has a network is a hint, after which the answer has to come soon.
 */
export class Link {
  readonly connection = new Observable<Connection>({ state: "connecting" });
  private wire: Wire | undefined;
  private isConnected = false;
  private heardAt: number;
  private deadline: number | undefined;
  private beats = 0;
  private tries = 0;
  private retry: number | undefined;
  private rest: number | undefined;
  private back: number | undefined;
  private wasLost = false;

  constructor(private readonly parts: LinkParts, private readonly listener: LinkListener) {
    this.heardAt = parts.now();
  }

  /** Connects, and stays so; called once. */
  start(): void {
    window.setInterval(() => this.look(), 500);
    window.addEventListener("online", () => this.wake());
    window.addEventListener("offline", () => this.probe());
    document.addEventListener("visibilitychange", () => {
      window.clearTimeout(this.rest);
      if (document.hidden) this.rest = window.setTimeout(() => this.sleep(), hiddenFor);
      else this.wake();
    });
    this.connect();
  }

  /** Sends an event; without a connection it is dropped, because a new one is told everything anyway. */
  emit(name: string, argument?: unknown): void {
    if (this.isConnected) this.wire?.send(eventMessage(name, argument));
  }

  /** Begins with a new connection at once, as after somebody signed out. */
  reconnect(): void {
    this.end();
    this.connect();
  }

  private connect(): void {
    window.clearTimeout(this.retry);
    if (this.wire !== undefined) return;
    const wire = this.parts.open();
    this.wire = wire;
    this.deadline = this.parts.now() + patience;
    wire.onmessage = ({ data }) => this.hear(wire, data);
    wire.onclose = () => this.lose();
  }

  private hear(wire: Wire, data: unknown): void {
    const packet = packetOf(data);
    if (packet === null || packet.kind === "closed") return this.lose();
    this.heardAt = this.parts.now();
    if (this.isConnected) this.deadline = undefined;
    if (this.connection.value.state === "slow") this.connection.set({ state: "live" });
    switch (packet.kind) {
      case "open": return wire.send(connectMessage);
      case "ping": return wire.send(pongMessage);
      case "connected": return this.begin();
      case "event": return this.isConnected ? this.listener.event(packet.name, packet.argument) : undefined;
    }
  }

  private begin(): void {
    this.isConnected = true;
    this.deadline = undefined;
    this.tries = 0;
    if (this.wasLost) {
      this.connection.set({ state: "back" });
      this.back = window.setTimeout(() => this.connection.set({ state: "live" }), backFor);
    } else this.connection.set({ state: "live" });
    this.wasLost = false;
    this.listener.connected();
  }

  /** Looks whether anything was heard lately. */
  private look(): void {
    if (this.wire === undefined) return;
    const now = this.parts.now();
    if (this.deadline !== undefined && now >= this.deadline) return this.lose();
    if (!this.isConnected) return;
    const silence = now - this.heardAt;
    if (silence >= heartbeat && this.deadline === undefined) this.beat(patience);
    const { state } = this.connection.value;
    if (silence < slowAfter || state === "slow") return;
    window.clearTimeout(this.back);
    this.connection.set({ state: "slow", since: this.heardAt });
  }

  private beat(wait: number): void {
    this.beats += 1;
    const deadline = this.parts.now() + wait;
    this.deadline = Math.min(this.deadline ?? deadline, deadline);
    this.wire?.send(beatMessage(this.beats));
  }

  private probe(): void {
    if (this.isConnected) this.beat(shortPatience);
  }

  /** Connects at once where there is no connection, and asks one that there is whether it lives. */
  private wake(): void {
    if (this.isConnected) return this.probe();
    // One that is being tried may have begun without a network, and would wait for long.
    this.end();
    this.tries = 0;
    this.connect();
  }

  /** Nobody looks: the connection is given up until somebody does. */
  private sleep(): void {
    this.end();
    this.tell();
  }

  /** The connection is gone; another one is tried after a while. */
  private lose(): void {
    this.end();
    this.tell();
    const delay = delays[Math.min(this.tries, delays.length - 1)] ?? 0;
    this.tries += 1;
    this.retry = window.setTimeout(() => this.connect(), delay * (0.5 + this.parts.chance()));
  }

  private tell(): void {
    this.wasLost = true;
    if (this.connection.value.state !== "lost") this.connection.set({ state: "lost", since: this.heardAt });
  }

  private end(): void {
    const { wire } = this;
    this.wire = undefined;
    this.deadline = undefined;
    window.clearTimeout(this.back);
    window.clearTimeout(this.retry);
    if (wire !== undefined) {
      wire.onmessage = null;
      wire.onclose = null;
      wire.close();
    }
    if (!this.isConnected) return;
    this.isConnected = false;
    this.listener.disconnected();
  }
}

/** A WebSocket to the streams of the server that the page is from. */
export function openWire(): Wire {
  const scheme = window.location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${window.location.host}/socket.io/?EIO=4&transport=websocket`);
}
