import type { enHealth } from "./health.en";

export const esHealth: Record<keyof typeof enHealth, string> = {};
