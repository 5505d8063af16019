import type { enZones } from "./zones.en";

export const esZones: Record<keyof typeof enZones, string> = {};
