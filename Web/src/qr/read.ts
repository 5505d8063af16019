import { decodeSteps, greyOf } from "./decode";

/** What some browsers read codes with; the compiler does not know it. */
interface Detector {
  detect(source: ImageData | HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}

interface DetectorMaker {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

let detector: Promise<Detector | null> | undefined;

/** The browser's own reader, where it has one that reads QR codes. */
async function browsersOwn(): Promise<Detector | null> {
  const maker = (window as unknown as { BarcodeDetector?: DetectorMaker }).BarcodeDetector;
  try {
    if (maker === undefined || !(await maker.getSupportedFormats()).includes("qr_code")) return null;
    return new maker({ formats: ["qr_code"] });
  } catch {
    return null;
  }
}

/** Milliseconds of work after which the page has a turn. */
const slice = 6;

/**
 * What the QR code of a picture says, by the browser or by our own reader in slices; null when there is none, or none is
 * found in so many milliseconds of work.
 */
export async function readQR(image: ImageData, most = 3000): Promise<string | null> {
  detector ??= browsersOwn();
  const own = await detector;
  if (own !== null) {
    try {
      const [first] = await own.detect(image);
      if (first !== undefined) return first.rawValue;
    } catch {
      // A reader that is there and does not work is as good as none.
    }
  }
  const steps = decodeSteps(greyOf(image.data, image.width, image.height));
  let begun = performance.now();
  let worked = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    const took = performance.now() - begun;
    if (took < slice) continue;
    worked += took;
    if (worked > most) return null;
    await new Promise((resolve) => window.setTimeout(resolve));
    begun = performance.now();
  }
}

/** A picture of a source, its longer side at most so many pixels; null when it has none. */
export function imageOf(source: CanvasImageSource, width: number, height: number, most: number): ImageData | null {
  const scale = Math.min(1, most / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null || width === 0 || height === 0) return null;
  // What is transparent is paper.
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Sizes in which a photo is looked through: codes that fill it are found in the small one, those far off in the large one. */
const photoSizes = [700, 1200, 2000] as const;

/** What the QR code of a photo says; null when none is found in any size. It throws when the file is no picture. */
export async function readPhoto(file: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(file);
  try {
    for (const size of photoSizes) {
      const image = imageOf(bitmap, bitmap.width, bitmap.height, size);
      const text = image === null ? null : await readQR(image);
      if (text !== null) return text;
      if (Math.max(bitmap.width, bitmap.height) <= size) return null;
    }
    return null;
  } finally {
    bitmap.close();
  }
}
