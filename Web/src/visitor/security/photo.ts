import * as api from "../../api";
import { ask, Failure } from "../../client";
import { el, fill } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";
import type { Scope } from "../../observable";
import { Resource } from "../../remote";
import { button, working } from "../../ui/button";
import { confirmed } from "../../ui/dialog";
import { type FaultLine, faultLine } from "../../ui/field";
import { remote } from "../../ui/states";
import type { Context } from "../context";
import { part } from "./parts";

/** The longest edge of what is sent, pixels: twice what the server keeps. */
const longest = 1024;

/** A slow connection takes a while for a photo, milliseconds. */
const patience = 60_000;

/** The reader's photo: shown, chosen with a look at it first, and removed. */
export function photoPart(context: Context, scope: Scope): HTMLElement {
  const photo = new Resource(async () => (await ask(api.photo)).photo);
  const standing = remote(scope, photo, (digest) => kept(digest));
  void photo.load();

  function kept(digest: string | undefined): HTMLElement {
    const fault = faultLine();
    const chosen = el("input", {
      type: "file", accept: "image/jpeg,image/png,image/webp,image/*", hidden: true, class: "photo-file",
      onchange: () => {
        const file = chosen.files?.[0];
        chosen.value = "";
        if (file !== undefined) void consider(file, fault);
      },
    });
    const choose = button("plain", "pencil", t(digest === undefined ? "photo.choose" : "photo.change"), () => chosen.click());
    return el(
      "div", { class: "photo" },
      digest === undefined ? el("div", { class: "photo-none" }, icon("me")) : shown(digest),
      el(
        "div", { class: "photo-words" },
        el("p", { class: "quiet" }, t(digest === undefined ? "photo.none" : "photo.only")),
        el(
          "div", { class: "photo-actions" }, choose, chosen,
          digest !== undefined && button("plain", "trash", t("photo.remove"), () => void remove()),
        ),
        fault.element,
      ),
    );
  }

  /** Shows what was chosen as it will look; nothing is sent yet. */
  async function consider(file: File, fault: FaultLine): Promise<void> {
    fault.hide();
    let image: ImageBitmap;
    try {
      image = await createImageBitmap(file);
    } catch {
      // What this browser cannot show is not sent: what is in it could not be taken out.
      fault.show(t("problem.photos.unknown_format"));
      return;
    }
    const canvas = reduced(image);
    image.close();
    canvas.className = "photo-picture";
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", t("photo.preview"));
    const use = button("primary", "check", t("photo.use"), () =>
      working(use, async () => {
        const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
        if (bytes !== null) await send(bytes, problem);
      }),
    );
    const problem = faultLine();
    const cancel = el("button", { type: "button", class: "button", onclick: () => back() }, t("cancel"));
    fill(
      standing,
      el(
        "div", { class: "photo" }, canvas,
        el(
          "div", { class: "photo-words" }, el("p", { class: "quiet" }, t("photo.preview")),
          el("div", { class: "photo-actions" }, use, cancel), problem.element,
        ),
      ),
    );
    use.focus();
  }

  async function send(bytes: Blob, fault: FaultLine): Promise<void> {
    try {
      const { photo: digest } = await ask((options) => api.setPhoto(bytes, options), patience);
      photo.set(digest);
      context.toasts.show({ key: "photo", icon: "check", text: t("photo.saved") });
      focus();
    } catch (error) {
      const failure = Failure.from(error);
      if (failure.code === "accounts.not_signed_in") context.report(failure);
      else fault.show(failure.explanation);
    }
  }

  async function remove(): Promise<void> {
    if (!(await confirmed(t("photo.remove.title"), t("photo.remove.text"), t("photo.remove"), true))) return;
    try {
      await ask(api.removePhoto);
      photo.set(undefined);
      context.toasts.show({ key: "photo", text: t("photo.removed") });
      focus();
    } catch (error) {
      context.report(error);
    }
  }

  /** What was there before somebody chose. */
  function back(): void {
    fill(standing, kept(photo.value));
    focus();
  }

  /** The button that had the focus is gone. */
  function focus(): void {
    standing.querySelector<HTMLElement>("button")?.focus();
  }

  return part("photo", t("photo.title"), t("photo.text"), standing);
}

function shown(digest: string): HTMLElement {
  const address = `/api/account/photo/${digest}`;
  return el("img", {
    class: "photo-picture", alt: t("photo.alt"), width: 96, height: 96, src: `${address}/small`,
    srcset: `${address}/small 1x, ${address}/large 2x`,
  });
}

/** The picture alone, no larger than it need be: where and when it was taken stays on this device. */
function reduced(image: ImageBitmap): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const drawing = canvas.getContext("2d");
  if (drawing !== null) {
    drawing.fillStyle = "#fff";
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.imageSmoothingQuality = "high";
    drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
  }
  return canvas;
}
