/** What is drawn on the venue's plan; it is fetched together, with the map that all of it stands on. */
export { around } from "./around";
export { guestParts } from "./guest";
export { liveCentre } from "./livecentre";
export { publicPicture } from "./picture";
