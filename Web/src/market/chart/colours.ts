/** What the chart is drawn with: the sheet's colours as the library reads them, `rgb(…)` or `rgba(…)`. */
export interface Palette {
  up: string;
  down: string;
  ink: string;
  soft: string;
  line: string;
  accent: string;
  warn: string;
  surface: string;
  studies: readonly string[];
}

const tokens = {
  up: "--up", down: "--down", ink: "--ink", soft: "--ink-soft", line: "--line", accent: "--accent", warn: "--warn",
  surface: "--surface",
} as const;

/** How many colours of studies the sheet has: `--study-1` and on. */
const studyColours = 6;

/** The colours as they are at an element: by theme, by the reader's settings, and by those of the system. */
export function paletteAt(place: HTMLElement): Palette {
  const probe = document.createElement("span");
  probe.hidden = true;
  place.append(probe);
  const read = (token: string): string => {
    probe.style.color = `var(${token})`;
    return plainColour(getComputedStyle(probe).color);
  };
  const palette: Record<string, string> = {};
  for (const [name, token] of Object.entries(tokens)) palette[name] = read(token);
  const studies = Array.from({ length: studyColours }, (_, number) => read(`--study-${number + 1}`));
  probe.remove();
  return { ...(palette as unknown as Omit<Palette, "studies">), studies };
}

let ground: CanvasRenderingContext2D | null = null;

/**
 * A colour of CSS, however it is written, as red, green and blue.
 *
 * The library throws at others while it draws, and its chart stays empty; a canvas understands what the sheet does.
 */
function plainColour(colour: string): string {
  if (/^rgba?\([\d., ]+\)$/.test(colour)) return colour;
  ground ??= Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  if (ground === null) return "rgb(128, 128, 128)";
  ground.clearRect(0, 0, 1, 1);
  ground.fillStyle = colour;
  ground.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 255] = ground.getImageData(0, 0, 1, 1).data;
  return `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`;
}

/** The same colour, so much of it. */
export function faded(colour: string, share: number): string {
  const [red = "0", green = "0", blue = "0", alpha = "1"] = colour.match(/[\d.]+/g) ?? [];
  return `rgba(${red}, ${green}, ${blue}, ${Number(alpha) * share})`;
}
