// Written by `make api` from the table in API/; edit that, not this.

/** A place in the body that was sent and what is wrong there. */
export interface Fault {
  /** Where, as a JSON path such as `$.shops[2].major`. */
  path: string;
  /** What is wrong. */
  message: string;
  /** The stable name of what is wrong, in files of areas and cases. */
  code?: string;
  /** The values in the message by their names. */
  values?: Record<string, string>;
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
  /** What is to be sent with the code from a mail: only with `accounts.device_unapproved` and `accounts.mailbox_unproved`. */
  challenge?: string;
}

/** What a browser gives when somebody uses a passkey; bytes are base64url. */
export interface PasskeyAssertion {
  /** What names the passkey. */
  credential: string;
  /** What the browser says, `clientDataJSON`. */
  clientData: string;
  /** What the authenticator says. */
  authenticatorData: string;
  /** Its signature over both. */
  signature: string;
  /** What names the account, `userHandle`; needed to sign in. */
  user?: string;
  /** What you will recognize the device by. */
  deviceLabel?: string;
}

/** What somebody types to sign up or in. */
export interface Credentials {
  /** The e-mail address; case does not matter. */
  email: string;
  /** The password, 8 to 256 bytes of UTF-8. */
  password: string;
  /** A code of the second factor, or a recovery code, for an account that asks for one. */
  code?: string;
  /** A passkey of the account in place of a code, for an account that asks for one. */
  passkey?: PasskeyAssertion;
  /** What the device shows to be recognized, for an account that approves its devices; browsers have a cookie. */
  device?: string;
  /** What you will recognize the device by. */
  deviceLabel?: string;
}

/** A session that has just begun. */
export interface Session {
  /** The opaque token for `Authorization: Bearer`; browsers have it as a cookie. */
  token: string;
  /** When the session ends by itself. */
  expiresAt: string;
  /** The e-mail address of the account. */
  email: string;
  /** What this device is to show at sign-in from now on, when it was approved just now and has nothing of its own; browsers have it as a cookie. */
  device?: string;
}

/** How far it is proved that an account's address belongs to its owner. */
export type AccountProof = "none" | "trading" | "mailbox";

/** What an account can be entrusted with. */
export type AccountRole = "health" | "market" | "merchant" | "operator";

/** The account that is signed in. */
export interface Account {
  /** The e-mail address. */
  email: string;
  /** When this session began. */
  signedInAt: string;
  /** When this session ends by itself. */
  expiresAt: string;
  /** How far the address is proved. */
  proof: AccountProof;
  /** What the owner wants to be called. */
  displayName?: string;
  /** Whether the account can be entered with a password. */
  hasPassword: boolean;
  /** What this session was begun for with a second factor. */
  role?: AccountRole;
}

/** The password and a code, once more. */
export interface Owner {
  /** The password. */
  password: string;
  /** The code that the authenticator app shows, or a recovery code. */
  code: string;
}

/** The code from the mail, for a device that waits to be approved. */
export interface DeviceApproval {
  /** What the sign-in was answered with. */
  challenge: string;
  /** The five characters from the mail, in any case. */
  code: string;
  /** What you will recognize the device by. */
  deviceLabel?: string;
}

/** How an account signs in. */
export interface Security {
  /** Whether a code of the second factor is asked for. */
  needsCode: boolean;
  /** How many recovery codes have not been used. */
  recoveryCodesLeft: number;
  /** Whether new devices have to be approved. */
  approvesDevices: boolean;
  /** Whether this server sends mail, without which no device could be approved. */
  canApproveDevices: boolean;
}

/** The password, once more. */
export interface Password {
  /** The password. */
  password: string;
}

/** What an authenticator app is told. */
export interface Authenticator {
  /** The address for the app, with the secret in it; missing when the app has it already. */
  otpauth?: string;
  /** The same as a QR code: a row for each line, `1` for a dark module, without the light border. */
  qr?: string[];
}

/** A first code. */
export interface FactorCode {
  /** The six digits that the authenticator app shows. */
  code: string;
}

/** Codes that stand for the second factor, each once. */
export interface RecoveryCodes {
  /** Ten codes; they are told this once. */
  codes: string[];
}

/** Whether new devices have to be approved. */
export interface DeviceRule {
  /** Whether they have to be. */
  isOn: boolean;
  /** The password. */
  password: string;
  /** What this device shows to be recognized, when it has something of its own. */
  device?: string;
  /** What you will recognize this device by. */
  deviceLabel?: string;
}

/** What a device is to show. */
export interface DeviceToken {
  /** What this device is to show at sign-in from now on; browsers have it as a cookie. */
  device?: string;
}

/** A device that an account has approved. */
export interface Device {
  /** What names it. */
  id: string;
  /** What you may recognize it by. */
  label: string;
  /** The beginning of the day on which it was approved. */
  approvedOn: string;
  /** The beginning of the day on which it was seen last. */
  seenOn: string;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
}

/** The devices that an account has approved. */
export interface Devices {
  /** Those that were seen last come first. */
  devices: Device[];
}

/** A session of an account. */
export interface ListedSession {
  /** What names it. */
  id: string;
  /** What you may recognize the device by. */
  label?: string;
  /** The beginning of the day on which it began. */
  begunOn: string;
  /** What it was begun for with a second factor. */
  role?: AccountRole;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
}

/** Where an account is signed in. */
export interface Sessions {
  /** Those of the last day come first. */
  sessions: ListedSession[];
}

/** What an API key may do. */
export type APIKeyScope = "read" | "trade" | "withdraw";

/** An API key without its secret. */
export interface APIKey {
  /** What names the key. */
  public: string;
  /** What you call it. */
  label: string;
  /** What it may be used for. */
  scopes: APIKeyScope[];
  /** The beginning of the day on which it was made. */
  madeOn: string;
  /** The instant from which it is worth nothing; never when it is missing. */
  expiresAt?: string;
  /** From where it may be used; anywhere when it is empty. */
  addresses: string[];
}

/** The API keys of an account. */
export interface APIKeys {
  /** Those of the last day come first. */
  keys: APIKey[];
}

/** An API key to be made. */
export interface APIKeyDraft {
  /** What you call it. */
  label: string;
  /** What it may be used for: see balances and orders, trade, move money out. */
  scopes: APIKeyScope[];
  /** The instant from which it is worth nothing; never when it is missing. */
  expiresAt?: string;
  /** From where it may be used: addresses or ranges such as 192.0.2.0/24; anywhere when missing. */
  addresses?: string[];
  /** The password. */
  password: string;
  /** A code of the second factor, when the account asks for one. */
  code?: string;
}

/** An API key that was just made. */
export interface NewAPIKey {
  /** What names the key, in each request. */
  public: string;
  /** What signs; it is told this once. */
  secret: string;
}

/** What a passkey is to answer. */
export interface PasskeyChallenge {
  /** 32 random bytes, base64url. */
  challenge: string;
  /** The host name that passkeys of this server are bound to. */
  party: string;
}

/** What an authenticator is to make a new passkey for. */
export interface NewPasskeyChallenge {
  /** 32 random bytes, base64url. */
  challenge: string;
  /** The host name that passkeys of this server are bound to. */
  party: string;
  /** What names the account, 16 bytes, base64url. */
  user: string;
  /** The e-mail address, by which you recognize the account on the authenticator. */
  name: string;
  /** What you want to be called, or the address. */
  displayName: string;
  /** The kinds of keys that are taken, as COSE numbers them, the best first. */
  algorithms: number[];
  /** Your passkeys, base64url: an authenticator that has one of them makes no second. */
  known: string[];
}

/** A passkey of yours. */
export interface Passkey {
  /** What names it here. */
  id: string;
  /** What names it on its authenticator, base64url. */
  credential: string;
  /** What you call it. */
  label: string;
  /** The beginning of the day on which it was added. */
  madeOn: string;
  /** The beginning of the day on which it was last used. */
  usedOn?: string;
}

/** Your passkeys. */
export interface Passkeys {
  /** Those added last come first. */
  passkeys: Passkey[];
  /** The host name that passkeys of this server are bound to; missing when it has none, and so offers no passkeys. */
  party?: string;
}

/** What a browser gives when somebody makes a passkey; bytes are base64url. */
export interface NewPasskey {
  /** What the browser says, `clientDataJSON`. */
  clientData: string;
  /** What the authenticator says, `attestationObject`. */
  attestation: string;
  /** What you will recognize the passkey by. */
  label?: string;
}

/** What a passkey is called. */
export interface PasskeyName {
  /** The new name. */
  label: string;
}

/** A provider of identities. */
export interface IdentityProvider {
  /** Its name in addresses. */
  name: string;
  /** What people call it. */
  label: string;
}

/** The providers of identities. */
export interface IdentityProviders {
  /** In the order in which they are offered. */
  providers: IdentityProvider[];
}

/** Where in the page a sign-in by a provider goes on. */
export type SignInPlace = "here" | "offers" | "shops" | "me" | "vault" | "health";

/** What somebody shows before a provider is asked who they are. */
export interface ProviderConfirmation {
  /** A code of the second factor, or a recovery code, for an account that asks for one. */
  code?: string;
}

/** Where a browser goes. */
export interface ProviderAddress {
  /** The address at the provider. */
  address: string;
}

/** What has to happen before somebody of whom a provider told is signed in. */
export type ArrivalStep = "enter" | "create" | "confirm" | "clear" | "connect";

/** Somebody of whom a provider told. */
export interface Arrival {
  /** What people call the provider. */
  provider: string;
  /** The address that the provider told. */
  email?: string;
  /** What is still to be shown. */
  step: ArrivalStep;
  /** Whether this server sends mail. */
  sendsMail: boolean;
}

/** What finishes a sign-in by a provider, as far as it is asked for. */
export interface ArrivalProof {
  /** The password of the account with the same address. */
  password?: string;
  /** The code that went to the address. */
  mailCode?: string;
  /** A code of the second factor, or a recovery code, for an account that asks for one. */
  code?: string;
  /** What the device shows to be recognized; browsers have a cookie. */
  device?: string;
  /** What you will recognize the device by. */
  deviceLabel?: string;
}

/** An identity elsewhere. */
export interface LinkedIdentity {
  /** What names it. */
  id: string;
  /** The name of its provider in addresses. */
  provider: string;
  /** What people call its provider. */
  label: string;
  /** The address that the provider told last. */
  email?: string;
  /** Whether you can show once more who you are by signing in there anew. */
  confirms: boolean;
  /** The beginning of the day on which it was linked. */
  linkedOn: string;
}

/** The identities of an account. */
export interface Identities {
  /** In the order of their providers. */
  identities: LinkedIdentity[];
  /** Where to sign out at the provider from which this session stems, when it has such a place. */
  signOutAddress?: string;
}

/** The code from a mail, which proves that its reader has the address. */
export interface MailboxProof {
  /** What the request for the code was answered with. */
  challenge: string;
  /** The six digits from the mail; they work for a day and may be tried five times. */
  code: string;
}

/** What the code from a mail is to be sent with. */
export interface MailboxChallenge {
  /** What the code is to be sent with. */
  challenge: string;
}

/** A new password, and what shows that it is the owner who sets it. */
export interface PasswordChange {
  /** The password of now; an account without one needs a confirmation instead. */
  password?: string;
  /** A code of the second factor, or a recovery code, for an account that asks for one. */
  code?: string;
  /** The new password, 8 to 256 bytes of UTF-8; none of those that are guessed first. */
  newPassword: string;
}

/** An e-mail address. */
export interface Address {
  /** The e-mail address; case does not matter. */
  email: string;
}

/** A new password, and the token of the link that sets it. */
export interface PasswordReset {
  /** What stands in the link from the mail. */
  token: string;
  /** The new password, 8 to 256 bytes of UTF-8; none of those that are guessed first. */
  newPassword: string;
}

/** The token of a link from a mail. */
export interface LinkToken {
  /** What stands in the link from the mail. */
  token: string;
}

/** What somebody wants to be called. */
export interface DisplayName {
  /** The name, up to 60 characters; none takes it away. */
  displayName?: string;
}

/** What can happen to the security of an account. */
export type AccountEventKind = "account.made" | "session.begun" | "device.new" | "session.failed" | "sessions.ended" | "device.approved" | "device.removed" | "approval.on" | "approval.off" | "factor.on" | "factor.off" | "factor.renewed" | "key.made" | "key.revoked" | "password.changed" | "password.reset" | "email.proved" | "email.changed" | "email.restored" | "identity.linked" | "identity.unlinked" | "passkey.added" | "passkey.removed" | "archive.made" | "withdrawal.asked" | "withdrawal.cancelled" | "withdrawal.settled" | "withdrawal.refused" | "money.sent" | "book.added" | "book.removed" | "book.only" | "book.opening" | "addresses.on" | "addresses.off";

/** Something that happened on a day, and how often. */
export interface AccountEvent {
  /** What happened. */
  kind: AccountEventKind;
  /** The beginning of the day. */
  on: string;
  /** How often on that day. */
  times: number;
  /** The device, key or identity, as its owner knows it, or how much money. */
  label?: string;
  /** From where, when the owner wants that kept. */
  address?: string;
}

/** What happened to the security of an account. */
export interface AccountTrail {
  /** At most 500; the last day comes first, and within a day they are in no order of time. */
  events: AccountEvent[];
  /** Whether addresses of the network are kept. */
  keepsAddresses: boolean;
  /** Whether what matters of it is mailed as well: the server sends mail, and the address is proved. */
  isMailed: boolean;
}

/** Whether addresses of the network are kept. */
export interface TrailAddresses {
  /** Whether they are. */
  isOn: boolean;
}

/** What is to end beside the sessions. */
export interface SignOutEverywhere {
  /** Whether approved devices are to be forgotten as well. */
  endsDevices?: boolean;
  /** Whether API keys are to be revoked as well. */
  endsKeys?: boolean;
  /** Whether passkeys are to be removed as well. */
  endsPasskeys?: boolean;
  /** Whether linked identities are to be unlinked as well. */
  endsIdentities?: boolean;
}

/** What ended, and what stays. */
export interface SignedOutEverywhere {
  /** How many sessions ended. */
  sessionsEnded: number;
  /** How many devices are still approved. */
  devicesLeft: number;
  /** How many API keys still work. */
  keysLeft: number;
  /** How many passkeys still open the account. */
  passkeysLeft: number;
  /** How many linked identities still open the account. */
  identitiesLeft: number;
}

/** What you have of an asset. */
export interface MarketBalance {
  /** The asset. */
  asset: string;
  /** All that you have. */
  total: string;
  /** What is not held by open orders and withdrawals. */
  available: string;
}

/** What would be lost with an account. */
export interface AccountDeletion {
  /** What the account has of each asset, of which it has anything. */
  balances: MarketBalance[];
  /** Whether money is among it, and not points alone: then the end has to be asked for with `forfeits`. */
  hasMoney: boolean;
  /** Whether money is held: open orders are cancelled with `forfeits`, a withdrawal has to be decided first. */
  isHeld: boolean;
  /** How many API keys would end. */
  keys: number;
  /** How many coupons would be lost. */
  coupons: number;
}

/** How an account is to end. */
export interface AccountFarewell {
  /** Whether balances may be lost, and open orders cancelled. */
  forfeits: boolean;
}

/** The photo of an account. */
export interface Photo {
  /** By what it is asked for; missing when there is none. */
  photo?: string;
}

/** How large a photo is. */
export type PhotoSize = "large" | "small";

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
  /** What stands in the way, as [x1, y1, x2, y2] in metres: the walls without what doors open of them. */
  walls: [number, number, number, number][];
  /** The address of a picture to lie under the plan. */
  image?: string;
  /** Where on the plan the picture lies, as [left, top, right, bottom] in metres; without it the picture fills the plan. */
  imageArea?: [number, number, number, number];
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
  /** The points for twenty minutes and more in one of its shops, once a day; without it there are none. */
  pointsForTime?: number;
}

/** How many visitors a shop had in that quarter of an hour; disputed visits do not count. */
export interface PictureShop {
  /** The major number of its beacons. */
  major: number;
  /** Visitors; null when fewer than five, so that nobody can be picked out. */
  visits: number | null;
}

/** What a venue was like in one quarter of an hour; made once, five minutes after its end. */
export interface Picture {
  /** The beginning of the quarter. */
  from: string;
  /** Its end. */
  until: string;
  /** The shops of the venue. */
  shops: PictureShop[];
  /** Sightings that proved a visit. */
  accepted: number;
  /** Sightings that proved a visit with a code that too many accounts used. */
  disputed: number;
  /** Sightings that proved nothing, by code. */
  rejected: Record<string, number>;
}

/** What a shop may know of somebody who chose it; each is more than the one before. */
export type ShopTerm = "coupons" | "visits" | "habits";

/** A shop that somebody lets know of their visits. */
export interface ShopChoice {
  /** The UUID of its venue. */
  venue: string;
  /** The major number of its beacons. */
  major: number;
  /** What it may know; one that is not told stays as it is, and is `visits` for a shop that is new. */
  term?: ShopTerm;
}

/** All shops that somebody lets know of their visits. */
export interface Choices {
  /** The shops; a shop that is not here learns nothing. */
  shops: ShopChoice[];
}

/** What a beacon told of itself, as Eddystone-TLM has it; one report of a beacon, day and account is taken. */
export interface BeaconTelemetry {
  /** The voltage of its battery, in millivolts; 0 when it does not say. */
  millivolts: number;
  /** Its temperature in 1/256 of a degree Celsius; -32768 when it does not say. */
  temperature256: number;
  /** How many advertisements it has sent since it was switched on. */
  advertisements: number;
  /** For how long it has been on, in tenths of a second. */
  uptimeDeciseconds: number;
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
  /** What the beacon told of itself then; it is kept without a name. */
  telemetry?: BeaconTelemetry;
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

/** What a coupon is worth. */
export type CouponState = "open" | "used" | "expired";

/** When the points of a coupon are paid. */
export type CouponPointsMoment = "received" | "redeemed";

/** An offer that somebody has received. */
export interface Coupon {
  /** The coupon's identifier. */
  id: string;
  /** The shop that gave it. */
  shop: ShopReference;
  /** What it offers, by language (`es`, `en`, …). */
  text: Record<string, string>;
  /** The loyalty points that it is worth. */
  points: number;
  /** When it came. */
  receivedAt: string;
  /** The first instant at which it is worth nothing any more. */
  validUntil: string;
  /** What it is worth now. */
  state: CouponState;
  /** The day on which it was redeemed, as its beginning in the time zone of the venue. */
  usedOn?: string;
  /** When the points are paid. */
  pointsPaid: CouponPointsMoment;
  /** What the codes of its card are made with, while it is open: told to nobody but its owner, and kept on the phone so that the card works without a network. */
  secret?: string;
}

/** A sighting that proved a visit. */
export interface SightingReceipt {
  /** The shop that was visited. */
  shop: ShopReference;
  /** The visit's identifier; empty where the shop may not know of visits. */
  visit: string;
  /** When the server took it. */
  at: string;
  /** Whether so many accounts used the beacon's code that the visit counts for nobody; offers wait. */
  disputed: boolean;
  /** The coupons that it brought; mostly none. */
  offers: Coupon[];
}

/** A visit: proofs at one shop, less than 15 minutes apart. */
export interface Visit {
  /** The visit's identifier, that of its first proof. */
  id: string;
  /** The shop. */
  shop: ShopReference;
  /** When it was proved first. */
  at: string;
  /** When it was proved last. */
  until: string;
  /** The identifiers of its proofs in their order. */
  proofs: string[];
  /** Whether so many accounts used each code that it counts for nobody. */
  disputed: boolean;
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
  /** The visit's identifier; empty where the shop may not know of visits. */
  visit: string;
  /** When. */
  at: string;
  /** Whether so many accounts used the beacon's code that it counts for nobody. */
  disputed: boolean;
}

/** One of your sightings proved nothing. */
export interface SightingRejected {
  /** Why, as in a problem, such as `presence.stale`. */
  code: string;
  /** When. */
  at: string;
}

/** What a notification tells. */
export type NotificationKind = "order.executed" | "price.reached" | "device.approved" | "passkey.copied" | "request.settled" | "request.refused" | "invoice.delayed" | "invoice.changed" | "invoice.kept" | "payment.received";

/** Whether the base of a market is bought or sold. */
export type MarketSide = "buy" | "sell";

/** From which side a price was reached, or whether money comes or goes. */
export type NotificationDirection = "above" | "below" | "deposit" | "withdrawal";

/** Something that an account was told, in an answer and as an event. */
export interface Notification {
  /** What names it. */
  id: string;
  /** What it tells; the properties that follow depend on it. */
  kind: NotificationKind;
  /** When it happened; of a device, the beginning of the day. */
  at: string;
  /** Whether it was read. */
  isRead: boolean;
  /** The market, of an order or a price. */
  market?: string;
  /** The order that was executed. */
  order?: string;
  /** What the order did. */
  side?: MarketSide;
  /** The price that was reached, or the limit of the order when it has one. */
  price?: string;
  /** How much was executed or moved. */
  amount?: string;
  /** How the price was reached, or which way the money goes. */
  direction?: NotificationDirection;
  /** The asset of a request or an invoice. */
  asset?: string;
  /** The request that was decided. */
  request?: string;
  /** The invoice whose payment could not be changed at once. */
  invoice?: string;
  /** The device that was approved. */
  label?: string;
}

/** What you know of your orders and balances may be old; ask for it. Comes first on each stream, and whenever a change cannot be told in its parts. */
export interface MarketStale {
  /** Always true. */
  isStale: boolean;
}

/** How an order finds its price. */
export type MarketOrderType = "limit" | "market" | "stop-limit";

/** What has become of an order. */
export type MarketOrderStatus = "waiting" | "queued" | "filled" | "cancelled";

/** Why an order was cancelled. */
export type MarketOrderReason = "user" | "self-trade" | "immediate-rest" | "stop-post-only" | "stop-fill-or-kill" | "stop-refused" | "replaced" | "expired" | "cancel-timer" | "partner" | "operator" | "market-paused" | "account-disabled" | "price-collar";

/** How long an order lasts. */
export type MarketTimeInForce = "good-till-cancelled" | "immediate-or-cancel" | "fill-or-kill";

/** An order of yours. */
export interface MarketOrder {
  /** Its number, as `O1025`. */
  id: string;
  /** The market. */
  market: string;
  /** Whether the base is bought or sold. */
  side: MarketSide;
  /** How it finds its price. */
  type: MarketOrderType;
  /** What has become of it. */
  status: MarketOrderStatus;
  /** Why it was cancelled: by you; it met an order of yours; it does not wait and there was no more for it; you amended it, and another came in its place; or its stop was reached, and it would have traded at once, could not be filled whole, or the book did not take it; or what the words say. */
  reason?: MarketOrderReason;
  /** The limit; a market order has none. */
  price?: string;
  /** The price at which it enters the book. */
  stop?: string;
  /** How much was ordered, in the base asset. */
  amount: string;
  /** How much was executed. */
  executed: string;
  /** How much can still be executed. */
  remaining: string;
  /** The average price of what was executed; 0 before. */
  averagePrice: string;
  /** The fees so far, in `feeAsset`. */
  fee: string;
  /** The asset that is received, in which fees are. */
  feeAsset: string;
  /** How long it lasts. */
  timeInForce: MarketTimeInForce;
  /** Whether it must not trade at once. */
  isPostOnly: boolean;
  /** When it was accepted. */
  createdAt: string;
  /** When it changed last. */
  updatedAt: string;
  /** Your own name for it, when you gave it one. */
  clientId?: string;
  /** The order that came in its place when you amended it. */
  replacedBy?: string;
  /** When it ends unless it has before; without it, it does not. */
  expiresAt?: string;
  /** The other order of its pair. */
  partner?: string;
}

/** An execution of an order of yours. */
export interface MarketFillLine {
  /** The number of the trade. */
  id: string;
  /** The number of your order, as `O1025`. */
  order: string;
  /** The market. */
  market: string;
  /** The side of your order. */
  side: MarketSide;
  /** The price. */
  price: string;
  /** How much, in the base asset. */
  amount: string;
  /** What that came to, in the quote asset. */
  value: string;
  /** The fee, in the asset that was received. */
  fee: string;
  /** The asset that was received. */
  feeAsset: string;
  /** Whether your order had waited in the book. */
  isMaker: boolean;
  /** When. */
  at: string;
}

/** What one step of a market changed of yours, as it is then; within a market these come in their order. */
export interface MarketOwnChanges {
  /** The market. */
  market: string;
  /** Your orders that changed, those that ended as well. */
  orders: MarketOrder[];
  /** The executions, oldest first. */
  fills: MarketFillLine[];
  /** What you have of the market's two assets; one that was told later already is left out. */
  balances: MarketBalance[];
}

/** What an account was told. */
export interface Inbox {
  /** The newest first. */
  notifications: Notification[];
  /** How many have not been read. */
  unread: number;
}

/** What an alert tells of. */
export type AlertKind = "price" | "orders";

/** From which side a price is reached. */
export type AlertDirection = "above" | "below";

/** What an account wants to be told of a market. */
export interface Alert {
  /** What names it. */
  id: string;
  /** Whether it waits for a price, or for own orders to be executed. */
  kind: AlertKind;
  /** The market; all of them when it is missing. */
  market?: string;
  /** Whether prices at or above it count, or those at or below it. */
  direction?: AlertDirection;
  /** The price, a decimal number in the market's quote asset. */
  price?: string;
}

/** What an account wants to be told of markets. */
export interface Alerts {
  /** The oldest first. */
  alerts: Alert[];
}

/** An alert to be made: of a price when it has one, else of own orders. */
export interface AlertDraft {
  /** The market; for own orders it may be missing, and means all of them. */
  market?: string;
  /** Whether prices at or above it count, or those at or below it. */
  direction?: AlertDirection;
  /** The price, a decimal number in the market's quote asset. */
  price?: string;
}

/** What carries messages to a device. */
export type PushCarrierName = "web" | "apple" | "google";

/** What devices are told of. */
export type PushKindName = "offers" | "orders" | "devices" | "prices" | "payments" | "reminders";

/** A device that is told things. */
export interface PushDevice {
  /** What names it. */
  id: string;
  /** What carries messages to it. */
  carrier: PushCarrierName;
  /** What you may recognize it by. */
  label?: string;
  /** What it is not told of. */
  muted: PushKindName[];
  /** The beginning of the day on which it was registered last. */
  registeredOn: string;
  /** Whether it belongs to the session that asks. */
  isCurrent: boolean;
}

/** When and of which shops an account is told things, on all its devices. */
export interface PushRules {
  /** Whether nothing is pushed at all. */
  isSilent: boolean;
  /** The minute of the day from which nothing is pushed; missing, together with the other, for no quiet hours. */
  quietFrom?: number;
  /** The minute of the day from which there are pushes again. */
  quietUntil?: number;
  /** The account's time zone, by its name in the IANA's database. */
  timeZone: string;
  /** The shops whose offers are not pushed. */
  mutedShops: ShopChoice[];
}

/** On which devices an account is told things, and of what. */
export interface Push {
  /** The key that browsers subscribe with, in Base64 for URLs; missing when this server pushes nothing to browsers. */
  publicKey?: string;
  /** The devices. */
  devices: PushDevice[];
  /** When and of which shops. */
  rules: PushRules;
}

/** A device that is to be told things; a browser has an endpoint, an app has a token. */
export interface PushRegistration {
  /** What carries messages to it. */
  carrier: PushCarrierName;
  /** Where the browser's push service takes messages. */
  endpoint?: string;
  /** What names the app on this device. */
  token?: string;
  /** Whether an app of Apple's was built for the sandbox; not, when missing. */
  isSandbox?: boolean;
  /** The public key that messages are encrypted with, 65 bytes in Base64 for URLs. */
  p256dh: string;
  /** The secret that messages are encrypted with, 16 bytes in Base64 for URLs. */
  auth: string;
  /** The language in which it is told things. */
  language: string;
}

/** What a device is not told of. */
export interface PushMuting {
  /** The kinds; none, for being told everything. */
  muted: PushKindName[];
}

/** What a phone must know of a server to fetch and to check its batches of keys. */
export interface ExposureParameters {
  /** The public key of the signatures (ES256), in PEM form. */
  publicKey: string;
  /** How many seconds lie between two batches. */
  batchSeconds: number;
  /** For how many days a batch can be fetched. */
  retentionDays: number;
  /** Whether every report code ends with a check digit by Damm's table, so that a phone finds a mistyped code before it sends anything; missing means no. */
  codesHaveCheckDigit?: boolean;
}

/** How the tracing of a phone stands. */
export type TracingStateName = "never" | "on" | "off" | "reported";

/** How many contacts your phone had on one day. */
export interface ContactDay {
  /** The UTC day. */
  day: string;
  /** How many days ago that was; 0 is today. */
  daysAgo: number;
  /** Identifiers that were near for a while; one person has a new identifier every 15 minutes. */
  contacts: number;
}

/** How much an encounter counts. */
export type ExposureGrade = "low" | "medium" | "high";

/** A day on which your phone was near the phone of somebody who later tested positive. */
export interface ExposureDay {
  /** The UTC day. */
  day: string;
  /** How many days ago that was; 0 is today. */
  daysAgo: number;
  /** The UTC day on which the phone found out. */
  foundOn: string;
  /** For about how many minutes. */
  minutes: number;
  /** How sure the rule is that these were within two metres, in percent. */
  probability: number;
  /** How grave it is, by minutes, probability and day. */
  grade: ExposureGrade;
}

/** What a phone tells its owner of tracing. */
export type TracingNoticeKind = "heartbeat" | "nothingFound" | "exposure" | "reported" | "missedBatches";

/** Something that your phone has told you. */
export interface TracingNotice {
  /** What it is about. */
  kind: TracingNoticeKind;
  /** The UTC day on which it was told. */
  day: string;
  /** How many days ago that was; 0 is today. */
  daysAgo: number;
  /** After how many days of tracing a heartbeat came: 2, 6 or 7. */
  heartbeat?: number;
  /** How many two-hour batches of published keys could not be fetched any more. */
  missed?: number;
}

/** The days whose encounters a report would warn. */
export interface ReportableDays {
  /** The first UTC day, at most 14 days ago. */
  from: string;
  /** The last UTC day: today. */
  to: string;
}

/** How the tracing of your phone stands: days and counts, never a place or a time of day. */
export interface Tracing {
  /** Whether the phone traces; `reported` means that a report ended it. */
  state: TracingStateName;
  /** The UTC day on which that state began; missing for `never`. */
  since?: string;
  /** The phone's clock. */
  now: string;
  /** When published keys were last fetched and compared. */
  lastSync?: string;
  /** When that is due again; missing while tracing is off. */
  nextSync?: string;
  /** What was met on each day that the phone keeps, the oldest first and today last. */
  contacts: ContactDay[];
  /** The days with a possible infection, the latest first. */
  exposures: ExposureDay[];
  /** What the phone has told you, the latest first. */
  notices: TracingNotice[];
  /** The days that a report would cover; missing when there is nothing to report. */
  reportable?: ReportableDays;
  /** How many shops and days a report could tell the venue, if you agree; missing when there are none. */
  venueDays?: number;
  /** How many two-hour batches of published keys were wrong or missing when your phone asked for them, while a later one was compared; it asks for them again. Missing when there are none. */
  gaps?: number;
  /** Whether the report codes of the phone's server end with a check digit; missing while that is not known. */
  codesHaveCheckDigit?: boolean;
}

/** Whether your phone shall trace. */
export interface TracingSwitch {
  /** Whether it shall. */
  on: boolean;
}

/** The one-time code with which the health authority lets you report. */
export interface ReportCode {
  /** Twelve digits; spaces and hyphens between them are passed over. */
  code: string;
  /** Whether the venue may learn in which of its shops your phone proved to be on which day, each by itself at a random time and without a name; missing means no. */
  venueDays?: boolean;
}

/** What your phone shows to the health authority: a QR code, and words to compare. */
export interface CaseCode {
  /** The text in the QR code; show it to nobody but the authority. */
  url: string;
  /** What phone and console both show, to compare. */
  checkWords: string;
  /** A row for each line from the top, a character for each module, `1` is dark; without a margin. */
  modules: string[];
}

/** One piece of news. */
export interface NewsItem {
  /** Its identifier. */
  id: string;
  /** The UTC day on which it was first published. */
  publishedOn: string;
  /** Its title by language (`es`, `en`, `pt`, `it`), plain text. */
  title: Record<string, string>;
  /** Its text by language, plain text; an empty line stands between paragraphs. */
  text: Record<string, string>;
}

/** News for everybody. */
export interface News {
  /** The news, the newest first. */
  news: NewsItem[];
}

/** A question and its answer. */
export interface Question {
  /** Its identifier. */
  id: string;
  /** The UTC day on which it was first published. */
  publishedOn: string;
  /** The question by language, plain text. */
  question: Record<string, string>;
  /** The answer by language, plain text; an empty line stands between paragraphs. */
  answer: Record<string, string>;
}

/** Questions and answers for everybody. */
export interface Questions {
  /** The questions, the newest first unless the authority has ordered them otherwise. */
  questions: Question[];
}

/** What the authority publishes. */
export type PublicationList = "news" | "questions";

/** A piece of news or a question as the authority's console sees it. */
export interface Publication {
  /** Its identifier. */
  id: string;
  /** The UTC day on which it was first published. */
  publishedOn: string;
  /** The title or the question by language. */
  title: Record<string, string>;
  /** The text or the answer by language. */
  text: Record<string, string>;
}

/** All news, or all questions, as the authority's console sees them. */
export interface Publications {
  /** The entries in the order in which everybody sees them. */
  entries: Publication[];
}

/** What the authority writes: in one language at least, in each with title and text. */
export interface PublicationDraft {
  /** The title or the question by language (`es`, `en`, `pt`, `it`). */
  title: Record<string, string>;
  /** The text or the answer in the same languages. */
  text: Record<string, string>;
}

/** The order that entries are to have. */
export interface PublicationOrder {
  /** The identifiers of all entries, the first one first. */
  ids: string[];
}

/** What somebody types to sign in to a role. */
export interface RoleCredentials {
  /** The e-mail address; case does not matter. */
  email: string;
  /** The password, 8 to 256 bytes of UTF-8. */
  password: string;
  /** The six digits that the authenticator app shows; they work once. */
  code: string;
}

/** What became of a code. */
export type ExposureCodeState = "waiting" | "used" | "expired" | "withdrawn";

/** What became of a code: never whose it is, and never the code itself. */
export interface ExposureCode {
  /** Its identifier. */
  id: string;
  /** What became of it. */
  state: ExposureCodeState;
  /** The UTC day on which it was issued. */
  issuedOn: string;
}

/** What became of the codes of the last weeks. */
export interface ExposureCodes {
  /** The codes, the newest first. */
  codes: ExposureCode[];
}

/** A code that has just been issued; it is told this once. */
export interface IssuedCode {
  /** The identifier under which the console lists it. */
  id: string;
  /** The 12 digits for the person who tested positive. */
  code: string;
  /** The first instant at which it is worth nothing any more. */
  expiresAt: string;
}

/** The day on which symptoms began, to be kept beside a code that waits. */
export interface CodeOnset {
  /** The UTC day, of the last 21, such as `2026-11-18`; missing to forget one that was entered. */
  onset?: string;
}

/** What became of a case. */
export type HealthCaseState = "pending" | "approved" | "rejected" | "expired";

/** A case that the authority registered: days and a state, and nothing that says whose it is. */
export interface HealthCase {
  /** Its identifier. */
  id: string;
  /** How it stands. */
  state: HealthCaseState;
  /** The first UTC day whose contacts are warned. */
  firstDay: string;
  /** The UTC day on which it was registered; contacts until then are warned. */
  registeredOn: string;
  /** The UTC day on which somebody decided. */
  decidedOn?: string;
  /** What the phone shows as well; missing once it is decided. */
  checkWords?: string;
}

/** The cases of the last weeks. */
export interface HealthCases {
  /** The cases, those of the last day first. */
  cases: HealthCase[];
}

/** What the authority reads from a phone; it travels in a body, never in an address. */
export interface CaseText {
  /** The text of the QR code: an address that ends in `#case=V1.…`, or from `V1.` on. */
  text: string;
}

/** A case that was just read from a phone. */
export interface RegisteredCase {
  /** The case. */
  registered: HealthCase;
  /** Whether it had been registered before and is still to be decided. */
  isDuplicate: boolean;
}

/** Whether the anomaly brake holds uploads back. */
export type HealthBrakeState = "watching" | "holding";

/** How many keys were uploaded for one batch. */
export interface BrakeBatch {
  /** When the batch was, or is to be, published. */
  release: string;
  /** Uploads for it. */
  uploads: number;
  /** Keys of it that wait for a decision now. */
  held: number;
}

/** The anomaly brake: how many keys were uploaded, and what waits for a person's decision. */
export interface Brake {
  /** Whether uploads are held back now. */
  state: HealthBrakeState;
  /** Keys that wait for a decision. */
  held: number;
  /** More uploads than this in one batch are held back. */
  limit: number;
  /** The batches of the last seven days, the oldest first. */
  batches: BrakeBatch[];
}

/** Who did something. */
export type AuditActorKind = "account" | "operator" | "server";

/** One thing that somebody did. */
export interface AuditEntry {
  /** Its number, without gaps; what is counted on the present day gets one when the day is over. */
  number?: number;
  /** When; the beginning of the day for what is known by its day alone. */
  at: string;
  /** Who: of the staff, at the machine itself, or the server. */
  actor: AuditActorKind;
  /** The e-mail address of the account that acted. */
  email?: string;
  /** What was done, a stable word such as `code.issued`. */
  action: string;
  /** How often on that day, for what is known by its day alone. */
  times?: number;
}

/** Who of the staff did what and when. */
export interface Audit {
  /** Whether no entry was changed or taken out since it was written. */
  isIntact: boolean;
  /** How many entries there are in all. */
  total: number;
  /** The newest entries, the newest first. */
  entries: AuditEntry[];
}

/** A level of areas. */
export type ZoneLevelName = "state" | "municipality";

/** What is counted in areas. */
export type ZoneMeasureName = "confirmed" | "negative" | "suspected" | "deaths";

/** Something that is counted, and on which days. */
export interface ZoneMeasure {
  /** What is counted. */
  measure: ZoneMeasureName;
  /** The first day, as `2026-11-21`. */
  firstDay: string;
  /** The last day. */
  lastDay: string;
}

/** A level of areas and what is counted in them. */
export interface ZoneLevel {
  /** How large the areas are. */
  level: ZoneLevelName;
  /** How many there are. */
  areas: number;
  /** Whether country and cases are invented. */
  isFictional: boolean;
  /** What is counted. */
  measures: ZoneMeasure[];
}

/** How the colour of the traffic light follows from confirmed cases. */
export interface TrafficLightRule {
  /** Cases of a week per 100,000 people from which on an area is yellow; it is green below. */
  yellowFrom: number;
  /** The same for orange. */
  orangeFrom: number;
  /** The same for red. */
  redFrom: number;
  /** A week with so many times the cases of the week before, or more, is one colour graver. */
  risingFrom: number;
  /** A week with so many times the cases of the week before, or fewer, is one colour calmer. */
  fallingTo: number;
  /** Cases in two weeks from which on a trend is believed. */
  leastForTrend: number;
}

/** What is known of areas and their cases, and the rule of the traffic light. */
export interface Zones {
  /** The levels that have areas. */
  levels: ZoneLevel[];
  /** The rule of the traffic light. */
  rule: TrafficLightRule;
}

/** An area with its borders. */
export interface ZoneArea {
  /** Its code. */
  code: string;
  /** Its name. */
  name: string;
  /** A point inside, at which a mark for the whole area can stand. */
  point: [number, number];
  /** Its polygons; each is an outer border and those of its holes, closed from the last corner to the first. */
  polygons: [number, number][][][];
}

/** The areas of a level with their borders. */
export interface ZoneAreas {
  /** How large the areas are. */
  level: ZoneLevelName;
  /** Whether they are invented. */
  isFictional: boolean;
  /** The areas in the order of their file. */
  areas: ZoneArea[];
}

/** The cases of one area. */
export interface ZoneSeriesArea {
  /** Its code; `000` for the whole country. */
  code: string;
  /** How many people live there. */
  population?: number;
  /** The cases of each day. */
  counts: number[];
  /** A character for each day of confirmed cases: `0` green, `1` yellow, `2` orange, `3` red, `-` not known. */
  colours?: string;
}

/** The cases of a measure, area by area and day by day. */
export interface ZoneSeries {
  /** How large the areas are. */
  level: ZoneLevelName;
  /** What is counted. */
  measure: ZoneMeasureName;
  /** The first day, as `2026-11-21`; the others follow without gaps. */
  firstDay: string;
  /** How many days there are. */
  days: number;
  /** Whether the bounds are for 100,000 people, since every area's population is known; otherwise they are cases. */
  isPerPopulation: boolean;
  /** The largest value of each class of seven-day sums, rising, over all areas and days that have any. */
  weekBounds: number[];
  /** The largest value of each class of all cases up to the last day. */
  totalBounds: number[];
  /** The areas that have cases, in the order of their file. */
  areas: ZoneSeriesArea[];
  /** The whole country, when the file has it. */
  nation?: ZoneSeriesArea;
}

/** What a file of areas does to its level. */
export type ZoneAreaMode = "add" | "replace" | "check";

/** What an import of areas did, or would do, to a level. */
export interface ZoneAreaImport {
  /** How large the areas are. */
  level: ZoneLevelName;
  /** How many areas the file has. */
  areas: number;
  /** How many of them are new. */
  added: number;
  /** How many of them the level had already. */
  updated: number;
  /** How many areas the level had that the file does not have. */
  others: number;
  /** How many of these were removed with their cases. */
  removed: number;
  /** How many of these `replace` removes: not those whose names in the file can't be shown. */
  removable: number;
  /** How many areas the level has now. */
  total: number;
  /** How many areas of the file were left out because their names can't be shown. */
  leftOut: number;
  /** Why areas were left out; the first 20. */
  faults?: Fault[];
}

/** What an import of cases put into the place of what was there. */
export interface ZoneImport {
  /** How large the areas are. */
  level: ZoneLevelName;
  /** How many areas the file has. */
  areas: number;
  /** How many days the file has. */
  days: number;
}

/** What somebody looks after. */
export type VenueRoleName = "merchant" | "operator";

/** A console that whoever is at the page of a demo may enter, as somebody who looks after it. */
export interface ConsoleEntrance {
  /** As what. */
  role: VenueRoleName;
  /** The shop or the venue. */
  name: string;
  /** The address of whose console it is. */
  email: string;
}

/** What a console needs to know before anybody is signed in. */
export interface ConsoleEntrances {
  /** The server's time. */
  now: string;
  /** How many seconds of it go by in one; 0 as fast as it can. */
  speed: number;
  /** Who can enter without a password; nobody but in a demo. */
  entrances: ConsoleEntrance[];
  /** What these accounts are asked for once more, in a demo. */
  password?: string;
}

/** A shop. */
export interface VenuePlaceShop {
  /** Its number in the venue. */
  major: number;
  /** What it is called; its number when the venue's file has it no more. */
  name: string;
}

/** A venue that somebody looks after, or shops of it. */
export interface VenuePlace {
  /** Its UUID. */
  venue: string;
  /** What it is called. */
  name: string;
  /** The zone in which its days begin. */
  timeZone: string;
  /** The shops: of a merchant those looked after, of an operator all. */
  shops: VenuePlaceShop[];
}

/** What somebody looks after in this session. */
export interface VenuePlaces {
  /** The venues by name. */
  places: VenuePlace[];
}

/** Something that you look after. */
export interface OwnVenueRole {
  /** As what. */
  role: VenueRoleName;
  /** The venue. */
  venue: string;
  /** What the venue is called. */
  venueName: string;
  /** The shop; missing for the venue itself. */
  shop?: VenuePlaceShop;
}

/** What you look after, whatever this session was begun for. */
export interface OwnVenueRoles {
  /** Your address. */
  email: string;
  /** Your roles, those of a venue together. */
  roles: OwnVenueRole[];
  /** Whether you have a second factor or a passkey, without which nobody signs in to a role. */
  hasFactor: boolean;
}

/** What stands after the `#` of an invitation's link. */
export interface InvitationSecret {
  /** The secret, 32 random bytes, base64url; spaces, invisible characters and other kinds of dashes do not matter. */
  secret: string;
}

/** What somebody is invited to. */
export interface ShownInvitation {
  /** As what. */
  role: VenueRoleName;
  /** The venue. */
  venue: string;
  /** What the venue is called. */
  venueName: string;
  /** The shops; none for the venue itself. */
  shops: VenuePlaceShop[];
  /** When the link stops working. */
  expiresAt: string;
}

/** A role of somebody of the staff. */
export interface VenueStaffRole {
  /** As what. */
  role: VenueRoleName;
  /** The shop; missing for the venue itself. */
  major?: number;
  /** When it was given. */
  since: string;
}

/** Somebody who looks after the venue or shops of it. */
export interface VenueStaffMember {
  /** Their address. */
  email: string;
  /** Whether it is you. */
  isYou: boolean;
  /** Whether they have a second factor or a passkey, without which they cannot sign in. */
  hasFactor: boolean;
  /** Their roles at this venue. */
  roles: VenueStaffRole[];
}

/** An invitation that waits. */
export interface VenueInvitation {
  /** What names it; not its secret. */
  id: string;
  /** Who is invited. */
  email: string;
  /** As what. */
  role: VenueRoleName;
  /** The shops; none for the venue itself. */
  majors: number[];
  /** Who invited; missing when that account is gone. */
  invitedBy?: string;
  /** When. */
  invitedAt: string;
  /** When the link stops working. */
  expiresAt: string;
}

/** Who looks after a venue and its shops. */
export interface VenueStaff {
  /** By address. */
  people: VenueStaffMember[];
  /** Invitations that wait, the newest first. */
  invitations: VenueInvitation[];
}

/** Whose role ends. */
export interface EndedVenueRole {
  /** The address of whoever has it. */
  email: string;
  /** Which one. */
  role: VenueRoleName;
  /** The shop, of a merchant. */
  major?: number;
}

/** Whom to invite to what. */
export interface VenueInvitationDraft {
  /** The address that the link is sent to; only its account can accept. */
  email: string;
  /** As what. */
  role: VenueRoleName;
  /** The shops, at least one of a merchant; none of an operator. */
  majors: number[];
}

/** On whose behalf something was done. */
export type VenueActor = "account" | "operator" | "server";

/** Something that was done. */
export interface VenueJournalEntry {
  /** Its place, from 1 on. */
  number: number;
  /** When. */
  at: string;
  /** What was done. */
  action: string;
  /** On whose behalf. */
  actor: VenueActor;
  /** The address of whoever did it; missing when that account is gone. */
  email?: string;
  /** What it was done to. */
  subject: string;
  /** The address of whom it was done to, where it is a person whose account is still there. */
  about?: string;
}

/** Who did what at the venue. */
export interface VenueJournal {
  /** Whether no entry was changed or taken out since it was written. */
  isIntact: boolean;
  /** How many entries there are in all. */
  total: number;
  /** The entries, the newest first. */
  entries: VenueJournalEntry[];
  /** The parameter `before` of the next page; without it this is the last one. */
  next?: string;
}

/** How a campaign stands. */
export type CampaignState = "draft" | "planned" | "running" | "ended" | "result" | "stopped";

/** What a campaign is. */
export interface CampaignTerms {
  /** What the shop calls it. */
  name: string;
  /** How many of 10,000 people get none of the shop's offers while it runs, so that there is something to compare with. */
  holdOut: number;
  /** For how many weeks it runs. */
  weeks: number;
  /** How many of 10,000 are expected to come again within a week without an offer. */
  baseline: number;
  /** How many of 10,000 are hoped to come again with one. */
  expected: number;
  /** How many people are expected to take part who did not before, each week. */
  weekly: number;
}

/** What a campaign's result says. */
export type CampaignVerdict = "more" | "fewer" | "unclear" | "brokenSplit" | "tooFew";

/** One of the two groups, as released with noise. */
export interface CampaignArm {
  /** How many took part. */
  people: number;
  /** How many of them came again within a week. */
  returned: number;
  /** How many came again and redeemed a coupon. */
  redeemed: number;
  /** Returned by people, 0 to 1. */
  share: number;
}

/** What a campaign did. */
export interface CampaignResult {
  /** What it says. */
  verdict: CampaignVerdict;
  /** Those who were offered something. */
  offered: CampaignArm;
  /** Those who were held out. */
  heldOut: CampaignArm;
  /** The difference of the shares. */
  difference: number;
  /** The least that it can be (95 %). */
  low: number;
  /** The most that it can be (95 %). */
  high: number;
  /** How many came again because of it, of those who were offered something. */
  visits: number;
  /** The least that it can be. */
  visitsLow: number;
  /** The most that it can be. */
  visitsHigh: number;
  /** The difference by the share of those held out; only where that share is surely not nothing. */
  relative?: number;
  /** How likely so uneven a split is by chance. */
  splitChance: number;
}

/** A campaign of a shop. */
export interface ShopCampaign {
  /** The campaign's identifier. */
  id: string;
  /** What the next change names in `If-Match`; it grows with each. */
  version: number;
  /** How it stands. */
  state: CampaignState;
  /** What it is. */
  terms: CampaignTerms;
  /** Its first day in the venue's time zone, once it is planned. */
  firstDay?: string;
  /** Its last day. */
  lastDay?: string;
  /** The day on which its reports are released: 15 days after its last. */
  resultOn?: string;
  /** The day on which it was stopped. */
  stoppedOn?: string;
  /** What it did. */
  result?: CampaignResult;
}

/** The campaigns of a shop. */
export interface ShopCampaigns {
  /** The campaigns, the newest first. */
  campaigns: ShopCampaign[];
  /** Today in the venue's time zone. */
  today: string;
}

/** What a campaign is hoped to do. */
export interface CampaignQuestion {
  /** How many of 10,000 come again within a week without an offer. */
  baseline: number;
  /** How many of 10,000 are hoped to come again with one. */
  expected: number;
  /** How many people take part who did not before, each week. */
  weekly: number;
  /** Hold-outs to be looked at. */
  holdOuts: number[];
}

/** What a campaign with some hold-out needs to find its effect four times of five. */
export interface CampaignSize {
  /** How many of 10,000 are held out. */
  holdOut: number;
  /** How many people have to take part, before the noise is allowed for. */
  people: number;
  /** How many weeks that takes, noise and all; missing when two years are not enough. */
  weeks?: number;
}

/** What a campaign needs. */
export interface CampaignSizes {
  /** The hold-outs that were asked for, in their order. */
  sizes: CampaignSize[];
}

/** When a campaign is to begin. */
export interface CampaignStart {
  /** Its first day in the venue's time zone, tomorrow or later. */
  firstDay: string;
}

/** A campaign of a shop, as a phone has to know it to report once what came of it. */
export interface OwnCampaign {
  /** The UUID of the venue. */
  venue: string;
  /** The major number of the shop's beacons. */
  major: number;
  /** Whether the phone is one of those that are offered nothing. */
  isHeldOut: boolean;
  /** Its first day in the venue's time zone. */
  firstDay: string;
  /** Its last day. */
  lastDay: string;
  /** The day for which the one report is made: seven after the last. */
  measuredOn: string;
}

/** The campaigns in which a phone takes part. */
export interface OwnCampaigns {
  /** The campaigns that run. */
  campaigns: OwnCampaign[];
}

/** The key of one month; all accounts that have a credential of it look alike. */
export interface ReportIssuer {
  /** The month (UTC), as `2026-11`. */
  period: string;
  /** The issuer's public key. */
  publicKey: string;
}

/** The months for which credentials are issued at present. */
export interface ReportIssuers {
  /** The months, the earliest first. */
  issuers: ReportIssuer[];
}

/** A request for the credential of a month. */
export interface ReportCredentialRequest {
  /** The month (UTC), as `2026-11`. */
  period: string;
  /** The blinded request; the same again is answered as before. */
  request: string;
}

/** The blinded answer to a request for a credential. */
export interface ReportCredential {
  /** The blinded answer. */
  response: string;
}

/** What anonymous reports are counted by; each is a closed set of cells. */
export type ReportCube = "recency" | "dwell" | "class" | "campaign";

/** What one phone counted of one shop and day, in one cube: one report, which nothing joins to another. */
export interface Report {
  /** The UUID of the venue. */
  venue: string;
  /** The major number of the shop's beacons. */
  major: number;
  /** The day in the venue's time zone, as `2026-11-21`. */
  day: string;
  /** What is counted. */
  cube: ReportCube;
  /** Which of the cube's cells. */
  cell: string;
  /** The month of the credential. */
  period: string;
  /** What proves that some credential of the month makes this report, and makes it once. */
  presentation: string;
  /** Whatever makes every report as long as any other. */
  padding?: string;
}

/** What happened at a beacon. */
export type VisitEventKind = "enter" | "exit";

/** That somebody came to a beacon of a shop or left it. */
export interface VisitEvent {
  /** The UUID of the venue. */
  venue: string;
  /** The major number of the shop's beacons. */
  major: number;
  /** The minor number of the beacon. */
  minor: number;
  /** Which of the two. */
  kind: VisitEventKind;
  /** When; the minute of it is kept. */
  at: string;
}

/** What happened at beacons in the last quarter of an hour. */
export interface VisitEvents {
  /** The events; what is older than 15 minutes, or of a shop that may not know of visits, is not kept. */
  events: VisitEvent[];
}

/** What was kept of events. */
export interface KeptEvents {
  /** How many. */
  kept: number;
}

/** What a figure tells. */
export type FigureName = "visitors" | "passers_by" | "capture" | "bounced" | "bounce" | "engaged" | "engagement" | "returning" | "proved_visitors" | "stays" | "coverage" | "people";

/** How true a figure is. */
export type FigureExactness = "exact" | "noised";

/** A figure with its interval of 95 %. */
export interface Figure {
  /** What it tells. */
  name: FigureName;
  /** The figure; null where nothing can be told, as a share of nobody. */
  value: number | null;
  /** The least that it can be. */
  low: number | null;
  /** The most that it can be. */
  high: number | null;
  /** How true it is. */
  exactness: FigureExactness;
}

/** A released cell. */
export interface FigureCell {
  /** What was counted. */
  cube: ReportCube;
  /** Which of its cells. */
  cell: string;
  /** The count with its noise, and 0 where that is negative. */
  value: number;
  /** The least that the true count can be (95 %). */
  low: number;
  /** The most that it can be (95 %). */
  high: number;
}

/** The figures of a shop on one day. */
export interface FigureDay {
  /** The day in the venue's time zone. */
  day: string;
  /** The day on which its anonymous reports are released, once. */
  releasesOn: string;
  /** Whether they have been. */
  isReleased: boolean;
  /** Whether its exact figures are there. */
  isCounted: boolean;
  /** What can be told of the day. */
  figures: Figure[];
  /** Its released cells, all of each cube. */
  cells: FigureCell[];
  /** Proofs with codes that too many accounts used; they are in no figure. */
  disputed: number;
  /** How many people the shop counted at its door. */
  doorCount?: number;
}

/** How many people gave a shop a term or a higher one, with noise. */
export interface TermCount {
  /** The term. */
  term: ShopTerm;
  /** How many. */
  value: number;
  /** The least that it can be (95 %). */
  low: number;
  /** The most that it can be (95 %). */
  high: number;
}

/** The figures of a shop. */
export interface ShopFigures {
  /** The time zone of its days. */
  timeZone: string;
  /** The version of what the figures mean. */
  definitions: number;
  /** The days, the first one first. */
  days: FigureDay[];
  /** The same figures over all released days together. */
  totals: Figure[];
  /** The cells over all released days together, summed before anything is cut off; none of campaigns. */
  cells: FigureCell[];
  /** How many people gave the shop each term, as released last. */
  terms: TermCount[];
  /** The Monday on which that was released. */
  termsOn?: string;
  /** What these days have cost of each person's budget at most, as epsilon. */
  budget: number;
}

/** A quarter of an hour that is over. */
export interface ShopQuarter {
  /** Its beginning. */
  from: string;
  /** Pseudonyms with a proof that nobody disputes. */
  visitors: number;
  /** Proofs with codes that too many accounts used. */
  disputed: number;
}

/** How busy a shop was on a day. */
export interface ShopQuarters {
  /** The day in the venue's time zone. */
  day: string;
  /** Up to when quarters are counted. */
  until: string;
  /** The quarters in which anything was proved. */
  quarters: ShopQuarter[];
}

/** How many stays phones reported of a shop on a day, and how many of them were verified. */
export interface StayRatioDay {
  /** The day in the venue's time zone. */
  day: string;
  /** Whether the day is over; of today there are the hours that are. */
  isClosed: boolean;
  /** Stays: what one pseudonym reports with less than 15 minutes between. */
  entered: number;
  /** Stays at which a proof was accepted beside any of the shop's beacons. */
  proved: number;
  /** The share that is usual here, by the 28 days before; null while fewer than seven are known. */
  usual: number | null;
  /** Whether fewer are verified than chance explains: a copied beacon, one that sends no codes, or a wrong clock. Days with fewer than 10 stays are never odd. */
  isOdd: boolean;
}

/** What phones heard of a beacon on a day, and what of it was proved. */
export interface BeaconRatioDay {
  /** The day in the venue's time zone. */
  day: string;
  /** Whether the day is over; of today there are the hours that are. */
  isClosed: boolean;
  /** How often somebody came. */
  entered: number;
  /** How often a proof was accepted beside it. */
  proved: number;
  /** Proved by entered. */
  ratio: number | null;
  /** The least that is usual here: the mean of the 28 days before less three deviations. */
  least: number | null;
  /** Whether it is less than that: a clone, a broken security beacon or a wrong clock. */
  isOdd: boolean;
}

/** A beacon of a shop. */
export interface ShopBeacon {
  /** The minor number of the beacon. */
  minor: number;
  /** The days on which it was heard, the first one first. */
  days: BeaconRatioDay[];
}

/** The beacons of a shop. */
export interface ShopBeacons {
  /** The days of the shop on which phones reported stays, the first one first. */
  stays: StayRatioDay[];
  /** The beacons by their minors. */
  beacons: ShopBeacon[];
}

/** A shop where fewer stays than usual are verified. */
export interface ShopStays {
  /** The shop's number. */
  major: number;
  /** Its name. */
  shop: string;
  /** Today; yesterday while fewer than 10 stays are known of today. */
  stays: StayRatioDay;
}

/** The shops of a venue where fewer stays than usual are verified. */
export interface VenueStays {
  /** The shops, in the order of the venue; none when all is usual. */
  shops: ShopStays[];
}

/** How many people came through a shop's door on a day. */
export interface DoorCount {
  /** As a counter or somebody at the door counted. */
  people: number;
}

/** What credentials for time are issued with. */
export interface StayIssuer {
  /** The issuer's public key. */
  publicKey: string;
}

/** A request for a credential that somebody was proved inside of a shop in ten minutes. */
export interface PresenceRequest {
  /** The UUID of the venue. */
  venue: string;
  /** The major number of the shop's beacons. */
  major: number;
  /** The beginning of the ten minutes, a whole number of tens of minutes in UTC. */
  from: string;
  /** The blinded request; the same again is answered as before. */
  request: string;
}

/** The blinded answer to a request for a credential. */
export interface StayCredential {
  /** The blinded answer. */
  response: string;
}

/** A stay in a shop, shown by nobody: two credentials, and a request for a third. */
export interface ShownStay {
  /** The UUID of the venue. */
  venue: string;
  /** The major number of the shop's beacons. */
  major: number;
  /** The beginning of the first ten minutes. */
  first: string;
  /** The beginning of the last ten minutes, at least half an hour later on the same day of the venue. */
  last: string;
  /** What shows the credential of the first ten minutes. */
  firstPresentation: string;
  /** What shows the credential of the last ten minutes. */
  lastPresentation: string;
  /** The blinded request for a credential of the venue and day; the same of the same two is answered as before. */
  request: string;
  /** Whatever makes every stay as long as any other. */
  padding?: string;
}

/** A credential for time, shown to be paid. */
export interface StayPayment {
  /** The UUID of the venue. */
  venue: string;
  /** The day in the venue's time zone, as `2026-11-21`. */
  day: string;
  /** What shows the credential of the venue and day. */
  presentation: string;
}

/** What was paid for time. */
export interface PaidStay {
  /** The points. */
  points: number;
}

/** How an offer stands. */
export type ShopOfferState = "draft" | "planned" | "running" | "ended" | "deleted";

/** A day of the week. */
export type ShopWeekday = "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";

/** A stretch of each week, by the wall clock of the venue. */
export interface ShopHours {
  /** The day on which it begins. */
  day: ShopWeekday;
  /** Minutes after that day's midnight. */
  from: number;
  /** Minutes after the same midnight, more than `from`; more than 1,440 is in the next day. */
  to: number;
}

/** What an offer says and when it is given. */
export interface ShopOfferTerms {
  /** What it offers, by language (`es`, `en`, `pt`, `it`), 160 characters at most. */
  text: Record<string, string>;
  /** The first day on which it is given, in the time zone of the venue. */
  validFrom?: string;
  /** The last day on which it is given and redeemed. */
  validUntil?: string;
  /** When in the week it is given; always when there are none. */
  hours: ShopHours[];
  /** Loyalty points that are paid when it is redeemed, 1,000 at most in what you save; those of an offer as the venue file has it are paid with the coupon. */
  points: number;
  /** How many are given in all, those of earlier versions among them, 1,000,000 at most in what you save; without it, without end. */
  limit?: number;
}

/** A version that is or will be given. */
export interface ShopOfferRun {
  /** Which version. */
  version: number;
  /** From when it is given. */
  from: string;
  /** Until when. */
  until: string;
  /** What it says. */
  terms: ShopOfferTerms;
}

/** What keeps an offer from being published. */
export interface ShopOfferFault {
  /** Where. */
  path: string;
  /** What. */
  message: string;
}

/** An offer as its shop has it. */
export interface ShopOffer {
  /** The offer's identifier. */
  id: string;
  /** What the next change names in `If-Match`; it grows with each. */
  version: number;
  /** How it stands. */
  state: ShopOfferState;
  /** Whether it is as the venue file has it. The first change by its merchants makes it the shop's own, and later imports leave it as it is. */
  isFromFile: boolean;
  /** What its newest version says. */
  terms: ShopOfferTerms;
  /** Whether the newest version is another than the one that is published. */
  isChanged: boolean;
  /** The version that is given now. */
  running?: ShopOfferRun;
  /** The version that will be given; until then it can be taken back. */
  planned?: ShopOfferRun;
  /** When it was changed last. */
  savedAt: string;
  /** Who changed it last; missing when that account is gone, and for what the venue file says. */
  savedBy?: string;
  /** Coupons redeemed. */
  redeemed: number;
  /** What keeps the newest version from being published. */
  faults: ShopOfferFault[];
}

/** The offers of a shop. */
export interface ShopOffers {
  /** The offers, those with the latest change first. */
  offers: ShopOffer[];
  /** The name of the shop. */
  shop: string;
  /** The time zone of the venue. */
  timeZone: string;
}

/** When an offer is to begin. */
export interface ShopOfferPublication {
  /** The instant; without it, in 10 seconds, for as long as that it can be undone. */
  at?: string;
}

/** What was done to an offer. */
export type ShopOfferChange = "saved" | "published" | "undone" | "ended" | "deleted" | "restored" | "imported";

/** Something that was done to an offer. */
export interface ShopOfferVersion {
  /** The number that the offer got by it. */
  version: number;
  /** What was done. */
  change: ShopOfferChange;
  /** When. */
  at: string;
  /** Who did it; missing when that account is gone, and for what came with the venue file. */
  by?: string;
  /** What it said from then on. */
  terms: ShopOfferTerms;
}

/** The history of an offer. */
export interface ShopOfferVersions {
  /** What was done, the newest first. */
  versions: ShopOfferVersion[];
}

/** A code that was shown at a till. */
export interface CouponShown {
  /** The code as it was scanned or typed; case, spaces, punctuation and invisible characters do not matter. */
  code: string;
  /** The till's own random number for this showing: however often it asks with it, it redeems once. */
  key: string;
  /** What the shop calls the till. */
  till: string;
  /** When it was shown, by the till's clock. */
  shownAt: string;
  /** What the till's clock says as it asks; the difference alone counts, so that its clock may be wrong. */
  sentAt: string;
}

/** What became of a coupon that was shown. */
export type RedemptionOutcome = "redeemed" | "used" | "expired" | "otherShop" | "photographed" | "early" | "unknown" | "tooLate" | "clock";

/** What became of a coupon that was shown; nothing of whoever showed it. */
export interface Redemption {
  /** What became of it. */
  outcome: RedemptionOutcome;
  /** What the coupon offers, by language; for coupons of this shop alone. */
  text?: Record<string, string>;
  /** The points that were paid. */
  points?: number;
  /** The minute in which it was redeemed, now or before. */
  usedAt?: string;
  /** The till at which it was redeemed before. */
  till?: string;
  /** When its time was over. */
  validUntil?: string;
  /** How many half minutes a code is old or early. */
  halfMinutes?: number;
  /** How far the till's clock is behind the server's, in seconds; negative when it is ahead. */
  clockSeconds: number;
}

/** A coupon that was redeemed. */
export interface ShopRedemption {
  /** The offer's identifier. */
  offer: string;
  /** What it offered, by language. */
  text: Record<string, string>;
  /** The points that were paid. */
  points: number;
  /** The minute. */
  at: string;
  /** The till. */
  till: string;
}

/** What a shop has redeemed. */
export interface ShopRedemptions {
  /** What was redeemed, the newest first, 1,000 at most. */
  redemptions: ShopRedemption[];
  /** How many there are in all. */
  total: number;
}

/** What stands between the cells of a table. */
export type TableSeparator = "comma" | "semicolon" | "tab";

/** The key with which credentials for contributions are issued at present. */
export interface VenueDayIssuer {
  /** The number of the fourteen days whose reports share the key. */
  period: number;
  /** The issuer's public key. */
  publicKey: string;
}

/** That somebody who reported was in a shop on a day: one contribution, which nothing joins to another. */
export interface VenueDay {
  /** The venue. */
  venue: string;
  /** The major of the shop. */
  major: number;
  /** The day (UTC), as `2026-11-21`. */
  day: string;
  /** The period of the credential. */
  period: number;
  /** What proves that some credential of the period makes this contribution, and makes it once. */
  presentation: string;
  /** Whether it only makes traffic. */
  isFake: boolean;
}

/** A request for a credential, by a phone whose upload of keys was accepted and whose owner agreed. */
export interface VenueDayClaim {
  /** The secret that the phone chose for the upload, which nobody else has. */
  uploadSecret: string;
  /** The period of the issuer's key. */
  period: number;
  /** The blinded request. */
  request: string;
  /** Whether it only makes traffic, so that nobody sees from outside who contributes. */
  isFake: boolean;
}

/** The blinded answer to a request for a credential. */
export interface VenueDayCredential {
  /** The blinded answer. */
  response: string;
}

/** A shop and day at which several people were who later reported. */
export interface VenueRiskCell {
  /** The major of the shop. */
  major: number;
  /** The day (UTC), as `2026-11-21`. */
  day: string;
  /** At least so many people; a multiple of five. */
  people: number;
}

/** Where in a venue people were who later reported, as far as that hides each of them. */
export interface VenueRisk {
  /** The day on which this was published, as it stays until the next one; missing before the first. */
  publishedOn?: string;
  /** How many days back it reaches. */
  days: number;
  /** The fewest people that are shown. */
  least: number;
  /** Whether the venue has too few shops for anything to be shown. */
  isTooSmall: boolean;
  /** The shops and days with at least that many people. */
  cells: VenueRiskCell[];
}

/** A slot that is to be opened by proven presence at a beacon. */
export interface VaultSlotRequest {
  /** The UUID of the venue. */
  uuid: string;
  /** The major number of the beacon. */
  major: number;
  /** The minor number of the beacon. */
  minor: number;
  /** Whether waits follow the strict rule: 300 seconds for every failure so far. */
  isStrict: boolean;
}

/** A slot that the server keeps a key for. */
export interface VaultSlot {
  /** The slot's identifier. */
  id: string;
  /** The key by which the server's evaluations are checked: a compressed point of P-384. */
  publicKey: string;
}

/** The key by which a slot's receipts are checked. */
export interface VaultReceiptKey {
  /** An Ed25519 public key. */
  publicKey: string;
}

/** A request for an evaluation: the proof of presence, and the element to evaluate. */
export interface VaultEvaluationRequest {
  /** The slot's beacon with the code that was heard. */
  sighting: Sighting;
  /** The blinded element, a compressed point of P-384. */
  blinded: string;
}

/** The server's evaluation of a blinded element (RFC 9497, VOPRF(P-384, SHA-384)). */
export interface VaultEvaluation {
  /** The evaluated element, a compressed point of P-384. */
  evaluation: string;
  /** The proof that the slot's key made it: challenge and response. */
  proof: string;
  /** The attempt that a receipt must sign. */
  attempt: string;
}

/** That an evaluation opened the slot, so that the attempt counts as none. */
export interface VaultReceipt {
  /** The attempt. */
  attempt: string;
  /** The Ed25519 signature over it, by the key that follows from the evaluation. */
  signature: string;
}

/** A vault of the account, as far as the server knows it. */
export interface VaultSummary {
  /** The vault's identifier, which is random. */
  id: string;
  /** How many records it has, deleted ones included. */
  records: number;
  /** How many bytes they have. */
  bytes: number;
  /** The UTC day of the last change. */
  changedOn: string;
}

/** The vaults of the account. */
export interface Vaults {
  /** The vaults, in the order of their identifiers. */
  vaults: VaultSummary[];
}

/** A sealed record, of which the server can read nothing. */
export interface VaultRecord {
  /** The record's identifier, which says nothing. */
  id: string;
  /** How often it was written, from 1 on. */
  version: number;
  /** The sealed bytes in Base64. */
  sealed: string;
}

/** The records of a vault that were written after a cursor, in the order in which they were. */
export interface VaultRecords {
  /** The records, each as it is now. */
  records: VaultRecord[];
  /** Where to go on from. */
  cursor: number;
  /** Whether there are more. */
  hasMore: boolean;
}

/** A record that is to be replaced, or made. */
export interface VaultChange {
  /** The record's identifier. */
  id: string;
  /** The version that is replaced, 0 for a new record. */
  replaces: number;
  /** The new sealed bytes in Base64. */
  sealed: string;
}

/** Changes that are made all together, or none of them. */
export interface VaultChanges {
  /** The changes, each of another record. */
  changes: VaultChange[];
}

/** Where a vault's records have come to. */
export interface VaultCursor {
  /** The number of the last change. */
  cursor: number;
}

/** What another device of the same person needs, beside the recovery code, to open the vault. */
export interface VaultJoin {
  /** The vault's header with its recovery slot alone, in Base64. */
  header: string;
}

/** The one-time token of the link that `cerca vault open` prints. */
export interface VaultPageToken {
  /** 128 random bits; it works once, within five minutes. */
  token: string;
}

/** Whether a vault is open at the vault's page. */
export type VaultPageDoor = "none" | "locked" | "open";

/** A passkey that opens a vault, and what its authenticator is to evaluate. */
export interface VaultPagePasskey {
  /** What names it on its authenticator, base64url. */
  credential: string;
  /** The salt that its slot has. */
  salt: string;
}

/** A vault before it is open: the ways in, and how long it waits after failures. */
export interface VaultPageVault {
  /** The user's name. */
  user: string;
  /** For each slot the factors that it needs, all of them. */
  ways: (("place" | "presence" | "password" | "recovery" | "tang" | "passkey")[])[];
  /** The passkeys that open it. */
  passkeys: VaultPagePasskey[];
  /** The side of the cell, metres. */
  cell: number;
  /** How many attempts in a row have failed. */
  failures: number;
  /** Seconds until the next attempt is allowed; 0 is now. */
  secondsLeft: number;
  /** Whether only the recovery code opens it now. */
  isStopped: boolean;
  /** Why it cannot be opened at all; missing when it can. */
  damage?: string;
}

/** What somebody prefers in their own vault. */
export interface VaultPagePreferences {
  /** Seconds without a request until the vault locks itself. */
  autoLockSeconds: number;
  /** Whether it locks when this machine leaves the place. */
  lockWhenLeaving: boolean;
  /** Seconds until a copied value is taken off the clipboard. */
  clipboardSeconds: number;
  /** The language of sorting, such as `es`. */
  language: string;
  /** Whether each failure locks for 300 s times all failures. */
  isStrict: boolean;
}

/** How the vaults on this machine stand. */
export interface VaultPageState {
  /** Whether there is one, and whether one is open. */
  state: VaultPageDoor;
  /** Whose vault is open; missing while none is. */
  user?: string;
  /** The vaults whose user's name this machine remembers. */
  vaults: VaultPageVault[];
  /** How many vaults are on this machine. */
  vaultCount: number;
  /** Where positions come from on this machine. */
  positionSource: "none" | "gpsd" | "nmea" | "manual";
  /** The preferences of the open vault. */
  preferences?: VaultPagePreferences;
  /** Whether what is marked for travelling is not on this machine. */
  isTravelling: boolean;
}

/** Where somebody is, as the browser or the person says. */
export interface VaultPageFix {
  /** Degrees north, -90 to 90. */
  latitude: number;
  /** Degrees east, -180 to 180. */
  longitude: number;
  /** The radius within which the true position is, metres. */
  accuracy: number;
}

/** What a drawing of a place is asked for. */
export interface VaultPagePlaceQuery {
  /** Where; missing to ask this machine's own source. */
  fix?: VaultPageFix;
  /** Whose vault's cell is drawn; missing for one that is not made yet. */
  user?: string;
  /** The side of the cell of a vault that is not made yet, metres. */
  cell?: number;
}

/** A position with what is needed to draw it. */
export interface VaultPagePlace {
  /** Where. */
  fix: VaultPageFix;
  /** The side of the cell, metres. */
  cell: number;
  /** The worst accuracy that the cell takes, metres. */
  limit: number;
  /** Whether the position is accurate enough. */
  isFineEnough: boolean;
  /** The corners of the cell, `[latitude, longitude]` in degrees, in order around it. */
  outline: number[][];
}

/** A vault that is to be made. */
export interface VaultPageNewVault {
  /** The user's name. */
  user: string;
  /** The password; missing for place and recovery code alone. */
  password?: string;
  /** Whether the vault opens at a place. */
  usesPlace: boolean;
  /** Where; missing to ask this machine's own source. */
  fix?: VaultPageFix;
  /** The side of the cell, metres. */
  cell: number;
  /** The cipher of the records, such as `aes-256-gcm`. */
  cipher: string;
  /** Whether a weak cipher is meant. */
  allowsWeak: boolean;
  /** The language of the first categories, such as `es`. */
  language: string;
}

/** A recovery code, which is shown once. */
export interface VaultPageRecovery {
  /** Eight groups of four characters. */
  code: string;
  /** What this machine's own keys of the vault are wrapped by; missing when it has none. */
  deviceKeys?: "tpm" | "secret-service" | "machine" | "none";
}

/** What the authenticator of a passkey evaluated for its salt. */
export interface VaultPagePasskeyProof {
  /** What names the passkey, base64url. */
  credential: string;
  /** The 32 bytes, a secret. */
  evaluation: string;
}

/** What somebody opens a vault with: every factor that is at hand. */
export interface VaultPageUnlock {
  /** Whose vault. */
  user: string;
  /** The password. */
  password?: string;
  /** The recovery code; case, spaces and hyphens do not matter. */
  recovery?: string;
  /** Whether the position counts. */
  usesPlace: boolean;
  /** Where; missing to ask this machine's own source. */
  fix?: VaultPageFix;
  /** Whether a Tang server may be asked. */
  usesNetwork: boolean;
  /** What the authenticator of a passkey evaluated. */
  passkey?: VaultPagePasskeyProof;
  /** Whether an older copy of the vault is taken nevertheless; it takes the recovery code. */
  acceptsOlder: boolean;
}

/** What somebody proves once more before a protected item shows its secrets. */
export interface VaultPageConfirm {
  /** The password. */
  password?: string;
  /** What the authenticator of a passkey evaluated. */
  passkey?: VaultPagePasskeyProof;
  /** Whether the position counts. */
  usesPlace: boolean;
  /** Where; missing to ask this machine's own source. */
  fix?: VaultPageFix;
}

/** What a field is. */
export interface VaultPageFieldKind {
  /** The kind; `text` and `concealed` are fields of one's own. */
  kind: "type" | "user" | "password" | "description" | "url" | "note" | "pin" | "secret-number" | "email" | "phone" | "otp" | "text" | "concealed";
  /** The name of a field of one's own. */
  name?: string;
}

/** A category with the exact number of its items. */
export interface VaultPageCategory {
  /** The identifier. */
  id: string;
  /** The name. */
  name: string;
  /** The name of its picture. */
  icon: string;
  /** Whether it came with the vault and stays. */
  isProtected: boolean;
  /** Whether its items leave this machine when the vault travels. */
  isRemovable: boolean;
  /** How many items it has, those in the trash not counted. */
  count: number;
  /** The kinds of field that a new item of it begins with. */
  template: VaultPageFieldKind[];
  /** What tells this writing of it from others; it goes back with a change. */
  mark: string;
}

/** All categories and the numbers beside them. */
export interface VaultPageCategories {
  /** In the order of the vault's language. */
  categories: VaultPageCategory[];
  /** How many items there are, those in the trash not counted. */
  total: number;
  /** How many of them are favourites. */
  favourites: number;
  /** How many items are in the trash. */
  trash: number;
}

/** A category that is to be made or changed. */
export interface VaultPageCategoryDraft {
  /** The name. */
  name: string;
  /** Whether its items leave this machine when the vault travels. */
  isRemovable: boolean;
  /** The kinds of field that a new item of it begins with; missing to leave them as they are. */
  template?: VaultPageFieldKind[];
  /** The mark of the category that is changed, as it was when it was fetched. */
  mark?: string;
}

/** Which items are wanted. */
export interface VaultPageQuery {
  /** Of one category alone. */
  category?: string;
  /** Whether only favourites. */
  favourites: boolean;
  /** Whether those in the trash, and no others. */
  trash: boolean;
  /** What some field contains. */
  text?: string;
  /** Whether concealed fields are looked into as well; those of items that ask again only after a proof. */
  concealed?: boolean;
}

/** An item as a list shows it. */
export interface VaultPageSummary {
  /** The identifier. */
  id: string;
  /** The identifier of its category. */
  category: string;
  /** The title. */
  title: string;
  /** The first user name in it; empty when there is none. */
  user: string;
  /** Whether it is a favourite. */
  isFavourite: boolean;
  /** Whether it shows one-time codes. */
  hasCode: boolean;
  /** The UTC day on which it was last changed. */
  modified: string;
  /** The kinds of field in which the text of a search was found. */
  found?: VaultPageFieldKind[];
}

/** The items that were wanted, in the order of the vault's language. */
export interface VaultPageSummaries {
  /** The items. */
  items: VaultPageSummary[];
}

/** A field as an item shows it. */
export interface VaultPageField {
  /** What it is. */
  kind: VaultPageFieldKind;
  /** Whether the value is shown only when somebody asks. */
  isConcealed: boolean;
  /** Whether there is a value. */
  isFilled: boolean;
  /** The value; missing for a concealed one. */
  value?: string;
}

/** A value that a field had before. */
export interface VaultPagePastValue {
  /** What the field was. */
  kind: VaultPageFieldKind;
  /** Whether the value is shown only when somebody asks. */
  isConcealed: boolean;
  /** Until when the field had it. */
  until: string;
  /** The value; missing for a concealed one. */
  value?: string;
}

/** A file that is kept with an item. */
export interface VaultPageAttachment {
  /** The identifier. */
  id: string;
  /** The name of the file. */
  name: string;
  /** Its size, bytes. */
  byteCount: number;
}

/** An item without its concealed values. */
export interface VaultPageItem {
  /** The identifier. */
  id: string;
  /** Which writing of it this is; a change goes back with it. */
  revision: number;
  /** The identifier of its category. */
  category: string;
  /** The title. */
  title: string;
  /** Whether it is a favourite. */
  isFavourite: boolean;
  /** Whether it asks for a proof before it shows a concealed value. */
  asksAgain: boolean;
  /** When it was made. */
  created: string;
  /** When it was last changed. */
  modified: string;
  /** When it went into the trash. */
  deleted?: string;
  /** The fields in the order chosen for this item. */
  fields: VaultPageField[];
  /** What fields had before, the newest first. */
  history: VaultPagePastValue[];
  /** The files. */
  attachments: VaultPageAttachment[];
}

/** A field that is to be kept. */
export interface VaultPageFieldDraft {
  /** What it is. */
  kind: VaultPageFieldKind;
  /** The value; empty for a field that is chosen and not filled. */
  value: string;
}

/** All that can be changed of an item, with every value. */
export interface VaultPageItemDraft {
  /** Which writing of the item it was made from; missing for a new item. */
  revision?: number;
  /** The identifier of its category. */
  category: string;
  /** The title. */
  title: string;
  /** Whether it is a favourite. */
  isFavourite: boolean;
  /** Whether it asks for a proof before it shows a concealed value. */
  asksAgain: boolean;
  /** The fields in the order chosen for this item. */
  fields: VaultPageFieldDraft[];
}

/** Whether something is so. */
export interface VaultPageSwitch {
  /** Whether it is. */
  on: boolean;
}

/** Which concealed value of an item is wanted: of a field, or of its history. */
export interface VaultPageReveal {
  /** The place of the field among those of the item, from 0. */
  field?: number;
  /** The place of a past value in the history, from 0. */
  past?: number;
  /** Which writing of the item these places are of; needed to bring a value back. */
  revision?: number;
}

/** A value that was asked for. */
export interface VaultPageValue {
  /** The value. */
  value: string;
}

/** Why a field gives no one-time codes. */
export type VaultPageCodeFault = "no-secret" | "not-base32" | "too-long" | "kind" | "algorithm" | "digits" | "period" | "counter";

/** A one-time code that holds now. */
export interface VaultPageCode {
  /** The place of its field among those of the item, from 0. */
  field: number;
  /** The characters; empty when there is a fault, and for a counter until its next code is requested. */
  code: string;
  /** Seconds until the next one; 0 for codes that count. */
  secondsLeft: number;
  /** The counter of the next code, for codes that count. */
  counter?: number;
  /** Why there is no code. */
  fault?: VaultPageCodeFault;
}

/** The one-time codes of an item. */
export interface VaultPageCodes {
  /** In the order of the fields. */
  codes: VaultPageCode[];
}

/** A file with its content. */
export interface VaultPageFile {
  /** The name of the file. */
  name: string;
  /** Its bytes in Base64; at most 10 MiB of them. */
  content: string;
}

/** What a password that is to be made shall have; small letters are always in it. */
export interface VaultPageRecipe {
  /** How many characters. */
  length: number;
  /** Whether it has capital letters. */
  capitals: boolean;
  /** Whether it has digits. */
  digits: boolean;
  /** Whether it has signs that are neither letters nor digits. */
  symbols: boolean;
  /** Whether it does without characters that look alike. */
  avoidsLookAlikes: boolean;
}

/** A password whose strength is wanted. */
export interface VaultPageEstimate {
  /** The password. */
  password: string;
  /** What somebody who guesses would try first, such as the user's name. */
  knownWords: string[];
}

/** How strong a password is. */
export interface VaultPageStrength {
  /** Hopeless, weak, fair, good or strong. */
  score: number;
  /** The number of guesses that it withstands, as a power of ten. */
  guessesLog10: number;
}

/** A cipher that a vault can have. */
export interface VaultPageCipher {
  /** The name, such as `aes-256-gcm`. */
  name: string;
  /** Whether it is weak by the measure of today. */
  isWeak: boolean;
}

/** The ciphers to choose from. */
export interface VaultPageCiphers {
  /** The strong ones first. */
  ciphers: VaultPageCipher[];
}

/** What is wrong with a password. */
export type VaultPageFindingReason = "weak" | "reused" | "old";

/** What an item should be looked at for. */
export interface VaultPageFinding {
  /** The item. */
  item: VaultPageSummary;
  /** Why, each once. */
  reasons: VaultPageFindingReason[];
}

/** The items that should be looked at; no password is in it. */
export interface VaultPageFindings {
  /** How many items have a password. */
  checked: number;
  /** The items. */
  findings: VaultPageFinding[];
}

/** A way into a vault. */
export interface VaultPageSlot {
  /** The number. */
  id: number;
  /** What its owner calls it. */
  label: string;
  /** The factors that it needs, all of them. */
  factors: ("place" | "presence" | "password" | "recovery" | "tang" | "passkey")[];
  /** What names its passkey on its authenticator, base64url; missing without one. */
  credential?: string;
  /** The UTC day on which it was made. */
  createdOn: string;
  /** Whether the vault was opened by this one. */
  isCurrent: boolean;
  /** Whether it can be removed. */
  isRemovable: boolean;
}

/** How an open vault is set up. */
export interface VaultPageConfiguration {
  /** The cipher of the records. */
  cipher: VaultPageCipher;
  /** How often the cipher was changed. */
  generation: number;
  /** The side of the cell, metres. */
  cell: number;
  /** What deriving a key costs: memory, KiB. */
  memoryKiB: number;
  /** What deriving a key costs: passes over that memory. */
  passes: number;
  /** What its owner prefers. */
  preferences: VaultPagePreferences;
  /** The ways in. */
  slots: VaultPageSlot[];
}

/** The cipher that a vault shall have. */
export interface VaultPageCipherChoice {
  /** The name, such as `aes-256-gcm`. */
  cipher: string;
  /** Whether a weak cipher is meant. */
  allowsWeak: boolean;
}

/** A passkey that was just made, and what its authenticator evaluated when it was used once. */
export interface VaultPageNewPasskey {
  /** What names it on its authenticator, base64url. */
  credential: string;
  /** The salt that its slot will have, at random. */
  salt: string;
  /** What it evaluated for that salt, a secret. */
  evaluation: string;
}

/** A way in that is to be made: every factor that is given is needed. */
export interface VaultPageNewSlot {
  /** What its owner calls it; may be empty. */
  label: string;
  /** Whether it needs the place. */
  usesPlace: boolean;
  /** Where; missing to ask this machine's own source. */
  fix?: VaultPageFix;
  /** The password that it needs. */
  password?: string;
  /** The address of the Tang server that it needs. */
  tang?: string;
  /** The passkey that it needs, which stands alone. */
  passkey?: VaultPageNewPasskey;
}

/** A password that takes the place of the old one. */
export interface VaultPagePassword {
  /** The new password. */
  password: string;
}

/** What the server's clock shows. */
export interface ServerTime {
  /** The time. */
  at: string;
  /** The same as milliseconds since 1970 in UTC. */
  milliseconds: number;
}

/** What kind of asset it is. */
export type MarketAssetKind = "points" | "crypto" | "currency";

/** Something that accounts hold: a currency, a crypto-currency or points. */
export interface MarketAsset {
  /** The short name, as `CLP`. */
  name: string;
  /** What it is. */
  kind: MarketAssetKind;
  /** The name in words. */
  title: string;
  /** What stands before an amount; may be empty. */
  prefix: string;
  /** What stands after an amount; may be empty. */
  postfix: string;
  /** How many decimal places are shown. */
  decimals: number;
  /** How many decimal places an amount can have. */
  exponent: number;
  /** Whether it may be deposited, withdrawn and traded. */
  isActive: boolean;
}

/** All assets. */
export interface MarketAssets {
  /** The assets, by age. */
  assets: MarketAsset[];
}

/** The fees of accounts that trade at least so much. */
export interface MarketFeeTier {
  /** The volume of 30 days from which they hold, in the quote asset. */
  threshold: string;
  /** The fee of an order that waited in the book, in parts per million of what is received. */
  maker: number;
  /** The fee of an order that met one, in parts per million of what is received. */
  taker: number;
}

/** What a market does with orders. */
export type MarketTradingPhase = "trading" | "halted" | "auction";

/** A market: its assets, its steps, its minimum and its fees. */
export interface Market {
  /** The name. */
  name: string;
  /** The asset that is bought and sold. */
  base: string;
  /** The asset that prices are in. */
  quote: string;
  /** The step of prices. */
  tick: string;
  /** The step of amounts. */
  lot: string;
  /** The least amount of an order. */
  minimum: string;
  /** The fees, by rising threshold. */
  fees: MarketFeeTier[];
  /** Whether orders are taken. */
  isActive: boolean;
  /** What the market does with orders. */
  phase: MarketTradingPhase;
  /** When its auction ends, while there is one. */
  auctionUntil?: string;
  /** How far from the last price an order may trade when it arrives, in per cent; without it, at any price. */
  collar?: string;
}

/** All markets. */
export interface Markets {
  /** The markets, by age. */
  markets: Market[];
  /** Whether all money here is play money, as in a demo; missing where it is not. */
  isPlay?: boolean;
}

/** A market in a few numbers. */
export interface MarketTicker {
  /** The market. */
  market: string;
  /** The price of the last trade. */
  last?: string;
  /** The best price that somebody bids. */
  bid?: string;
  /** The best price that somebody asks. */
  ask?: string;
  /** The highest price of the last 24 hours. */
  high?: string;
  /** The lowest price of the last 24 hours. */
  low?: string;
  /** What was traded in the last 24 hours, in the base asset. */
  volume: string;
  /** By how much the price rose in 24 hours, as a fraction; left out when nothing was traded. */
  change1d?: number;
  /** By how much the price rose in seven days, as a fraction; left out when nothing was traded. */
  change7d?: number;
  /** When these numbers were true. */
  at: string;
}

/** Every market in a few numbers. */
export interface MarketTickers {
  /** The markets, by age. */
  tickers: MarketTicker[];
}

/** The orders of a book at one price, added up. */
export interface MarketLevel {
  /** The price. */
  price: string;
  /** What they offer together, in the base asset. */
  amount: string;
  /** How many there are. */
  orders: number;
}

/** The best prices of both sides at one instant. */
export interface MarketBook {
  /** A number that grows with every change. */
  sequence: number;
  /** Orders to buy, best price first. */
  bids: MarketLevel[];
  /** Orders to sell, best price first. */
  asks: MarketLevel[];
}

/** A trade as everybody may see it. */
export interface MarketTrade {
  /** Its number. */
  id: string;
  /** The price. */
  price: string;
  /** How much, in the base asset. */
  amount: string;
  /** The side of the order that came later. */
  takerSide: MarketSide;
  /** When. */
  at: string;
}

/** A page of trades. */
export interface MarketTrades {
  /** The trades, newest first. */
  trades: MarketTrade[];
  /** The parameter `before` of the next page; without it this is the last one. */
  next?: string;
}

/** The trades that candles are made of: by the side of the taker, or all. */
export type MarketCandleKind = "buy" | "sell" | "last";

/** What the trades of one frame of time came to. */
export interface MarketCandle {
  /** When the frame begins. */
  start: string;
  /** The first price. */
  open: string;
  /** The highest price. */
  high: string;
  /** The lowest price. */
  low: string;
  /** The last price. */
  close: string;
  /** What was traded, in the base asset. */
  volume: string;
  /** How many trades there were. */
  count: number;
}

/** A page of candles; frames without a trade have none. */
export interface MarketCandles {
  /** The candles, newest first. */
  candles: MarketCandle[];
  /** The parameter `before` of the next page; without it this is the last one. */
  next?: string;
}

/** What happens when an order meets another one of the same person. */
export type MarketSelfTrade = "cancel-newest" | "cancel-oldest" | "cancel-both";

/** An order to be placed. */
export interface MarketOrderRequest {
  /** The market. */
  market: string;
  /** Whether the base is bought or sold. */
  side: MarketSide;
  /** How it finds its price. */
  type: MarketOrderType;
  /** How much, in the base asset. */
  amount: string;
  /** The limit; a market order has none. */
  price?: string;
  /** The price at which a stop-limit order enters the book. */
  stop?: string;
  /** How long it lasts; without it, until it is cancelled. */
  timeInForce?: MarketTimeInForce;
  /** Whether it must not trade at once. */
  isPostOnly?: boolean;
  /** What happens when it meets an order of your own; without it, the newest is cancelled. */
  selfTrade?: MarketSelfTrade;
  /** Your own name for it, of letters, digits, `.`, `_` and `-`. The same order under the same name is placed once, however often it comes. */
  clientId?: string;
  /** When it ends, of an order that waits; without it, it does not. */
  expiresAt?: string;
}

/** One execution of an order. */
export interface MarketFill {
  /** The number of the trade. */
  id: string;
  /** The price. */
  price: string;
  /** How much, in the base asset. */
  amount: string;
  /** The fee, in the asset that is received. */
  fee: string;
  /** Whether the order had waited in the book. */
  isMaker: boolean;
  /** When. */
  at: string;
}

/** An order of yours with its executions. */
export interface MarketOrderDetails {
  /** The order. */
  order: MarketOrder;
  /** The executions, oldest first. */
  fills: MarketFill[];
}

/** How an open order is to be another; what is left out stays. */
export interface MarketAmendRequest {
  /** How much is ordered in all, what is executed already included. */
  amount?: string;
  /** The limit. */
  price?: string;
  /** Your own name for the order that comes in place of this one, if one does. */
  clientId?: string;
}

/** What became of an order that was to be another. */
export interface MarketAmendment {
  /** The order as it is now: itself, or the one that came in its place. */
  order: MarketOrder;
  /** Whether it kept its number and its place in the queue. */
  keepsPlace: boolean;
  /** The one whose place it took, which is cancelled. */
  replaced?: MarketOrder;
}

/** A page of your orders. */
export interface MarketOrders {
  /** The orders, newest first. */
  orders: MarketOrder[];
  /** The parameter `before` of the next page; without it this is the last one. */
  next?: string;
}

/** What became of an order that has ended. */
export type MarketOrderOutcome = "filled" | "partly-filled" | "untraded";

/** An order that is thought of, for an estimate; one of `amount`, `spend` and `share` says how large it is. */
export interface MarketQuoteRequest {
  /** The market. */
  market: string;
  /** Whether the base is bought or sold. */
  side: MarketSide;
  /** The limit of a limit order; without it the order takes what the book has. */
  price?: string;
  /** How much, in the base asset. */
  amount?: string;
  /** What it comes to at most, in the quote asset: what a purchase gives, or what a sale brings before the fee. */
  spend?: string;
  /** Which part of what is available it buys for or sells, in per cent: above 0 and at most 100, with up to four decimal places. */
  share?: string;
}

/** What would wait in the book, as it is if all of it is executed at its price. */
export interface MarketQuoteRest {
  /** How much of the base would wait. */
  amount: string;
  /** What would be given for it. */
  required: string;
  /** What would be received for it, the fee taken off; less by the smallest unit, at most, for each trade. */
  obtained: string;
  /** The fee, in the asset that is received. */
  fee: string;
}

/** What an order would bring at this moment. */
export interface MarketQuote {
  /** What would be received at once, the fee taken off. */
  obtained: string;
  /** The asset that is received. */
  obtainedAsset: string;
  /** What would be given at once. */
  required: string;
  /** The asset that is given. */
  requiredAsset: string;
  /** The fee of what would trade at once, in the asset that is received. */
  fee: string;
  /** The fee of what trades at once, in parts per million of what is received. */
  takerRate: number;
  /** The fee of what waits in the book first, in parts per million of what is received. */
  makerRate: number;
  /** How much of the base would trade at once. */
  amount: string;
  /** The amount to order, in the base asset: what was asked for, or the most lots that the money or the share is enough for. */
  order: string;
  /** Whether that is less than the market takes, so that it would be refused. */
  isBelowMinimum: boolean;
  /** What of it would wait in the book. */
  waiting?: MarketQuoteRest;
  /** What has to be available when it is ordered, in the asset that is given. */
  needed: string;
  /** What is available, in the asset that is given. */
  available: string;
  /** Whether that is enough. */
  isCovered: boolean;
  /** The average price of what would trade at once. */
  averagePrice?: string;
  /** The worst price that would be met. */
  worstPrice?: string;
  /** By how much the average price, or the limit where nothing would trade at once, is worse than the middle between the best prices, as a fraction; below zero when it is better. */
  distance?: number;
  /** How many prices of the book it would trade at. */
  levels: number;
  /** Whether it would end where it meets an order of yours. */
  meetsOwn: boolean;
  /** Whether it would end because it could go on only too far from the last price. */
  meetsCollar: boolean;
  /** Whether the whole amount, or all of the money that is enough for a lot, would trade at once. */
  isComplete: boolean;
}

/** What is to be bought or sold at once, whole or not at all. */
export interface MarketInstantRequest {
  /** The market. */
  market: string;
  /** Whether the base is bought or sold. */
  side: MarketSide;
  /** How much, in the base asset. */
  amount: string;
  /** The most to be paid for a purchase, the least to be received for a sale after the fee, in the quote asset. */
  bound: string;
}

/** A limit order and a stop-limit order of the same side and amount, of which one is to end when anything happens to the other. */
export interface MarketPairRequest {
  /** The market. */
  market: string;
  /** Whether the base is bought or sold. */
  side: MarketSide;
  /** How much, in the base asset. */
  amount: string;
  /** The limit of the limit order; it must not trade at once. */
  price: string;
  /** The price at which the other order enters the book; the last trade must not have reached it. */
  stop: string;
  /** The limit of that order. */
  stopPrice: string;
  /** When both end; without it, they do not. */
  expiresAt?: string;
  /** Your own name for the limit order. */
  clientId?: string;
  /** Your own name for the stop-limit order. */
  stopClientId?: string;
}

/** Two orders of yours of which one ends when anything happens to the other. */
export interface MarketPair {
  /** The limit order. */
  limit: MarketOrder;
  /** The stop-limit order. */
  stop: MarketOrder;
}

/** When all your open orders end unless you say before that you are still there. */
export interface MarketCancelTimer {
  /** When; without it, they stay. */
  at?: string;
  /** After how many seconds from when you last said so. */
  seconds?: number;
}

/** After how long all your open orders are to end. */
export interface MarketCancelTimerRequest {
  /** How many seconds from now; 0 lets them stay. */
  seconds: number;
}

/** Whether a market trades, and at which price its auction would if it ended now. */
export interface MarketAuction {
  /** The market. */
  market: string;
  /** What it does with orders. */
  phase: MarketTradingPhase;
  /** When the auction ends. */
  until?: string;
  /** The price at which most would be traded; without it, nothing would. */
  price?: string;
  /** How much would be traded, in the base asset. */
  amount: string;
  /** How much more is wanted or offered at that price than is traded, in the base asset. */
  surplus: string;
  /** Which of the two it is. */
  surplusSide?: MarketSide;
}

/** What you have. */
export interface MarketBalances {
  /** One for each asset, zeros as well. */
  balances: MarketBalance[];
}

/** What you pay in a market. */
export interface MarketTier {
  /** The place of the tier among the market's, from 0. */
  level: number;
  /** What you traded there in 30 days up to the last midnight (UTC), in the quote asset. */
  traded: string;
  /** The fees. */
  tier: MarketFeeTier;
}

/** Why a balance changed. */
export type MarketTransactionKind = "trade" | "deposit" | "withdrawal" | "received" | "sent" | "points" | "invoice" | "time";

/** One line of your statement in an asset. */
export interface MarketTransaction {
  /** Its number. */
  id: string;
  /** What moved it. */
  kind: MarketTransactionKind;
  /** What came in before the fee; negative when it went out. */
  amount: string;
  /** The fee. */
  fee: string;
  /** The balance afterwards. */
  balance: string;
  /** When. */
  at: string;
  /** The address that it came to or went to. */
  address?: string;
  /** What the sender wrote; of points for time the day and the venue, as `2026-11-27 Galerías del Faro`. */
  memo?: string;
}

/** A page of your statement in an asset. */
export interface MarketTransactions {
  /** The lines, newest first. */
  transactions: MarketTransaction[];
  /** The parameter `before` of the next page; without it this is the last one. */
  next?: string;
}

/** Where others send you an asset. */
export interface MarketAddress {
  /** The address. */
  address: string;
}

/** Money on its way from or to a bank, as you say it. */
export interface MarketMoneyDraft {
  /** The asset. */
  asset: string;
  /** How much. */
  amount: string;
  /** The bank account, as you name it: needed unless `destination` says where a withdrawal goes, and then none. */
  bankAccount?: string;
  /** The entry of your address book where a withdrawal goes. */
  destination?: string;
  /** The day on which it was sent, as 21/11/2026 or 2026-11-21. */
  date?: string;
  /** The bank's number of the payment. */
  trackingCode?: string;
  /** The name of a voucher. */
  voucher?: string;
  /** A code of the second factor, or a recovery code, for a withdrawal from an account that asks for one. */
  code?: string;
}

/** Whether money comes or goes. */
export type MarketRequestKind = "deposit" | "withdrawal";

/** What has become of a deposit or a withdrawal. */
export type MarketRequestStatus = "waiting" | "settled" | "refused" | "cancelled";

/** A deposit or withdrawal that an operator settles or refuses. */
export interface MarketMoneyRequest {
  /** Its number. */
  id: string;
  /** Which way the money goes. */
  kind: MarketRequestKind;
  /** The asset. */
  asset: string;
  /** How much. */
  amount: string;
  /** The bank account, as you named it, or the entry of your address book in one line. */
  bankAccount: string;
  /** What is kept of a withdrawal when it is paid out; without it nothing is. */
  fee?: string;
  /** What arrives of a withdrawal. */
  receives?: string;
  /** What has become of it. */
  status: MarketRequestStatus;
  /** When it was made. */
  createdAt: string;
  /** When it was settled, refused or taken back. */
  decidedAt?: string;
  /** Why it was refused, in the words of whoever refused it. */
  reason?: string;
}

/** A page of your deposits and withdrawals. */
export interface MarketMoneyRequests {
  /** The requests, newest first. */
  requests: MarketMoneyRequest[];
  /** The parameter `before` of the next page; without it this is the last one. */
  next?: string;
}

/** Money for another person. */
export interface MarketTransfer {
  /** The receiver's address for the asset. */
  address: string;
  /** The asset. */
  asset: string;
  /** How much. */
  amount: string;
  /** What the receiver reads. */
  memo?: string;
  /** A code of the second factor, or a recovery code, for an account that asks for one. */
  code?: string;
}

/** What shows on a market's stream, for 24 hours, who you are. */
export interface MarketSocketTicket {
  /** Names the ticket. */
  uid: string;
  /** The secret that goes with it. */
  socid: string;
  /** A second secret, which may be left out. */
  verify: string;
}

/** What is asked for before money leaves. */
export type MarketMoneyProof = "none" | "code" | "passkey" | "shown";

/** What there is to know before money of an asset leaves. */
export interface MarketWithdrawalTerms {
  /** The asset. */
  asset: string;
  /** What is kept of each withdrawal. */
  fee: string;
  /** What is paid out is a whole number of these: a withdrawal is that and the fee. */
  step: string;
  /** The least that a withdrawal may be of, the fee included. */
  least: string;
  /** The most that may leave now: what is available, or less where the day's bound is nearer. */
  most: string;
  /** The most that you may send away in any 24 hours, by withdrawals, to other people and for invoices together; without it there is no bound. */
  dailyLimit?: string;
  /** What you have sent away in the last 24 hours. */
  used: string;
  /** What you may still send away now. */
  left?: string;
  /** What you will be asked for. */
  proof: MarketMoneyProof;
}

/** What kind of account a bank keeps. */
export type MarketBankAccountKind = "current" | "sight" | "savings";

/** A bank account whose parts were checked. */
export interface MarketBankAccount {
  /** The country of the bank, two capital letters. */
  country: string;
  /** Whose account it is. */
  holder: string;
  /** The bank. */
  bank: string;
  /** What kind of account it is. */
  type: MarketBankAccountKind;
  /** The number of the account, without blanks. */
  number: string;
  /** The number of the holder at the tax office. */
  taxNumber?: string;
}

/** A place where you send money; either an address or a bank account. */
export interface MarketDestination {
  /** Which one. */
  id: string;
  /** What you call it. */
  name: string;
  /** The asset of an address. */
  asset?: string;
  /** The address. */
  address?: string;
  /** The bank account. */
  bankAccount?: MarketBankAccount;
  /** When it was added. */
  addedAt: string;
  /** From when on money can go there. */
  usableAt: string;
}

/** Where you send money. */
export interface MarketAddressBook {
  /** The places, by name. */
  destinations: MarketDestination[];
  /** Whether your money may go nowhere else. */
  isOnly: boolean;
  /** When that ends, once you have asked for its end. */
  opensAt?: string;
}

/** An address for the address book. */
export interface MarketAddressDraft {
  /** What you call it. */
  name: string;
  /** The asset. */
  asset: string;
  /** The address for that asset. */
  address: string;
}

/** A bank account for the address book. */
export interface MarketBankAccountDraft {
  /** What you call it. */
  name: string;
  /** The country of the bank, two capital letters. */
  country: string;
  /** Whose account it is. */
  holder: string;
  /** The bank. */
  bank: string;
  /** What kind of account it is. */
  type: MarketBankAccountKind;
  /** The number of the account; in Europe the international one (IBAN), whose check is looked at. */
  number: string;
  /** The number of the holder at the tax office: needed in Chile (RUT), whose check digit is looked at, and nowhere else. */
  taxNumber?: string;
}

/** Whether your money may go to the places of your address book alone. */
export interface MarketAddressBookRule {
  /** Whether it may. */
  isOnly: boolean;
}

/** What has become of a request for a payment. */
export type MarketPaymentStatus = "waiting" | "processing" | "paid" | "unconverted" | "expired" | "refunded";

/** What whoever has its number sees of a request for a payment. */
export interface MarketPaymentRequest {
  /** Its number, which is random. */
  id: string;
  /** The asset in which it is paid. */
  asset: string;
  /** How much. */
  amount: string;
  /** What the receiver calls themselves. */
  label?: string;
  /** What it is for. */
  memo?: string;
  /** What has become of it. */
  status: MarketPaymentStatus;
  /** When it was made. */
  createdAt: string;
  /** Until when it can be paid. */
  expiresAt: string;
  /** How much was sent back. */
  refunded?: string;
}

/** Payments that you have asked for. */
export interface MarketPaymentRequests {
  /** The requests, newest first. */
  requests: MarketPaymentRequest[];
}

/** A payment as you ask for it. */
export interface MarketPaymentDraft {
  /** The asset. */
  asset: string;
  /** How much. */
  amount: string;
  /** What you call yourself to whoever pays; your address is never shown. */
  label?: string;
  /** What it is for. */
  memo?: string;
  /** Where a program of yours is told what becomes of it, by a signed POST: a public address at port 80, 443, 8080 or 8443. */
  callbackUrl?: string;
  /** For how many minutes it can be paid; 15 without it. */
  minutes?: number;
}

/** That you pay, and what you were shown: a request that asks for anything else is not paid. */
export interface MarketPaymentConsent {
  /** The asset. */
  asset: string;
  /** How much. */
  amount: string;
  /** A code of the second factor, or a recovery code, for an account that asks for one. */
  code?: string;
}

/** What you have paid. */
export interface MarketPayment {
  /** The request. */
  request: MarketPaymentRequest;
  /** The line of your statement. */
  transaction: MarketTransaction;
}

/** What is to be sent back. */
export interface MarketRefundDraft {
  /** How much, at most what was paid; all of it without it. */
  amount?: string;
  /** A code of the second factor, or a recovery code, for an account that asks for one. */
  code?: string;
}

/** With what calls to your programs are signed. */
export interface MarketCallbackSecret {
  /** The secret, when it has just been made. */
  secret?: string;
  /** When it was made; without it, there is none. */
  madeAt?: string;
}

/** The orders of a book at one price, and all up to it. */
export interface MarketDepthLevel {
  /** The price. */
  price: string;
  /** What they offer together, in the base asset. */
  amount: string;
  /** How many there are. */
  orders: number;
  /** What is offered from the best price to this one, in the base asset. */
  total: string;
  /** What that comes to, in the quote asset. */
  value: string;
}

/** Both sides of a book at one instant, up to 500 prices each. */
export interface MarketDepth {
  /** The number of this state: the change on the stream whose `from_tx` it is goes on from here. */
  sequence: number;
  /** Orders to buy, best price first. */
  bids: MarketDepthLevel[];
  /** Orders to sell, best price first. */
  asks: MarketDepthLevel[];
  /** Whether all orders of both sides are in it. */
  isWhole: boolean;
}

/** One frame of time; one in which nothing was traded has no prices. */
export interface MarketChartPoint {
  /** When the frame begins. */
  start: string;
  /** The first price. */
  open?: string;
  /** The highest price. */
  high?: string;
  /** The lowest price. */
  low?: string;
  /** The last price. */
  close?: string;
  /** What was traded, in the base asset. */
  volume: string;
  /** How many trades there were. */
  count: number;
  /** Whether the frame has not ended, so that it may still change. */
  isRunning: boolean;
}

/** A span of time in a market. */
export interface MarketChart {
  /** The frames, oldest first, without those before the first trade. */
  points: MarketChartPoint[];
  /** The price of the last trade before the first frame. */
  closeBefore?: string;
  /** The parameter `to` of the piece before this one; without it, nothing was traded before. */
  olderTo?: number;
  /** When this was true. */
  at: string;
}

/** A page of executions of your orders. */
export interface MarketFills {
  /** The executions, newest first; a page may have fewer than its limit although others follow. */
  fills: MarketFillLine[];
  /** The parameter `before` of the next page; without it this is the last one. */
  next?: string;
}

/** What you have of an asset, and what that is worth. */
export interface MarketValuedBalance {
  /** The asset. */
  asset: string;
  /** All that you have. */
  total: string;
  /** What is not held by open orders and withdrawals. */
  available: string;
  /** What is held; it is part of the total. */
  held: string;
  /** What one is worth, in the base; missing when no price says so. */
  price?: string;
  /** What all of it is worth, in the base, rounded down once; missing when no price says so. */
  value?: string;
  /** The markets by whose last prices it was valued, one after another; none for the base itself. */
  markets?: string[];
}

/** What all that you have is worth. */
export interface MarketValuation {
  /** The asset that values are told in. */
  base: string;
  /** The sum of all values, exactly. */
  total: string;
  /** One for each asset of which you have something. */
  balances: MarketValuedBalance[];
  /** How many of these no price says the worth of; they are not in the total. */
  unpriced: number;
  /** When this was true. */
  at: string;
}

/** How far back a portfolio goes. */
export type PortfolioRange = "day" | "week" | "month" | "year" | "all";

/** What all was worth at an instant. */
export interface MarketPortfolioPoint {
  /** The end of a day in UTC; of the last point, now. */
  at: string;
  /** What all was worth, in the base, by the last prices then. */
  value: string;
  /** What came less what went since the point before otherwise than by trades, by the prices of this point; below zero when more went. */
  flow: string;
  /** How many assets no price said the worth of. */
  unpriced: number;
}

/** What all that you had was worth over time. */
export interface MarketPortfolio {
  /** The asset that values are told in. */
  base: string;
  /** The points, oldest first, from where you first had something; the last one is now. */
  points: MarketPortfolioPoint[];
  /** Whether the past was looked through as far as was asked; else more of it is known the next time. */
  isComplete: boolean;
}

/** How you want to see money, words and times. */
export interface AccountPreferences {
  /** The asset that values are told in; without it, the first currency. */
  base?: string;
  /** The language and its region; without it, English. */
  language?: string;
  /** The time zone, by its name in the IANA's database; without it, UTC. */
  timeZone?: string;
}

/** An asset with what is asked of its withdrawals. */
export interface ConsoleAsset {
  /** The asset. */
  asset: MarketAsset;
  /** What is kept of each withdrawal. */
  fee: string;
  /** The least that a withdrawal may be of, the fee included. */
  minimum: string;
  /** The most that an account may send away in 24 hours; without it there is no bound. */
  dailyLimit?: string;
  /** More than this is moved only when two people have said so; without it one is enough. It is set on the machine. */
  approvalAbove?: string;
}

/** What there is to administer. */
export interface ConsoleCatalogue {
  /** The assets, by age. */
  assets: ConsoleAsset[];
  /** The markets, by age. */
  markets: Market[];
}

/** An asset to be added. */
export interface ConsoleAssetDraft {
  /** The short name: 2 to 10 of A–Z and 0–9, a letter first. */
  name: string;
  /** What it is. */
  kind: MarketAssetKind;
  /** The name in words. */
  title: string;
  /** How many decimal places are shown. */
  decimals: number;
  /** How many decimal places an amount can have. */
  exponent: number;
  /** What stands before an amount. */
  prefix?: string;
  /** What stands after an amount. */
  postfix?: string;
}

/** What is asked of withdrawals of an asset from now on. */
export interface ConsoleTerms {
  /** What is kept of each withdrawal. */
  fee: string;
  /** The least that a withdrawal may be of, the fee included. */
  minimum: string;
  /** The most that an account may send away in 24 hours; without it there is no bound. */
  dailyLimit?: string;
}

/** A market to be added. */
export interface ConsoleMarketDraft {
  /** The name. */
  name: string;
  /** The asset that is bought and sold. */
  base: string;
  /** The asset that prices are in. */
  quote: string;
  /** The step of prices. */
  tick: string;
  /** The step of amounts. */
  lot: string;
  /** The least amount of an order. */
  minimum: string;
  /** The fees, by rising threshold. */
  fees: MarketFeeTier[];
}

/** The fees of a market from now on. */
export interface ConsoleFees {
  /** The fees, by rising threshold, the first from 0. */
  fees: MarketFeeTier[];
}

/** That somebody of the staff has approved a request. */
export interface ConsoleApproval {
  /** Who; missing when the account has ended. */
  email?: string;
  /** When. */
  at: string;
  /** Whether it was you. */
  isOwn: boolean;
}

/** A deposit or withdrawal that waits for somebody of the staff. */
export interface ConsoleRequest {
  /** Its number. */
  id: string;
  /** Which way the money goes. */
  kind: MarketRequestKind;
  /** Whose it is. */
  email: string;
  /** The asset. */
  asset: string;
  /** How much. */
  amount: string;
  /** What is kept of a withdrawal. */
  fee?: string;
  /** What a withdrawal pays out. */
  pays?: string;
  /** The bank account, as its owner named it. */
  bankAccount: string;
  /** When it was sent, as its owner wrote it. */
  date?: string;
  /** The bank's number of the payment. */
  trackingCode?: string;
  /** The name of a voucher. */
  voucher?: string;
  /** When it was made. */
  createdAt: string;
  /** Whether it is above the limit of its asset. */
  needsTwo: boolean;
  /** Who has approved it first. */
  approval?: ConsoleApproval;
  /** Whether it is yours: then somebody else has to decide. */
  isOwn: boolean;
}

/** Deposits and withdrawals that wait. */
export interface ConsoleRequests {
  /** The requests, the oldest first. */
  requests: ConsoleRequest[];
  /** The parameter `after` of the next page; without it this is the last one. */
  cursor?: number;
}

/** What became of a request: nothing that says whose it is. */
export interface ConsoleDecision {
  /** Its number. */
  id: string;
  /** How it stands now. */
  status: MarketRequestStatus;
  /** Whether one person has approved it and a second one has to. */
  isApproved: boolean;
}

/** Why a request is refused. */
export interface ConsoleRefusal {
  /** The reason, which its owner reads. */
  reason: string;
}

/** Which account is meant. */
export interface ConsoleAccountQuery {
  /** Its whole e-mail address; case does not matter. */
  email: string;
}

/** What an account may send away of an asset in 24 hours. */
export interface ConsoleLimit {
  /** The asset. */
  asset: string;
  /** The bound that holds for everybody; without it there is none. */
  usual?: string;
  /** The bound that holds for this account instead. */
  own?: string;
}

/** The bounds of one account. */
export interface ConsoleAccount {
  /** Its e-mail address. */
  email: string;
  /** The bounds, one for each asset. */
  limits: ConsoleLimit[];
}

/** Another bound for one account. */
export interface ConsoleLimitDraft {
  /** Its whole e-mail address. */
  email: string;
  /** The asset. */
  asset: string;
  /** The most that it may send away in 24 hours; without it, what holds for everybody. */
  dailyLimit?: string;
}

/** How an audit of the ledger stands. */
export type ConsoleAuditState = "never" | "running" | "ended" | "failed";

/** What a piece of an audit looks at. */
export type ConsolePieceKind = "market" | "postings" | "balances";

/** A piece of an audit that has been looked at. */
export interface ConsoleAuditPiece {
  /** What it looked at. */
  kind: ConsolePieceKind;
  /** Which market. */
  market?: string;
  /** How long it took. */
  milliseconds: number;
  /** How much of it does not agree. */
  faults: number;
}

/** One asset over all accounts. */
export interface ConsoleAuditAsset {
  /** The asset. */
  asset: string;
  /** What people own of it. */
  owned: string;
  /** The sum of all balances, which must be zero. */
  sum: string;
}

/** An audit of the ledger. */
export interface ConsoleAudit {
  /** How it stands. */
  state: ConsoleAuditState;
  /** When it began. */
  begunAt?: string;
  /** When it ended. */
  endedAt?: string;
  /** How many pieces there are. */
  piecesInAll: number;
  /** What has been looked at, in order. */
  pieces: ConsoleAuditPiece[];
  /** Whether everything agrees; missing until it has ended. */
  isClean?: boolean;
  /** Balances that were compared with what moved them. */
  balances: number;
  /** Orders that were compared with their trades. */
  orders: number;
  /** Trades that were looked at. */
  fills: number;
  /** The assets, by age. */
  assets: ConsoleAuditAsset[];
  /** What does not agree, at most a hundred of them. */
  faults: string[];
}

/** How one market is doing on this server. */
export interface ConsoleMarketHealth {
  /** The market. */
  market: string;
  /** Whether orders are taken by its rules. */
  isActive: boolean;
  /** Whether this server carries out its orders. */
  isWriting: boolean;
  /** Commands that wait. */
  waiting: number;
  /** For how long the batch is being written that is now; 0 when none is. */
  busyMilliseconds: number;
  /** When there was a trade last. */
  lastTradeAt?: string;
}

/** How the market's parts are doing on this server. */
export interface ConsoleHealth {
  /** The markets, by age. */
  markets: ConsoleMarketHealth[];
  /** How many commands may wait in a market. */
  mostWaiting: number;
  /** Sockets that are open now. */
  openSockets: number;
  /** How late what followers are told is now. */
  feedLagMilliseconds: number;
  /** Deposits and withdrawals that wait. */
  waitingRequests: number;
  /** When it was so. */
  at: string;
}

/** One thing that somebody did. */
export interface ConsoleEntry {
  /** Its number, without gaps. */
  number: number;
  /** When. */
  at: string;
  /** Who: of the staff, at the machine itself, or the server. */
  actor: AuditActorKind;
  /** The e-mail address of the account that acted. */
  email?: string;
  /** What was done, a stable word such as `request.settled`. */
  action: string;
  /** What it was done to: numbers and short names, never an e-mail address. */
  subject: string;
}

/** Who did what in the console. */
export interface ConsoleJournal {
  /** Whether no entry was changed or taken out since it was written. */
  isIntact: boolean;
  /** How many entries there are in all. */
  total: number;
  /** The entries, the newest first. */
  entries: ConsoleEntry[];
  /** The parameter `before` of the next page; without it this is the last one. */
  next?: string;
}

/** A version of a plan. */
export interface PlanVersion {
  /** Its number, from 1 on. */
  number: number;
  /** When it came into force. */
  at: string;
  /** Who put it in force; missing when that was done on the machine, or the account has ended. */
  by?: string;
  /** What they said about it. */
  note: string;
  /** The older version that it is again. */
  restored?: number;
  /** How many shops it has. */
  shops: number;
  /** How many beacons it has. */
  beacons: number;
}

/** A floor plan as it is edited; its origin is the upper left corner, x grows to the right and y downwards. */
export interface PlanFloor {
  /** Metres from left to right. */
  width: number;
  /** Metres from top to bottom. */
  height: number;
  /** The walls as [x1, y1, x2, y2] in metres. */
  walls: [number, number, number, number][];
  /** Where one walks through a wall, as [x1, y1, x2, y2] in metres. */
  doors: [number, number, number, number][];
  /** The address of a picture to lie under the plan. */
  image?: string;
  /** Where on the plan the picture lies, as [left, top, right, bottom] in metres; without it the picture fills the plan. */
  imageArea?: [number, number, number, number];
}

/** A beacon as it is edited; its key is never told. */
export interface PlanBeacon {
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
  /** How many accounts may use one code before it is disputed. */
  accountsPerWindow?: number;
  /** The beacons that are next when one walks, as [major, minor]; empty to have them worked out. */
  neighbours: [number, number][];
}

/** A venue's plan as its venue file has it, without the offers, which are the shops' own. */
export interface PlanDocument {
  /** The venue's name. */
  name: string;
  /** The UUID that all beacons of the venue send. */
  uuid: string;
  /** Its time zone as the IANA database names it. */
  timeZone: string;
  /** Where it is on Earth. */
  location: Location;
  /** Its floor. */
  plan: PlanFloor;
  /** Its shops. */
  shops: Shop[];
  /** Its beacons. */
  beacons: PlanBeacon[];
  /** The points for twenty minutes and more in one of its shops, once a day; without it there are none. */
  pointsForTime?: number;
}

/** Something about a draft that keeps it from being published, or that somebody should look at. */
export interface PlanRemark {
  /** Where in the document, as a JSON path. */
  path: string;
  /** What it is. */
  message: string;
  /** Where on the plan, when it has a place there: metres from the left edge. */
  x?: number;
  /** Where on the plan, when it has a place there: metres from the upper edge. */
  y?: number;
}

/** How the draft of a plan stands, without what is in it. */
export interface PlanDraft {
  /** What the next change of it is to name in `If-Match`; it grows with each. */
  number: number;
  /** Whether there is none. */
  isEmpty: boolean;
  /** The version that it was made from; 0 before the first one. */
  base: number;
  /** When it was kept. */
  savedAt?: string;
  /** Who changed it last. */
  savedBy?: string;
  /** What keeps it from being published, in the order of the document. */
  faults: PlanRemark[];
  /** What keeps it from nothing, such as walls that cross. */
  notices: PlanRemark[];
}

/** A venue's plan as it is in force, and the draft of the next one. */
export interface OperatorPlan {
  /** The version in force; missing before the first one. */
  version?: PlanVersion;
  /** What is in force; missing before the first version. */
  document?: PlanDocument;
  /** How the draft stands. */
  draft: PlanDraft;
  /** What the draft says; missing when there is none. */
  draftDocument?: PlanDocument;
}

/** What of a plan changes. */
export type PlanPart = "venue" | "shop" | "beacon" | "wall" | "door" | "picture";

/** How something of a plan changes. */
export type PlanChangeKind = "added" | "moved" | "renamed" | "changed" | "removed";

/** Something that publishing a draft changes. */
export interface PlanChange {
  /** What changes. */
  part: PlanPart;
  /** How. */
  kind: PlanChangeKind;
  /** The major of the shop or the beacon. */
  major?: number;
  /** The minor of the beacon. */
  minor?: number;
  /** The name that it has now. */
  name?: string;
  /** The name that it had. */
  before?: string;
  /** The keys of the document whose values are different. */
  fields?: string[];
  /** How many walls or doors. */
  count?: number;
  /** Where it was. */
  from?: [number, number];
  /** Where it is. */
  to?: [number, number];
}

/** What ends when something of a plan is removed. */
export type PlanLossKind = "choices" | "coupons" | "offers" | "keys";

/** Something that ends when a draft is published. */
export interface PlanLoss {
  /** What ends. */
  kind: PlanLossKind;
  /** The major of the shop or the beacon. */
  major: number;
  /** The minor of the beacon. */
  minor?: number;
  /** The shop's name. */
  name?: string;
  /** How many; of choices and coupons rounded down to tens, so that 0 means fewer than ten, which may be none. */
  atLeast: number;
}

/** What publishing a draft would change. */
export interface PlanDifferences {
  /** The version in force that the draft was compared with; 0 before the first one. */
  base: number;
  /** What would be different. */
  changes: PlanChange[];
  /** What would end. */
  losses: PlanLoss[];
}

/** What is said about a new version. */
export interface PlanNote {
  /** Why it was made; may be empty. */
  note: string;
}

/** The versions of a plan. */
export interface PlanVersions {
  /** The versions, the newest first. */
  versions: PlanVersion[];
}

/** A version of a plan with what is in it. */
export interface PlanVersionDocument {
  /** Which version. */
  version: PlanVersion;
  /** What is in it. */
  document: PlanDocument;
}

/** A picture that was kept to lie under a plan. */
export interface PlanPicture {
  /** Its address, for `image` of the plan. */
  address: string;
  /** Its pixels from left to right. */
  width: number;
  /** Its pixels from top to bottom. */
  height: number;
}

/** A version of a radio map. */
export interface RadioMapVersion {
  /** Its number, from 1 on. */
  number: number;
  /** When it came into force. */
  at: string;
  /** Who put it in force; missing when the account has ended. */
  by?: string;
  /** The older version that it is again. */
  restored?: number;
  /** How many places it has; 0 where a map was taken out of force. */
  places: number;
  /** How many scans it is made from. */
  scans: number;
  /** Whether it was made on the plan that is in force now; phones use no other. */
  fits: boolean;
}

/** The versions of a radio map. */
export interface RadioMapVersions {
  /** What the next change is to name in `If-Match`: the number of the newest version; 0 before the first one. */
  number: number;
  /** The digest of the plan that is in force, which a map has to be of; missing where there is none. */
  plan?: string;
  /** The versions that are kept, the newest first. */
  versions: RadioMapVersion[];
}

/** What phones said of a beacon, as it was when a day was closed. */
export interface RadioResidualFigure {
  /** The major number of the beacon. */
  major: number;
  /** The minor number of the beacon. */
  minor: number;
  /** The median: by how much they hear it louder than the map says. */
  decibels: number;
  /** By how much the map is corrected where that is taken over. */
  correction: number;
  /** How many phones said something, rounded down to tens. */
  reports: number;
}

/** How far a radio map is refined by what visitors' phones say. */
export interface RadioRefinement {
  /** The number of the map in force. */
  number: number;
  /** Whether the map that phones are given is corrected. */
  isTaken: boolean;
  /** The day (UTC) up to whose beginning the figures are closed; missing before the first. */
  closedUntil?: string;
  /** The beacons of which at least 20 phones said something. */
  beacons: RadioResidualFigure[];
}

/** Whether the radio map is corrected by what visitors' phones say. */
export interface RadioRefinementChoice {
  /** Whether it is. */
  isTaken: boolean;
}

/** By how much one phone heard one beacon otherwise than the radio map says, on one day. */
export interface RadioResidual {
  /** The UUID of the venue. */
  venue: string;
  /** The number of the map. */
  number: number;
  /** The major number of the beacon. */
  major: number;
  /** The minor number of the beacon. */
  minor: number;
  /** How much louder than the map without corrections says, less what the receiver hears louder anyway. */
  decibels: number;
  /** The day (UTC) on which it was heard, as `2026-11-21`; it is taken from the next day on until the third after it. */
  day: string;
  /** What proves that some credential for anonymous reports of the month makes this report, and makes one that day. */
  presentation: string;
  /** Whatever makes every report as long as any other. */
  padding?: string;
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

/** What an attacker tries. */
export type DemoAttackKind = "clone" | "replay" | "share" | "relay";

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
  attack?: DemoAttackKind;
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
  attackers: [number, number, number, DemoAttackKind][];
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

/** What a phone that was asked where it is has found; without a position it heard no beacon. */
export interface DemoLocated {
  /** Where it thinks that it is. */
  position?: PlanPosition;
  /** The radius in metres around the position within which it is in 68 of 100 cases. */
  doubt?: number;
  /** What it says in words; empty outside every region. */
  place: DemoPlace;
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

/** The console that somebody wants to enter. */
export interface DemoConsole {
  /** The role that it is for. */
  role: VenueRoleName;
}

/** What the scans of a place have of a beacon. */
export interface DemoHeard {
  /** The major number. */
  major: number;
  /** The minor number. */
  minor: number;
  /** Where the plan has it: metres from the left edge. */
  x: number;
  /** Where the plan has it: metres from the upper edge. */
  y: number;
  /** How many scans have it. */
  scans: number;
  /** The sum of its strengths, dBm. */
  sum: number;
  /** The sum of their squares. */
  squares: number;
}

/** What is heard at a place of the simulated venue: all that a radio map keeps of it. */
export interface DemoSurvey {
  /** The digest of the plan that is in force. */
  plan: string;
  /** How many scans were made. */
  scans: number;
  /** The beacons of the plan that one of them has, by number. */
  heard: DemoHeard[];
}

/** How somebody stands in the simulated centre. */
export type DemoPersonState = "clear" | "infected" | "warned" | "due" | "needless";

/** How many were warned once a batch had been compared. */
export interface DemoWarnings {
  /** When the batch was released. */
  release: string;
  /** Visitors warned by then. */
  warned: number;
}

/** What the reports of guests have come to. */
export interface DemoGuestWarnings {
  /** Reports of guests that the server has taken. */
  reported: number;
  /** Visitors whose phones have warned them of a guest. */
  warnedVisitors: number;
  /** Guests whose phones have warned them, of whomever. */
  warnedGuests: number;
  /** Visitors and guests who were as long within 2 m of one of these guests. */
  shouldHaveBeenWarned: number;
}

/** What somebody with a receiver at an entrance has learned. */
export interface DemoEavesdropper {
  /** Different identifiers that were heard. */
  identifiers: number;
  /** The most identifiers of one phone that can be joined by what it sends; each lasts 15 minutes. */
  longestChainBefore: number;
  /** The most identifiers of one phone that can be joined once the published keys are known. */
  longestChainAfter: number;
  /** Phones of which identifiers can be joined by the published keys. */
  devicesLinked: number;
}

/** What is found in the server's database when it is searched from outside. */
export interface DemoServerKnowledge {
  /** Rows of the tables that belong to tracing, by table. */
  rows: Record<string, number>;
  /** Keys that are published. */
  keys: number;
  /** Rows, of all tables, in which an identifier of any phone was found. */
  contacts: number;
}

/** What the health authority has learned. */
export interface DemoAuthorityKnowledge {
  /** Codes that it has given. */
  codesIssued: number;
  /** Codes that were used. */
  codesUsed: number;
  /** Rows of its tables that name an account. */
  names: number;
  /** Rows, of all tables, that name an account beside a published key. */
  keysBesideNames: number;
}

/** How tracing goes in the simulated centre, and who has learned what. */
export interface DemoExposure {
  /** The simulation's clock. */
  at: string;
  /** When the infected visitors report. */
  reportAt: string;
  /** How many reports the server has taken. */
  reported: number;
  /** Visitors whose phones have warned them. */
  warned: number;
  /** Visitors who were within 2 m of an infected one in three windows of five minutes of one day, truly. */
  shouldHaveBeenWarned: number;
  /** Visitors who were warned and should have been. */
  warnedOfThose: number;
  /** Visitors who were warned and need not have been. */
  falseWarnings: number;
  /** Each visitor, by number; `due` was near and is not warned, `needless` is warned and was not near. */
  people: DemoPersonState[];
  /** How the warnings spread, one entry for each batch since the report. */
  spread: DemoWarnings[];
  /** What reports of guests have come to, which all the other figures leave out. */
  guests: DemoGuestWarnings;
  /** What an eavesdropper at an entrance has learned. */
  eavesdropper: DemoEavesdropper;
  /** What the server has learned. */
  server: DemoServerKnowledge;
  /** What the health authority has learned. */
  authority: DemoAuthorityKnowledge;
}

/** A code of the simulated health authority, to try a report with. */
export interface DemoCode {
  /** Twelve digits; it can be used once. */
  code: string;
  /** When it can no longer be used, by the simulation's clock. */
  expiresAt: string;
}

/** How much a sign matters. */
export type FleetState = "good" | "note" | "soon" | "now";

/** Something that is known of a beacon and has a reason. */
export type FleetSign = "battery-low" | "battery-days" | "battery-weeks" | "silent" | "nobody-came" | "never-heard" | "never-claimed" | "unwatched" | "ask-for-walk" | "rebooted" | "clock-drifts" | "clock-jumped" | "clock-back" | "clock-off" | "other-period" | "radio-slow" | "radio-fast" | "moved" | "swapped" | "cloned" | "replayed" | "shared" | "temperature-jumped" | "proofs-fall" | "rotating" | "removed" | "lost";

/** A sign and the figures it rests on. */
export interface FleetReason {
  /** What is known. */
  sign: FleetSign;
  /** How much it matters. */
  state: FleetState;
  /** Since when, or when. */
  since?: string;
  /** The figure: millivolts, days, proofs, parts per million, milliseconds, a share, degrees, or advertisements a second. */
  value?: number;
  /** What it is compared with, in the same unit. */
  expected?: number;
  /** The other beacon, as `MAJOR.MINOR`. */
  other?: string;
}

/** What is known of a battery. */
export interface FleetBattery {
  /** The newest median of a day, in millivolts. */
  millivolts: number;
  /** The temperature with it, in degrees Celsius. */
  celsius?: number;
  /** The day on which it is too low, by the line through the last 30 days; missing where no line falls. */
  emptyOn?: string;
  /** The first day on which that may be so, with 95 of 100. */
  earliest?: string;
  /** The last such day; missing when it may never be. */
  latest?: string;
}

/** A beacon of a venue and what is known of it. */
export interface FleetBeacon {
  /** Its major and minor, as `MAJOR.MINOR`. */
  beacon: string;
  /** Its major number. */
  major: number;
  /** Its minor number. */
  minor: number;
  /** The shop; missing at the places of the venue itself. */
  shop?: string;
  /** What kind of spot it is. */
  zone: string;
  /** Metres from the left edge of the plan. */
  x: number;
  /** Metres from the upper edge of the plan. */
  y: number;
  /** The gravest of its signs. */
  state: FleetState;
  /** Its signs, the gravest first; empty when all is well. */
  reasons: FleetReason[];
  /** Its battery; missing when nothing was told of it. */
  battery?: FleetBattery;
  /** The quarter of an hour of its last proof. */
  lastProofAt?: string;
  /** How far its clock is from the server's at least, in milliseconds. */
  clockMilliseconds?: number;
  /** Proofs in the last 24 closed hours. */
  proofs: number;
  /** Those among them that too many accounts had for them to count. */
  disputed: number;
  /** Refusals in the same hours. */
  refused: number;
  /** Proofs that are usual in the same hours of the week. */
  expectedProofs: number;
}

/** The beacons of a venue. */
export interface Fleet {
  /** Until when everything is counted: the end of the last closed quarter of an hour. */
  at: string;
  /** The beacons, by major and minor. */
  beacons: FleetBeacon[];
}

/** What a beacon did on one day. */
export interface FleetDay {
  /** The day in UTC. */
  day: string;
  /** Proofs. */
  proofs: number;
  /** Proofs that count for nobody. */
  disputed: number;
  /** Codes that this beacon cannot have sent. */
  mismatches: number;
  /** Codes that came too late. */
  stale: number;
  /** Refusals for another reason. */
  otherRefusals: number;
  /** The median of what phones told of its battery, when at least three did. */
  millivolts?: number;
  /** The median of its temperature. */
  celsius?: number;
  /** How far its clock was from the server's at least, in milliseconds. */
  clockMilliseconds?: number;
}

/** How often a beacon was heard with another within 10 seconds. */
export interface FleetPair {
  /** The other beacon, as `MAJOR.MINOR`. */
  beacon: string;
  /** How often, in the last 7 days. */
  heard: number;
  /** Whether the plan has it as a neighbour. */
  isNeighbour: boolean;
  /** How far away the plan has it, in metres. */
  metres: number;
}

/** What became of the device of a beacon. */
export type DeviceState = "hanging" | "removed" | "lost";

/** How far away was measured. */
export type DeploymentDistance = "one" | "three" | "six";

/** What was measured at one distance. */
export interface DeploymentCheck {
  /** How far away. */
  distance: DeploymentDistance;
  /** How many readings it rests on. */
  readings: number;
  /** For how long was listened, in seconds. */
  seconds: number;
  /** The median, in dBm. */
  median: number;
  /** What a phone would estimate, in metres. */
  metres: number;
  /** Whether that is near enough. */
  isGood: boolean;
}

/** Something that a beacon lacks before it can be handed over. */
export type DeploymentStep = "claim" | "place" | "near-plan" | "power" | "near" | "far" | "code" | "neighbours" | "back";

/** How far the deployment of a beacon is. */
export interface BeaconDeployment {
  /** Its major and minor, as `MAJOR.MINOR`. */
  beacon: string;
  /** The shop; missing at the places of the venue itself. */
  shop?: string;
  /** What kind of spot it is. */
  zone: string;
  /** Where the plan has it: metres from the left edge. */
  planX: number;
  /** Where the plan has it: metres from the upper edge. */
  planY: number;
  /** Where it hangs: metres from the left edge. */
  x?: number;
  /** Where it hangs: metres from the upper edge. */
  y?: number;
  /** Metres above the floor. */
  height?: number;
  /** What became of its device. */
  device: DeviceState;
  /** Until when a claim of it can be used that nobody has used. */
  claimEndsAt?: string;
  /** When a claim of it was used last. */
  claimedAt?: string;
  /** Until when its old key is taken beside the new one. */
  rotationEndsAt?: string;
  /** What was measured, the nearest first. */
  checks: DeploymentCheck[];
  /** When a code of its device was accepted. */
  codeSeenAt?: string;
  /** Its neighbours that were heard from its place. */
  neighbours: string[];
  /** What is missing, in the order in which it is done; empty when it can be handed over. */
  missing: DeploymentStep[];
}

/** One beacon and its days. */
export interface FleetBeaconHistory {
  /** The beacon. */
  beacon: FleetBeacon;
  /** Its last 90 days, the oldest first; days on which nothing happened are left out. */
  days: FleetDay[];
  /** Those it was heard with, and its neighbours, the most often heard first. */
  pairs: FleetPair[];
  /** How far its deployment is. */
  deployment: BeaconDeployment;
}

/** A claim for a device that is to be a beacon. */
export interface BeaconClaim {
  /** What names it. */
  id: string;
  /** Its secret, which is told this once: a QR code has it behind `#`, which browsers do not send. */
  secret: string;
  /** Until when it can be used. */
  endsAt: string;
}

/** How far the deployment of a venue is. */
export interface Deployment {
  /** The beacons, by major and minor. */
  beacons: BeaconDeployment[];
  /** How many can be handed over. */
  ready: number;
}

/** What was done to a beacon. */
export type DeploymentKind = "place" | "unplace" | "measure" | "hear" | "code" | "forget" | "remove" | "restore";

/** Something that was done to a beacon. */
export interface DeploymentAction {
  /** Its number in the walk, from 1 on. */
  number: number;
  /** What was done. */
  kind: DeploymentKind;
  /** Which beacon, as `MAJOR.MINOR`. */
  beacon: string;
  /** When, by the clock of the telephone. */
  at: string;
  /** Metres from the left edge of the plan. */
  x?: number;
  /** Metres from the upper edge of the plan. */
  y?: number;
  /** Metres above the floor. */
  height?: number;
  /** How far away was measured. */
  distance?: DeploymentDistance;
  /** For how long was listened, in seconds. */
  seconds?: number;
  /** What was heard, in dBm. */
  readings?: number[];
  /** The beacons that were heard, as `MAJOR.MINOR`. */
  neighbours?: string[];
  /** The security code that was heard. */
  code?: string;
}

/** What was done on a walk since the server was last told. */
export interface DeploymentActions {
  /** The actions, by rising number. */
  actions: DeploymentAction[];
}

/** Why an action was not carried out. */
export type DeploymentRefusal = "unknown-beacon" | "invalid" | "wrong-code";

/** What became of an action. */
export interface DeploymentResult {
  /** Its number. */
  number: number;
  /** Why it was not carried out; missing when it was. */
  refusal?: DeploymentRefusal;
}

/** What became of the actions of a walk. */
export interface DeploymentReceipt {
  /** The number of the last action that the server has seen. */
  done: number;
  /** What became of those that were new. */
  results: DeploymentResult[];
  /** How far the venue is now. */
  deployment: Deployment;
}

/** The secret of a claim. */
export interface ClaimSecret {
  /** The secret, as the QR code has it behind `#`. */
  secret: string;
}

/** What a device needs to be a beacon. */
export interface BeaconConfiguration {
  /** The name of the venue. */
  venue: string;
  /** The shop, or what kind of spot it is. */
  place: string;
  /** What it sends as the UUID. */
  uuid: string;
  /** What it sends as the major. */
  major: number;
  /** What it sends as the minor. */
  minor: number;
  /** The secret of its codes, which nobody else has. */
  key: string;
  /** What is heard one metre away, in dBm. */
  measuredPower: number;
  /** How often it says who it is, in milliseconds. */
  positionMilliseconds: number;
  /** How often it sends its code, in milliseconds. */
  securityMilliseconds: number;
  /** How often it tells of its battery, in milliseconds. */
  telemetryMilliseconds: number;
  /** For how long one code lasts, in seconds. */
  periodSeconds: number;
  /** What time it is: the clock of the device is to be set to it. */
  serverTime: string;
  /** Until when the device before it is believed as well, unless this one is heard first. */
  oldKeyUntil: string;
}

/** Every code that a problem can carry. */
export type ProblemCode =
  /** The body is not JSON. */
  | "request.malformed"
  /** The body has faults. */
  | "request.invalid"
  /** There is nothing here. */
  | "request.not_found"
  /** This method is not allowed here. */
  | "request.method_not_allowed"
  /** The request took too long to arrive. */
  | "request.timeout"
  /** The body is too large. */
  | "request.too_large"
  /** The body must be application/json. */
  | "request.unsupported_media_type"
  /** The headers are too large. */
  | "request.headers_too_large"
  /** The request may have come from another site. */
  | "request.cross_site"
  /** The key is not valid. */
  | "request.invalid_key"
  /** The key is that of another request. */
  | "request.key_reused"
  /** The request is being carried out. */
  | "request.key_in_use"
  /** The version is missing. */
  | "request.match_needed"
  /** Too many requests. */
  | "request.too_many"
  /** Too many attempts to sign in. */
  | "request.too_many_attempts"
  /** The server is too busy. */
  | "request.overloaded"
  /** Nobody knows whether this was done. */
  | "request.outcome_unknown"
  /** The server failed. */
  | "server.internal"
  /** The database is not available. */
  | "storage.unavailable"
  /** This is not an e-mail address. */
  | "accounts.invalid_email"
  /** The password is too short. */
  | "accounts.password_too_short"
  /** The password is too long. */
  | "accounts.password_too_long"
  /** The password is easily guessed. */
  | "accounts.password_guessable"
  /** There is already an account with this e-mail address. */
  | "accounts.email_taken"
  /** The e-mail address or the password is wrong. */
  | "accounts.wrong_credentials"
  /** Nobody is signed in. */
  | "accounts.not_signed_in"
  /** Show once more who you are. */
  | "accounts.confirmation_needed"
  /** The role of this session has ended. */
  | "accounts.role_ended"
  /** The e-mail address is not proved yet. */
  | "accounts.unproved"
  /** The account was recovered by mail a short time ago. */
  | "accounts.recently_recovered"
  /** This account does not have the role that is needed. */
  | "accounts.wrong_role"
  /** A code from the second factor is needed. */
  | "accounts.code_needed"
  /** The code is wrong. */
  | "accounts.wrong_code"
  /** Show a passkey of yours. */
  | "accounts.passkey_needed"
  /** The second factor is on. */
  | "accounts.factor_on"
  /** The second factor is off. */
  | "accounts.factor_off"
  /** This device has not been approved. */
  | "accounts.device_unapproved"
  /** The code can no longer be used. */
  | "accounts.challenge_ended"
  /** A code is on its way to the address. */
  | "accounts.mailbox_unproved"
  /** The link can no longer be used. */
  | "accounts.link_ended"
  /** The account is disabled. */
  | "accounts.disabled"
  /** Nobody can be called so. */
  | "accounts.invalid_name"
  /** The server does not send mail. */
  | "accounts.no_mail"
  /** There is no such device. */
  | "accounts.unknown_device"
  /** There is no such session. */
  | "accounts.unknown_session"
  /** There is no such API key. */
  | "accounts.unknown_key"
  /** There are too many API keys. */
  | "accounts.too_many_keys"
  /** The API key cannot be made. */
  | "accounts.invalid_key"
  /** This is not a JPEG, PNG or WebP. */
  | "photos.unknown_format"
  /** The photo cannot be read. */
  | "photos.broken"
  /** The photo is too large. */
  | "photos.too_large"
  /** There is no such photo. */
  | "photos.unknown"
  /** The account still has money. */
  | "accounts.money_left"
  /** Money of the account is still held. */
  | "accounts.money_held"
  /** There is no such provider. */
  | "identities.unknown_provider"
  /** Nobody was sent to the provider with this. */
  | "identities.unknown_state"
  /** The answer came back in another browser. */
  | "identities.other_browser"
  /** The sign-in was called off. */
  | "identities.denied"
  /** The provider refused. */
  | "identities.refused"
  /** The provider does not answer. */
  | "identities.unreachable"
  /** The provider does not say what it should. */
  | "identities.wrong_document"
  /** The answer is from another provider. */
  | "identities.wrong_issuer"
  /** The token is none. */
  | "identities.malformed_token"
  /** The token is signed in another way. */
  | "identities.wrong_algorithm"
  /** The provider has no such key. */
  | "identities.unknown_key"
  /** The token was not signed by the provider. */
  | "identities.wrong_signature"
  /** The token is for somebody else. */
  | "identities.wrong_audience"
  /** The token was given to another party. */
  | "identities.wrong_party"
  /** The token has expired. */
  | "identities.expired"
  /** The token is from the future. */
  | "identities.early"
  /** The token answers another question. */
  | "identities.wrong_nonce"
  /** The tokens do not belong together. */
  | "identities.wrong_access_token"
  /** The provider tells of somebody else. */
  | "identities.wrong_subject"
  /** This is no notice of a sign-out. */
  | "identities.wrong_event"
  /** This notice was taken before. */
  | "identities.repeated_notice"
  /** The provider tells no e-mail address. */
  | "identities.no_email"
  /** The sign-in can no longer be finished. */
  | "identities.arrival_ended"
  /** Show that the account is yours. */
  | "identities.proof_needed"
  /** Show that the address is yours. */
  | "identities.code_needed"
  /** The server does not send mail. */
  | "identities.no_mail"
  /** The identity is linked already. */
  | "identities.taken"
  /** The account could not be opened any more. */
  | "identities.last_way"
  /** This provider does not ask anew. */
  | "identities.cannot_confirm"
  /** The provider did not see you just now. */
  | "identities.not_recent"
  /** This is another identity. */
  | "identities.other_identity"
  /** There is no such identity. */
  | "identities.unknown_identity"
  /** Passkeys are not offered here. */
  | "passkeys.unavailable"
  /** This challenge can no longer be answered. */
  | "passkeys.challenge_ended"
  /** This is not what an authenticator sends. */
  | "passkeys.malformed"
  /** Another page asked for this. */
  | "passkeys.wrong_origin"
  /** This passkey is for another server. */
  | "passkeys.wrong_party"
  /** The authenticator did not check who you are. */
  | "passkeys.not_verified"
  /** This kind of passkey is not taken. */
  | "passkeys.unsupported"
  /** This passkey does not open an account here. */
  | "passkeys.refused"
  /** There may be a copy of this passkey. */
  | "passkeys.counter_back"
  /** This passkey was added before. */
  | "passkeys.registered"
  /** There are too many passkeys. */
  | "passkeys.too_many"
  /** A passkey cannot be called so. */
  | "passkeys.invalid_label"
  /** There is no such passkey. */
  | "passkeys.unknown"
  /** You could not sign in any more. */
  | "passkeys.last_way"
  /** There is no such notification. */
  | "inbox.unknown"
  /** There is no such alert. */
  | "inbox.unknown_alert"
  /** There are too many alerts. */
  | "inbox.too_many_alerts"
  /** The alert is not valid. */
  | "inbox.invalid_alert"
  /** This server pushes nothing to such devices. */
  | "push.unavailable"
  /** The device cannot be told anything. */
  | "push.invalid_device"
  /** There are too many devices. */
  | "push.too_many_devices"
  /** There is no such device. */
  | "push.unknown_device"
  /** The rules are not valid. */
  | "push.invalid_rules"
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
  /** This is not yours to look after. */
  | "staff.not_yours"
  /** There is no such beacon. */
  | "fleet.unknown_beacon"
  /** There is no such claim. */
  | "fleet.unknown_claim"
  /** The claim has been used. */
  | "fleet.claim_used"
  /** The claim has ended. */
  | "fleet.claim_expired"
  /** There is no claim to end. */
  | "fleet.no_claim"
  /** There is no new key. */
  | "fleet.no_rotation"
  /** An action is missing. */
  | "fleet.action_missing"
  /** The role of this session has ended. */
  | "staff.role_ended"
  /** Nobody here has this role. */
  | "staff.unknown_role"
  /** The venue would be left without an operator. */
  | "staff.last_operator"
  /** The venue has no such shop. */
  | "staff.unknown_shop"
  /** Too many invitations. */
  | "staff.too_many_invitations"
  /** This server sends no mail. */
  | "staff.no_mail"
  /** There is no such invitation. */
  | "staff.invitation_unknown"
  /** The invitation has been used. */
  | "staff.invitation_used"
  /** The invitation has expired. */
  | "staff.invitation_expired"
  /** The invitation has been withdrawn. */
  | "staff.invitation_withdrawn"
  /** The invitation is for another address. */
  | "staff.other_address"
  /** A second factor or a passkey is needed. */
  | "staff.factor_needed"
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
  /** The credential was issued before. */
  | "counting.credential_had"
  /** No credential is issued for this month. */
  | "counting.period_closed"
  /** This asks for no credential. */
  | "counting.invalid_request"
  /** There are no such days. */
  | "counting.invalid_days"
  /** No points are given for time here. */
  | "stays.not_offered"
  /** Nobody was proved there then. */
  | "stays.no_proof"
  /** The credential was issued before. */
  | "stays.had"
  /** This asks for no credential. */
  | "stays.invalid_request"
  /** This shows no stay. */
  | "stays.refused"
  /** The day is not paid now. */
  | "stays.closed_day"
  /** This is no credential of the day. */
  | "stays.forged"
  /** The credential was used before. */
  | "stays.used"
  /** The day was paid before. */
  | "stays.paid"
  /** There is no such offer. */
  | "shop.unknown_offer"
  /** Somebody else was quicker. */
  | "shop.changed"
  /** The offer has faults. */
  | "shop.invalid_offer"
  /** There are too many offers. */
  | "shop.too_many_offers"
  /** The offer was changed too often. */
  | "shop.too_many_versions"
  /** The offer was deleted. */
  | "shop.deleted"
  /** The offer was published. */
  | "shop.published"
  /** There is nothing to take back. */
  | "shop.begun"
  /** The offer is not given. */
  | "shop.not_running"
  /** The key is that of another coupon. */
  | "shop.key_reused"
  /** There is no such campaign. */
  | "campaigns.unknown"
  /** Somebody else was quicker. */
  | "campaigns.changed"
  /** The campaign has begun. */
  | "campaigns.begun"
  /** The campaign is not running. */
  | "campaigns.not_running"
  /** There is another campaign then. */
  | "campaigns.overlap"
  /** There can be no such campaign. */
  | "campaigns.invalid_terms"
  /** There are too many campaigns. */
  | "campaigns.too_many"
  /** The code is not valid. */
  | "exposure.code_refused"
  /** This phone has already reported. */
  | "exposure.already_reported"
  /** None of your phones is traced here. */
  | "exposure.no_phone"
  /** This case cannot be registered. */
  | "exposure.invalid_case"
  /** There is no such case. */
  | "exposure.unknown_case"
  /** There is no such code. */
  | "exposure.unknown_code"
  /** There is no such entry. */
  | "publication.unknown"
  /** There is no such area. */
  | "zones.unknown"
  /** The file cannot be understood. */
  | "zones.invalid_file"
  /** There is no such vault. */
  | "vault.unknown"
  /** The vault is locked after too many failed attempts. */
  | "vault.locked_out"
  /** Only the recovery code now opens this vault. */
  | "vault.stopped"
  /** Another device was faster. */
  | "vault.conflict"
  /** It has been changed in the meantime. */
  | "vault.changed_meanwhile"
  /** There is no room for more records. */
  | "vault.full"
  /** The element is not valid. */
  | "vault.invalid_element"
  /** The vault is locked. */
  | "vault.locked"
  /** That does not open the vault. */
  | "vault.wrong_secret"
  /** There is no position. */
  | "vault.no_position"
  /** The position is not accurate enough. */
  | "vault.coarse_position"
  /** The name is not valid. */
  | "vault.invalid_name"
  /** The name is taken. */
  | "vault.name_taken"
  /** There is no such record. */
  | "vault.unknown_record"
  /** An item needs a value. */
  | "vault.empty_item"
  /** This category cannot be changed. */
  | "vault.protected_category"
  /** The cipher is weak. */
  | "vault.weak_cipher"
  /** The last way in cannot be removed. */
  | "vault.last_slot"
  /** The vault cannot be read. */
  | "vault.damaged"
  /** A server that the vault needs is not answering. */
  | "vault.unreachable"
  /** The file cannot be imported. */
  | "vault.invalid_file"
  /** There is no such market. */
  | "market.unknown_market"
  /** The market is paused. */
  | "market.inactive"
  /** There is no such order. */
  | "market.unknown_order"
  /** Another order has this name. */
  | "market.client_id_used"
  /** As much is executed already. */
  | "market.amount_executed"
  /** The market is halted. */
  | "market.halted"
  /** The market is in an auction. */
  | "market.collecting"
  /** This is too far from the last price. */
  | "market.price_collar"
  /** The order would have ended already. */
  | "market.invalid_expiry"
  /** The stop has been reached already. */
  | "market.stop_reached"
  /** The order is one of a pair. */
  | "market.paired"
  /** The market is not in this phase. */
  | "market.wrong_phase"
  /** The order is no longer open. */
  | "market.not_open"
  /** The balance is not enough. */
  | "market.not_enough_balance"
  /** The order is not valid. */
  | "market.invalid_order"
  /** The order would trade at once. */
  | "market.post_only_would_take"
  /** The whole amount is not available. */
  | "market.fill_or_kill_short"
  /** The order would trade with one of yours. */
  | "market.self_trade"
  /** The price is worse than the bound. */
  | "market.bound_not_met"
  /** There is no such asset. */
  | "market.unknown_asset"
  /** The amount is not valid. */
  | "market.invalid_amount"
  /** There are too many open orders. */
  | "market.limit_reached"
  /** The markets are closed. */
  | "market.disabled"
  /** There is no such address. */
  | "market.unknown_address"
  /** This address is your own. */
  | "market.transfer_to_oneself"
  /** There is no such request. */
  | "market.unknown_request"
  /** The request has already been decided. */
  | "market.request_decided"
  /** This is a request of your own. */
  | "market.own_request"
  /** Somebody else has to approve it. */
  | "market.second_person_needed"
  /** The withdrawal is too small. */
  | "market.withdrawal_too_small"
  /** This is more than you may send away today. */
  | "market.daily_limit"
  /** Your address book has no such entry. */
  | "market.unknown_destination"
  /** This entry is too new. */
  | "market.destination_waits"
  /** This is not in your address book. */
  | "market.not_in_address_book"
  /** This is no bank account. */
  | "market.invalid_bank_account"
  /** There is no such payment. */
  | "market.unknown_payment"
  /** The request asks for something else. */
  | "market.payment_differs"
  /** This is a request of your own. */
  | "market.payment_to_oneself"
  /** This can no longer be paid. */
  | "market.payment_ended"
  /** There is nothing to send back. */
  | "market.not_refundable"
  /** The text is not valid. */
  | "market.invalid_text"
  /** There is no such account. */
  | "market.unknown_account"
  /** The name is taken. */
  | "market.name_taken"
  /** The rules of the market are not valid. */
  | "market.invalid_rules"
  /** Somebody else was quicker. */
  | "plan.changed"
  /** There is no draft. */
  | "plan.no_draft"
  /** The plan has faults. */
  | "plan.faulty"
  /** This is the plan of another venue. */
  | "plan.other_venue"
  /** There is no such version. */
  | "plan.unknown_version"
  /** There is no such picture. */
  | "plan.unknown_picture"
  /** There are too many pictures. */
  | "plan.too_many_pictures"
  /** There is no radio map. */
  | "surveys.none"
  /** Somebody else was quicker. */
  | "surveys.changed"
  /** The file is no radio map. */
  | "surveys.faulty"
  /** The map was made on another plan. */
  | "surveys.other_plan"
  /** The map would be too large. */
  | "surveys.too_large"
  /** It is not the time for that day. */
  | "surveys.closed_day"
  /** Another radio map is in force. */
  | "surveys.other_map"
  /** The radio map has no such beacon. */
  | "surveys.unknown_beacon"
  /** The credential is not good. */
  | "surveys.forged"
  /** The credential was used. */
  | "surveys.used"
  /** There is no such version. */
  | "surveys.unknown_version"
  /** You have no phone in the simulation. */
  | "demo.no_guest"
  /** Nobody can stand there. */
  | "demo.no_floor"
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
  /** What makes the request happen once, however often it is sent: 16 to 64 printable characters, for routes that take it. */
  key?: string;
  /** The number of what the change was made from; a route that takes it refuses when that is no longer so. */
  match?: number;
}

async function call<Answer>(
  method: string, path: string, options?: CallOptions, body?: unknown, file?: string,
): Promise<Answer> {
  // The header tells the server that no other site made the browser send this.
  const headers: Record<string, string> = { Accept: "application/json, application/problem+json", "X-Cerca": "1" };
  const init: RequestInit = { method, headers, credentials: "same-origin" };
  if (options?.signal) init.signal = options.signal;
  if (options?.key !== undefined) headers["Idempotency-Key"] = options.key;
  if (options?.match !== undefined) headers["If-Match"] = `"${options.match}"`;
  if (body !== undefined) {
    headers["Content-Type"] = file ?? "application/json";
    init.body = file === undefined ? JSON.stringify(body) : (body as Blob);
  }
  const response = await fetch(path, init);
  if (!response.ok) throw await problemOf(response);
  if (response.status === 204) return undefined as Answer;
  const isJSON = response.headers.get("Content-Type")?.startsWith("application/json") === true;
  const text = await response.text();
  // Some answers say with their status all that there is to say.
  if (text === "") return undefined as Answer;
  return (isJSON ? JSON.parse(text) : text) as Answer;
}

function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  return path + (asked.length > 0 ? "?" : "") + asked.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join("&");
}

async function problemOf(response: Response): Promise<ProblemError> {
  const retryAfter = Number(response.headers.get("Retry-After")) || undefined;
  if (response.headers.get("Content-Type")?.startsWith("application/problem+json")) {
    return new ProblemError((await response.json()) as Problem, retryAfter);
  }
  const title = response.statusText || "The server failed";
  return new ProblemError({ type: "about:blank", title, status: response.status, code: "server.internal" }, retryAfter);
}

// A function for each route; each throws a `ProblemError` when it is refused. Callers say
// `import * as api from "./api"`.

/** Makes an account and signs it in, once its address is proved where the server sends mail. May refuse with `accounts.mailbox_unproved`, `accounts.email_taken`, `accounts.invalid_email`, `accounts.password_too_short`, `accounts.password_too_long`, `accounts.password_guessable`, `request.too_many_attempts`. */
export function signUp(body: Credentials, options?: CallOptions): Promise<Session> {
  return call("POST", "/api/accounts", options, body);
}

/** Signs in; an account may ask for a code of its second factor, and for the approval of a new device. May refuse with `accounts.wrong_credentials`, `accounts.code_needed`, `accounts.wrong_code`, `accounts.device_unapproved`, `accounts.no_mail`, `accounts.disabled`, `passkeys.unavailable`, `passkeys.challenge_ended`, `passkeys.malformed`, `passkeys.wrong_origin`, `passkeys.wrong_party`, `passkeys.not_verified`, `passkeys.refused`, `passkeys.counter_back`, `request.too_many_attempts`. */
export function signIn(body: Credentials, options?: CallOptions): Promise<Session> {
  return call("POST", "/api/sessions", options, body);
}

/** Ends the session; its pseudonyms are never used again. */
export function signOut(options?: CallOptions): Promise<void> {
  return call("DELETE", "/api/session", options);
}

/** Says who is signed in. */
export function account(options?: CallOptions): Promise<Account> {
  return call("GET", "/api/account", options);
}

/** Shows once more who you are, which some things ask for; it counts for 5 minutes in this session. May refuse with `accounts.wrong_credentials`, `accounts.code_needed`, `accounts.wrong_code`, `request.too_many_attempts`. */
export function confirmOwner(body: Owner, options?: CallOptions): Promise<void> {
  return call("POST", "/api/account/confirmation", options, body);
}

/** Approves the device that waits, with the code from the mail, and signs in on it. May refuse with `accounts.wrong_code`, `accounts.challenge_ended`. */
export function approveDevice(body: DeviceApproval, options?: CallOptions): Promise<Session> {
  return call("POST", "/api/sessions/device", options, body);
}

/** Tells how you sign in. */
export function security(options?: CallOptions): Promise<Security> {
  return call("GET", "/api/account/security", options);
}

/** Begins to switch the second factor on: the secret for an authenticator app, which a first code confirms. May refuse with `accounts.wrong_credentials`, `accounts.factor_on`, `accounts.recently_recovered`, `request.too_many_attempts`. */
export function beginFactor(body: Password, options?: CallOptions): Promise<Authenticator> {
  return call("POST", "/api/account/factor", options, body);
}

/** Switches the second factor on with a first code; the recovery codes are told this once. May refuse with `accounts.wrong_code`, `accounts.factor_on`, `accounts.factor_off`, `request.too_many_attempts`. */
export function confirmFactor(body: FactorCode, options?: CallOptions): Promise<RecoveryCodes> {
  return call("POST", "/api/account/factor/confirm", options, body);
}

/** Switches the second factor off, with the password and a code. May refuse with `accounts.wrong_credentials`, `accounts.code_needed`, `accounts.wrong_code`, `request.too_many_attempts`, `accounts.factor_off`. */
export function removeFactor(body: Owner, options?: CallOptions): Promise<void> {
  return call("POST", "/api/account/factor/remove", options, body);
}

/** Replaces the recovery codes; the new ones are told this once. May refuse with `accounts.wrong_credentials`, `accounts.code_needed`, `accounts.wrong_code`, `request.too_many_attempts`, `accounts.factor_off`. */
export function renewRecoveryCodes(body: Owner, options?: CallOptions): Promise<RecoveryCodes> {
  return call("POST", "/api/account/factor/recovery-codes", options, body);
}

/** Switches on or off that new devices have to be approved by a code that comes by mail; the device that asks is approved. May refuse with `accounts.wrong_credentials`, `accounts.no_mail`, `request.too_many_attempts`. */
export function setDeviceApproval(body: DeviceRule, options?: CallOptions): Promise<DeviceToken> {
  return call("PUT", "/api/account/device-approval", options, body);
}

/** Lists the devices that you have approved. */
export function devices(options?: CallOptions): Promise<Devices> {
  return call("GET", "/api/account/devices", options);
}

/** Takes the approval of a device back and ends its sessions. May refuse with `accounts.unknown_device`. */
export function removeDevice(id: string, options?: CallOptions): Promise<void> {
  return call("DELETE", `/api/account/devices/${encodeURIComponent(id)}`, options);
}

/** Lists where you are signed in, by day and device. */
export function sessions(options?: CallOptions): Promise<Sessions> {
  return call("GET", "/api/account/sessions", options);
}

/** Ends all of your sessions but this one. */
export function endOtherSessions(options?: CallOptions): Promise<void> {
  return call("DELETE", "/api/account/sessions", options);
}

/** Ends one of your sessions. May refuse with `accounts.unknown_session`. */
export function endSession(id: string, options?: CallOptions): Promise<void> {
  return call("DELETE", `/api/account/sessions/${encodeURIComponent(id)}`, options);
}

/** Lists your API keys, without their secrets. */
export function apiKeys(options?: CallOptions): Promise<APIKeys> {
  return call("GET", "/api/account/keys", options);
}

/** Makes an API key, whose secret is told this once. May refuse with `accounts.wrong_credentials`, `accounts.code_needed`, `accounts.wrong_code`, `request.too_many_attempts`, `accounts.unproved`, `accounts.recently_recovered`, `accounts.invalid_key`, `accounts.too_many_keys`. */
export function makeAPIKey(body: APIKeyDraft, options?: CallOptions): Promise<NewAPIKey> {
  return call("POST", "/api/account/keys", options, body);
}

/** Revokes an API key. May refuse with `accounts.unknown_key`. */
export function revokeAPIKey(key: string, options?: CallOptions): Promise<void> {
  return call("DELETE", `/api/account/keys/${encodeURIComponent(key)}`, options);
}

/** Gives what a passkey is to answer to sign in, or to be a second factor; it is answered once, within 5 minutes. May refuse with `passkeys.unavailable`, `request.too_many_attempts`. */
export function beginPasskeySignIn(options?: CallOptions): Promise<PasskeyChallenge> {
  return call("POST", "/api/sessions/passkey/challenge", options);
}

/** Signs in with a passkey alone. May refuse with `accounts.disabled`, `passkeys.unavailable`, `passkeys.challenge_ended`, `passkeys.malformed`, `passkeys.wrong_origin`, `passkeys.wrong_party`, `passkeys.not_verified`, `passkeys.refused`, `passkeys.counter_back`, `request.too_many_attempts`. */
export function signInWithPasskey(body: PasskeyAssertion, options?: CallOptions): Promise<Session> {
  return call("POST", "/api/sessions/passkey", options, body);
}

/** Gives what a passkey is to answer to show once more who you are. May refuse with `passkeys.unavailable`. */
export function beginPasskeyConfirmation(options?: CallOptions): Promise<PasskeyChallenge> {
  return call("POST", "/api/account/confirmation/passkey/challenge", options);
}

/** Shows once more who you are, with a passkey; it counts for 5 minutes in this session. May refuse with `accounts.disabled`, `passkeys.unavailable`, `passkeys.challenge_ended`, `passkeys.malformed`, `passkeys.wrong_origin`, `passkeys.wrong_party`, `passkeys.not_verified`, `passkeys.refused`, `passkeys.counter_back`. */
export function confirmOwnerWithPasskey(body: PasskeyAssertion, options?: CallOptions): Promise<void> {
  return call("POST", "/api/account/confirmation/passkey", options, body);
}

/** Gives what an authenticator is to make a new passkey for. May refuse with `passkeys.unavailable`, `accounts.confirmation_needed`, `accounts.recently_recovered`. */
export function beginPasskey(options?: CallOptions): Promise<NewPasskeyChallenge> {
  return call("POST", "/api/account/passkey-challenge", options);
}

/** Lists your passkeys. */
export function passkeys(options?: CallOptions): Promise<Passkeys> {
  return call("GET", "/api/account/passkeys", options);
}

/** Adds a passkey to your account. May refuse with `accounts.confirmation_needed`, `accounts.recently_recovered`, `passkeys.unavailable`, `passkeys.challenge_ended`, `passkeys.malformed`, `passkeys.wrong_origin`, `passkeys.wrong_party`, `passkeys.not_verified`, `passkeys.unsupported`, `passkeys.registered`, `passkeys.too_many`. */
export function addPasskey(body: NewPasskey, options?: CallOptions): Promise<Passkey> {
  return call("POST", "/api/account/passkeys", options, body);
}

/** Calls one of your passkeys otherwise. May refuse with `passkeys.invalid_label`, `passkeys.unknown`. */
export function renamePasskey(id: string, body: PasskeyName, options?: CallOptions): Promise<void> {
  return call("PUT", `/api/account/passkeys/${encodeURIComponent(id)}`, options, body);
}

/** Removes one of your passkeys, but not the last way to sign in. May refuse with `accounts.confirmation_needed`, `passkeys.unknown`, `passkeys.last_way`. */
export function removePasskey(id: string, options?: CallOptions): Promise<void> {
  return call("DELETE", `/api/account/passkeys/${encodeURIComponent(id)}`, options);
}

/** Lists the providers of identities with which you can sign in here. */
export function identityProviders(options?: CallOptions): Promise<IdentityProviders> {
  return call("GET", "/api/sign-in", options);
}

/** Sends a browser to a provider to sign in there; it comes back to the page, whose address says what came of it. */
export function beginIdentitySignIn(provider: string, query: { place?: SignInPlace } = {}, options?: CallOptions): Promise<void> {
  return call("GET", withQuery(`/api/sign-in/${encodeURIComponent(provider)}`, query), options);
}

/** Takes a browser back from a provider and sends it to the page, with `arrived` or a code of a problem in its address. */
export function identityCallback(provider: string, options?: CallOptions): Promise<void> {
  return call("GET", `/api/sign-in/${encodeURIComponent(provider)}/callback`, options);
}

/** Takes a browser back that a provider sends with a form. */
export function identityFormCallback(provider: string, body: Blob, options?: CallOptions): Promise<void> {
  return call("POST", `/api/sign-in/${encodeURIComponent(provider)}/callback`, options, body, "application/x-www-form-urlencoded");
}

/** Ends the sessions of somebody who has signed out at a provider, which tells so itself with a `logout_token`. May refuse with `identities.unknown_provider`, `identities.unreachable`, `identities.refused`, `identities.wrong_document`, `identities.wrong_issuer`, `identities.malformed_token`, `identities.wrong_algorithm`, `identities.unknown_key`, `identities.wrong_signature`, `identities.wrong_audience`, `identities.wrong_party`, `identities.expired`, `identities.early`, `identities.wrong_event`, `identities.repeated_notice`. */
export function identitySignOut(provider: string, body: Blob, options?: CallOptions): Promise<void> {
  return call("POST", `/api/sign-in/${encodeURIComponent(provider)}/logout`, options, body, "application/x-www-form-urlencoded");
}

/** Begins to show once more who you are, by signing in at a provider anew, and tells where the browser goes for that. May refuse with `accounts.code_needed`, `accounts.wrong_code`, `request.too_many_attempts`, `identities.unknown_provider`, `identities.unknown_identity`, `identities.cannot_confirm`, `identities.unreachable`, `identities.wrong_document`. */
export function beginProviderConfirmation(provider: string, body: ProviderConfirmation, options?: CallOptions): Promise<ProviderAddress> {
  return call("POST", `/api/account/confirmation/providers/${encodeURIComponent(provider)}`, options, body);
}

/** Tells who has come back from a provider in this browser, and what is still to be shown. May refuse with `identities.arrival_ended`, `identities.no_email`. */
export function arrival(options?: CallOptions): Promise<Arrival> {
  return call("GET", "/api/arrival", options);
}

/** Finishes a sign-in by a provider. May refuse with `identities.arrival_ended`, `identities.no_email`, `identities.proof_needed`, `identities.code_needed`, `identities.no_mail`, `accounts.email_taken`, `accounts.disabled`, `accounts.wrong_credentials`, `accounts.code_needed`, `accounts.wrong_code`, `accounts.device_unapproved`, `accounts.no_mail`, `request.too_many_attempts`. */
export function finishArrival(body: ArrivalProof, options?: CallOptions): Promise<Session> {
  return call("POST", "/api/arrival", options, body);
}

/** Sends a code to the address that the identity and an account have in common. May refuse with `identities.arrival_ended`, `identities.no_email`, `identities.no_mail`, `identities.proof_needed`, `request.too_many_attempts`. */
export function mailArrivalCode(options?: CallOptions): Promise<void> {
  return call("POST", "/api/arrival/mail", options);
}

/** Lists your identities elsewhere. */
export function identities(options?: CallOptions): Promise<Identities> {
  return call("GET", "/api/account/identities", options);
}

/** Links the identity that came back in this browser with your account. May refuse with `identities.arrival_ended`, `identities.no_email`, `identities.taken`. */
export function linkIdentity(options?: CallOptions): Promise<void> {
  return call("POST", "/api/account/identities", options);
}

/** Takes one of your identities away. May refuse with `accounts.confirmation_needed`, `identities.unknown_identity`, `identities.last_way`. */
export function unlinkIdentity(id: string, options?: CallOptions): Promise<void> {
  return call("DELETE", `/api/account/identities/${encodeURIComponent(id)}`, options);
}

/** Begins to link an identity, and tells where the browser goes for that. May refuse with `accounts.confirmation_needed`, `accounts.unproved`, `identities.unknown_provider`, `identities.unreachable`, `identities.wrong_document`. */
export function beginLinking(provider: string, options?: CallOptions): Promise<ProviderAddress> {
  return call("POST", `/api/account/providers/${encodeURIComponent(provider)}`, options);
}

/** Makes the account that waits, with the code from the mail, and signs it in. May refuse with `accounts.wrong_code`, `accounts.challenge_ended`, `request.too_many_attempts`. */
export function confirmSignUp(body: MailboxProof, options?: CallOptions): Promise<Session> {
  return call("POST", "/api/accounts/confirmation", options, body);
}

/** Sends a code to your address, which proves that it is yours. May refuse with `accounts.no_mail`, `request.too_many_attempts`. */
export function sendProof(options?: CallOptions): Promise<MailboxChallenge> {
  return call("POST", "/api/account/proof/mail", options);
}

/** Proves that your address is yours, with the code from the mail. May refuse with `accounts.wrong_code`, `accounts.challenge_ended`, `request.too_many_attempts`. */
export function proveMailbox(body: MailboxProof, options?: CallOptions): Promise<void> {
  return call("POST", "/api/account/proof", options, body);
}

/** Replaces your password; every other session and approved device ends, API keys stay and are listed in a mail. May refuse with `accounts.wrong_credentials`, `accounts.code_needed`, `accounts.wrong_code`, `request.too_many_attempts`, `accounts.confirmation_needed`, `accounts.password_too_short`, `accounts.password_too_long`, `accounts.password_guessable`. */
export function changePassword(body: PasswordChange, options?: CallOptions): Promise<void> {
  return call("PUT", "/api/account/password", options, body);
}

/** Asks for a mail with a link that sets a new password; the answer is the same for an address that has no account. May refuse with `accounts.invalid_email`, `accounts.no_mail`, `request.too_many_attempts`. */
export function requestReset(body: Address, options?: CallOptions): Promise<void> {
  return call("POST", "/api/password-reset", options, body);
}

/** Sets a new password with the token of a link from a mail, once; every session and approved device ends, and nobody is signed in. May refuse with `accounts.link_ended`, `accounts.password_too_short`, `accounts.password_too_long`, `accounts.password_guessable`, `request.too_many_attempts`. */
export function resetPassword(body: PasswordReset, options?: CallOptions): Promise<void> {
  return call("POST", "/api/password-reset/use", options, body);
}

/** Begins to give your account another address; a code goes there, and a link that takes it back to the one of now. May refuse with `accounts.confirmation_needed`, `accounts.invalid_email`, `accounts.no_mail`, `request.too_many_attempts`. */
export function changeEmail(body: Address, options?: CallOptions): Promise<MailboxChallenge> {
  return call("POST", "/api/account/email", options, body);
}

/** Gives your account the other address, with the code from the mail. May refuse with `accounts.wrong_code`, `accounts.challenge_ended`, `request.too_many_attempts`. */
export function confirmEmail(body: MailboxProof, options?: CallOptions): Promise<void> {
  return call("POST", "/api/account/email/confirmation", options, body);
}

/** Takes a change of address back with the token of a link from a mail, and ends every session and approved device. May refuse with `accounts.link_ended`, `request.too_many_attempts`. */
export function undoEmail(body: LinkToken, options?: CallOptions): Promise<void> {
  return call("POST", "/api/email-undo", options, body);
}

/** Sets what you want to be called. May refuse with `accounts.invalid_name`. */
export function setDisplayName(body: DisplayName, options?: CallOptions): Promise<void> {
  return call("PUT", "/api/account/name", options, body);
}

/** Tells what happened to the security of your account in the last 90 days, by days. */
export function accountTrail(options?: CallOptions): Promise<AccountTrail> {
  return call("GET", "/api/account/trail", options);
}

/** Switches on or off that the trail keeps from which addresses of the network somebody signed in; off forgets those it has. May refuse with `accounts.confirmation_needed`. */
export function setTrailAddresses(body: TrailAddresses, options?: CallOptions): Promise<void> {
  return call("PUT", "/api/account/trail/addresses", options, body);
}

/** Ends every session of yours, this one too, and what else you want ended; answers what stays. May refuse with `accounts.confirmation_needed`, `identities.last_way`. */
export function signOutEverywhere(body: SignOutEverywhere, options?: CallOptions): Promise<SignedOutEverywhere> {
  return call("POST", "/api/account/sign-out", options, body);
}

/** Gives all that is kept about you as one page, with the same as JSON in it; up to 50,000 rows of each table. May refuse with `accounts.confirmation_needed`. */
export function accountArchive(options?: CallOptions): Promise<string> {
  return call("GET", "/api/account/archive", options);
}

/** Tells what would be lost with your account, and what stands in the way of its end. */
export function accountDeletion(options?: CallOptions): Promise<AccountDeletion> {
  return call("GET", "/api/account/deletion", options);
}

/** Deletes your account. It cannot be undone. May refuse with `accounts.confirmation_needed`, `accounts.money_left`, `accounts.money_held`. */
export function deleteAccount(body: AccountFarewell, options?: CallOptions): Promise<void> {
  return call("POST", "/api/account/deletion", options, body);
}

/** Says whether you have a photo, and by what it is asked for. */
export function photo(options?: CallOptions): Promise<Photo> {
  return call("GET", "/api/account/photo", options);
}

/** Gives you a photo in place of any other; a JPEG, a PNG or a WebP of 40 megapixels at most, of which only the picture is kept. May refuse with `photos.unknown_format`, `photos.broken`, `photos.too_large`. */
export function setPhoto(body: Blob, options?: CallOptions): Promise<Photo> {
  return call("PUT", "/api/account/photo", options, body, "application/octet-stream");
}

/** Removes your photo. */
export function removePhoto(options?: CallOptions): Promise<void> {
  return call("DELETE", "/api/account/photo", options);
}

/** Lists the venues. */
export function venues(options?: CallOptions): Promise<Venues> {
  return call("GET", "/api/venues", options);
}

/** Describes a venue with its plan, shops and beacons. May refuse with `loyalty.unknown_venue`. */
export function venue(uuid: string, options?: CallOptions): Promise<Venue> {
  return call("GET", `/api/venues/${encodeURIComponent(uuid)}`, options);
}

/** Tells which shops may know of your visits. */
export function choices(options?: CallOptions): Promise<Choices> {
  return call("GET", "/api/choices", options);
}

/** Replaces the shops that may know of your visits. May refuse with `loyalty.unknown_shop`, `loyalty.too_many_choices`. */
export function setChoices(body: Choices, options?: CallOptions): Promise<Choices> {
  return call("PUT", "/api/choices", options, body);
}

/** Proves a visit with a code that was heard. May refuse with `loyalty.not_chosen`, `presence.unknown_beacon`, `presence.code_mismatch`, `presence.stale`, `presence.replayed`, `presence.implausible`, `presence.shared`, `presence.future`. */
export function recordSighting(body: Sighting, options?: CallOptions): Promise<SightingReceipt> {
  return call("POST", "/api/sightings", options, body);
}

/** Lists the visits of this session. */
export function visits(options?: CallOptions): Promise<Visits> {
  return call("GET", "/api/visits", options);
}

/** Lists your coupons. */
export function coupons(options?: CallOptions): Promise<Coupons> {
  return call("GET", "/api/coupons", options);
}

/** Deletes a coupon; `restoreCoupon` undoes it. May refuse with `loyalty.unknown_coupon`. */
export function deleteCoupon(id: string, options?: CallOptions): Promise<void> {
  return call("DELETE", `/api/coupons/${encodeURIComponent(id)}`, options);
}

/** Restores a coupon that was deleted. May refuse with `loyalty.unknown_coupon`. */
export function restoreCoupon(id: string, options?: CallOptions): Promise<Coupon> {
  return call("POST", `/api/coupons/${encodeURIComponent(id)}/restore`, options);
}

/** Lists what you were told, the newest first. */
export function inbox(options?: CallOptions): Promise<Inbox> {
  return call("GET", "/api/inbox", options);
}

/** Marks every notification as read. */
export function readInbox(options?: CallOptions): Promise<void> {
  return call("POST", "/api/inbox-read", options);
}

/** Marks a notification as read. May refuse with `inbox.unknown`. */
export function readNotification(id: string, options?: CallOptions): Promise<void> {
  return call("POST", `/api/inbox/${encodeURIComponent(id)}/read`, options);
}

/** Deletes a notification; `restoreNotification` undoes it for a day. May refuse with `inbox.unknown`. */
export function deleteNotification(id: string, options?: CallOptions): Promise<void> {
  return call("DELETE", `/api/inbox/${encodeURIComponent(id)}`, options);
}

/** Restores a notification that was deleted. May refuse with `inbox.unknown`. */
export function restoreNotification(id: string, options?: CallOptions): Promise<Notification> {
  return call("POST", `/api/inbox/${encodeURIComponent(id)}/restore`, options);
}

/** Lists what of the markets you want to be told. */
export function alerts(options?: CallOptions): Promise<Alerts> {
  return call("GET", "/api/alerts", options);
}

/** Makes an alert: for a price, told once by the first trade there or beyond; or for your own orders, told whenever one is executed to its last unit. May refuse with `inbox.invalid_alert`, `inbox.too_many_alerts`. */
export function addAlert(body: AlertDraft, options?: CallOptions): Promise<Alert> {
  return call("POST", "/api/alerts", options, body);
}

/** Deletes an alert. May refuse with `inbox.unknown_alert`. */
export function deleteAlert(id: string, options?: CallOptions): Promise<void> {
  return call("DELETE", `/api/alerts/${encodeURIComponent(id)}`, options);
}

/** Tells on which devices you are told things, and of what. */
export function push(options?: CallOptions): Promise<Push> {
  return call("GET", "/api/push", options);
}

/** Registers the device of this session for messages, or registers it anew. An account has at most 10; each ends with its session. May refuse with `push.unavailable`, `push.invalid_device`, `push.too_many_devices`. */
export function registerPushDevice(body: PushRegistration, options?: CallOptions): Promise<PushDevice> {
  return call("POST", "/api/push/subscriptions", options, body);
}

/** Changes what a device is not told of. May refuse with `push.unknown_device`. */
export function mutePushDevice(id: string, body: PushMuting, options?: CallOptions): Promise<void> {
  return call("PUT", `/api/push/subscriptions/${encodeURIComponent(id)}`, options, body);
}

/** Removes a device, which is told nothing more. May refuse with `push.unknown_device`. */
export function removePushDevice(id: string, options?: CallOptions): Promise<void> {
  return call("DELETE", `/api/push/subscriptions/${encodeURIComponent(id)}`, options);
}

/** Replaces when, and of which shops, you are told things on all your devices. May refuse with `push.invalid_rules`. */
export function setPushRules(body: PushRules, options?: CallOptions): Promise<void> {
  return call("PUT", "/api/push/rules", options, body);
}

/** Tells the public key of the batches at `/v1/exposed/{release}`, and how often and how long there are any. */
export function exposureParameters(options?: CallOptions): Promise<ExposureParameters> {
  return call("GET", "/api/exposure/parameters", options);
}

/** Tells how the tracing of your phone stands. May refuse with `exposure.no_phone`. */
export function tracing(options?: CallOptions): Promise<Tracing> {
  return call("GET", "/api/tracing", options);
}

/** Switches tracing on or off; what was met before is kept. May refuse with `exposure.no_phone`, `exposure.already_reported`. */
export function setTracing(body: TracingSwitch, options?: CallOptions): Promise<Tracing> {
  return call("PUT", "/api/tracing", options, body);
}

/** Switches tracing off and deletes all keys, contacts, days and notices on your phone. May refuse with `exposure.no_phone`. */
export function deleteTracing(options?: CallOptions): Promise<Tracing> {
  return call("DELETE", "/api/tracing", options);
}

/** Fetches the published keys and compares them on your phone, now. May refuse with `exposure.no_phone`. */
export function syncTracing(options?: CallOptions): Promise<Tracing> {
  return call("POST", "/api/tracing/sync", options);
}

/** Reports a positive test with a code: warns the contacts, destroys the keys and ends tracing. May refuse with `exposure.no_phone`, `exposure.already_reported`, `exposure.code_refused`. */
export function reportTracing(body: ReportCode, options?: CallOptions): Promise<Tracing> {
  return call("POST", "/api/tracing/report", options, body);
}

/** Gives the QR code with which the health authority registers your case. May refuse with `exposure.no_phone`, `exposure.already_reported`. */
export function caseCode(options?: CallOptions): Promise<CaseCode> {
  return call("GET", "/api/tracing/case", options);
}

/** Lists the news, the newest first. */
export function news(options?: CallOptions): Promise<News> {
  return call("GET", "/api/news", options);
}

/** Lists the questions with their answers. */
export function questions(options?: CallOptions): Promise<Questions> {
  return call("GET", "/api/questions", options);
}

/** Lists `news` or `questions` for the console. May refuse with `publication.unknown`. */
export function healthPublications(list: PublicationList, options?: CallOptions): Promise<Publications> {
  return call("GET", `/api/health/publications/${encodeURIComponent(list)}`, options);
}

/** Publishes a piece of news or a question. May refuse with `publication.unknown`. */
export function publish(list: PublicationList, body: PublicationDraft, options?: CallOptions): Promise<Publication> {
  return call("POST", `/api/health/publications/${encodeURIComponent(list)}`, options, body);
}

/** Changes a piece of news or a question. May refuse with `publication.unknown`. */
export function republish(list: PublicationList, id: string, body: PublicationDraft, options?: CallOptions): Promise<Publication> {
  return call("PUT", `/api/health/publications/${encodeURIComponent(list)}/${encodeURIComponent(id)}`, options, body);
}

/** Deletes a piece of news or a question; `restorePublication` undoes it. May refuse with `publication.unknown`. */
export function unpublish(list: PublicationList, id: string, options?: CallOptions): Promise<void> {
  return call("DELETE", `/api/health/publications/${encodeURIComponent(list)}/${encodeURIComponent(id)}`, options);
}

/** Restores a piece of news or a question that was deleted. May refuse with `publication.unknown`. */
export function restorePublication(list: PublicationList, id: string, options?: CallOptions): Promise<Publication> {
  return call("POST", `/api/health/publications/${encodeURIComponent(list)}/${encodeURIComponent(id)}/restore`, options);
}

/** Orders `news` or `questions`. May refuse with `publication.unknown`. */
export function orderPublications(list: PublicationList, body: PublicationOrder, options?: CallOptions): Promise<Publications> {
  return call("PUT", `/api/health/publication-order/${encodeURIComponent(list)}`, options, body);
}

/** Signs in to the health authority's console for 12 hours; what of the three is wrong is not told. May refuse with `accounts.wrong_credentials`, `request.too_many_attempts`. */
export function signInToHealth(body: RoleCredentials, options?: CallOptions): Promise<Session> {
  return call("POST", "/api/session/health", options, body);
}

/** Lists what became of the codes. */
export function exposureCodes(options?: CallOptions): Promise<ExposureCodes> {
  return call("GET", "/api/health/codes", options);
}

/** Issues a code, which is told this once. */
export function issueCode(options?: CallOptions): Promise<IssuedCode> {
  return call("POST", "/api/health/codes", options);
}

/** Withdraws a code that waits; `restoreCode` undoes it. May refuse with `exposure.unknown_code`. */
export function withdrawCode(id: string, options?: CallOptions): Promise<void> {
  return call("DELETE", `/api/health/codes/${encodeURIComponent(id)}`, options);
}

/** Makes a withdrawn code wait again, for as long as it would have. May refuse with `exposure.unknown_code`. */
export function restoreCode(id: string, options?: CallOptions): Promise<void> {
  return call("POST", `/api/health/codes/${encodeURIComponent(id)}/restore`, options);
}

/** Keeps the day of the onset beside a code that waits: the report then reaches back to two days before it. May refuse with `exposure.unknown_code`. */
export function setCodeOnset(id: string, body: CodeOnset, options?: CallOptions): Promise<void> {
  return call("PUT", `/api/health/codes/${encodeURIComponent(id)}/onset`, options, body);
}

/** Lists the cases of the last weeks. */
export function healthCases(options?: CallOptions): Promise<HealthCases> {
  return call("GET", "/api/health/cases", options);
}

/** Registers a case from a phone's QR code, to be decided. May refuse with `exposure.invalid_case`, `exposure.already_reported`. */
export function registerCase(body: CaseText, options?: CallOptions): Promise<RegisteredCase> {
  return call("POST", "/api/health/cases", options, body);
}

/** Approves a case: its key is published with the next batch and deleted here. May refuse with `exposure.unknown_case`. */
export function approveCase(id: string, options?: CallOptions): Promise<HealthCase> {
  return call("POST", `/api/health/cases/${encodeURIComponent(id)}/approve`, options);
}

/** Rejects a case: its key is deleted. May refuse with `exposure.unknown_case`. */
export function rejectCase(id: string, options?: CallOptions): Promise<HealthCase> {
  return call("POST", `/api/health/cases/${encodeURIComponent(id)}/reject`, options);
}

/** Tells how the anomaly brake stands. */
export function brake(options?: CallOptions): Promise<Brake> {
  return call("GET", "/api/health/brake", options);
}

/** Lets the uploads that are held be published. */
export function releaseHeld(options?: CallOptions): Promise<Brake> {
  return call("POST", "/api/health/brake/release", options);
}

/** Deletes the uploads that are held. */
export function discardHeld(options?: CallOptions): Promise<Brake> {
  return call("POST", "/api/health/brake/discard", options);
}

/** Lists who of the staff did what and when. */
export function audit(options?: CallOptions): Promise<Audit> {
  return call("GET", "/api/health/audit", options);
}

/** Lists the levels of areas with what is counted in them, and the traffic light's rule. */
export function zones(options?: CallOptions): Promise<Zones> {
  return call("GET", "/api/zones", options);
}

/** Gives the areas of a level with their borders. May refuse with `zones.unknown`. */
export function zoneAreas(level: ZoneLevelName, options?: CallOptions): Promise<ZoneAreas> {
  return call("GET", `/api/zones/${encodeURIComponent(level)}`, options);
}

/** Gives the cases of a measure for all areas and days, so that nobody need ask day by day. May refuse with `zones.unknown`. */
export function zoneSeries(level: ZoneLevelName, measure: ZoneMeasureName, options?: CallOptions): Promise<ZoneSeries> {
  return call("GET", `/api/zones/${encodeURIComponent(level)}/${encodeURIComponent(measure)}`, options);
}

/** Adds or updates areas of a level from a file of GeoJSON in the body, of at most 16 MiB, or replaces the level. May refuse with `zones.unknown`, `zones.invalid_file`. */
export function importZoneAreas(level: ZoneLevelName, query: { mode?: ZoneAreaMode } = {}, body: Blob, options?: CallOptions): Promise<ZoneAreaImport> {
  return call("PUT", withQuery(`/api/health/zones/${encodeURIComponent(level)}`, query), options, body, "application/geo+json");
}

/** Replaces the cases of a measure by those of a file of CSV in the body, of at most 16 MiB. May refuse with `zones.unknown`, `zones.invalid_file`. */
export function importZoneCases(level: ZoneLevelName, measure: ZoneMeasureName, body: Blob, options?: CallOptions): Promise<ZoneImport> {
  return call("PUT", `/api/health/zones/${encodeURIComponent(level)}/${encodeURIComponent(measure)}`, options, body, "text/csv");
}

/** Signs in to the console of merchants for 12 hours; what of the three is wrong is not told. May refuse with `accounts.wrong_credentials`, `request.too_many_attempts`. */
export function signInToMerchant(body: RoleCredentials, options?: CallOptions): Promise<Session> {
  return call("POST", "/api/session/merchant", options, body);
}

/** Signs in to the console of merchants for 12 hours with a passkey alone. May refuse with `accounts.disabled`, `passkeys.unavailable`, `passkeys.challenge_ended`, `passkeys.malformed`, `passkeys.wrong_origin`, `passkeys.wrong_party`, `passkeys.not_verified`, `passkeys.refused`, `passkeys.counter_back`, `request.too_many_attempts`. */
export function signInToMerchantWithPasskey(body: PasskeyAssertion, options?: CallOptions): Promise<Session> {
  return call("POST", "/api/session/merchant/passkey", options, body);
}

/** Signs in to the console of those who run a venue, for 12 hours; what of the three is wrong is not told. May refuse with `accounts.wrong_credentials`, `request.too_many_attempts`. */
export function signInToOperator(body: RoleCredentials, options?: CallOptions): Promise<Session> {
  return call("POST", "/api/session/operator", options, body);
}

/** Signs in to the console of those who run a venue, for 12 hours, with a passkey alone. May refuse with `accounts.disabled`, `passkeys.unavailable`, `passkeys.challenge_ended`, `passkeys.malformed`, `passkeys.wrong_origin`, `passkeys.wrong_party`, `passkeys.not_verified`, `passkeys.refused`, `passkeys.counter_back`, `request.too_many_attempts`. */
export function signInToOperatorWithPasskey(body: PasskeyAssertion, options?: CallOptions): Promise<Session> {
  return call("POST", "/api/session/operator/passkey", options, body);
}

/** Tells the server's time to the consoles, and who can enter without a password; nobody can but in a demo. */
export function consoleEntrances(options?: CallOptions): Promise<ConsoleEntrances> {
  return call("GET", "/api/console/entrances", options);
}

/** Lists the venues with the shops that you look after. */
export function merchantPlaces(options?: CallOptions): Promise<VenuePlaces> {
  return call("GET", "/api/merchant/places", options);
}

/** Lists the venues that you run, with all of their shops. */
export function operatorPlaces(options?: CallOptions): Promise<VenuePlaces> {
  return call("GET", "/api/operator/places", options);
}

/** Tells which venues and shops you look after, and whether you can sign in to do so. */
export function ownVenueRoles(options?: CallOptions): Promise<OwnVenueRoles> {
  return call("GET", "/api/account/venue-roles", options);
}

/** Tells what somebody is invited to who has the link. May refuse with `staff.invitation_unknown`, `staff.invitation_used`, `staff.invitation_expired`, `staff.invitation_withdrawn`. */
export function shownInvitation(body: InvitationSecret, options?: CallOptions): Promise<ShownInvitation> {
  return call("POST", "/api/invitations/shown", options, body);
}

/** Accepts an invitation to look after shops or a venue; it works once, for the address that was invited. May refuse with `staff.invitation_unknown`, `staff.invitation_used`, `staff.invitation_expired`, `staff.invitation_withdrawn`, `staff.factor_needed`, `staff.other_address`. */
export function acceptInvitation(body: InvitationSecret, options?: CallOptions): Promise<ShownInvitation> {
  return call("POST", "/api/account/invitations", options, body);
}

/** Lists who looks after the venue and its shops, and who is invited to. May refuse with `staff.not_yours`. */
export function venueStaff(venue: string, options?: CallOptions): Promise<VenueStaff> {
  return call("GET", `/api/operator/${encodeURIComponent(venue)}/staff`, options);
}

/** Ends what somebody looks after; their sessions for it end at once. May refuse with `staff.not_yours`, `staff.unknown_role`, `staff.last_operator`, `accounts.confirmation_needed`. */
export function endVenueRole(venue: string, body: EndedVenueRole, options?: CallOptions): Promise<void> {
  return call("POST", `/api/operator/${encodeURIComponent(venue)}/staff/end`, options, body);
}

/** Sends somebody a link by which they take on shops or the venue; it works once, within 7 days. May refuse with `staff.not_yours`, `staff.unknown_shop`, `staff.too_many_invitations`, `staff.no_mail`, `accounts.invalid_email`, `accounts.confirmation_needed`. */
export function inviteToVenue(venue: string, body: VenueInvitationDraft, options?: CallOptions): Promise<VenueInvitation> {
  return call("POST", `/api/operator/${encodeURIComponent(venue)}/invitations`, options, body);
}

/** Makes an invitation worthless. May refuse with `staff.not_yours`, `staff.invitation_unknown`. */
export function withdrawVenueInvitation(venue: string, id: string, options?: CallOptions): Promise<void> {
  return call("DELETE", `/api/operator/${encodeURIComponent(venue)}/invitations/${encodeURIComponent(id)}`, options);
}

/** Lists who did what at the venue and when, the newest first; nobody can change it here. May refuse with `staff.not_yours`. */
export function venueJournal(venue: string, query: { before?: string } = {}, options?: CallOptions): Promise<VenueJournal> {
  return call("GET", withQuery(`/api/operator/${encodeURIComponent(venue)}/journal`, query), options);
}

/** Lists the campaigns of a shop, the newest first, each with its result when there is one. May refuse with `staff.not_yours`. */
export function shopCampaigns(venue: string, major: number, options?: CallOptions): Promise<ShopCampaigns> {
  return call("GET", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/campaigns`, options);
}

/** Keeps the draft of a campaign. May refuse with `staff.not_yours`, `campaigns.invalid_terms`, `campaigns.too_many`. */
export function addShopCampaign(venue: string, major: number, body: CampaignTerms, options?: CallOptions): Promise<ShopCampaign> {
  return call("POST", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/campaigns`, options, body);
}

/** Tells for some hold-outs how many people and weeks a campaign needs to show an effect. May refuse with `staff.not_yours`, `campaigns.invalid_terms`. */
export function campaignSizes(venue: string, major: number, body: CampaignQuestion, options?: CallOptions): Promise<CampaignSizes> {
  return call("POST", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/campaign-sizes`, options, body);
}

/** Changes a campaign that has not begun. May refuse with `staff.not_yours`, `campaigns.unknown`, `campaigns.changed`, `campaigns.begun`, `campaigns.overlap`, `campaigns.invalid_terms`. */
export function changeShopCampaign(venue: string, major: number, id: string, body: CampaignTerms, options?: CallOptions): Promise<ShopCampaign> {
  return call("PUT", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/campaigns/${encodeURIComponent(id)}`, options, body);
}

/** Deletes a campaign that was never planned. May refuse with `staff.not_yours`, `campaigns.unknown`, `campaigns.changed`, `campaigns.begun`. */
export function deleteShopCampaign(venue: string, major: number, id: string, options?: CallOptions): Promise<void> {
  return call("DELETE", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/campaigns/${encodeURIComponent(id)}`, options);
}

/** Plans a campaign for a later day. May refuse with `staff.not_yours`, `campaigns.unknown`, `campaigns.changed`, `campaigns.begun`, `campaigns.overlap`, `campaigns.invalid_terms`. */
export function planShopCampaign(venue: string, major: number, id: string, body: CampaignStart, options?: CallOptions): Promise<ShopCampaign> {
  return call("POST", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/campaigns/${encodeURIComponent(id)}/plan`, options, body);
}

/** Begins a campaign at once; from now on nothing of it can be changed, and its end is fixed. May refuse with `staff.not_yours`, `campaigns.unknown`, `campaigns.changed`, `campaigns.begun`, `campaigns.overlap`. */
export function beginShopCampaign(venue: string, major: number, id: string, options?: CallOptions): Promise<ShopCampaign> {
  return call("POST", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/campaigns/${encodeURIComponent(id)}/begin`, options);
}

/** Makes a planned campaign a draft again. May refuse with `staff.not_yours`, `campaigns.unknown`, `campaigns.changed`, `campaigns.begun`. */
export function withdrawShopCampaign(venue: string, major: number, id: string, options?: CallOptions): Promise<ShopCampaign> {
  return call("POST", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/campaigns/${encodeURIComponent(id)}/withdraw`, options);
}

/** Stops a running campaign for good; it never has a result. May refuse with `staff.not_yours`, `campaigns.unknown`, `campaigns.changed`, `campaigns.not_running`. */
export function stopShopCampaign(venue: string, major: number, id: string, options?: CallOptions): Promise<ShopCampaign> {
  return call("POST", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/campaigns/${encodeURIComponent(id)}/stop`, options);
}

/** Tells a phone in which campaigns it takes part, in shops that may know of habits; worked out anew each time, and kept nowhere. */
export function ownCampaigns(options?: CallOptions): Promise<OwnCampaigns> {
  return call("GET", "/api/campaigns", options);
}

/** Gives the keys with which credentials for anonymous reports are issued at present. */
export function reportIssuers(options?: CallOptions): Promise<ReportIssuers> {
  return call("GET", "/api/reports/issuer", options);
}

/** Issues, blindly and once for each account and month, the credential for anonymous reports. May refuse with `counting.credential_had`, `counting.period_closed`, `counting.invalid_request`. */
export function issueReportCredential(body: ReportCredentialRequest, options?: CallOptions): Promise<ReportCredential> {
  return call("POST", "/api/reports/credential", options, body);
}

/** Takes one anonymous report; what becomes of it is told to nobody, so that nobody can try. */
export function report(body: Report, options?: CallOptions): Promise<void> {
  return call("POST", "/api/reports", options, body);
}

/** Keeps at which beacons somebody came and went, in shops that may know of visits; send it five minutes later. */
export function recordEvents(body: VisitEvents, options?: CallOptions): Promise<KeptEvents> {
  return call("POST", "/api/events", options, body);
}

/** Tells a shop's figures by day, each with its interval of 95 %; without days, those of the last four weeks. May refuse with `staff.not_yours`, `counting.invalid_days`. */
export function shopFigures(venue: string, major: number, query: { firstDay?: string; lastDay?: string } = {}, options?: CallOptions): Promise<ShopFigures> {
  return call("GET", withQuery(`/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/figures`, query), options);
}

/** Gives a shop's figures as a table, with intervals and definitions. May refuse with `staff.not_yours`, `counting.invalid_days`. */
export function shopFiguresTable(venue: string, major: number, query: { firstDay?: string; lastDay?: string } = {}, options?: CallOptions): Promise<string> {
  return call("GET", withQuery(`/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/figures.csv`, query), options);
}

/** Tells of each quarter of an hour of a day that is over how many visitors a shop had; without a day, of today. May refuse with `staff.not_yours`, `counting.invalid_days`. */
export function shopQuarters(venue: string, major: number, query: { chosenDay?: string } = {}, options?: CallOptions): Promise<ShopQuarters> {
  return call("GET", withQuery(`/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/quarters`, query), options);
}

/** Tells of a shop and of each of its beacons how often somebody came and how often that was proved, and when that is odd. May refuse with `staff.not_yours`, `counting.invalid_days`. */
export function shopBeacons(venue: string, major: number, query: { firstDay?: string; lastDay?: string } = {}, options?: CallOptions): Promise<ShopBeacons> {
  return call("GET", withQuery(`/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/beacons`, query), options);
}

/** Lists the shops where phones come and far fewer stays than usual are verified: a beacon may be copied, send no codes or have a wrong clock. May refuse with `staff.not_yours`. */
export function venueStays(venue: string, options?: CallOptions): Promise<VenueStays> {
  return call("GET", `/api/operator/${encodeURIComponent(venue)}/stays`, options);
}

/** Writes down how many people came through a shop's door on a day. May refuse with `staff.not_yours`, `counting.invalid_days`. */
export function setDoorCount(venue: string, major: number, day: string, body: DoorCount, options?: CallOptions): Promise<DoorCount> {
  return call("PUT", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/door-counts/${encodeURIComponent(day)}`, options, body);
}

/** Takes back how many people came through a shop's door on a day. May refuse with `staff.not_yours`, `counting.invalid_days`. */
export function deleteDoorCount(venue: string, major: number, day: string, options?: CallOptions): Promise<void> {
  return call("DELETE", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/door-counts/${encodeURIComponent(day)}`, options);
}

/** Gives the key with which credentials for time are issued, the same to everybody; ask without a session. */
export function stayIssuer(options?: CallOptions): Promise<StayIssuer> {
  return call("GET", "/api/stays/issuer", options);
}

/** Issues, blindly and once for each account, shop and ten minutes, a credential that somebody was proved there then. May refuse with `stays.not_offered`, `stays.no_proof`, `stays.had`, `stays.invalid_request`. */
export function issuePresence(body: PresenceRequest, options?: CallOptions): Promise<StayCredential> {
  return call("POST", "/api/stays/presence", options, body);
}

/** Takes two credentials of one shop and day, at least twenty minutes apart, and issues a credential for time of the venue and day. May refuse with `stays.refused`. */
export function showStay(body: ShownStay, options?: CallOptions): Promise<StayCredential> {
  return call("POST", "/api/stays", options, body);
}

/** Pays the points for time in a venue on a day, once for each account and each credential, from the next day on. May refuse with `stays.not_offered`, `stays.closed_day`, `stays.forged`, `stays.used`, `stays.paid`. */
export function payStay(body: StayPayment, options?: CallOptions): Promise<PaidStay> {
  return call("POST", "/api/stays/points", options, body);
}

/** Lists the offers of a shop, those of the venue file among them, the latest change first. May refuse with `staff.not_yours`. */
export function shopOffers(venue: string, major: number, options?: CallOptions): Promise<ShopOffers> {
  return call("GET", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/offers`, options);
}

/** Tells of one offer. May refuse with `staff.not_yours`, `shop.unknown_offer`. */
export function shopOffer(venue: string, major: number, id: string, options?: CallOptions): Promise<ShopOffer> {
  return call("GET", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/offers/${encodeURIComponent(id)}`, options);
}

/** Keeps a draft of an offer as its next version; with `If-Match` 0 it is a new offer, whose identifier is 32 hexadecimal digits of your own. May refuse with `staff.not_yours`, `shop.unknown_offer`, `shop.changed`, `shop.invalid_offer`, `shop.too_many_offers`, `shop.too_many_versions`, `shop.deleted`. */
export function saveShopOffer(venue: string, major: number, id: string, body: ShopOfferTerms, options?: CallOptions): Promise<ShopOffer> {
  return call("PUT", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/offers/${encodeURIComponent(id)}`, options, body);
}

/** Deletes an offer that was never published; `restoreShopOffer` undoes it. May refuse with `staff.not_yours`, `shop.unknown_offer`, `shop.changed`, `shop.published`. */
export function deleteShopOffer(venue: string, major: number, id: string, options?: CallOptions): Promise<ShopOffer> {
  return call("DELETE", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/offers/${encodeURIComponent(id)}`, options);
}

/** Restores an offer that was deleted. May refuse with `staff.not_yours`, `shop.unknown_offer`, `shop.changed`. */
export function restoreShopOffer(venue: string, major: number, id: string, options?: CallOptions): Promise<ShopOffer> {
  return call("POST", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/offers/${encodeURIComponent(id)}/restore`, options);
}

/** Publishes the newest version, 10 seconds from now or later; coupons that were given stay as they are. May refuse with `staff.not_yours`, `shop.unknown_offer`, `shop.changed`, `shop.invalid_offer`, `shop.deleted`. */
export function publishShopOffer(venue: string, major: number, id: string, body: ShopOfferPublication, options?: CallOptions): Promise<ShopOffer> {
  return call("POST", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/offers/${encodeURIComponent(id)}/publish`, options, body);
}

/** Takes back a publication that has not begun; what was given before goes on. May refuse with `staff.not_yours`, `shop.unknown_offer`, `shop.changed`, `shop.begun`. */
export function undoShopOffer(venue: string, major: number, id: string, options?: CallOptions): Promise<ShopOffer> {
  return call("POST", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/offers/${encodeURIComponent(id)}/undo`, options);
}

/** Gives an offer to nobody any more; coupons that were given stay as they are. May refuse with `staff.not_yours`, `shop.unknown_offer`, `shop.changed`, `shop.not_running`. */
export function endShopOffer(venue: string, major: number, id: string, options?: CallOptions): Promise<ShopOffer> {
  return call("POST", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/offers/${encodeURIComponent(id)}/end`, options);
}

/** Tells what was done to an offer and by whom, the newest first. May refuse with `staff.not_yours`, `shop.unknown_offer`. */
export function shopOfferVersions(venue: string, major: number, id: string, options?: CallOptions): Promise<ShopOfferVersions> {
  return call("GET", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/offers/${encodeURIComponent(id)}/versions`, options);
}

/** Redeems a coupon by the code that its owner shows, once for each key of the till. May refuse with `staff.not_yours`, `shop.key_reused`. */
export function redeemCoupon(venue: string, major: number, body: CouponShown, options?: CallOptions): Promise<Redemption> {
  return call("POST", `/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/redemptions`, options, body);
}

/** Lists what was redeemed from an instant on and until another, the newest first. May refuse with `staff.not_yours`. */
export function shopRedemptions(venue: string, major: number, query: { from?: number; to?: number } = {}, options?: CallOptions): Promise<ShopRedemptions> {
  return call("GET", withQuery(`/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/redemptions`, query), options);
}

/** Tells what was redeemed as a table for spreadsheets, in the time zone of the venue. May refuse with `staff.not_yours`. */
export function shopRedemptionsTable(venue: string, major: number, query: { from?: number; to?: number; separator?: TableSeparator } = {}, options?: CallOptions): Promise<string> {
  return call("GET", withQuery(`/api/merchant/${encodeURIComponent(venue)}/${encodeURIComponent(major)}/exports/redemptions`, query), options);
}

/** Gives the key with which credentials for contributions are issued at present. */
export function venueDayIssuer(options?: CallOptions): Promise<VenueDayIssuer> {
  return call("GET", "/api/exposure/venue-days", options);
}

/** Takes one contribution: that somebody who reported was in a shop on a day. May refuse with `zones.unknown`, `exposure.code_refused`. */
export function contributeVenueDay(body: VenueDay, options?: CallOptions): Promise<void> {
  return call("POST", "/api/exposure/venue-days", options, body);
}

/** Issues, blindly and once, the credential for contributions of a phone whose upload was accepted. May refuse with `exposure.code_refused`. */
export function claimVenueDays(body: VenueDayClaim, options?: CallOptions): Promise<VenueDayCredential> {
  return call("POST", "/api/exposure/venue-days/credential", options, body);
}

/** Tells where in a venue at least five people were who later reported; it changes once a day. May refuse with `loyalty.unknown_venue`. */
export function venueRisk(uuid: string, options?: CallOptions): Promise<VenueRisk> {
  return call("GET", `/api/venues/${encodeURIComponent(uuid)}/risk`, options);
}

/** Makes a key for a slot of a vault that opens by proven presence at a beacon. May refuse with `presence.unknown_beacon`, `vault.full`. */
export function addVaultSlot(body: VaultSlotRequest, options?: CallOptions): Promise<VaultSlot> {
  return call("POST", "/api/vault/slots", options, body);
}

/** Removes the key of a slot; nothing opens that slot again. May refuse with `vault.unknown`. */
export function removeVaultSlot(id: string, options?: CallOptions): Promise<void> {
  return call("DELETE", `/api/vault/slots/${encodeURIComponent(id)}`, options);
}

/** Sets, once, the key by which a slot's receipts are checked. May refuse with `vault.unknown`, `vault.conflict`, `vault.invalid_element`. */
export function setVaultReceiptKey(id: string, body: VaultReceiptKey, options?: CallOptions): Promise<void> {
  return call("PUT", `/api/vault/slots/${encodeURIComponent(id)}/receipt-key`, options, body);
}

/** Evaluates an element under a slot's key for whoever has just proved presence; it counts as a failure until its receipt comes, and 429 has the seconds to wait in `Retry-After`. May refuse with `presence.unknown_beacon`, `presence.code_mismatch`, `presence.stale`, `presence.replayed`, `presence.implausible`, `presence.shared`, `presence.future`, `vault.unknown`, `vault.invalid_element`, `vault.locked_out`, `vault.stopped`. */
export function evaluateVaultSlot(id: string, body: VaultEvaluationRequest, options?: CallOptions): Promise<VaultEvaluation> {
  return call("POST", `/api/vault/slots/${encodeURIComponent(id)}/evaluations`, options, body);
}

/** Takes the receipt of an evaluation that opened its slot, which ends the counting of failures. May refuse with `vault.unknown`, `vault.invalid_element`. */
export function sendVaultReceipt(id: string, body: VaultReceipt, options?: CallOptions): Promise<void> {
  return call("POST", `/api/vault/slots/${encodeURIComponent(id)}/receipts`, options, body);
}

/** Lists your vaults, as far as the server knows them. */
export function vaults(options?: CallOptions): Promise<Vaults> {
  return call("GET", "/api/vaults", options);
}

/** Gives the sealed records that were written after a cursor. May refuse with `vault.unknown`. */
export function vaultRecords(id: string, query: { after?: number } = {}, options?: CallOptions): Promise<VaultRecords> {
  return call("GET", withQuery(`/api/vaults/${encodeURIComponent(id)}/records`, query), options);
}

/** Replaces sealed records if they still have the versions that are named, all or none. May refuse with `vault.conflict`, `vault.full`, `vault.unknown`. */
export function changeVaultRecords(id: string, body: VaultChanges, options?: CallOptions): Promise<VaultCursor> {
  return call("POST", `/api/vaults/${encodeURIComponent(id)}/records`, options, body);
}

/** Gives one sealed record. May refuse with `vault.unknown`, `vault.unknown_record`. */
export function vaultRecord(id: string, record: string, options?: CallOptions): Promise<VaultRecord> {
  return call("GET", `/api/vaults/${encodeURIComponent(id)}/record/${encodeURIComponent(record)}`, options);
}

/** Keeps what another device of yours needs, beside the recovery code, to open the vault. May refuse with `vault.unknown`, `vault.full`. */
export function setVaultJoin(id: string, body: VaultJoin, options?: CallOptions): Promise<void> {
  return call("PUT", `/api/vaults/${encodeURIComponent(id)}/join`, options, body);
}

/** Gives what another device of yours needs, beside the recovery code, to open the vault. May refuse with `vault.unknown`. */
export function vaultJoin(id: string, options?: CallOptions): Promise<VaultJoin> {
  return call("GET", `/api/vaults/${encodeURIComponent(id)}/join`, options);
}

/** Removes a vault with all its records from the server; devices keep theirs. May refuse with `vault.unknown`. */
export function removeVault(id: string, options?: CallOptions): Promise<void> {
  return call("DELETE", `/api/vaults/${encodeURIComponent(id)}`, options);
}

/** Exchanges the one-time token of the link for a cookie. May refuse with `accounts.not_signed_in`, `request.cross_site`. */
export function vaultPageEnter(body: VaultPageToken, options?: CallOptions): Promise<void> {
  return call("POST", "/api/vault/page/session", options, body);
}

/** Tells how the vaults on this machine stand; it keeps none of them open. May refuse with `accounts.not_signed_in`, `request.cross_site`. */
export function vaultPageState(options?: CallOptions): Promise<VaultPageState> {
  return call("GET", "/api/vault/page", options);
}

/** Says that somebody is at the page, so that the vault stays open. May refuse with `accounts.not_signed_in`, `request.cross_site`. */
export function vaultPageStay(options?: CallOptions): Promise<VaultPageState> {
  return call("POST", "/api/vault/page/stay", options);
}

/** Tells where this machine is, with the cell around it. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.no_position`. */
export function vaultPagePlace(body: VaultPagePlaceQuery, options?: CallOptions): Promise<VaultPagePlace> {
  return call("POST", "/api/vault/page/place", options, body);
}

/** Makes a vault, opens it and gives its recovery code, once. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.invalid_name`, `vault.name_taken`, `vault.weak_cipher`, `vault.no_position`, `vault.coarse_position`, `vault.last_slot`, `vault.damaged`. */
export function vaultPageCreate(body: VaultPageNewVault, options?: CallOptions): Promise<VaultPageRecovery> {
  return call("POST", "/api/vault/page/vaults", options, body);
}

/** Opens a vault with every factor that is at hand. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.wrong_secret`, `vault.locked_out`, `vault.stopped`, `vault.no_position`, `vault.coarse_position`, `vault.unreachable`, `vault.damaged`, `vault.conflict`. */
export function vaultPageUnlock(body: VaultPageUnlock, options?: CallOptions): Promise<VaultPageState> {
  return call("POST", "/api/vault/page/unlock", options, body);
}

/** Proves once more that the owner is there, which holds for a minute. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.wrong_secret`, `vault.locked_out`, `vault.stopped`, `vault.no_position`, `vault.coarse_position`, `vault.unreachable`, `vault.damaged`, `vault.locked`. */
export function vaultPageConfirm(body: VaultPageConfirm, options?: CallOptions): Promise<void> {
  return call("POST", "/api/vault/page/confirm", options, body);
}

/** Locks the vault and forgets its keys. May refuse with `accounts.not_signed_in`, `request.cross_site`. */
export function vaultPageLock(options?: CallOptions): Promise<VaultPageState> {
  return call("POST", "/api/vault/page/lock", options);
}

/** Lists the categories with their exact numbers of items. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`. */
export function vaultPageCategories(options?: CallOptions): Promise<VaultPageCategories> {
  return call("GET", "/api/vault/page/categories", options);
}

/** Makes a category. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.invalid_name`, `vault.name_taken`. */
export function vaultPageAddCategory(body: VaultPageCategoryDraft, options?: CallOptions): Promise<VaultPageCategories> {
  return call("POST", "/api/vault/page/categories", options, body);
}

/** Changes a category. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.invalid_name`, `vault.name_taken`, `vault.unknown_record`, `vault.protected_category`, `vault.changed_meanwhile`. */
export function vaultPageSetCategory(id: string, body: VaultPageCategoryDraft, options?: CallOptions): Promise<VaultPageCategories> {
  return call("PUT", `/api/vault/page/categories/${encodeURIComponent(id)}`, options, body);
}

/** Removes a category; its items go into the trash, from where they and it come back. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.unknown_record`, `vault.protected_category`. */
export function vaultPageRemoveCategory(id: string, options?: CallOptions): Promise<VaultPageCategories> {
  return call("DELETE", `/api/vault/page/categories/${encodeURIComponent(id)}`, options);
}

/** Lists items, or searches their fields; concealed ones only when that is asked for. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`. */
export function vaultPageItems(body: VaultPageQuery, options?: CallOptions): Promise<VaultPageSummaries> {
  return call("POST", "/api/vault/page/search", options, body);
}

/** Shows an item without its concealed values. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.unknown_record`. */
export function vaultPageItem(id: string, options?: CallOptions): Promise<VaultPageItem> {
  return call("GET", `/api/vault/page/items/${encodeURIComponent(id)}`, options);
}

/** Changes an item; its old values go into its history. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.invalid_name`, `vault.name_taken`, `vault.unknown_record`, `vault.empty_item`, `vault.full`, `vault.wrong_secret`, `vault.changed_meanwhile`. */
export function vaultPageSetItem(id: string, body: VaultPageItemDraft, options?: CallOptions): Promise<VaultPageItem> {
  return call("PUT", `/api/vault/page/items/${encodeURIComponent(id)}`, options, body);
}

/** Puts an item into the trash; `vaultPageRestoreItem` undoes it. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.unknown_record`. */
export function vaultPageTrashItem(id: string, options?: CallOptions): Promise<void> {
  return call("DELETE", `/api/vault/page/items/${encodeURIComponent(id)}`, options);
}

/** Gives an item with all its values, to be changed. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.unknown_record`, `vault.wrong_secret`. */
export function vaultPageDraft(id: string, options?: CallOptions): Promise<VaultPageItemDraft> {
  return call("POST", `/api/vault/page/items/${encodeURIComponent(id)}/draft`, options);
}

/** Makes an item. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.invalid_name`, `vault.name_taken`, `vault.unknown_record`, `vault.empty_item`, `vault.full`. */
export function vaultPageAddItem(body: VaultPageItemDraft, options?: CallOptions): Promise<VaultPageItem> {
  return call("POST", "/api/vault/page/items", options, body);
}

/** Makes an item a favourite, or no longer one. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.unknown_record`. */
export function vaultPageSetFavourite(id: string, body: VaultPageSwitch, options?: CallOptions): Promise<VaultPageItem> {
  return call("PUT", `/api/vault/page/items/${encodeURIComponent(id)}/favourite`, options, body);
}

/** Takes an item out of the trash. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.unknown_record`, `vault.name_taken`. */
export function vaultPageRestoreItem(id: string, options?: CallOptions): Promise<VaultPageItem> {
  return call("POST", `/api/vault/page/items/${encodeURIComponent(id)}/restore`, options);
}

/** Erases an item of the trash for ever. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.unknown_record`. */
export function vaultPageEraseItem(id: string, options?: CallOptions): Promise<void> {
  return call("DELETE", `/api/vault/page/trash/${encodeURIComponent(id)}`, options);
}

/** Erases everything in the trash for ever. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`. */
export function vaultPageEmptyTrash(options?: CallOptions): Promise<void> {
  return call("DELETE", "/api/vault/page/trash", options);
}

/** Shows one concealed value of an item. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.unknown_record`, `vault.wrong_secret`. */
export function vaultPageReveal(id: string, body: VaultPageReveal, options?: CallOptions): Promise<VaultPageValue> {
  return call("POST", `/api/vault/page/items/${encodeURIComponent(id)}/reveal`, options, body);
}

/** Gives a field the value that it had before. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.unknown_record`, `vault.changed_meanwhile`. */
export function vaultPageRestoreValue(id: string, body: VaultPageReveal, options?: CallOptions): Promise<VaultPageItem> {
  return call("POST", `/api/vault/page/items/${encodeURIComponent(id)}/history`, options, body);
}

/** Shows the one-time codes of an item. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.unknown_record`, `vault.wrong_secret`. */
export function vaultPageCodes(id: string, options?: CallOptions): Promise<VaultPageCodes> {
  return call("POST", `/api/vault/page/items/${encodeURIComponent(id)}/codes`, options);
}

/** Shows the next one-time code of a field that counts, and uses it up. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.unknown_record`, `vault.wrong_secret`. */
export function vaultPageNextCode(id: string, body: VaultPageReveal, options?: CallOptions): Promise<VaultPageCode> {
  return call("POST", `/api/vault/page/items/${encodeURIComponent(id)}/codes/next`, options, body);
}

/** Keeps a file with an item. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.invalid_name`, `vault.name_taken`, `vault.unknown_record`, `vault.full`. */
export function vaultPageAttach(id: string, body: VaultPageFile, options?: CallOptions): Promise<VaultPageItem> {
  return call("POST", `/api/vault/page/items/${encodeURIComponent(id)}/attachments`, options, body);
}

/** Gives a file back. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.unknown_record`, `vault.wrong_secret`. */
export function vaultPageAttachment(id: string, attachment: string, options?: CallOptions): Promise<VaultPageFile> {
  return call("POST", `/api/vault/page/items/${encodeURIComponent(id)}/attachments/${encodeURIComponent(attachment)}`, options);
}

/** Removes a file from an item. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.unknown_record`. */
export function vaultPageDetach(id: string, attachment: string, options?: CallOptions): Promise<VaultPageItem> {
  return call("DELETE", `/api/vault/page/items/${encodeURIComponent(id)}/attachments/${encodeURIComponent(attachment)}`, options);
}

/** Makes a password. May refuse with `accounts.not_signed_in`, `request.cross_site`. */
export function vaultPageGenerate(body: VaultPageRecipe, options?: CallOptions): Promise<VaultPageValue> {
  return call("POST", "/api/vault/page/generate", options, body);
}

/** Estimates the strength of a password. May refuse with `accounts.not_signed_in`, `request.cross_site`. */
export function vaultPageEstimate(body: VaultPageEstimate, options?: CallOptions): Promise<VaultPageStrength> {
  return call("POST", "/api/vault/page/estimate", options, body);
}

/** Lists the ciphers that a vault can have. May refuse with `accounts.not_signed_in`, `request.cross_site`. */
export function vaultPageCiphers(options?: CallOptions): Promise<VaultPageCiphers> {
  return call("GET", "/api/vault/page/ciphers", options);
}

/** Looks for weak, reused and old passwords. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`. */
export function vaultPageFindings(options?: CallOptions): Promise<VaultPageFindings> {
  return call("POST", "/api/vault/page/audit", options);
}

/** Tells how the open vault is set up. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`. */
export function vaultPageConfiguration(options?: CallOptions): Promise<VaultPageConfiguration> {
  return call("GET", "/api/vault/page/configuration", options);
}

/** Changes what the owner prefers; what is the same changes nothing. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`. */
export function vaultPageSetPreferences(body: VaultPagePreferences, options?: CallOptions): Promise<VaultPageConfiguration> {
  return call("PUT", "/api/vault/page/preferences", options, body);
}

/** Seals every record anew with another cipher, all or nothing. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.weak_cipher`, `vault.invalid_element`. */
export function vaultPageSetCipher(body: VaultPageCipherChoice, options?: CallOptions): Promise<VaultPageConfiguration> {
  return call("PUT", "/api/vault/page/cipher", options, body);
}

/** Makes a way in, which needs every factor that is given. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.no_position`, `vault.coarse_position`, `vault.unreachable`, `vault.invalid_element`, `vault.invalid_name`. */
export function vaultPageAddSlot(body: VaultPageNewSlot, options?: CallOptions): Promise<VaultPageConfiguration> {
  return call("POST", "/api/vault/page/slots", options, body);
}

/** Removes a way in; never the last one. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.unknown_record`, `vault.last_slot`. */
export function vaultPageRemoveSlot(id: string, options?: CallOptions): Promise<VaultPageConfiguration> {
  return call("DELETE", `/api/vault/page/slots/${encodeURIComponent(id)}`, options);
}

/** Changes the password; no record is touched. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`, `vault.unknown_record`. */
export function vaultPageSetPassword(body: VaultPagePassword, options?: CallOptions): Promise<VaultPageConfiguration> {
  return call("PUT", "/api/vault/page/password", options, body);
}

/** Makes a new recovery code and gives it, once; the old one opens nothing any more. May refuse with `accounts.not_signed_in`, `request.cross_site`, `vault.locked`, `vault.damaged`. */
export function vaultPageRenewRecovery(options?: CallOptions): Promise<VaultPageRecovery> {
  return call("POST", "/api/vault/page/recovery", options);
}

/** Tells the server's time, for clients whose clock is to be compared with it. */
export function serverTime(options?: CallOptions): Promise<ServerTime> {
  return call("GET", "/api/time", options);
}

/** Lists the assets. */
export function marketAssets(options?: CallOptions): Promise<MarketAssets> {
  return call("GET", "/api/market/assets", options);
}

/** Lists the markets with their steps, minimums and fees. */
export function markets(options?: CallOptions): Promise<Markets> {
  return call("GET", "/api/market/markets", options);
}

/** Gives every market in a few numbers. */
export function marketTickers(options?: CallOptions): Promise<MarketTickers> {
  return call("GET", "/api/market/tickers", options);
}

/** Gives the best prices of both sides, what is offered at each added up. May refuse with `market.unknown_market`. */
export function marketBook(market: string, options?: CallOptions): Promise<MarketBook> {
  return call("GET", `/api/market/markets/${encodeURIComponent(market)}/book`, options);
}

/** Lists a hundred trades of a market, newest first. May refuse with `market.unknown_market`. */
export function marketTrades(market: string, query: { before?: string; limit?: number } = {}, options?: CallOptions): Promise<MarketTrades> {
  return call("GET", withQuery(`/api/market/markets/${encodeURIComponent(market)}/trades`, query), options);
}

/** Lists 500 candles of a market, newest first. May refuse with `market.unknown_market`. */
export function marketCandles(market: string, query: { kind: MarketCandleKind; frame: number; before?: string; limit?: number }, options?: CallOptions): Promise<MarketCandles> {
  return call("GET", withQuery(`/api/market/markets/${encodeURIComponent(market)}/candles`, query), options);
}

/** Places an order, and says what became of it at once. May refuse with `accounts.unproved`, `accounts.recently_recovered`, `accounts.confirmation_needed`, `market.unknown_market`, `market.inactive`, `market.halted`, `market.collecting`, `market.price_collar`, `market.invalid_expiry`, `market.invalid_order`, `market.not_enough_balance`, `market.limit_reached`, `market.disabled`, `market.post_only_would_take`, `market.fill_or_kill_short`, `market.self_trade`, `market.client_id_used`. */
export function placeMarketOrder(body: MarketOrderRequest, options?: CallOptions): Promise<MarketOrder> {
  return call("POST", "/api/market/orders", options, body);
}

/** Gives an order of yours with its executions. May refuse with `market.unknown_order`. */
export function marketOrder(id: string, options?: CallOptions): Promise<MarketOrderDetails> {
  return call("GET", `/api/market/orders/${encodeURIComponent(id)}`, options);
}

/** Changes amount or price of an open order of yours; less at the same price keeps its place, anything else is a new order in its place. May refuse with `accounts.unproved`, `accounts.recently_recovered`, `accounts.confirmation_needed`, `market.unknown_market`, `market.inactive`, `market.halted`, `market.collecting`, `market.price_collar`, `market.invalid_expiry`, `market.invalid_order`, `market.not_enough_balance`, `market.limit_reached`, `market.disabled`, `market.unknown_order`, `market.not_open`, `market.paired`, `market.amount_executed`, `market.post_only_would_take`, `market.self_trade`, `market.client_id_used`. */
export function amendMarketOrder(id: string, body: MarketAmendRequest, options?: CallOptions): Promise<MarketAmendment> {
  return call("PATCH", `/api/market/orders/${encodeURIComponent(id)}`, options, body);
}

/** Cancels an open order of yours. May refuse with `market.unknown_order`, `market.not_open`, `market.disabled`. */
export function cancelMarketOrder(id: string, options?: CallOptions): Promise<MarketOrder> {
  return call("DELETE", `/api/market/orders/${encodeURIComponent(id)}`, options);
}

/** Cancels your open orders in a market, or in every one when none is named. May refuse with `market.unknown_market`, `market.disabled`. */
export function cancelMarketOrders(query: { market?: string } = {}, options?: CallOptions): Promise<MarketOrders> {
  return call("DELETE", withQuery("/api/market/open-orders", query), options);
}

/** Lists fifty open orders of yours in a market, or in every one when none is named, newest first. May refuse with `market.unknown_market`. */
export function openMarketOrders(query: { market?: string; before?: string; limit?: number } = {}, options?: CallOptions): Promise<MarketOrders> {
  return call("GET", withQuery("/api/market/open-orders", query), options);
}

/** Lists fifty orders of yours that have ended, with a trade or without one, in a market, or in every one when none is named, those closed last first. May refuse with `market.unknown_market`. */
export function closedMarketOrders(query: { market?: string; side?: MarketSide; outcome?: MarketOrderOutcome; from?: number; to?: number; before?: string; limit?: number } = {}, options?: CallOptions): Promise<MarketOrders> {
  return call("GET", withQuery("/api/market/closed-orders", query), options);
}

/** Says what an order would bring at this moment, and the most that money or a share of a balance is enough for. May refuse with `market.unknown_market`, `market.halted`, `market.invalid_order`, `market.disabled`. */
export function quoteMarket(body: MarketQuoteRequest, options?: CallOptions): Promise<MarketQuote> {
  return call("POST", "/api/market/quotes", options, body);
}

/** Buys or sells the whole amount at once and never worse than the bound, or nothing. May refuse with `accounts.unproved`, `accounts.recently_recovered`, `accounts.confirmation_needed`, `market.unknown_market`, `market.inactive`, `market.halted`, `market.collecting`, `market.price_collar`, `market.invalid_expiry`, `market.invalid_order`, `market.not_enough_balance`, `market.limit_reached`, `market.disabled`, `market.bound_not_met`, `market.self_trade`. */
export function exchangeInstantly(body: MarketInstantRequest, options?: CallOptions): Promise<MarketOrder> {
  return call("POST", "/api/market/instant", options, body);
}

/** Gives the order that you placed under a name of your own, with its executions. May refuse with `market.unknown_order`. */
export function marketOrderByClientID(clientId: string, options?: CallOptions): Promise<MarketOrderDetails> {
  return call("GET", `/api/market/orders/by-client-id/${encodeURIComponent(clientId)}`, options);
}

/** Places a limit order and a stop-limit order of which one ends when anything happens to the other. May refuse with `accounts.unproved`, `accounts.recently_recovered`, `accounts.confirmation_needed`, `market.unknown_market`, `market.inactive`, `market.halted`, `market.collecting`, `market.price_collar`, `market.invalid_expiry`, `market.invalid_order`, `market.not_enough_balance`, `market.limit_reached`, `market.disabled`, `market.post_only_would_take`, `market.stop_reached`, `market.client_id_used`. */
export function placeMarketPair(body: MarketPairRequest, options?: CallOptions): Promise<MarketPair> {
  return call("POST", "/api/market/pairs", options, body);
}

/** Tells when all your open orders end unless you say before that you are still there. */
export function marketCancelTimer(options?: CallOptions): Promise<MarketCancelTimer> {
  return call("GET", "/api/market/cancel-timer", options);
}

/** Lets all your open orders end after so many seconds, unless this is said again before; 0 lets them stay. May refuse with `market.disabled`. */
export function setMarketCancelTimer(body: MarketCancelTimerRequest, options?: CallOptions): Promise<MarketCancelTimer> {
  return call("PUT", "/api/market/cancel-timer", options, body);
}

/** Tells whether a market trades, and at which price its auction would if it ended now. May refuse with `market.unknown_market`, `market.disabled`. */
export function marketAuction(market: string, options?: CallOptions): Promise<MarketAuction> {
  return call("GET", `/api/market/markets/${encodeURIComponent(market)}/auction`, options);
}

/** Tells what you have of every asset. */
export function marketBalances(options?: CallOptions): Promise<MarketBalances> {
  return call("GET", "/api/market/balances", options);
}

/** Tells what you pay in a market. May refuse with `market.unknown_market`. */
export function marketTier(market: string, options?: CallOptions): Promise<MarketTier> {
  return call("GET", `/api/market/markets/${encodeURIComponent(market)}/tier`, options);
}

/** Lists fifty lines of your statement in an asset, newest first. May refuse with `market.unknown_asset`, `market.unknown_market`. */
export function marketTransactions(asset: string, query: { movement?: MarketTransactionKind; market?: string; from?: number; to?: number; before?: string; limit?: number } = {}, options?: CallOptions): Promise<MarketTransactions> {
  return call("GET", withQuery(`/api/market/balances/${encodeURIComponent(asset)}/transactions`, query), options);
}

/** Tells your address for an asset; it is made when it is asked for first, and stays. May refuse with `market.unknown_asset`. */
export function marketAddress(asset: string, options?: CallOptions): Promise<MarketAddress> {
  return call("GET", `/api/market/balances/${encodeURIComponent(asset)}/address`, options);
}

/** Says that money of yours is on its way; an operator settles or refuses it. May refuse with `accounts.unproved`, `accounts.recently_recovered`, `accounts.confirmation_needed`, `market.unknown_asset`, `market.invalid_amount`, `market.not_enough_balance`, `market.invalid_text`. */
export function requestMarketDeposit(body: MarketMoneyDraft, options?: CallOptions): Promise<MarketMoneyRequest> {
  return call("POST", "/api/market/deposits", options, body);
}

/** Asks for money to be paid out; it is held until an operator settles or refuses it. May refuse with `accounts.unproved`, `accounts.recently_recovered`, `accounts.confirmation_needed`, `market.unknown_asset`, `market.invalid_amount`, `market.not_enough_balance`, `market.invalid_text`, `accounts.code_needed`, `accounts.wrong_code`, `accounts.passkey_needed`, `request.too_many_attempts`, `market.withdrawal_too_small`, `market.daily_limit`, `market.limit_reached`, `market.unknown_destination`, `market.destination_waits`, `market.not_in_address_book`. */
export function requestMarketWithdrawal(body: MarketMoneyDraft, options?: CallOptions): Promise<MarketMoneyRequest> {
  return call("POST", "/api/market/withdrawals", options, body);
}

/** Lists fifty deposits and withdrawals of yours, newest first. */
export function marketRequests(query: { before?: string; limit?: number } = {}, options?: CallOptions): Promise<MarketMoneyRequests> {
  return call("GET", withQuery("/api/market/requests", query), options);
}

/** Sends money to the person whose address it is, at once and for good. May refuse with `accounts.unproved`, `accounts.recently_recovered`, `accounts.confirmation_needed`, `market.unknown_asset`, `market.invalid_amount`, `market.not_enough_balance`, `market.invalid_text`, `market.unknown_address`, `market.transfer_to_oneself`, `accounts.code_needed`, `accounts.wrong_code`, `accounts.passkey_needed`, `request.too_many_attempts`, `market.daily_limit`, `market.unknown_destination`, `market.destination_waits`, `market.not_in_address_book`. */
export function transferMarketMoney(body: MarketTransfer, options?: CallOptions): Promise<MarketTransaction> {
  return call("POST", "/api/market/transfers", options, body);
}

/** Gives a ticket that shows on the market's stream, for 24 hours, who you are. */
export function marketSocketTicket(options?: CallOptions): Promise<MarketSocketTicket> {
  return call("POST", "/api/market/socket-tickets", options);
}

/** Tells what money of an asset may leave now, what is kept of it, and what you will be asked for. May refuse with `market.unknown_asset`. */
export function marketWithdrawalTerms(asset: string, options?: CallOptions): Promise<MarketWithdrawalTerms> {
  return call("GET", `/api/market/balances/${encodeURIComponent(asset)}/withdrawal-terms`, options);
}

/** Takes back a deposit or withdrawal of yours that waits; what was held is free again. May refuse with `market.unknown_request`, `market.request_decided`. */
export function cancelMarketRequest(id: string, options?: CallOptions): Promise<MarketMoneyRequest> {
  return call("DELETE", `/api/market/requests/${encodeURIComponent(id)}`, options);
}

/** Lists where you send money, by name, and says whether it may go nowhere else. */
export function marketAddressBook(options?: CallOptions): Promise<MarketAddressBook> {
  return call("GET", "/api/market/destinations", options);
}

/** Adds an address to which your money can go a day later. May refuse with `accounts.confirmation_needed`, `market.unknown_asset`, `market.invalid_text`, `market.name_taken`, `market.limit_reached`. */
export function addMarketAddress(body: MarketAddressDraft, options?: CallOptions): Promise<MarketDestination> {
  return call("POST", "/api/market/destination-addresses", options, body);
}

/** Adds a bank account, as far as it can be checked, to which your money can go a day later. May refuse with `accounts.confirmation_needed`, `market.invalid_bank_account`, `market.invalid_text`, `market.name_taken`, `market.limit_reached`. */
export function addMarketBankAccount(body: MarketBankAccountDraft, options?: CallOptions): Promise<MarketDestination> {
  return call("POST", "/api/market/destination-bank-accounts", options, body);
}

/** Removes one of the places where you send money, at once. May refuse with `accounts.confirmation_needed`, `market.unknown_destination`. */
export function removeMarketDestination(id: string, options?: CallOptions): Promise<void> {
  return call("DELETE", `/api/market/destinations/${encodeURIComponent(id)}`, options);
}

/** Lets your money go to the places of your address book alone, at once, or anywhere again, a day later. May refuse with `accounts.confirmation_needed`. */
export function setMarketAddressBookRule(body: MarketAddressBookRule, options?: CallOptions): Promise<MarketAddressBook> {
  return call("PUT", "/api/market/destination-rule", options, body);
}

/** Lists the fifty newest payments that you have asked for. */
export function marketPaymentRequests(options?: CallOptions): Promise<MarketPaymentRequests> {
  return call("GET", "/api/market/payment-requests", options);
}

/** Asks for a payment; whoever has the number of the request can see it and pay it, once. May refuse with `accounts.unproved`, `accounts.recently_recovered`, `accounts.confirmation_needed`, `market.unknown_asset`, `market.invalid_amount`, `market.invalid_text`, `market.limit_reached`. */
export function requestMarketPayment(body: MarketPaymentDraft, options?: CallOptions): Promise<MarketPaymentRequest> {
  return call("POST", "/api/market/payment-requests", options, body);
}

/** Tells what a request asks for, to whoever has its number. May refuse with `market.unknown_payment`. */
export function marketPaymentRequest(id: string, options?: CallOptions): Promise<MarketPaymentRequest> {
  return call("GET", `/api/market/payment-requests/${encodeURIComponent(id)}`, options);
}

/** Pays what a request asks for; however often you send it, it is one payment. May refuse with `accounts.unproved`, `accounts.recently_recovered`, `accounts.confirmation_needed`, `accounts.code_needed`, `accounts.wrong_code`, `accounts.passkey_needed`, `request.too_many_attempts`, `market.unknown_payment`, `market.payment_differs`, `market.payment_to_oneself`, `market.payment_ended`, `market.not_enough_balance`, `market.daily_limit`, `market.unknown_destination`, `market.destination_waits`, `market.not_in_address_book`. */
export function payMarketRequest(id: string, body: MarketPaymentConsent, options?: CallOptions): Promise<MarketPayment> {
  return call("POST", `/api/market/payment-requests/${encodeURIComponent(id)}/pay`, options, body);
}

/** Sends back what somebody paid you, or a part of it, once. May refuse with `accounts.unproved`, `accounts.recently_recovered`, `accounts.confirmation_needed`, `accounts.code_needed`, `accounts.wrong_code`, `accounts.passkey_needed`, `request.too_many_attempts`, `market.unknown_payment`, `market.payment_differs`, `market.not_refundable`, `market.not_enough_balance`. */
export function refundMarketPayment(id: string, body: MarketRefundDraft, options?: CallOptions): Promise<MarketPaymentRequest> {
  return call("POST", `/api/market/payment-requests/${encodeURIComponent(id)}/refund`, options, body);
}

/** Tells when the secret was made with which calls to your programs are signed; the secret itself is told once. */
export function marketCallbackSecret(options?: CallOptions): Promise<MarketCallbackSecret> {
  return call("GET", "/api/market/callback-secret", options);
}

/** Makes a new secret for calls to your programs, in place of the old one, and tells it this once. May refuse with `accounts.unproved`, `accounts.recently_recovered`, `accounts.confirmation_needed`. */
export function renewMarketCallbackSecret(options?: CallOptions): Promise<MarketCallbackSecret> {
  return call("POST", "/api/market/callback-secret", options);
}

/** Gives both sides of a book as series, from where the stream's changes go on. May refuse with `market.unknown_market`, `market.disabled`. */
export function marketDepth(market: string, options?: CallOptions): Promise<MarketDepth> {
  return call("GET", `/api/market/markets/${encodeURIComponent(market)}/depth`, options);
}

/** Gives the candles of a span of time, up to 1,500, with the frames in which nothing was traded. May refuse with `market.unknown_market`. */
export function marketChart(market: string, query: { kind: MarketCandleKind; frame: number; from?: number; to?: number }, options?: CallOptions): Promise<MarketChart> {
  return call("GET", withQuery(`/api/market/markets/${encodeURIComponent(market)}/chart`, query), options);
}

/** Lists a hundred executions of your orders, in a market, or in every one when none is named, newest first. May refuse with `market.unknown_market`. */
export function marketFills(query: { market?: string; side?: MarketSide; from?: number; to?: number; before?: string; limit?: number } = {}, options?: CallOptions): Promise<MarketFills> {
  return call("GET", withQuery("/api/market/fills", query), options);
}

/** Gives your orders that have ended, with a trade or without one, as a table, newest first. May refuse with `market.unknown_market`. */
export function exportMarketOrders(query: { market?: string; side?: MarketSide; outcome?: MarketOrderOutcome; from?: number; to?: number; separator?: TableSeparator; language?: string } = {}, options?: CallOptions): Promise<string> {
  return call("GET", withQuery("/api/market/exports/orders", query), options);
}

/** Gives the executions of your orders as a table, newest first. May refuse with `market.unknown_market`. */
export function exportMarketFills(query: { market?: string; side?: MarketSide; from?: number; to?: number; separator?: TableSeparator; language?: string } = {}, options?: CallOptions): Promise<string> {
  return call("GET", withQuery("/api/market/exports/fills", query), options);
}

/** Gives your statement as a table, in one asset or in all together, newest first. May refuse with `market.unknown_asset`, `market.unknown_market`. */
export function exportMarketStatement(query: { chosenAsset?: string; market?: string; from?: number; to?: number; separator?: TableSeparator; language?: string } = {}, options?: CallOptions): Promise<string> {
  return call("GET", withQuery("/api/market/exports/statement", query), options);
}

/** Tells what all that you have is worth by the last prices. May refuse with `market.unknown_asset`, `market.disabled`. */
export function marketValuation(query: { base?: string } = {}, options?: CallOptions): Promise<MarketValuation> {
  return call("GET", withQuery("/api/market/valuation", query), options);
}

/** Tells what all that you had was worth at the ends of days in UTC, and what came and went. May refuse with `market.unknown_asset`, `market.disabled`. */
export function marketPortfolio(range: PortfolioRange, query: { base?: string } = {}, options?: CallOptions): Promise<MarketPortfolio> {
  return call("GET", withQuery(`/api/market/portfolio/${encodeURIComponent(range)}`, query), options);
}

/** Tells how you want to see money, words and times. */
export function accountPreferences(options?: CallOptions): Promise<AccountPreferences> {
  return call("GET", "/api/account/preferences", options);
}

/** Keeps how you want to see money, words and times; what is left out is as usual. May refuse with `market.unknown_asset`. */
export function setAccountPreferences(body: AccountPreferences, options?: CallOptions): Promise<AccountPreferences> {
  return call("PUT", "/api/account/preferences", options, body);
}

/** Signs in to the market's console for 12 hours; what of the three is wrong is not told. May refuse with `accounts.wrong_credentials`, `request.too_many_attempts`. */
export function signInToMarketConsole(body: RoleCredentials, options?: CallOptions): Promise<Session> {
  return call("POST", "/api/console/market/session", options, body);
}

/** Lists the assets with what is asked of their withdrawals, and the markets. */
export function consoleCatalogue(options?: CallOptions): Promise<ConsoleCatalogue> {
  return call("GET", "/api/console/market/catalogue", options);
}

/** Adds an asset. May refuse with `market.unknown_asset`, `market.name_taken`, `market.invalid_rules`, `market.invalid_text`. */
export function addConsoleAsset(body: ConsoleAssetDraft, options?: CallOptions): Promise<ConsoleAsset> {
  return call("POST", "/api/console/market/assets", options, body);
}

/** Replaces what is asked of withdrawals of an asset; it holds from the next one on. May refuse with `market.unknown_asset`, `market.invalid_amount`. */
export function setConsoleTerms(asset: string, body: ConsoleTerms, options?: CallOptions): Promise<ConsoleAsset> {
  return call("PUT", `/api/console/market/assets/${encodeURIComponent(asset)}/withdrawal-terms`, options, body);
}

/** Adds a market; it takes orders within two seconds. May refuse with `market.unknown_market`, `market.unknown_asset`, `market.name_taken`, `market.invalid_rules`. */
export function addConsoleMarket(body: ConsoleMarketDraft, options?: CallOptions): Promise<Market> {
  return call("POST", "/api/console/market/markets", options, body);
}

/** Takes no more orders in a market; those in the book stay and can be cancelled. May refuse with `market.unknown_market`. */
export function pauseConsoleMarket(market: string, options?: CallOptions): Promise<Market> {
  return call("POST", `/api/console/market/markets/${encodeURIComponent(market)}/pause`, options);
}

/** Takes orders in a market again. May refuse with `market.unknown_market`. */
export function resumeConsoleMarket(market: string, options?: CallOptions): Promise<Market> {
  return call("POST", `/api/console/market/markets/${encodeURIComponent(market)}/resume`, options);
}

/** Replaces a market's fees; they hold from the next trade on. May refuse with `market.unknown_market`, `market.invalid_rules`. */
export function setConsoleFees(market: string, body: ConsoleFees, options?: CallOptions): Promise<Market> {
  return call("PUT", `/api/console/market/markets/${encodeURIComponent(market)}/fees`, options, body);
}

/** Lists the deposits and withdrawals that wait, the oldest first. */
export function consoleRequests(query: { after?: number } = {}, options?: CallOptions): Promise<ConsoleRequests> {
  return call("GET", withQuery("/api/console/market/requests", query), options);
}

/** Moves the money that a request asks to move; above the limit of its asset the first person approves, and the second one moves it. May refuse with `market.unknown_request`, `market.request_decided`, `market.own_request`, `market.second_person_needed`. */
export function settleConsoleRequest(id: string, options?: CallOptions): Promise<ConsoleDecision> {
  return call("POST", `/api/console/market/requests/${encodeURIComponent(id)}/settle`, options);
}

/** Refuses a request and tells its owner why; what was held is free again. May refuse with `market.unknown_request`, `market.request_decided`, `market.own_request`, `market.invalid_text`. */
export function refuseConsoleRequest(id: string, body: ConsoleRefusal, options?: CallOptions): Promise<ConsoleDecision> {
  return call("POST", `/api/console/market/requests/${encodeURIComponent(id)}/refuse`, options, body);
}

/** Takes back your own approval of a request that waits for a second person. May refuse with `market.unknown_request`, `market.request_decided`. */
export function withdrawConsoleApproval(id: string, options?: CallOptions): Promise<ConsoleDecision> {
  return call("DELETE", `/api/console/market/requests/${encodeURIComponent(id)}/approval`, options);
}

/** Tells the bounds of the account with exactly this e-mail address; that somebody asked is written down. May refuse with `market.unknown_account`. */
export function findConsoleAccount(body: ConsoleAccountQuery, options?: CallOptions): Promise<ConsoleAccount> {
  return call("POST", "/api/console/market/accounts", options, body);
}

/** Bounds what one account may send away of an asset in 24 hours, or lets the bound of everybody hold for it again. May refuse with `market.unknown_account`, `market.unknown_asset`, `market.invalid_amount`. */
export function setConsoleLimit(body: ConsoleLimitDraft, options?: CallOptions): Promise<ConsoleLimit> {
  return call("PUT", "/api/console/market/accounts/limits", options, body);
}

/** Tells how the audit of the ledger stands, or what the last one found. */
export function consoleAudit(options?: CallOptions): Promise<ConsoleAudit> {
  return call("GET", "/api/console/market/audit", options);
}

/** Begins to compare everything in the ledger with everything else, unless that is being done already. */
export function beginConsoleAudit(options?: CallOptions): Promise<ConsoleAudit> {
  return call("POST", "/api/console/market/audit", options);
}

/** Tells how the market's parts are doing on this server. */
export function consoleHealth(options?: CallOptions): Promise<ConsoleHealth> {
  return call("GET", "/api/console/market/health", options);
}

/** Lists who did what in this console and when, the newest first; nobody can change it here. */
export function consoleJournal(query: { before?: string } = {}, options?: CallOptions): Promise<ConsoleJournal> {
  return call("GET", withQuery("/api/console/market/journal", query), options);
}

/** Gives a venue's plan as it is in force, and the draft that its operators work on. May refuse with `staff.not_yours`. */
export function operatorPlan(venue: string, options?: CallOptions): Promise<OperatorPlan> {
  return call("GET", `/api/operator/${encodeURIComponent(venue)}/plan`, options);
}

/** Keeps a draft in place of the one before, faults and all, and says what is wrong with it. May refuse with `staff.not_yours`, `plan.other_venue`, `plan.changed`. */
export function savePlanDraft(venue: string, query: { onto: number }, body: PlanDocument, options?: CallOptions): Promise<PlanDraft> {
  return call("PUT", withQuery(`/api/operator/${encodeURIComponent(venue)}/plan/draft`, query), options, body);
}

/** Throws the draft away. May refuse with `staff.not_yours`, `plan.changed`. */
export function discardPlanDraft(venue: string, options?: CallOptions): Promise<PlanDraft> {
  return call("DELETE", `/api/operator/${encodeURIComponent(venue)}/plan/draft`, options);
}

/** Tells what publishing the draft would change, and what would end with it. May refuse with `staff.not_yours`, `plan.no_draft`, `plan.faulty`. */
export function planDifferences(venue: string, options?: CallOptions): Promise<PlanDifferences> {
  return call("GET", `/api/operator/${encodeURIComponent(venue)}/plan/differences`, options);
}

/** Puts the draft in force; beacons that stay keep their keys, and those of new ones are told to nobody. May refuse with `staff.not_yours`, `plan.changed`, `plan.no_draft`, `plan.faulty`. */
export function publishPlan(venue: string, body: PlanNote, options?: CallOptions): Promise<OperatorPlan> {
  return call("POST", `/api/operator/${encodeURIComponent(venue)}/plan/publish`, options, body);
}

/** Lists the versions of a venue's plan, the newest first. May refuse with `staff.not_yours`. */
export function planVersions(venue: string, options?: CallOptions): Promise<PlanVersions> {
  return call("GET", `/api/operator/${encodeURIComponent(venue)}/plan/versions`, options);
}

/** Gives a version of a venue's plan. May refuse with `staff.not_yours`, `plan.unknown_version`. */
export function planVersion(venue: string, planVersion: number, options?: CallOptions): Promise<PlanVersionDocument> {
  return call("GET", `/api/operator/${encodeURIComponent(venue)}/plan/versions/${encodeURIComponent(planVersion)}`, options);
}

/** Puts an older version in force again, as a new one. May refuse with `staff.not_yours`, `plan.changed`, `plan.unknown_version`, `plan.faulty`. */
export function restorePlanVersion(venue: string, planVersion: number, options?: CallOptions): Promise<OperatorPlan> {
  return call("POST", `/api/operator/${encodeURIComponent(venue)}/plan/versions/${encodeURIComponent(planVersion)}/restore`, options);
}

/** Keeps a picture to lie under the plan; a JPEG, a PNG or a WebP of 40 megapixels at most, of which only the picture is kept. May refuse with `staff.not_yours`, `plan.too_many_pictures`, `photos.unknown_format`, `photos.broken`, `photos.too_large`. */
export function addPlanPicture(venue: string, body: Blob, options?: CallOptions): Promise<PlanPicture> {
  return call("PUT", `/api/operator/${encodeURIComponent(venue)}/plan/picture`, options, body, "application/octet-stream");
}

/** Lists the versions of a venue's radio map, the newest first. May refuse with `staff.not_yours`. */
export function radioMapVersions(venue: string, options?: CallOptions): Promise<RadioMapVersions> {
  return call("GET", `/api/operator/${encodeURIComponent(venue)}/radio-map`, options);
}

/** Puts the radio map of a file in force, of at most 4 MiB, in place of the one before. May refuse with `staff.not_yours`, `surveys.changed`, `surveys.faulty`, `surveys.other_plan`. */
export function putRadioMap(venue: string, body: Blob, options?: CallOptions): Promise<RadioMapVersions> {
  return call("PUT", `/api/operator/${encodeURIComponent(venue)}/radio-map`, options, body, "application/json");
}

/** Takes a venue's radio map out of force; its versions stay. May refuse with `staff.not_yours`, `surveys.changed`, `surveys.none`. */
export function removeRadioMap(venue: string, options?: CallOptions): Promise<RadioMapVersions> {
  return call("DELETE", `/api/operator/${encodeURIComponent(venue)}/radio-map`, options);
}

/** Adds the survey of a file up with the radio map in force; where there is none, it becomes the map. May refuse with `staff.not_yours`, `surveys.changed`, `surveys.faulty`, `surveys.other_plan`, `surveys.too_large`. */
export function addRadioSurvey(venue: string, body: Blob, options?: CallOptions): Promise<RadioMapVersions> {
  return call("POST", `/api/operator/${encodeURIComponent(venue)}/radio-map/surveys`, options, body, "application/json");
}

/** Puts an older version of the radio map in force again, as a new one. May refuse with `staff.not_yours`, `surveys.changed`, `surveys.unknown_version`, `surveys.other_plan`. */
export function restoreRadioMap(venue: string, planVersion: number, options?: CallOptions): Promise<RadioMapVersions> {
  return call("POST", `/api/operator/${encodeURIComponent(venue)}/radio-map/versions/${encodeURIComponent(planVersion)}/restore`, options);
}

/** Tells by how much visitors' phones hear beacons otherwise than the radio map says, where enough of them agree. May refuse with `staff.not_yours`, `surveys.none`. */
export function radioRefinement(venue: string, options?: CallOptions): Promise<RadioRefinement> {
  return call("GET", `/api/operator/${encodeURIComponent(venue)}/radio-map/refinement`, options);
}

/** Corrects the radio map in force by that, or does so no more; it ends with the map. May refuse with `staff.not_yours`, `surveys.changed`, `surveys.none`. */
export function setRadioRefinement(venue: string, body: RadioRefinementChoice, options?: CallOptions): Promise<RadioRefinement> {
  return call("PUT", `/api/operator/${encodeURIComponent(venue)}/radio-map/refinement`, options, body);
}

/** Takes, without a session, by how much a phone heard one beacon otherwise than the radio map says; one a day. May refuse with `surveys.closed_day`, `surveys.other_map`, `surveys.unknown_beacon`, `surveys.forged`, `surveys.used`. */
export function reportRadioResidual(body: RadioResidual, options?: CallOptions): Promise<void> {
  return call("POST", "/api/radio-map/residuals", options, body);
}

/** Describes the simulation. */
export function demo(options?: CallOptions): Promise<Demo> {
  return call("GET", "/api/demo", options);
}

/** Puts a phone of your own into the simulated centre. May refuse with `demo.full`. */
export function demoEnter(options?: CallOptions): Promise<DemoGuest> {
  return call("POST", "/api/demo/guest", options);
}

/** Takes your phone out of the simulated centre. May refuse with `demo.no_guest`. */
export function demoLeave(options?: CallOptions): Promise<void> {
  return call("DELETE", "/api/demo/guest", options);
}

/** Makes your simulated self walk somewhere. May refuse with `demo.no_guest`. */
export function demoWalk(body: Destination, options?: CallOptions): Promise<void> {
  return call("POST", "/api/demo/guest/destination", options, body);
}

/** Has your phone look for where it is, whatever it follows at the time; it answers within five seconds of the simulation. May refuse with `demo.no_guest`. */
export function demoLocate(options?: CallOptions): Promise<DemoLocated> {
  return call("POST", "/api/demo/guest/position", options);
}

/** Signs you in to a console as who looks after it in the simulation, without a password. */
export function demoEnterConsole(body: DemoConsole, options?: CallOptions): Promise<Session> {
  return call("POST", "/api/demo/console", options, body);
}

/** Tells what five scans of two seconds hear at a place of the simulated venue, as a radio map counts them. May refuse with `staff.not_yours`, `demo.no_floor`. */
export function demoSurvey(venue: string, body: PlanPosition, options?: CallOptions): Promise<DemoSurvey> {
  return call("POST", `/api/demo/survey/${encodeURIComponent(venue)}`, options, body);
}

/** Tells who was warned in the simulated centre, who should have been, and who has learned what. */
export function demoExposure(options?: CallOptions): Promise<DemoExposure> {
  return call("GET", "/api/demo/exposure", options);
}

/** Gives a code of the simulated health authority, to try a report with. May refuse with `demo.no_guest`. */
export function demoCode(options?: CallOptions): Promise<DemoCode> {
  return call("POST", "/api/demo/code", options);
}

/** Lists the beacons of a venue, with what is known of each and why something is wrong with it. May refuse with `staff.not_yours`. */
export function fleet(venue: string, options?: CallOptions): Promise<Fleet> {
  return call("GET", `/api/operator/${encodeURIComponent(venue)}/beacons`, options);
}

/** Tells of one beacon what it did on each day: battery, clock, proofs and refusals, and with which others it was heard. May refuse with `staff.not_yours`, `fleet.unknown_beacon`. */
export function fleetBeacon(venue: string, beacon: string, options?: CallOptions): Promise<FleetBeaconHistory> {
  return call("GET", `/api/operator/${encodeURIComponent(venue)}/beacons/${encodeURIComponent(beacon)}`, options);
}

/** Makes a claim, with which an installer gets what one device needs to be this beacon; its secret is told this once, and earlier claims of the beacon end. May refuse with `staff.not_yours`, `fleet.unknown_beacon`. */
export function makeClaim(venue: string, beacon: string, options?: CallOptions): Promise<BeaconClaim> {
  return call("POST", `/api/operator/${encodeURIComponent(venue)}/beacons/${encodeURIComponent(beacon)}/claims`, options);
}

/** Ends the claim of a beacon that nobody has used; one that was used stays so. May refuse with `staff.not_yours`, `fleet.unknown_beacon`, `fleet.no_claim`. */
export function withdrawClaim(venue: string, beacon: string, options?: CallOptions): Promise<void> {
  return call("POST", `/api/operator/${encodeURIComponent(venue)}/beacons/${encodeURIComponent(beacon)}/claims/withdraw`, options);
}

/** Forgets the new key of a beacon, as long as no code has been made of it: the old one stays. May refuse with `staff.not_yours`, `fleet.unknown_beacon`, `fleet.no_rotation`. */
export function undoRotation(venue: string, beacon: string, options?: CallOptions): Promise<void> {
  return call("POST", `/api/operator/${encodeURIComponent(venue)}/beacons/${encodeURIComponent(beacon)}/rotation/undo`, options);
}

/** Counts the clock of a beacon as set right now, within 30 seconds, for a device whose clock was corrected; its key stays. May refuse with `staff.not_yours`, `fleet.unknown_beacon`. */
export function resetBeaconClock(venue: string, beacon: string, options?: CallOptions): Promise<void> {
  return call("POST", `/api/operator/${encodeURIComponent(venue)}/beacons/${encodeURIComponent(beacon)}/clock/reset`, options);
}

/** Drops the keys of a beacon at once, for a device that was stolen; whatever it sends from now on proves nothing. May refuse with `staff.not_yours`, `fleet.unknown_beacon`. */
export function revokeBeacon(venue: string, beacon: string, options?: CallOptions): Promise<BeaconDeployment> {
  return call("POST", `/api/operator/${encodeURIComponent(venue)}/beacons/${encodeURIComponent(beacon)}/revoke`, options);
}

/** Lists how far each beacon is: claimed, placed, verified, and what is missing before the venue can be handed over. May refuse with `staff.not_yours`. */
export function deployment(venue: string, options?: CallOptions): Promise<Deployment> {
  return call("GET", `/api/operator/${encodeURIComponent(venue)}/deployment`, options);
}

/** Carries out what was done on a walk, in the order of its numbers and each number once; what was sent before is not done again. May refuse with `staff.not_yours`, `fleet.action_missing`. */
export function recordDeployment(venue: string, walk: string, body: DeploymentActions, options?: CallOptions): Promise<DeploymentReceipt> {
  return call("POST", `/api/operator/${encodeURIComponent(venue)}/deployment/${encodeURIComponent(walk)}`, options, body);
}

/** Tells whoever has a claim's secret what the device needs to be its beacon, with a new key; once, within a week. May refuse with `fleet.unknown_claim`, `fleet.claim_used`, `fleet.claim_expired`, `request.too_many_attempts`. */
export function useClaim(claim: string, body: ClaimSecret, options?: CallOptions): Promise<BeaconConfiguration> {
  return call("POST", `/api/claims/${encodeURIComponent(claim)}`, options, body);
}

/** The events of `streams.venueStream`. */
export interface VenueStreamEvents {
  "picture": Picture;
}

/** The events of `streams.userStream`. */
export interface UserStreamEvents {
  "sighting.accepted": SightingAccepted;
  "sighting.rejected": SightingRejected;
  "offer.received": Coupon;
  "notification": Notification;
  "market.stale": MarketStale;
  "market.changed": MarketOwnChanges;
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
