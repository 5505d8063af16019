/** The texts of the vault, in English. */
export const enVault = {} as const;
