import "../venueconsole/common";
import { begin } from "../begin";
import { withTexts } from "../texts";
import { ConsoleApp } from "../venueconsole/app";
import { ShopContext } from "../venueconsole/context";
import type { ConsolePage } from "../venueconsole/page";

/** The pages, in the order of the navigation; each is fetched with its texts when somebody opens it. */
const pages: readonly ConsolePage<ShopContext>[] = [
  {
    name: "today", label: "work.nav.today", picture: "clock",
    part: withTexts(["merchant-figures"], async () => (await import("./figures")).todayPage),
  },
  {
    name: "visitors", label: "work.nav.visitors", picture: "chart",
    part: withTexts(["merchant-figures"], async () => (await import("./figures")).visitorsPage),
  },
  {
    name: "campaigns", label: "work.nav.campaigns", picture: "wand",
    part: withTexts(["merchant-figures"], async () => (await import("./figures")).campaignsPage),
  },
  {
    name: "offers", label: "work.nav.offers", picture: "offers",
    part: withTexts(["merchant-shop", "visitor-coupons"], async () => (await import("./offers")).offersPage),
  },
  {
    name: "till", label: "work.nav.till", picture: "code",
    part: withTexts(["merchant-shop"], async () => (await import("./till")).tillPage),
  },
  {
    name: "knowledge", label: "work.nav.knowledge", picture: "shield",
    part: withTexts(["merchant-figures"], async () => (await import("./figures")).knowledgePage),
  },
];

begin(["common", "venue-console", "passkeys"], (root) => {
  new ConsoleApp<ShopContext>(root, {
    role: "merchant", pages,
    context: ({ venue, major }, ...common) => {
      const shop = venue.shops.find((one) => one.major === major) ?? { major: major ?? 0, name: String(major ?? "") };
      return new ShopContext(shop, ...common);
    },
  }).start();
});
