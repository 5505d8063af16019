/** A point of a heat map, in pixels, with its weight from 0 to 1. */
export interface HeatPoint {
  x: number;
  y: number;
  weight: number;
}

/** The colours of a heat map from cool to hot, as red, green and blue. */
export type HeatRamp = Uint8ClampedArray;

/** The ramp between colours of the sheet. */
export function heatRamp(colours: readonly string[]): HeatRamp {
  const canvas = document.createElement("canvas");
  canvas.width = 256;
  canvas.height = 1;
  const context = canvas.getContext("2d");
  if (context === null) return new Uint8ClampedArray(1024);
  const gradient = context.createLinearGradient(0, 0, 256, 0);
  colours.forEach((colour, index) => gradient.addColorStop(index / Math.max(colours.length - 1, 1), colour));
  context.fillStyle = gradient;
  context.fillRect(0, 0, 256, 1);
  return context.getImageData(0, 0, 256, 1).data;
}

/**
 * Draws points as clouds that add up, and colours the sum by the ramp.
 *
 * The clouds are drawn small and enlarged: the eye sees no difference in something so soft, a telephone does.
 */
export function drawHeat(
  target: CanvasRenderingContext2D, width: number, height: number, points: readonly HeatPoint[], radius: number,
  ramp: HeatRamp,
): void {
  const scale = 4;
  const small = document.createElement("canvas");
  small.width = Math.max(1, Math.ceil(width / scale));
  small.height = Math.max(1, Math.ceil(height / scale));
  const context = small.getContext("2d");
  if (context === null) return;
  for (const { x, y, weight } of points) {
    if (weight <= 0) continue;
    const [cx, cy, r] = [x / scale, y / scale, radius / scale];
    const cloud = context.createRadialGradient(cx, cy, 0, cx, cy, r);
    cloud.addColorStop(0, `rgb(0 0 0 / ${Math.min(1, weight)})`);
    cloud.addColorStop(0.5, `rgb(0 0 0 / ${Math.min(1, weight) * 0.45})`);
    cloud.addColorStop(1, "rgb(0 0 0 / 0)");
    context.fillStyle = cloud;
    context.fillRect(cx - r, cy - r, 2 * r, 2 * r);
  }
  const picture = context.getImageData(0, 0, small.width, small.height);
  const { data } = picture;
  for (let index = 0; index < data.length; index += 4) {
    const heat = data[index + 3] ?? 0;
    if (heat === 0) continue;
    data[index] = ramp[heat * 4] ?? 0;
    data[index + 1] = ramp[heat * 4 + 1] ?? 0;
    data[index + 2] = ramp[heat * 4 + 2] ?? 0;
    data[index + 3] = Math.min(225, heat * 2);
  }
  context.putImageData(picture, 0, 0);
  target.imageSmoothingEnabled = true;
  target.drawImage(small, 0, 0, small.width * scale, small.height * scale);
}
