/** What Me has for somebody signed in, which is fetched together. */
export { inboxList } from "./inboxlist";
export { noticesPart } from "./push";
export { securityPage } from "./security";
