import type { MarketAsset } from "../../api";

/** The asset that one thinks of first where none was chosen: the first currency. */
export function valuationBase(assets: readonly MarketAsset[]): string | undefined {
  return (assets.find(({ kind }) => kind === "currency") ?? assets[0])?.name;
}
