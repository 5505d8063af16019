import "lightweight-charts";

/** TradingView Lightweight Charts, which leaves itself on the window when it is loaded. */
export function library(): Charts.Library {
  return window.LightweightCharts;
}
