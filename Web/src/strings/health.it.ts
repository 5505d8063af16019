import type { enHealth } from "./health.en";

export const itHealth: Record<keyof typeof enHealth, string> = {};
