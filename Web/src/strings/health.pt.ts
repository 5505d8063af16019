import type { enHealth } from "./health.en";

export const ptHealth: Record<keyof typeof enHealth, string> = {};
