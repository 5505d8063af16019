export const enHealth = {} as const;
