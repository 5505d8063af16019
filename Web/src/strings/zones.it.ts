import type { enZones } from "./zones.en";

export const itZones: Record<keyof typeof enZones, string> = {};
