import type { MarketAsset, MarketBalance, MarketValuation, MarketValuedBalance } from "../../api";
import { Decimal } from "../../numbers/decimal";
import { apportioned } from "./apportion";

/** What somebody has of an asset, as a row tells it. */
export interface BalanceRow {
  asset: MarketAsset;
  total: Decimal;
  available: Decimal;
  /** What orders and withdrawals hold: a part of the total. */
  held: Decimal;
  /** What all of it is worth, as it is shown; null when no price says so, or none is known yet. */
  value: Decimal | null;
  /** Whether there is something of it whose worth no price tells. */
  isUnpriced: boolean;
  /** Its part of the total, 0 to 1, to be drawn. */
  share: number;
  /** The markets by which it was valued. */
  markets: readonly string[];
}

/** All that somebody has. */
export interface BalanceSheet {
  rows: readonly BalanceRow[];
  /** The sum of what the rows show; null until values are known. */
  total: Decimal | null;
  unpriced: number;
}

/**
 * What there is by the newest balances, valued by the prices that were told last; `places` are shown of the base.
 *
 * What is worth most comes first, then what has no price, then assets of which there is nothing, by age.
 */
export function balanceSheet(
  assets: readonly MarketAsset[], balances: ReadonlyMap<string, MarketBalance>, valuation: MarketValuation | null,
  base: MarketAsset | undefined,
): BalanceSheet {
  const told = new Map(valuation?.balances.map((one) => [one.asset, one]));
  const found = assets.map((asset) => {
    const balance = balances.get(asset.name);
    const total = Decimal.from(balance?.total ?? "0");
    const available = Decimal.from(balance?.available ?? "0");
    const exact = valuation === null ? null : worth(total, told.get(asset.name), base);
    return { asset, total, available, held: total.minus(available), exact, markets: told.get(asset.name)?.markets ?? [] };
  });
  const { shown, total } = apportioned(found.map(({ exact }) => exact ?? Decimal.zero), base?.decimals ?? 0);
  const rows = found.map(({ exact, ...row }, index) => ({
    ...row,
    value: exact === null ? null : (shown[index] ?? Decimal.zero),
    isUnpriced: valuation !== null && exact === null,
    share: exact === null || total.isZero ? 0 : (shown[index] ?? Decimal.zero).dividedBy(total, 6).approximate,
  }));
  const rank = (row: BalanceRow): number => (row.total.isZero ? 2 : row.value === null ? 1 : 0);
  rows.sort((a, b) => rank(a) - rank(b) || (b.value ?? Decimal.zero).compare(a.value ?? Decimal.zero));
  return {
    rows, total: valuation === null || base === undefined ? null : total,
    unpriced: rows.filter(({ isUnpriced }) => isUnpriced).length,
  };
}

/** What so much of an asset is worth, exactly or to the base's last place; null when no price says so. */
function worth(total: Decimal, told: MarketValuedBalance | undefined, base: MarketAsset | undefined): Decimal | null {
  if (total.isZero) return Decimal.zero;
  if (told?.value === undefined || base === undefined) return null;
  if (Decimal.from(told.total).equals(total)) return Decimal.from(told.value);
  // The balance has changed since the prices were told.
  return told.price === undefined ? null : total.times(Decimal.from(told.price)).floor(Decimal.of(1n, base.exponent));
}

/** Whether a row may be left out when small ones are hidden: worth less than a thousandth of all, and known to be. */
export function isSmall(row: BalanceRow, total: Decimal | null): boolean {
  if (row.total.isZero) return true;
  if (row.value === null || total === null) return false;
  return row.value.times(Decimal.of(1000n)).compare(total) < 0;
}
