import type { NewPasskey, NewPasskeyChallenge, PasskeyAssertion, PasskeyChallenge } from "./api";
import { Failure } from "./client";

/** Whether this browser knows passkeys, and the page stands under a name that they can be bound to. */
export function knowsPasskeys(): boolean {
  return "PublicKeyCredential" in window && window.isSecureContext && !isAddress(window.location.hostname);
}

/** Whether a host is an address in numbers, which passkeys cannot be bound to. */
export function isAddress(host: string): boolean {
  return host.includes(":") || /^\d+(\.\d+){3}$/.test(host);
}

/** Whether passkeys can be offered in the list of a field while somebody types. */
export async function offersInFields(): Promise<boolean> {
  if (!knowsPasskeys()) return false;
  return (await newer().isConditionalMediationAvailable?.().catch(() => false)) ?? false;
}

/** What is asked of the authenticator: a browser answers one question at a time. */
let pending: AbortController | null = null;

/** Ends a question that waits in a field. */
export function forgetQuestion(): void {
  pending?.abort();
  pending = null;
}

/** Makes a new passkey. */
export async function makePasskey(asked: NewPasskeyChallenge): Promise<NewPasskey> {
  const made = await answered((signal) =>
    navigator.credentials.create({
      signal,
      publicKey: {
        challenge: bytes(asked.challenge), rp: { id: asked.party, name: "Cerca" },
        user: { id: bytes(asked.user), name: asked.name, displayName: asked.displayName },
        pubKeyCredParams: asked.algorithms.map((alg) => ({ type: "public-key" as const, alg })),
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
        attestation: "none", excludeCredentials: asked.known.map(named), timeout: patience,
      },
    }),
  );
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  return { clientData: text(clientDataJSON), attestation: text(attestationObject) };
}

/** Has a challenge answered by a passkey; `inField` waits until one is chosen in the list of a field. */
export async function usePasskey(asked: PasskeyChallenge, inField = false): Promise<PasskeyAssertion> {
  const used = await answered((signal) =>
    navigator.credentials.get({
      // What the list of a field asks for is newer than the compiler's own description.
      signal, ...(inField ? { mediation: "conditional" as "optional" } : {}),
      publicKey: {
        challenge: bytes(asked.challenge), rpId: asked.party, userVerification: "required", timeout: patience,
      },
    }),
  );
  const { clientDataJSON, authenticatorData, signature, userHandle } = used.response as AuthenticatorAssertionResponse;
  return {
    credential: text(used.rawId), clientData: text(clientDataJSON), authenticatorData: text(authenticatorData),
    signature: text(signature), ...(userHandle === null ? {} : { user: text(userHandle) }),
  };
}

/** Tells the browser that the server does not know a passkey, so that it is not offered any more. */
export function forgetPasskey(party: string, credential: string): void {
  void newer().signalUnknownCredential?.({ rpId: party, credentialId: credential }).catch(() => undefined);
}

/** What newer browsers can beside: older ones lack each of these. */
interface Newer {
  isConditionalMediationAvailable?: () => Promise<boolean>;
  signalUnknownCredential?: (unknown: { rpId: string; credentialId: string }) => Promise<void>;
}

function newer(): Newer {
  return window.PublicKeyCredential as unknown as Newer;
}

/** Milliseconds for finger, face or PIN: as long as a challenge can be answered. */
export const patience = 300_000;

/** Asks the authenticator, after what waited before; what goes wrong is thrown as a `Failure`. */
export async function answered(ask: (signal: AbortSignal) => Promise<Credential | null>): Promise<PublicKeyCredential> {
  forgetQuestion();
  const mine = new AbortController();
  pending = mine;
  try {
    const credential = await ask(mine.signal);
    if (credential instanceof PublicKeyCredential) return credential;
    throw new Failure("passkey.cancelled", 0);
  } catch (error) {
    throw explained(error);
  } finally {
    if (pending === mine) pending = null;
  }
}

function explained(error: unknown): Failure {
  if (!(error instanceof DOMException)) return Failure.from(error);
  switch (error.name) {
    case "AbortError":
    case "NotAllowedError": return new Failure("passkey.cancelled", 0);
    case "InvalidStateError": return new Failure("passkeys.registered", 0);
    case "SecurityError": return new Failure("passkey.elsewhere", 0);
    default: return new Failure("passkey.failed", 0);
  }
}

function named(credential: string): PublicKeyCredentialDescriptor {
  return { type: "public-key", id: bytes(credential) };
}

/** As base64url. */
export function text(buffer: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What base64url stands for. */
export function bytes(base64url: string): Uint8Array {
  const plain = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}
