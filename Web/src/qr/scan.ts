import { el, fill, setText, uniqueId } from "../dom";
import { icon } from "../icons";
import type { Scope } from "../observable";
import { imageOf, readPhoto, readQR } from "./read";
import { button } from "../ui/button";

/** The longer side of a picture of the camera that is looked through, in pixels. */
const frameSize = 720;

/** Milliseconds of work for one picture: what is not found then is in the next one. */
const frameWork = 300;

/** Milliseconds between two looks. */
const pace = 120;

/** What the reader of a page with a scanner is told. */
export interface ScanWords {
  title: string;
  /** What happens with the pictures. */
  why: string;
  scan: string;
  photo: string;
  reading: string;
  noCode: string;
  noPicture: string;
  camera: string;
  looking: string;
  stop: string;
  refused: string;
  missing: string;
}

/**
 * A text found in a QR code by camera or photo. The camera is asked for after a press alone, and everything is read in the
 * page: no picture leaves it.
 */
export function scanPart(
  scope: Scope, words: ScanWords, take: (text: string) => void, fail: (error: unknown) => void,
  say: (words: string) => void,
): HTMLElement {
  const place = el("div", { class: "scan-place" });
  const state = el("p", { class: "quiet", role: "status" });
  const file: HTMLInputElement = el("input", {
    id: uniqueId("photo"), type: "file", accept: "image/*", class: "scan-file", onchange: () => void fromPhoto(),
  });
  const photo = el("label", { class: "button", for: file.id }, icon("picture"), words.photo);
  const open = button("primary", "code", words.scan, () => void fromCamera());
  let stop: () => void = () => undefined;
  scope.add(() => stop());

  async function fromPhoto(): Promise<void> {
    const [chosen] = file.files ?? [];
    file.value = "";
    if (chosen === undefined) return;
    setText(state, words.reading);
    try {
      const text = await readPhoto(chosen);
      if (scope.isEnded) return;
      setText(state, "");
      if (text === null) say(words.noCode);
      else take(text);
    } catch {
      setText(state, "");
      say(words.noPicture);
    }
  }

  async function fromCamera(): Promise<void> {
    stop();
    let stream: MediaStream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" }, audio: false });
    } catch (error) {
      // Refused, missing or taken by another program: the other ways remain.
      const isRefused = error instanceof DOMException && error.name === "NotAllowedError";
      say(isRefused ? words.refused : words.missing);
      return;
    }
    const video = el("video", { class: "scan-video", playsinline: true, muted: true, "aria-label": words.camera });
    const end = button("plain", "cross", words.stop, () => {
      stop();
      open.focus();
    });
    let isOpen = true;
    stop = () => {
      isOpen = false;
      for (const track of stream.getTracks()) track.stop();
      fill(place);
      open.hidden = false;
      setText(state, "");
    };
    if (scope.isEnded) return stop();
    video.srcObject = stream;
    video.muted = true;
    open.hidden = true;
    fill(place, video, end);
    setText(state, words.looking);
    try {
      await video.play();
      while (isOpen) {
        const image = imageOf(video, video.videoWidth, video.videoHeight, frameSize);
        const text = image === null ? null : await readQR(image, frameWork);
        if (!isOpen) return;
        if (text !== null) {
          stop();
          return take(text);
        }
        await new Promise((resolve) => window.setTimeout(resolve, pace));
      }
    } catch (error) {
      if (!isOpen) return;
      stop();
      fail(error);
    }
  }

  return el(
    "section", { class: "scan", "aria-label": words.title },
    el("p", { class: "quiet" }, words.why), place, el("div", { class: "actions" }, open, photo, file), state,
  );
}
