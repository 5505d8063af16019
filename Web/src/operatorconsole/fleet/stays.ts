import type { ShopStays } from "../../api";
import { dayName, number, percent } from "../../format";
import { t } from "../../i18n";

/** That phones come to a shop and far fewer of their stays than usual are verified, with the figures it rests on. */
export function staysText({ shop, stays }: ShopStays): string {
  const { day, entered, proved, usual } = stays;
  const values = { shop, day: dayName(day), entered: number(entered) };
  // A shop whose usual is not known, or that never proved anything, is odd only when nothing is verified at all.
  return usual === null || usual === 0 ? t("fleet.stays.none", values)
    : t("fleet.stays", { ...values, proved: number(proved), usual: percent(usual, 1) });
}
