import type { enConsole } from "./console.en";

export const itConsole: Record<keyof typeof enConsole, string> = {};
