/** The pages of a shop's figures, which share so much that they are fetched together. */
export { campaignsPage } from "./figures/campaigns";
export { knowledgePage } from "./figures/knowledge";
export { todayPage } from "./figures/today";
export { visitorsPage } from "./figures/visitors";
