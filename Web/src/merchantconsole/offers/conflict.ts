import type { ShopOffer, ShopOfferTerms } from "../../api";
import { el } from "../../dom";
import { dayAndTime } from "../../format";
import { t } from "../../i18n";
import { dialog, dialogActions } from "../../ui/dialog";
import { differences } from "./terms";
import { comparison } from "./words";

/** Shows what somebody else has made of an offer meanwhile beside what is typed here; true when this is to be kept. */
export async function conflict(theirs: ShopOffer, mine: ShopOfferTerms, timeZone: string): Promise<boolean> {
  let keepsMine = false;
  const choose = (isMine: boolean) => (): void => {
    keepsMine = isMine;
    box.close();
  };
  const who = t("shop.conflict.text", { who: theirs.savedBy ?? t("shop.gone"), time: dayAndTime(theirs.savedAt, timeZone) });
  const box = dialog(
    t("shop.conflict"), el("p", {}, who),
    comparison(differences(theirs.terms, mine), theirs.terms, mine, [t("shop.conflict.theirs"), t("shop.conflict.mine")]),
    dialogActions(
      el("button", { type: "button", class: "button", "data-confirm": "theirs", onclick: choose(false) }, t("shop.conflict.take")),
      el("button", { type: "button", class: "button button-primary", "data-confirm": "mine", onclick: choose(true) }, t("shop.conflict.keep")),
    ),
  );
  box.element.classList.add("shop-conflict");
  await box.open();
  return keepsMine;
}
