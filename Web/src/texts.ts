import { type Area, speak } from "./i18n";
import { Later } from "./later";

/** A part of the page together with the texts of areas that only it speaks of. */
export function withTexts<T>(areas: readonly Area[], fetchPart: () => Promise<T>): Later<T> {
  return new Later(async () => {
    const [part] = await Promise.all([fetchPart(), speak(areas)]);
    return part;
  });
}
