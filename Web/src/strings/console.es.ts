import type { enConsole } from "./console.en";

export const esConsole: Record<keyof typeof enConsole, string> = {};
