import type { VaultPageNewPasskey, VaultPagePasskey, VaultPagePasskeyProof } from "../api";
import { Failure } from "../client";
import { t } from "../i18n";
import { notice } from "../ui/banner";
import { answered, bytes, forgetPasskey, isAddress, knowsPasskeys, patience, text } from "../webauthn";

/** The name that the passkeys of this page are bound to: an address cannot be one. */
const party = "localhost";

/** Ed25519, ECDSA on P-256, RSA: nobody looks at the signatures, but authenticators want to make some. */
const algorithms = [-8, -7, -257];

const saltCount = 32;
const evaluationCount = 32;

/** What is asked of a passkey's own pseudorandom function (WebAuthn's PRF). */
interface Evaluating {
  eval?: { first: Uint8Array };
  evalByCredential?: Record<string, { first: Uint8Array }>;
}

/** What came of it; the compiler's own description of extensions is older. */
interface Evaluated {
  prf?: { enabled?: boolean; results?: { first?: ArrayBuffer } };
}

/** Whether a passkey can be used here; else why not, to be shown. */
export function passkeyObstacle(): HTMLElement | null {
  if (isAddress(window.location.hostname)) return notice("alert", t("vault.passkey.address"), "warn");
  return knowsPasskeys() ? null : notice("alert", t("vault.passkey.none"), "warn");
}

/**
 * Makes a passkey, which is known by `name` on its authenticator, and uses it once: what that gives is what will open
 * the vault.
 *
 * The evaluation that some authenticators give at once is only compared: it may be another one than for who has shown
 * finger, face or PIN.
 */
export async function makeVaultPasskey(name: string, known: readonly string[]): Promise<VaultPageNewPasskey> {
  const salt = chance(saltCount);
  const made = await asked((signal) =>
    navigator.credentials.create({
      signal,
      publicKey: {
        challenge: chance(32), rp: { id: party, name: "Cerca" },
        // It is nobody's: whoever looks into the authenticator learns that there is a vault.
        user: { id: chance(16), name, displayName: name },
        pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key" as const, alg })),
        authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
        attestation: "none", timeout: patience,
        excludeCredentials: known.map((id) => ({ type: "public-key" as const, id: bytes(id) })),
        extensions: evaluating({ eval: { first: salt } }),
      },
    }));
  const credential = text(made.rawId);
  try {
    const { prf } = made.getClientExtensionResults() as Evaluated;
    if (prf?.enabled !== true) throw new Failure("vault.passkey_useless", 0);
    const used = await useVaultPasskey([{ credential, salt: digits(salt) }]);
    const first = prf.results?.first;
    const isSame = first === undefined || digits(new Uint8Array(first)) === used.evaluation;
    if (used.credential !== credential || !isSame) throw new Failure("vault.passkey_failed", 0);
    return { ...used, salt: digits(salt) };
  } catch (error) {
    forgetVaultPasskey(credential);
    throw error;
  }
}

/** Has one of these passkeys evaluate its own salt. */
export async function useVaultPasskey(passkeys: readonly VaultPagePasskey[]): Promise<VaultPagePasskeyProof> {
  const salts = Object.fromEntries(passkeys.map(({ credential, salt }) => [credential, { first: ofDigits(salt) }]));
  const used = await asked((signal) =>
    navigator.credentials.get({
      signal,
      publicKey: {
        challenge: chance(32), rpId: party, userVerification: "required", timeout: patience,
        allowCredentials: passkeys.map(({ credential }) => ({ type: "public-key" as const, id: bytes(credential) })),
        extensions: evaluating({ evalByCredential: salts }),
      },
    }));
  const first = (used.getClientExtensionResults() as Evaluated).prf?.results?.first;
  if (first?.byteLength !== evaluationCount) throw new Failure("vault.passkey_no_prf", 0);
  const evaluation = new Uint8Array(first);
  const proof = { credential: text(used.rawId), evaluation: digits(evaluation) };
  evaluation.fill(0);
  return proof;
}

/** Tells the browser that a passkey opens nothing any more. */
export function forgetVaultPasskey(credential: string): void {
  if (knowsPasskeys()) forgetPasskey(party, credential);
}

/** Asks the authenticator; what goes wrong is said as it concerns a vault. */
async function asked(ask: (signal: AbortSignal) => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    return await answered(ask);
  } catch (error) {
    const { code } = Failure.from(error);
    throw new Failure(code.replace(/^passkeys?\./, "vault.passkey_"), 0);
  }
}

function evaluating(prf: Evaluating): AuthenticationExtensionsClientInputs {
  return { prf } as AuthenticationExtensionsClientInputs;
}

function chance(count: number): Uint8Array {
  return window.crypto.getRandomValues(new Uint8Array(count));
}

function digits(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function ofDigits(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
