import type { enZones } from "./zones.en";

export const ptZones: Record<keyof typeof enZones, string> = {};
