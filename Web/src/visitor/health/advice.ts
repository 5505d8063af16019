import { advice } from "./parts";

/** What to do in isolation. */
export function isolationAdvice(): HTMLElement[] {
  return [
    advice([
      "health.isolation.stay", "health.isolation.room", "health.isolation.air", "health.isolation.mask",
      "health.isolation.things", "health.isolation.tell", "health.isolation.rest",
    ]),
  ];
}
