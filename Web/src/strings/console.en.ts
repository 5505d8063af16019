export const enConsole = {} as const;
