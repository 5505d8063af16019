/** The pages of Health, which are fetched together: they lead to one another. */
export { aboutView } from "./about";
export { healthView } from "./health";
