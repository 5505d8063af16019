const namespace = "http://www.w3.org/2000/svg";
const height = 120;
const step = 10;

/** A row of bars, each with a part of it in another colour, and a line at `limit` when it is within reach. */
export function barGraph(
  bars: readonly { whole: number; part: number }[], limit: number, label: string,
): SVGSVGElement {
  const most = Math.max(1, ...bars.map((bar) => bar.whole));
  // A limit far above all bars would press them flat: then the graph says only what came.
  const top = limit <= most * 3 ? Math.max(most, limit) : most;
  const drawing = document.createElementNS(namespace, "svg");
  drawing.setAttribute("viewBox", `0 0 ${bars.length * step} ${height}`);
  drawing.setAttribute("preserveAspectRatio", "none");
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", label);
  drawing.setAttribute("class", "bar-graph-drawing");
  const scaled = (value: number): number => (value / top) * (height - 4);
  const path = (className: string, data: string): void => {
    const element = document.createElementNS(namespace, "path");
    element.setAttribute("class", className);
    element.setAttribute("d", data);
    drawing.append(element);
  };
  const column = (index: number, from: number, to: number): string => {
    const [bottom, upper] = [height - scaled(from), height - scaled(to)];
    return to <= from ? "" : `M${index * step + 1} ${bottom}V${upper}h${step - 2}V${bottom}z`;
  };
  path("bar-graph-base", `M0 ${height - 0.5}H${bars.length * step}`);
  path("bar-graph-kept", bars.map(({ whole, part }, index) => column(index, 0, whole - part)).join(""));
  path("bar-graph-held", bars.map(({ whole, part }, index) => column(index, whole - part, whole)).join(""));
  if (limit <= top) path("bar-graph-limit", `M0 ${height - scaled(limit)}H${bars.length * step}`);
  return drawing;
}
