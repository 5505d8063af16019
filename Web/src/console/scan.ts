/** Reading QR codes with what the browser itself brings; there is no reader of our own. */

interface Detector {
  detect(image: CanvasImageSource | Blob): Promise<{ rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

const pause = 200;

/** The browser's reader, or null where it has none for QR codes (Firefox, and Chromium on most desktops). */
export async function qrReader(): Promise<Detector | null> {
  const found = (window as unknown as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (found === undefined) return null;
  try {
    const formats = await found.getSupportedFormats();
    return formats.includes("qr_code") ? new found({ formats: ["qr_code"] }) : null;
  } catch {
    return null;
  }
}

/** Whether there is a camera to ask for. */
export function hasCamera(): boolean {
  return navigator.mediaDevices !== undefined && "getUserMedia" in navigator.mediaDevices;
}

/** The text of the QR code in a photo, or null when none can be read. */
export async function readPhoto(reader: Detector, photo: Blob): Promise<string | null> {
  const image = await createImageBitmap(photo);
  try {
    return (await reader.detect(image))[0]?.rawValue ?? null;
  } finally {
    image.close();
  }
}

/**
 * Shows the camera in `video` and gives the text of the first QR code that it sees, or null once `isEnded` says so.
 *
 * The pictures stay in the browser, and the camera is switched off in every case.
 */
export async function readCamera(
  reader: Detector, video: HTMLVideoElement, isEnded: () => boolean,
): Promise<string | null> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" }, audio: false });
  try {
    video.srcObject = stream;
    await video.play();
    while (!isEnded()) {
      const text = (await reader.detect(video))[0]?.rawValue;
      if (text !== undefined) return text;
      await new Promise((resolve) => window.setTimeout(resolve, pause));
    }
    return null;
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
}
