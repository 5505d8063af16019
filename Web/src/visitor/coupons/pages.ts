/** What stands under Offers, fetched together. */
export { suggestedPart } from "../looked/parts";
export { pointsHistory } from "./history";
export { couponCards } from "./list";
export { notificationsLink } from "./notify";
