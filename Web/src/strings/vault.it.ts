import type { enVault } from "./vault.en";

export const itVault: Record<keyof typeof enVault, string> = {};
