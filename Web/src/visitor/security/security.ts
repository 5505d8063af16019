import * as api from "../../api";
import { ask } from "../../client";
import { el } from "../../dom";
import type { Scope } from "../../observable";
import { Resource } from "../../remote";
import type { Context } from "../context";
import { addressPart } from "./address";
import { devicesPart } from "./devices";
import { endingPart } from "./ending";
import { factorPart } from "./factor";
import { keysPart } from "./keys";
import { namePart } from "./name";
import { passkeysPart } from "./passkeys";
import { passwordPart } from "./password";
import { providersPart } from "./providers";
import { sessionsPart } from "./sessions";
import { trailPart } from "./trail";

/** How the reader signs in, where they are signed in, and the keys of their programs. */
export function securityPage(context: Context, scope: Scope): HTMLElement {
  const security = new Resource(() => ask(api.security));
  const sessions = sessionsPart(context, scope);
  void security.load();
  return el(
    "div", { class: "security" },
    namePart(context, scope), addressPart(context, scope, security), passwordPart(context, scope, security),
    factorPart(context, scope, security), passkeysPart(context, scope), providersPart(context, scope),
    devicesPart(context, scope, security, sessions.reload), sessions.element,
    keysPart(context, scope, security), trailPart(context, scope).element,
    endingPart(context),
  );
}
