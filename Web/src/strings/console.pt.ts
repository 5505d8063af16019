import type { enConsole } from "./console.en";

export const ptConsole: Record<keyof typeof enConsole, string> = {};
