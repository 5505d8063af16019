// Written by `cerca api --typescript` from the table of routes in Sources/API; edit that, not this.

/** A place in the body that was sent and what is wrong there. */
export interface Fault {
  /** Where, as a JSON path such as `$.shops[2].major`. */
  path: string;
  /** What is wrong. */
  message: string;
}

/** What happened when something was refused or failed (RFC 9457). */
export interface Problem {
  /** Always `about:blank`: the code says more. */
  type: string;
  /** What happened, in a few words for people. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What happened, for programs; it is stable. */
  code: ProblemCode;
  /** What happened in this case, for people. */
  detail?: string;
  /** What is wrong in the body that was sent, and where. */
  faults?: Fault[];
}

/** What somebody types to sign up or in. */
export interface Credentials {
  /** The e-mail address; case does not matter. */
  email: string;
  /** The password, 8 to 256 bytes of UTF-8. */
  password: string;
}

/** A session that has just begun. */
export interface Session {
  /** The opaque token for `Authorization: Bearer`; browsers have it as a cookie. */
  token: string;
  /** When the session ends by itself. */
  expiresAt: string;
  /** The e-mail address of the account. */
  email: string;
}

/** The account that is signed in. */
export interface Account {
  /** The e-mail address. */
  email: string;
  /** When this session began. */
  signedInAt: string;
  /** When this session ends by itself. */
  expiresAt: string;
}

/** A venue in a list. */
export interface VenueSummary {
  /** The UUID that all beacons of the venue send. */
  uuid: string;
  /** Its name. */
  name: string;
  /** How many shops it has. */
  shops: number;
  /** How many beacons it has. */
  beacons: number;
}

/** The venues that the server knows. */
export interface Venues {
  /** The venues by name. */
  venues: VenueSummary[];
}

/** A place on Earth. */
export interface Location {
  /** Degrees north of the equator, WGS 84. */
  latitude: number;
  /** Degrees east of Greenwich, WGS 84. */
  longitude: number;
}

/** A floor plan; its origin is the upper left corner, x grows to the right and y downwards. */
export interface Plan {
  /** Metres from left to right. */
  width: number;
  /** Metres from top to bottom. */
  height: number;
  /** The walls as [x1, y1, x2, y2] in metres. */
  walls: [number, number, number, number][];
  /** The name of a picture to lie under the plan. */
  image?: string;
}

/** A shop of a venue. */
export interface Shop {
  /** The major number of all its beacons. */
  major: number;
  /** Its name. */
  name: string;
  /** What it sells, in one word of the venue's choice. */
  category: string;
  /** Its outline as [x, y] in metres on the plan. */
  area: [number, number][];
}

/** A beacon of a venue; its key is never told. */
export interface Beacon {
  /** The major number: which shop. */
  major: number;
  /** The minor number: which beacon of the shop. */
  minor: number;
  /** Metres from the left edge of the plan. */
  x: number;
  /** Metres from the upper edge of the plan. */
  y: number;
  /** What it stands at. */
  zone: "entrance" | "window" | "door" | "till" | "fitting-room" | "aisle";
  /** The power that is received at one metre, in dBm. */
  measuredPower: number;
  /** Seconds after which its security code changes. */
  period: number;
  /** The beacons that are next when one walks, as [major, minor]. */
  neighbours: [number, number][];
}

/** A venue with all that a phone or a map needs. */
export interface Venue {
  /** The UUID that all beacons of the venue send. */
  uuid: string;
  /** Its name. */
  name: string;
  /** Its time zone as the IANA database names it. */
  timeZone: string;
  /** Where it is on Earth. */
  location: Location;
  /** Its floor plan. */
  plan: Plan;
  /** Its shops. */
  shops: Shop[];
  /** Its beacons. */
  beacons: Beacon[];
}

/** How much a shop was visited in the last 15 minutes. */
export interface PictureShop {
  /** The major number of its beacons. */
  major: number;
  /** Visits; null when fewer than five, so that nobody can be picked out. */
  visits: number | null;
}

/** What a venue has been like in the last 15 minutes, without anybody in it. */
export interface Picture {
  /** When. */
  at: string;
  /** The shops of the venue. */
  shops: PictureShop[];
  /** Sightings that proved a visit. */
  accepted: number;
  /** Sightings that proved nothing, by code. */
  rejected: Record<string, number>;
}

/** A shop that somebody lets know of their visits. */
export interface ShopChoice {
  /** The UUID of its venue. */
  venue: string;
  /** The major number of its beacons. */
  major: number;
}

/** All shops that somebody lets know of their visits. */
export interface Choices {
  /** The shops; a shop that is not here learns nothing. */
  shops: ShopChoice[];
}

/** A beacon that was heard, with the code that proves it. */
export interface Sighting {
  /** The UUID of the venue. */
  uuid: string;
  /** The major number of the beacon. */
  major: number;
  /** The minor number of the beacon. */
  minor: number;
  /** The security code that was heard. */
  code: string;
  /** When it was heard, by the phone's clock. */
  heardAt: string;
}

/** A shop as it is named in visits, coupons and events. */
export interface ShopReference {
  /** The UUID of its venue. */
  venue: string;
  /** The major number of its beacons. */
  major: number;
  /** Its name. */
  name: string;
}

/** An offer that somebody has received. */
export interface Coupon {
  /** The coupon's identifier. */
  id: string;
  /** The shop that gave it. */
  shop: ShopReference;
  /** What it offers, by language (`es`, `en`, …). */
  text: Record<string, string>;
  /** The loyalty points that came with it. */
  points: number;
  /** When it came. */
  receivedAt: string;
  /** The first instant at which it is worth nothing any more. */
  validUntil: string;
}

/** A sighting that proved a visit. */
export interface SightingReceipt {
  /** The shop that was visited. */
  shop: ShopReference;
  /** The visit's identifier. */
  visit: string;
  /** When the server took it. */
  at: string;
  /** The coupons that it brought; mostly none. */
  offers: Coupon[];
}

/** A visit that was proved. */
export interface Visit {
  /** The visit's identifier. */
  id: string;
  /** The shop. */
  shop: ShopReference;
  /** When. */
  at: string;
}

/** The visits of this session. */
export interface Visits {
  /** The visits, the newest first. */
  visits: Visit[];
}

/** The coupons that somebody holds. */
export interface Coupons {
  /** The coupons, the newest first. */
  coupons: Coupon[];
}

/** One of your sightings proved a visit. */
export interface SightingAccepted {
  /** The shop that was visited. */
  shop: ShopReference;
  /** The visit's identifier. */
  visit: string;
  /** When. */
  at: string;
}

/** One of your sightings proved nothing. */
export interface SightingRejected {
  /** Why, as in a problem: `presence.stale`, … */
  code: string;
  /** When. */
  at: string;
}

/** What the simulation is and how far it has come. */
export interface Demo {
  /** The seed that repeats it. */
  seed: number;
  /** Simulated seconds for each second; 0 as fast as it can. */
  speed: number;
  /** How many visitors take part. */
  visitors: number;
  /** The UUID of the simulated venue. */
  venue: string;
  /** When the simulation began, by its own clock. */
  startedAt: string;
  /** Its clock now. */
  now: string;
}

/** How a simulated sighting ended. */
export interface DemoSighting {
  /** The visitor's number. */
  visitor: number;
  /** The major number of the beacon. */
  major: number;
  /** The minor number of the beacon. */
  minor: number;
  /** `accepted`, or the code of the refusal. */
  result: string;
  /** What the attacker tried when an attacker sent it. */
  attack?: "clone" | "replay" | "share" | "relay";
}

/** An offer that a simulated visitor received. */
export interface DemoOffer {
  /** The visitor's number. */
  visitor: number;
  /** The major number of the shop. */
  major: number;
  /** What it offers, by language (`es`, `en`, …). */
  text: Record<string, string>;
}

/** How often an attack was tried, and how often it worked. */
export interface AttackTally {
  /** How often it was tried. */
  attempts: number;
  /** How often it was taken for a visit. */
  accepted: number;
}

/** What the attackers tried and achieved, by kind. */
export interface AttackTotals {
  /** Position beacons cloned without the key. */
  clone: AttackTally;
  /** Codes sent again later. */
  replay: AttackTally;
  /** One code shared by many accounts. */
  share: AttackTally;
  /** Codes forwarded as they are heard. */
  relay: AttackTally;
}

/** How far estimates of position lie from the truth, metres; 0 before the first. */
export interface PositionError {
  /** The mean. */
  mean: number;
  /** What nine of ten stay under. */
  p90: number;
}

/** Sums since the simulation began. */
export interface DemoTotals {
  /** Visitors. */
  visitors: number;
  /** Sightings. */
  sightings: number;
  /** Sightings that proved a visit. */
  accepted: number;
  /** Sightings that proved nothing, by code. */
  rejected: Record<string, number>;
  /** Offers that were given. */
  offers: number;
  /** What the attackers tried and achieved. */
  attacks: AttackTotals;
  /** How far the phones' own estimates lie from the truth. */
  positionError: PositionError;
}

/** The simulated centre at one instant, and what happened in it since the frame before. */
export interface DemoFrame {
  /** The simulation's clock. */
  at: string;
  /** Every visitor as [number, x, y], metres. */
  visitors: [number, number, number][];
  /** Every attacker as [number, x, y, kind], metres. */
  attackers: ([number, number, number, "clone" | "replay" | "share" | "relay"])[];
  /** The sightings since the frame before. */
  sightings: DemoSighting[];
  /** The offers since the frame before. */
  offers: DemoOffer[];
  /** Sums since the simulation began. */
  totals: DemoTotals;
}

/** Your phone in the simulation. */
export interface DemoGuest {
  /** Its number among the visitors. */
  visitor: number;
  /** Metres from the left edge of the plan. */
  x: number;
  /** Metres from the upper edge of the plan. */
  y: number;
}

/** Where you want to walk. */
export interface Destination {
  /** Metres from the left edge of the plan. */
  x: number;
  /** Metres from the upper edge of the plan. */
  y: number;
}

/** A place on the plan. */
export interface PlanPosition {
  /** Metres from the left edge of the plan. */
  x: number;
  /** Metres from the upper edge of the plan. */
  y: number;
}

/** Where your phone says it is, in words; empty outside every region. */
export interface DemoPlace {
  /** The major number of the shop. */
  major?: number;
  /** The name of the shop. */
  shop?: string;
  /** What the nearest beacon stands at. */
  zone?: "entrance" | "window" | "door" | "till" | "fitting-room" | "aisle";
}

/** A beacon that your phone hears. */
export interface RangedBeacon {
  /** The major number. */
  major: number;
  /** The minor number. */
  minor: number;
  /** The filtered signal, dBm. */
  rssi: number;
  /** Metres; -1 when it is not known. */
  distance: number;
  /** How near that is. */
  proximity: "immediate" | "near" | "far" | "unknown";
}

/** Where your phone is, and what it knows of that. */
export interface DemoPosition {
  /** Where it truly is: metres from the left edge of the plan. */
  x: number;
  /** Where it truly is: metres from the upper edge of the plan. */
  y: number;
  /** Where it thinks that it is. */
  estimate?: PlanPosition;
  /** What it says in words; empty outside every region. */
  place: DemoPlace;
  /** The beacons in range, the nearest first. */
  ranged: RangedBeacon[];
}

/** Every code that a problem can carry. */
export type ProblemCode =
  /** The body is not JSON. */
  | "request.malformed"
  /** The body has faults. */
  | "request.invalid"
  /** There is nothing here. */
  | "request.not_found"
  /** This method is not possible here. */
  | "request.method_not_allowed"
  /** The request took too long to arrive. */
  | "request.timeout"
  /** The body is too large. */
  | "request.too_large"
  /** The body must be application/json. */
  | "request.unsupported_media_type"
  /** The headers are too large. */
  | "request.headers_too_large"
  /** The request may come from another site. */
  | "request.cross_site"
  /** Too many requests. */
  | "request.too_many"
  /** Too many attempts to sign in. */
  | "request.too_many_attempts"
  /** The server is too busy. */
  | "request.overloaded"
  /** The server failed. */
  | "server.internal"
  /** The database is not available. */
  | "storage.unavailable"
  /** This is no e-mail address. */
  | "accounts.invalid_email"
  /** The password is too short. */
  | "accounts.password_too_short"
  /** The password is too long. */
  | "accounts.password_too_long"
  /** There is an account with this e-mail address. */
  | "accounts.email_taken"
  /** The e-mail address or the password is wrong. */
  | "accounts.wrong_credentials"
  /** Nobody is signed in. */
  | "accounts.not_signed_in"
  /** There is no such beacon. */
  | "presence.unknown_beacon"
  /** The beacon never sent this code. */
  | "presence.code_mismatch"
  /** The code is too old. */
  | "presence.stale"
  /** The code has been used before. */
  | "presence.replayed"
  /** Nobody walks that fast. */
  | "presence.implausible"
  /** Too many people sent this code. */
  | "presence.shared"
  /** The sighting is from the future. */
  | "presence.future"
  /** The shop was not chosen. */
  | "loyalty.not_chosen"
  /** There is no such venue. */
  | "loyalty.unknown_venue"
  /** There is no such shop. */
  | "loyalty.unknown_shop"
  /** Too many shops were chosen. */
  | "loyalty.too_many_choices"
  /** There is no such coupon. */
  | "loyalty.unknown_coupon"
  /** You have no phone in the simulation. */
  | "demo.no_guest"
  /** The simulation is full. */
  | "demo.full";

/** What a call throws when the server refused or failed. */
export class ProblemError extends Error {
  constructor(
    /** The problem document. */
    readonly problem: Problem,
    /** Seconds after which to try again, when the server says so. */
    readonly retryAfter?: number,
  ) {
    super(problem.title);
    this.name = "ProblemError";
  }

  /** What happened, for programs. */
  get code(): ProblemCode {
    return this.problem.code;
  }
}

/** What a call may be told besides its body. */
export interface CallOptions {
  /** Gives the call up. */
  signal?: AbortSignal;
}

async function call<Answer>(method: string, path: string, options?: CallOptions, body?: unknown): Promise<Answer> {
  // The header tells the server that no other site made the browser send this.
  const headers: Record<string, string> = { Accept: "application/json, application/problem+json", "X-Cerca": "1" };
  const init: RequestInit = { method, headers, credentials: "same-origin" };
  if (options?.signal) init.signal = options.signal;
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  const response = await fetch(path, init);
  if (!response.ok) throw await problemOf(response);
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

async function problemOf(response: Response): Promise<ProblemError> {
  const retryAfter = Number(response.headers.get("Retry-After")) || undefined;
  if (response.headers.get("Content-Type")?.startsWith("application/problem+json")) {
    return new ProblemError((await response.json()) as Problem, retryAfter);
  }
  const title = response.statusText || "The server failed";
  return new ProblemError({ type: "about:blank", title, status: response.status, code: "server.internal" }, retryAfter);
}

/** A function for each route; each throws a `ProblemError` when it is refused. */
export const api = {
  /** Makes an account and signs it in. May refuse with `accounts.email_taken`, `accounts.invalid_email`, `accounts.password_too_short`, `accounts.password_too_long`, `request.too_many_attempts`. */
  signUp(body: Credentials, options?: CallOptions): Promise<Session> {
    return call("POST", "/api/accounts", options, body);
  },

  /** Signs in. May refuse with `accounts.wrong_credentials`, `request.too_many_attempts`. */
  signIn(body: Credentials, options?: CallOptions): Promise<Session> {
    return call("POST", "/api/sessions", options, body);
  },

  /** Ends the session; its pseudonyms are never used again. */
  signOut(options?: CallOptions): Promise<void> {
    return call("DELETE", "/api/session", options);
  },

  /** Says who is signed in. */
  account(options?: CallOptions): Promise<Account> {
    return call("GET", "/api/account", options);
  },

  /** Lists the venues. */
  venues(options?: CallOptions): Promise<Venues> {
    return call("GET", "/api/venues", options);
  },

  /** Describes a venue with its plan, shops and beacons. May refuse with `loyalty.unknown_venue`. */
  venue(uuid: string, options?: CallOptions): Promise<Venue> {
    return call("GET", `/api/venues/${encodeURIComponent(uuid)}`, options);
  },

  /** Tells which shops may know of your visits. */
  choices(options?: CallOptions): Promise<Choices> {
    return call("GET", "/api/choices", options);
  },

  /** Replaces the shops that may know of your visits. May refuse with `loyalty.unknown_shop`, `loyalty.too_many_choices`. */
  setChoices(body: Choices, options?: CallOptions): Promise<Choices> {
    return call("PUT", "/api/choices", options, body);
  },

  /** Proves a visit with a code that was heard. May refuse with `loyalty.not_chosen`, `presence.unknown_beacon`, `presence.code_mismatch`, `presence.stale`, `presence.replayed`, `presence.implausible`, `presence.shared`, `presence.future`. */
  recordSighting(body: Sighting, options?: CallOptions): Promise<SightingReceipt> {
    return call("POST", "/api/sightings", options, body);
  },

  /** Lists the visits of this session. */
  visits(options?: CallOptions): Promise<Visits> {
    return call("GET", "/api/visits", options);
  },

  /** Lists your coupons. */
  coupons(options?: CallOptions): Promise<Coupons> {
    return call("GET", "/api/coupons", options);
  },

  /** Deletes a coupon; `restoreCoupon` undoes it. May refuse with `loyalty.unknown_coupon`. */
  deleteCoupon(id: string, options?: CallOptions): Promise<void> {
    return call("DELETE", `/api/coupons/${encodeURIComponent(id)}`, options);
  },

  /** Restores a coupon that was deleted. May refuse with `loyalty.unknown_coupon`. */
  restoreCoupon(id: string, options?: CallOptions): Promise<Coupon> {
    return call("POST", `/api/coupons/${encodeURIComponent(id)}/restore`, options);
  },

  /** Describes the simulation. */
  demo(options?: CallOptions): Promise<Demo> {
    return call("GET", "/api/demo", options);
  },

  /** Puts a phone of your own into the simulated centre. May refuse with `demo.full`. */
  demoEnter(options?: CallOptions): Promise<DemoGuest> {
    return call("POST", "/api/demo/guest", options);
  },

  /** Takes your phone out of the simulated centre. May refuse with `demo.no_guest`. */
  demoLeave(options?: CallOptions): Promise<void> {
    return call("DELETE", "/api/demo/guest", options);
  },

  /** Makes your simulated self walk somewhere. May refuse with `demo.no_guest`. */
  demoWalk(body: Destination, options?: CallOptions): Promise<void> {
    return call("POST", "/api/demo/guest/destination", options, body);
  },
};

/** The events of `streams.venueStream`. */
export interface VenueStreamEvents {
  "picture": Picture;
}

/** The events of `streams.userStream`. */
export interface UserStreamEvents {
  "sighting.accepted": SightingAccepted;
  "sighting.rejected": SightingRejected;
  "offer.received": Coupon;
}

/** The events of `streams.demoStream`. */
export interface DemoStreamEvents {
  "frame": DemoFrame;
}

/** The events of `streams.demoGuestStream`. */
export interface DemoGuestStreamEvents {
  "position": DemoPosition;
}

/** What to do with each event of a stream; what is left out is passed over. */
export type Handlers<Events> = { [Name in keyof Events]?: (data: Events[Name]) => void };

function listen<Events>(path: string, handlers: Handlers<Events>): EventSource {
  const source = new EventSource(path);
  for (const name of Object.keys(handlers) as (keyof Events & string)[]) {
    source.addEventListener(name, (event) => {
      handlers[name]?.(JSON.parse((event as MessageEvent<string>).data) as Events[typeof name]);
    });
  }
  return source;
}

/** A function for each stream; it reconnects by itself until `close()`. */
export const streams = {
  /** Streams what a venue is like, every five seconds, without anybody in it. May refuse with `loyalty.unknown_venue`. */
  venueStream(uuid: string, handlers: Handlers<VenueStreamEvents>): EventSource {
    return listen<VenueStreamEvents>(`/api/venues/${encodeURIComponent(uuid)}/stream`, handlers);
  },

  /** Streams your own events as they happen. */
  userStream(handlers: Handlers<UserStreamEvents>): EventSource {
    return listen<UserStreamEvents>("/api/stream", handlers);
  },

  /** Streams the simulated centre, about five frames a second. */
  demoStream(handlers: Handlers<DemoStreamEvents>): EventSource {
    return listen<DemoStreamEvents>("/api/demo/stream", handlers);
  },

  /** Streams where your phone is and what it knows of that. May refuse with `demo.no_guest`. */
  demoGuestStream(handlers: Handlers<DemoGuestStreamEvents>): EventSource {
    return listen<DemoGuestStreamEvents>("/api/demo/guest/stream", handlers);
  },
};
