import "../venueconsole/common";
import { begin } from "../begin";
import { withTexts } from "../texts";
import { ConsoleApp } from "../venueconsole/app";
import { VenueContext } from "../venueconsole/context";
import type { ConsolePage } from "../venueconsole/page";

/** The pages, in the order of the navigation; each is fetched with its texts when somebody opens it. */
const pages: readonly ConsolePage<VenueContext>[] = [
  {
    name: "plan", label: "work.nav.plan", picture: "map",
    part: withTexts(["operator-plan"], async () => (await import("./plan")).planPage),
  },
  {
    name: "beacons", label: "work.nav.beacons", picture: "air",
    part: withTexts(["operator-fleet"], async () => (await import("./fleet")).beaconsPage),
  },
  {
    name: "deployment", label: "work.nav.deployment", picture: "wand",
    part: withTexts(["operator-fleet"], async () => (await import("./fleet")).deploymentPage),
  },
  {
    name: "survey", label: "work.nav.survey", picture: "walk",
    part: withTexts(["operator-survey"], async () => (await import("./fleet")).surveyPage),
  },
  // Staff, Journal:
  {
    name: "staff", label: "work.nav.staff", picture: "key",
    part: withTexts(["operator-staff", "owner"], async () => (await import("./people")).staffPage),
  },
  {
    // Also the areas in which other pages say what the journal has of them.
    name: "journal", label: "work.nav.journal", picture: "list",
    part: withTexts(["operator-staff"], async () => (await import("./people")).journalPage),
  },
];

begin(["common", "venue-console", "passkeys"], (root) => {
  new ConsoleApp<VenueContext>(root, {
    role: "operator", pages, context: (_spot, ...common) => new VenueContext(...common),
  }).start();
});
