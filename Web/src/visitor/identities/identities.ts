import { withTexts } from "../../texts";

/** Sign-in with identities elsewhere, for a server that has providers and a browser that came back from one. */
export const identities = withTexts(["identities"], () => import("./arrival"));
