/** The pages of beacons, which share so much that they are fetched together. */
export { beaconsPage } from "./beacons";
export { deploymentPage } from "./deployment";
