import type { enVault } from "./vault.en";

export const esVault: Record<keyof typeof enVault, string> = {};
