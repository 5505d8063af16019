import { TabSecret } from "../tabsecret";
import { secretCharacters } from "../typed";

const mark = "#invitation=";

/**
 * An invitation that somebody has opened in this tab and not accepted yet.
 *
 * Its secret came after `#`, so no server was told of it; it stays with the tab while its reader gets a second factor
 * elsewhere.
 */
export class PendingInvitation {
  private readonly kept: TabSecret;

  constructor() {
    const { hash, pathname, search } = window.location;
    const secret = invitationSecret(hash);
    this.kept = new TabSecret("cerca.invitation", secret ?? "");
    if (secret !== null) window.history.replaceState(null, "", `${pathname}${search}#/`);
  }

  /** What stood after `#`; null when nothing waits. */
  get secret(): string | null {
    return this.kept.value === "" ? null : this.kept.value;
  }

  forget(): void {
    this.kept.forget();
  }
}

/** The secret after `#invitation=`, whatever a mail program or a word processor made of it; null without one. */
export function invitationSecret(hash: string): string | null {
  if (!hash.startsWith(mark)) return null;
  const text = hash.slice(mark.length);
  try {
    return secretCharacters(decodeURIComponent(text));
  } catch {
    // A percent sign that begins no escape.
    return secretCharacters(text);
  }
}
