import { t } from "../i18n";
import type { Toasts } from "../ui/toasts";

/** Copies values and takes them off the clipboard again after a time. */
export class Clipboard {
  private timer: number | undefined;

  constructor(private readonly toasts: Toasts) {}

  /** Copies `value`; after `seconds` it is taken off again, unless something else has been copied since. */
  async copy(value: string, seconds: number): Promise<void> {
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      this.toasts.show({ key: "copy", text: t("copy.failed"), tone: "bad" });
      return;
    }
    this.toasts.show({ key: "copy", icon: "copy", text: t("vault.copied", { seconds }) });
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void clear(value), seconds * 1000);
  }
}

/** A page may touch the clipboard only while it has the focus; otherwise this waits for it. */
async function clear(value: string): Promise<void> {
  if (!document.hasFocus()) {
    window.addEventListener("focus", () => void clear(value), { once: true });
    return;
  }
  try {
    // A browser that lets no page read is not asked what is there: the value must go in any case.
    const isOurs = await navigator.clipboard.readText().then((text) => text === value, () => true);
    if (isOurs) await navigator.clipboard.writeText("");
  } catch {
    // The browser no longer allows it; the notice has said that it is tried, and there is no other way.
  }
}
