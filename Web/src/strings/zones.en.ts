export const enZones = {} as const;
