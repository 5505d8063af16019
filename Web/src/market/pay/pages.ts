export { payView } from "./pay";
export { receiveView } from "./receive";
