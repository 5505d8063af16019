import type { MarketDestination } from "../../api";
import { t } from "../../i18n";

/** Where an entry of the address book leads, in a line. */
export function placeLine({ bankAccount, address, asset }: MarketDestination): string {
  if (bankAccount === undefined) return `${asset ?? ""} ${address ?? ""}`;
  const { bank, type, number, holder } = bankAccount;
  return `${bank}, ${t(`wallet.account.${type}`)} ${number}, ${holder}`;
}
