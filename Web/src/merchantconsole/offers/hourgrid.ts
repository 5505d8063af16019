import type { ShopHours } from "../../api";
import { el, fill, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { segmented } from "../../ui/menu";
import { field } from "../../ui/field";
import { clockText, days, dayText, hourState, minutesOf, painted, stretchesOf, typedDay, withDay } from "./hours";
import { weekday } from "./words";

/** Weekly hours that are painted on a grid or typed; `change` hears each of them, null while there is no hour. */
export function hourGrid(
  first: readonly ShopHours[], change: (hours: ShopHours[] | null) => void,
): HTMLElement {
  let hours: ShopHours[] = [...first];
  let isAlways = first.length === 0;
  const grid = el("div", { class: "shop-hours-grid", role: "grid", "aria-label": t("shop.hours.grid") });
  const typed = el("details", { class: "zone-details" }, el("summary", {}, t("shop.hours.type")));
  const body = el("div", { class: "shop-hours-body" }, el("p", { class: "quiet" }, t("shop.hours.hint")), grid, typed);
  const cells = new Map<string, HTMLElement>();
  const inputs = new Map<string, HTMLInputElement>();

  function tell(): void {
    body.hidden = isAlways;
    change(isAlways ? [] : hours.length === 0 ? null : hours);
  }

  function show(): void {
    const open = minutesOf(hours);
    for (const [name, cell] of cells) {
      const [day, hour] = name.split(" ").map(Number);
      const state = hourState(open, day ?? 0, hour ?? 0);
      cell.dataset["state"] = state;
      cell.setAttribute("aria-selected", String(state !== "closed"));
    }
    for (const [day, input] of inputs) {
      if (document.activeElement !== input) input.value = dayText(hours, day as ShopHours["day"]);
    }
  }

  function paint(day: number, hour: number, isOpen: boolean): void {
    hours = stretchesOf(painted(minutesOf(hours), day, hour * 60, hour * 60 + 60, isOpen));
    show();
    tell();
  }

  // Pressing a cell turns it over; drawing on paints what follows in the same way.
  let painting: boolean | null = null;
  const at = (event: PointerEvent): [number, number, HTMLElement] | null => {
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-cell]");
    if (cell === null || cell === undefined || !grid.contains(cell)) return null;
    const [day, hour] = (cell.dataset["cell"] ?? "").split(" ").map(Number);
    return day === undefined || hour === undefined ? null : [day, hour, cell];
  };
  grid.addEventListener("pointerdown", (event) => {
    const found = at(event);
    if (found === null || event.button !== 0) return;
    painting = found[2].dataset["state"] === "closed";
    grid.setPointerCapture(event.pointerId);
    focus(found[2]);
    paint(found[0], found[1], painting);
    event.preventDefault();
  });
  grid.addEventListener("pointermove", (event) => {
    const found = painting === null ? null : at(event);
    if (found !== null && painting !== null && (found[2].dataset["state"] === "open") !== painting) paint(found[0], found[1], painting);
  });
  for (const end of ["pointerup", "pointercancel"]) grid.addEventListener(end, () => (painting = null));
  grid.addEventListener("keydown", (event) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>("[data-cell]");
    if (cell === null) return;
    const [day = 0, hour = 0] = (cell.dataset["cell"] ?? "").split(" ").map(Number);
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (event.key === " " || event.key === "Enter") paint(day, hour, cell.dataset["state"] === "closed");
    else if (step !== undefined) {
      const next = cells.get(`${day + step[0]} ${hour + step[1]}`);
      if (next !== undefined) {
        focus(next);
        if (event.shiftKey) paint(day + step[0], hour + step[1], cell.dataset["state"] !== "closed");
      }
    } else return;
    event.preventDefault();
  });

  function focus(cell: HTMLElement): void {
    for (const other of cells.values()) other.tabIndex = -1;
    cell.tabIndex = 0;
    cell.focus();
  }

  const heads = days.map((day) => el("span", { role: "columnheader", "aria-label": weekday(day) }, weekday(day, "short")));
  grid.append(el("div", { class: "shop-hours-row", role: "row" }, el("span", {}), ...heads));
  for (let hour = 0; hour < 24; hour += 1) {
    const row = el("div", { class: "shop-hours-row", role: "row" }, el("span", { role: "rowheader", class: "figures" }, clockText(hour * 60)));
    days.forEach((day, index) => {
      const label = t("shop.hours.cell", { day: weekday(day), from: clockText(hour * 60), to: clockText(hour * 60 + 60) });
      const cell = el("span", { role: "gridcell", class: "shop-hour", "data-cell": `${index} ${hour}`, "aria-label": label, tabindex: -1 });
      cells.set(`${index} ${hour}`, cell);
      row.append(cell);
    });
    grid.append(row);
  }
  const start = cells.get("0 9");
  if (start !== undefined) start.tabIndex = 0;

  for (const day of days) {
    const input: HTMLInputElement = el("input", { id: uniqueId("hours"), type: "text", maxlength: 120, autocomplete: "off", placeholder: "10:00-14:00" });
    const line = field(weekday(day), input, "");
    input.addEventListener("change", () => {
      const read = typedDay(input.value, day);
      if (read === null) return line.blame(t("shop.hours.unread"));
      line.forgive();
      hours = withDay(hours, day, read);
      show();
      tell();
    });
    input.addEventListener("blur", show);
    inputs.set(day, input);
    typed.append(line.element);
  }

  const choice = segmented(
    t("shop.hours"), [{ value: "always", label: t("shop.hours.always") }, { value: "some", label: t("shop.hours.some") }],
    isAlways ? "always" : "some", (value) => {
      isAlways = value === "always";
      tell();
    },
  );
  show();
  body.hidden = isAlways;
  const part = el("div", { class: "shop-hours" });
  fill(part, choice, body);
  return part;
}
