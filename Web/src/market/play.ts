import * as api from "../api";
import { ask } from "../client";
import { el, setText } from "../dom";
import { t } from "../i18n";
import { icon } from "../icons";
import { Later } from "../later";

/** Whether all money here is play money; asked for once. */
const play = new Later(async () => (await ask(api.markets)).isPlay === true);

/** Says on every view that all money is play money, where it is. */
export function playBanner(): HTMLElement {
  const text = el("span");
  const banner = el("aside", { class: "play", hidden: true }, icon("star"), text);
  play.load().then(
    (isPlay) => {
      banner.hidden = !isPlay;
      if (isPlay) setText(text, t("market.play"));
    },
    // The markets themselves say that the server cannot be reached.
    () => undefined,
  );
  return banner;
}
