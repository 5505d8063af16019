/** The pages of beacons and of how they are heard, which share so much that they are fetched together. */
export { beaconsPage } from "./beacons";
export { deploymentPage } from "./deployment";
export { surveyPage } from "./survey";
