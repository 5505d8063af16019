/** The pages of who works at a venue and what they did, which are fetched together. */
export { journalPage } from "./journal";
export { staffPage } from "./staff";
