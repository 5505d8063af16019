import assert from "node:assert/strict";
import { test } from "node:test";
import { readModules } from "../src/qr/content";
import { correct } from "../src/qr/correct";
import { decodeQR, decodeSteps, greyOf, type Grey } from "../src/qr/decode";
import { encodeQR } from "../src/qr/encode";
import { plane } from "../src/qr/plane";
import { codes } from "./qrcodes";

/** Numbers that look random and are the same each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** How a code lies in a picture. */
interface Pose {
  size: number;
  module: number;
  angle?: number;
  /** How much smaller the far side is: 0 is seen straight. */
  tilt?: number;
  noise?: number;
  /** How much darker the right side is than the left one. */
  shadow?: number;
  blur?: boolean;
  isInverted?: boolean;
}

/** A picture of a square of modules as a camera may see it. */
function picture(modules: Uint8Array, side: number, pose: Pose, random: () => number): Grey {
  const { size, module, angle = 0, tilt = 0, noise = 0, shadow = 0, isInverted = false } = pose;
  const half = (side * module) / 2;
  const corners = [[-half, -half], [half, -half], [-half, half], [half, half]].map(([x = 0, y = 0]) => {
    const near = 1 - tilt * (y < 0 ? 1 : 0);
    const [u, v] = [x * near, y];
    return { x: size / 2 + u * Math.cos(angle) - v * Math.sin(angle), y: size / 2 + u * Math.sin(angle) + v * Math.cos(angle) };
  });
  const back = plane(corners, [{ x: 0, y: 0 }, { x: side, y: 0 }, { x: 0, y: side }, { x: side, y: side }]);
  assert.ok(back !== null);
  let pixels = new Uint8Array(size * size);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const at = back(x + 0.5, y + 0.5);
      const [column, row] = [Math.floor(at.x), Math.floor(at.y)];
      const isDark = column >= 0 && row >= 0 && column < side && row < side && modules[row * side + column] === 1;
      const light = (isDark !== isInverted ? 40 : 215) * (1 - (shadow * x) / size) + (random() - 0.5) * 2 * noise;
      pixels[y * size + x] = Math.max(0, Math.min(255, Math.round(light)));
    }
  }
  if (pose.blur === true) {
    const soft = pixels.slice();
    for (let y = 1; y + 1 < size; y += 1) {
      for (let x = 1; x + 1 < size; x += 1) {
        let sum = 0;
        for (let dy = -1; dy <= 1; dy += 1) for (let dx = -1; dx <= 1; dx += 1) sum += pixels[(y + dy) * size + x + dx] ?? 0;
        soft[y * size + x] = Math.round(sum / 9);
      }
    }
    pixels = soft;
  }
  return { width: size, height: size, pixels };
}

const known = codes.map(({ text, version, modules }) => {
  const side = 17 + 4 * version;
  const bits = [...modules].map((digit) => parseInt(digit, 16).toString(2).padStart(4, "0")).join("");
  return { text, version, side, modules: Uint8Array.from(bits.slice(0, side * side), Number) };
});

test("what libqrencode made is read, in each version and correction of the known codes", () => {
  for (const { text, version, modules } of known) assert.equal(readModules(modules, version), text);
});

test("what is encoded in any version is read again", () => {
  for (const length of [1, 20, 60, 120, 250, 400, 700, 1100, 1600, 2331]) {
    const text = "pay:".repeat(Math.ceil(length / 4)).slice(0, length);
    const code = encodeQR(text);
    assert.ok(code !== null);
    assert.equal(readModules(code.modules, code.version), text);
  }
});

test("as many wrong bytes as the correcting ones allow are put right, and more are never taken for right", () => {
  const random = seeded(3);
  const code = encodeQR("https://cerca.example/market#/pay/0123456789abcdef0123456789abcdef", "M");
  assert.ok(code !== null);
  // Blocks by hand: the remainder of a random text is taken from a code that is known to be right.
  for (let turn = 0; turn < 200; turn += 1) {
    const block = new Uint8Array(30);
    const wrong = Math.floor(random() * 12);
    const places = new Set<number>();
    while (places.size < wrong) places.add(Math.floor(random() * 30));
    for (const place of places) block[place] = 1 + Math.floor(random() * 255);
    const isRight = correct(block, 18);
    if (wrong <= 9) assert.ok(isRight && block.every((byte) => byte === 0), `${wrong} wrong`);
    else assert.ok(!isRight || block.some((byte) => byte !== 0));
  }
  for (let turn = 0; turn < 40; turn += 1) {
    const torn = code.modules.slice();
    for (let count = 0; count < 25; count += 1) torn[Math.floor(random() * torn.length)] ^= 1;
    const text = readModules(torn, code.version);
    assert.ok(text === null || text.startsWith("https://cerca.example/market#/pay/0123456789abcdef"));
  }
});

test("codes are found however they are turned, tilted, sized, lit, blurred and inverted", () => {
  const random = seeded(5);
  const failed: string[] = [];
  let count = 0;
  const poses: (readonly [string, Pose])[] = [
    ["straight", { size: 400, module: 6 }], ["small", { size: 300, module: 3 }], ["quarter turn", { size: 400, module: 6, angle: Math.PI / 2 }],
    ["half turn", { size: 400, module: 6, angle: Math.PI }], ["10 degrees", { size: 420, module: 6, angle: 0.175 }],
    ["30 degrees", { size: 460, module: 6, angle: 0.52 }], ["45 degrees", { size: 500, module: 6, angle: Math.PI / 4 }],
    ["200 degrees", { size: 460, module: 6, angle: 3.49 }], ["tilted", { size: 420, module: 6, tilt: 0.15 }],
    ["tilted and turned", { size: 460, module: 7, tilt: 0.12, angle: 0.3 }], ["noisy", { size: 400, module: 6, noise: 45 }],
    ["in a shadow", { size: 400, module: 6, shadow: 0.7, noise: 8 }], ["blurred", { size: 400, module: 5, blur: true, noise: 10 }],
    ["inverted", { size: 400, module: 6, isInverted: true }], ["odd size", { size: 390, module: 4.37, angle: 0.05 }],
  ];
  for (const { text, side, modules, version } of known.filter(({ version }) => version <= 7)) {
    for (const [name, pose] of poses) {
      const size = Math.max(pose.size, Math.ceil(side * pose.module * 1.55));
      count += 1;
      if (decodeQR(picture(modules, side, { ...pose, size }, random)) !== text) failed.push(`version ${version} ${name}`);
    }
  }
  assert.deepEqual(failed, [], `${failed.length} of ${count}`);
});

test("a picture without a code says nothing, and is left in steps", () => {
  const random = seeded(9);
  const pixels = Uint8Array.from({ length: 200 * 150 }, () => Math.floor(random() * 256));
  const steps = decodeSteps({ width: 200, height: 150, pixels });
  let count = 0;
  let step = steps.next();
  while (step.done !== true) {
    count += 1;
    step = steps.next();
  }
  assert.equal(step.value, null);
  assert.ok(count >= 9, "whoever asks can do something else in between");
  assert.equal(decodeQR({ width: 0, height: 0, pixels: new Uint8Array() }), null);
  assert.deepEqual(Array.from(greyOf([0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 0], 3, 1).pixels), [0, 255, 255]);
});
