import { secretCharacters } from "../typed";

const name = "cerca.invitation";
const mark = "#invitation=";

/**
 * An invitation that somebody has opened in this tab and not accepted yet.
 *
 * Its secret came after `#`, so no server was told of it; it is taken out of the address at once, where a history or a
 * screenshot would keep it, and stays with the tab while its reader gets a second factor elsewhere.
 */
export class PendingInvitation {
  private kept: string | null;

  constructor() {
    const { hash, pathname, search } = window.location;
    const secret = invitationSecret(hash);
    this.kept = secret ?? recalled();
    if (secret === null) return;
    try {
      window.sessionStorage.setItem(name, this.kept ?? "");
    } catch {
      // Where storage is forbidden it lasts as long as the page.
    }
    window.history.replaceState(null, "", `${pathname}${search}#/`);
  }

  /** What stood after `#`; null when nothing waits. */
  get secret(): string | null {
    return this.kept === "" ? null : this.kept;
  }

  forget(): void {
    this.kept = null;
    try {
      window.sessionStorage.removeItem(name);
    } catch {
      // Nothing was kept.
    }
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

function recalled(): string | null {
  try {
    return window.sessionStorage.getItem(name);
  } catch {
    return null;
  }
}
