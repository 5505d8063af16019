import type { enVault } from "./vault.en";

export const ptVault: Record<keyof typeof enVault, string> = {};
